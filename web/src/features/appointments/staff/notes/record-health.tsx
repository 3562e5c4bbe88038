// Records what an adult without an account tells the doctor about their health. The doctor has recorded their consent.
import { type FormEvent, useState } from 'react'
import { toast } from '../../../../components/toaster.tsx'
import { Button } from '../../../../components/ui/button.tsx'
import { DateField } from '../../../../components/ui/date-field.tsx'
import { ErrorBanner } from '../../../../components/ui/error-banner.tsx'
import { TextAreaField } from '../../../../components/ui/field.tsx'
import { SelectField } from '../../../../components/ui/select-field.tsx'
import { UnsavedChanges } from '../../../../components/unsaved-changes.tsx'
import { GENDERS } from '../../../../domain/genders.ts'
import { AppError, type ErrorTexts, textOf } from '../../../../lib/errors.ts'
import { useI18n } from '../../../../lib/i18n.tsx'
import { browserZone, todayIn } from '../../../../lib/time/zones.ts'
import { type Health, type PatientCard, useRecordHealth } from './patient-card-query.ts'

const MAX_AGE = 120
const MAX_HISTORY = 5000
const ERRORS: ErrorTexts = {
  consent_required: 'card.healthNoConsent',
  patient_has_account: 'card.consentHasAccount',
  birth_date_invalid: 'card.birthInvalid',
  patient_is_minor: 'card.birthMinor',
  '42501': 'notes.closed',
}
const AT_BIRTH = ['birth_date_invalid', 'patient_is_minor']

export function RecordHealth({ appointmentId, patient }: { appointmentId: string; patient: PatientCard['patient'] }) {
  const { t } = useI18n()
  const [isOpen, setIsOpen] = useState(false)
  if (!isOpen)
    return (
      <Button look="secondary" className="justify-self-start" onClick={() => setIsOpen(true)}>
        {t('card.recordHealth')}
      </Button>
    )
  return <HealthForm {...{ appointmentId, patient }} onClose={() => setIsOpen(false)} />
}

function HealthForm({ appointmentId, patient, onClose }: Parameters<typeof RecordHealth>[0] & { onClose: () => void }) {
  const { t } = useI18n()
  const [opened] = useState<Health>({
    date_of_birth: patient.date_of_birth,
    gender: patient.gender,
    medical_history: patient.medical_history,
  })
  const [said, setSaid] = useState(opened)
  const { mutate, isPending, error, reset } = useRecordHealth(appointmentId)
  const problem = error ? textOf(error, ERRORS) : undefined
  const isAtBirth = error instanceof AppError && AT_BIRTH.includes(error.reason)
  const today = todayIn(browserZone())
  const note = t('profile.optional')
  const change = (next: Partial<Health>) => {
    setSaid({ ...said, ...next })
    // The changed input may have fixed the error.
    reset()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isPending) return
    mutate(said, {
      onSuccess: () => {
        toast.success(t('card.healthSaved'))
        onClose()
      },
    })
  }
  return (
    <form method="post" noValidate aria-label={t('card.recordHealth')} className="grid min-w-0 gap-4" onSubmit={submit}>
      <p className="text-sm text-muted">{t('card.healthText')}</p>
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <DateField
          label={t('profile.dateOfBirth')}
          note={note}
          autoComplete="off"
          min={`${Number(today.slice(0, 4)) - MAX_AGE}${today.slice(4)}`}
          max={today}
          value={said.date_of_birth ?? ''}
          error={isAtBirth && problem ? t(problem.key, problem.values) : undefined}
          onChange={({ target }) => change({ date_of_birth: target.value || null })}
        />
        <SelectField
          label={t('profile.gender')}
          note={note}
          value={said.gender ?? ''}
          onChange={({ target }) => change({ gender: target.value || null })}
        >
          <option value="">{t('profile.notGiven')}</option>
          {Object.entries(GENDERS).map(([gender, text]) => (
            <option key={gender} value={gender}>
              {t(text)}
            </option>
          ))}
        </SelectField>
      </div>
      <TextAreaField
        label={t('profile.medicalHistory')}
        note={note}
        rows={3}
        maxLength={MAX_HISTORY}
        value={said.medical_history ?? ''}
        onChange={({ target }) => change({ medical_history: target.value || null })}
      />
      {problem && !isAtBirth && <ErrorBanner title={t('card.healthFailed')}>{t(problem.key, problem.values)}</ErrorBanner>}
      <UnsavedChanges isDirty={JSON.stringify(said) !== JSON.stringify(opened)} />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busyLabel={isPending && t('profile.saving')}>
          {t('profile.save')}
        </Button>
        <Button look="secondary" onClick={onClose}>
          {t('card.healthBack')}
        </Button>
      </div>
    </form>
  )
}
