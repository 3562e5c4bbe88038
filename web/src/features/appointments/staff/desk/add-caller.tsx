// Adds a caller without an e-mail address by name and phone. First shows patients who already have that number.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react'
import { Banner } from '../../../../components/ui/banner.tsx'
import { Button } from '../../../../components/ui/button.tsx'
import { TextField } from '../../../../components/ui/field.tsx'
import { SelectField } from '../../../../components/ui/select-field.tsx'
import { UnsavedChanges } from '../../../../components/unsaved-changes.tsx'
import { textOf } from '../../../../lib/errors.ts'
import { useI18n } from '../../../../lib/i18n.tsx'
import { isLanguage, LANGUAGE_NAMES, LANGUAGES } from '../../../../lib/languages.ts'
import { usePaused } from '../../../../lib/use-paused.ts'
import { addCaller, digitsToCompare, type FoundPatient, findPatients, MAX_CALLER_NAME, MAX_PHONE } from './book-for-patient.ts'

interface AddCallerProps {
  /** The search term that found nobody: a name or a number. */
  searched: string
  onChoose: (patient: FoundPatient) => void
  /** Renders a patient who has the same number. */
  renderPatient: (patient: FoundPatient) => ReactNode
}

export function AddCaller({ searched, onChoose, renderPatient }: AddCallerProps) {
  const { t } = useI18n()
  const [isOpen, setIsOpen] = useState(false)
  if (isOpen) return <CallerForm {...{ searched, onChoose, renderPatient }} />
  return (
    <Button look="quiet" className="-ms-3 min-h-11! justify-self-start px-3! text-sm text-action!" onClick={() => setIsOpen(true)}>
      {t('desk.caller')}
    </Button>
  )
}

function CallerForm({ searched, onChoose, renderPatient }: AddCallerProps) {
  const { t, language: own } = useI18n()
  const sameId = useId()
  const part = useRef<HTMLFieldSetElement>(null)
  const [first, setFirst] = useState(() => wordsOf(searched)[0])
  const [last, setLast] = useState(() => wordsOf(searched)[1])
  const [phone, setPhone] = useState(() => (/\p{L}|@/u.test(searched) ? '' : searched.trim().slice(0, MAX_PHONE)))
  const [language, setLanguage] = useState(own)
  const [wasSubmitted, setWasSubmitted] = useState(false)
  const client = useQueryClient()
  const adding = useMutation({
    mutationFn: addCaller,
    onSuccess: (patient) => {
      // Earlier searches did not find this patient.
      void client.invalidateQueries({ queryKey: ['patient-search'] })
      onChoose(patient)
    },
  })
  const digits = usePaused(digitsToCompare(phone))
  const { data: same = [] } = useQuery({
    queryKey: ['patient-search', digits],
    queryFn: ({ signal }) => findPatients(digits, signal),
    enabled: digits !== '',
  })
  const known = digits === digitsToCompare(phone) ? same.filter((each) => digitsToCompare(each.phone ?? '') === digits) : []
  const problem = adding.error && textOf(adding.error, { phone_required: 'desk.phoneMissing', profile_name_required: 'desk.nameMissing' })
  const add = () => {
    if (adding.isPending) return
    if (first.trim() && last.trim() && digitsToCompare(phone)) {
      adding.mutate({ first_name: first.trim(), last_name: last.trim(), phone: phone.trim(), language })
      return
    }
    setWasSubmitted(true)
    // The fields are marked as invalid in the next frame.
    requestAnimationFrame(() => part.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus())
  }
  // Keeps Enter in these fields from submitting the surrounding form.
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return
    event.preventDefault()
    // If patients with this number are shown, the user has to choose one or press the button to add another.
    if (!known.length) add()
  }
  return (
    <fieldset ref={part} className="grid gap-4 rounded-box border border-line bg-paper p-4">
      <legend className="sr-only">{t('desk.caller')}</legend>
      <p className="text-sm text-muted">{t('desk.callerText')}</p>
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <TextField
          label={t('desk.firstName')}
          autoComplete="off"
          dir="auto"
          required
          maxLength={MAX_CALLER_NAME}
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- The field appears because the user opened it.
          autoFocus
          value={first}
          error={(wasSubmitted && !first.trim() && t('desk.nameMissing')) || undefined}
          onKeyDown={onKeyDown}
          onChange={({ target }) => setFirst(target.value)}
        />
        <TextField
          label={t('desk.lastName')}
          autoComplete="off"
          dir="auto"
          required
          maxLength={MAX_CALLER_NAME}
          value={last}
          error={(wasSubmitted && !last.trim() && t('desk.nameMissing')) || undefined}
          onKeyDown={onKeyDown}
          onChange={({ target }) => setLast(target.value)}
        />
        <TextField
          label={t('desk.phone')}
          type="tel"
          autoComplete="off"
          dir="ltr"
          required
          maxLength={MAX_PHONE}
          value={phone}
          error={(wasSubmitted && !digitsToCompare(phone) && t('desk.phoneMissing')) || undefined}
          onKeyDown={onKeyDown}
          onChange={({ target }) => setPhone(target.value)}
        />
        <SelectField
          label={t('desk.language')}
          value={language}
          onChange={({ target }) => {
            if (isLanguage(target.value)) setLanguage(target.value)
          }}
        >
          {LANGUAGES.map((each) => (
            <option key={each} value={each}>
              {LANGUAGE_NAMES[each]}
            </option>
          ))}
        </SelectField>
      </div>
      {/* Mounted before anybody is found, because screen readers only announce changes of an existing element. */}
      <output className="grid gap-2 empty:hidden">
        {known.length > 0 && (
          <>
            <p id={sameId} className="text-sm font-medium text-wait">
              {t('desk.samePhone')}
            </p>
            <ul aria-labelledby={sameId} className="grid gap-2">
              {known.map((each) => (
                <li key={each.user_id}>
                  <button
                    type="button"
                    onClick={() => onChoose(each)}
                    className="min-h-11 w-full rounded-box border border-control bg-surface px-3 py-2 text-start hover:bg-tint"
                  >
                    {renderPatient(each)}
                  </button>
                </li>
              ))}
            </ul>
          </>
        )}
      </output>
      <UnsavedChanges isDirty={first !== '' || last !== '' || phone !== ''} />
      {problem && (
        <Banner tone="danger" role="alert">
          <p className="font-medium">{t('desk.callerFailed')}</p>
          <p>{t(problem.key, problem.values)}</p>
        </Banner>
      )}
      <Button look="secondary" className="justify-self-end" busyLabel={adding.isPending && t('desk.callerAdding')} onClick={add}>
        {t(known.length ? 'desk.callerYesOther' : 'desk.callerYes')}
      </Button>
    </fieldset>
  )
}

/** Splits a name into first names and last name. Both are empty for a number or an address. */
function wordsOf(searched: string): [string, string] {
  const text = searched.trim()
  if (!/\p{L}/u.test(text) || text.includes('@')) return ['', '']
  const words = text.split(/\s+/)
  if (words.length === 1) return [text.slice(0, MAX_CALLER_NAME), '']
  return [words.slice(0, -1).join(' ').slice(0, MAX_CALLER_NAME), (words.at(-1) ?? '').slice(0, MAX_CALLER_NAME)]
}
