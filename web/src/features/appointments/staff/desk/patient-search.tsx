// A combobox that finds a patient by name, phone or e-mail address. The field keeps the focus while arrow keys move through the list.
import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, type Ref, useId, useState } from 'react'
import { LoadFailed } from '../../../../components/load-failed.tsx'
import { Spinner } from '../../../../components/ui/button.tsx'
import { TextField } from '../../../../components/ui/field.tsx'
import { classes } from '../../../../lib/classes.ts'
import { useI18n } from '../../../../lib/i18n.tsx'
import { usePaused } from '../../../../lib/use-paused.ts'
import { PatientLine } from '../patient-line.tsx'
import { type FoundPatient, findPatients, foundPatientName, MAX_TERM, MIN_TERM } from './book-for-patient.ts'

interface PatientSearchProps {
  onChoose: (patient: FoundPatient) => void
  onType: (text: string) => void
  error: string | undefined
  field: Ref<HTMLInputElement>
}

export function PatientSearch({ onChoose, onType, error, field }: PatientSearchProps) {
  const { t } = useI18n()
  const listId = useId()
  const [text, setText] = useState('')
  const [isClosed, setIsClosed] = useState(false)
  const [active, setActive] = useState(0)
  const term = text.trim()
  const wanted = usePaused(term)
  const isLongEnough = term.length >= MIN_TERM
  const search = useQuery({
    queryKey: ['patient-search', wanted],
    queryFn: ({ signal }) => findPatients(wanted, signal),
    enabled: wanted.length >= MIN_TERM,
  })
  const isSearching = isLongEnough && (wanted !== term || search.isPending) && !search.error
  const found = isLongEnough && wanted === term ? search.data : undefined
  const isOpen = !isClosed && Boolean(found?.length)
  const optionId = (place: number) => `${listId}-${place}`
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    const count = found?.length ?? 0
    if (step && count && !isOpen) setIsClosed(false)
    else if (step && count) setActive((active + step + count) % count)
    else if (event.key === 'Enter') {
      // Enter in the field never submits the form.
      const patient = isOpen ? found?.[active] : undefined
      if (patient) onChoose(patient)
    } else if (event.key === 'Escape' && isOpen) {
      event.stopPropagation()
      setIsClosed(true)
    } else return
    event.preventDefault()
  }
  return (
    <div className="grid gap-2">
      <div className="relative">
        <TextField
          ref={field}
          label={t('desk.patient')}
          hint={t('desk.patientHint')}
          error={error}
          type="search"
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- TextField is an input.
          role="combobox"
          autoComplete="off"
          spellCheck={false}
          dir="auto"
          maxLength={MAX_TERM}
          aria-expanded={isOpen}
          aria-controls={listId}
          aria-autocomplete="list"
          aria-activedescendant={isOpen ? optionId(active) : undefined}
          value={text}
          onKeyDown={onKeyDown}
          onChange={({ target }) => {
            setText(target.value)
            onType(target.value)
            setIsClosed(false)
            setActive(0)
          }}
        />
        <ul
          id={listId}
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role, jsx-a11y/prefer-tag-over-role -- the list of a combobox
          role="listbox"
          aria-label={t('desk.patient')}
          hidden={!isOpen}
          className="mt-1 max-h-72 overflow-y-auto rounded-box border border-control bg-surface p-1.5 shadow-lift"
        >
          {isOpen &&
            found?.map((patient, place) => (
              // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-to-interactive-role, jsx-a11y/prefer-tag-over-role -- The field has the focus and handles the keys.
              <li
                key={patient.user_id}
                id={optionId(place)}
                // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role, jsx-a11y/prefer-tag-over-role -- see above
                role="option"
                aria-selected={place === active}
                onPointerDown={(event) => event.preventDefault()}
                onClick={() => onChoose(patient)}
                className={classes(
                  'grid min-h-11 cursor-pointer content-center rounded-lg px-3 py-2 hover:bg-tint',
                  place === active && 'bg-tint outline-2 -outline-offset-2 outline-action',
                )}
              >
                <PatientLines patient={patient} />
              </li>
            ))}
        </ul>
      </div>
      <output className="flex items-center gap-3 text-sm text-muted empty:hidden">
        {isSearching ? (
          <>
            <Spinner />
            {t('desk.searching')}
          </>
        ) : (
          found && (found.length ? t('desk.found', { count: found.length }) : t('desk.noneFound'))
        )}
      </output>
      {search.error && isLongEnough && (
        <LoadFailed title={t('desk.searchFailed')} error={search.error} onRetry={() => void search.refetch()} />
      )}
    </div>
  )
}

export function PatientLines({ patient }: { patient: FoundPatient }) {
  const { t } = useI18n()
  const contact = [patient.phone, patient.email].filter(Boolean)
  return (
    <>
      <span className="block font-medium wrap-anywhere">
        <bdi>{foundPatientName(patient) || t('desk.unnamed')}</bdi>
      </span>
      <span className="flex flex-wrap gap-x-3 text-sm text-muted wrap-anywhere">
        {contact.map((each) => (
          <bdi key={each} dir="ltr">
            {each}
          </bdi>
        ))}
        <PatientLine appointment={{ patient, erased_at: null }} />
      </span>
    </>
  )
}
