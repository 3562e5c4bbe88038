// Links the selected user to an existing record or to a new one.
import { Pencil } from 'lucide-react'
import { useId, useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { toast } from '../../../components/toaster.tsx'
import { Banner } from '../../../components/ui/banner.tsx'
import { Button, buttonLook } from '../../../components/ui/button.tsx'
import { TextAreaField, TextField } from '../../../components/ui/field.tsx'
import { SelectField } from '../../../components/ui/select-field.tsx'
import { Switch } from '../../../components/ui/switch.tsx'
import { ZoneOptions } from '../../../components/zone-options.tsx'
import { GENERAL, specialtyName } from '../../../domain/specialties.ts'
import { titledName } from '../../../domain/titled-name.ts'
import { checkedBy, faultTexts } from '../../../lib/form.ts'
import { useI18n } from '../../../lib/i18n.tsx'
import { Link } from '../../../lib/router/link.tsx'
import { useTypedForm } from '../../../lib/use-typed.ts'
import type { ManagedDoctor } from '../queries.ts'
import { type Assignment, assignDoctor } from './assignment.ts'
import { assignmentFault } from './assignment-errors.ts'
import { type AssignmentInput, ExistingRecord, MAX_LENGTH, NewRecord, recordFor } from './doctor-input.ts'
import { SpecialtyOptions } from './specialty-options.tsx'
import { foundUserName } from './user-picker.tsx'
import type { FoundUser } from './user-search.ts'

interface AssignFormProps {
  user: FoundUser
  doctors: ManagedDoctor[]
  /** The record that was chosen before the user, if any. */
  recordId: string | undefined
  onDone: () => void
  /** Called after every attempt, because a request without a response may have succeeded. */
  onSettled: () => void
}

export function AssignForm({ user, doctors, recordId, onDone, onSettled }: AssignFormProps) {
  const { t } = useI18n()
  const outcomeId = useId()
  const [toExisting, setToExisting] = useState(recordId !== undefined)
  const form = useForm<AssignmentInput>({
    defaultValues: { ...recordFor(user), doctor_id: recordId ?? '' },
    resolver: checkedBy(toExisting ? ExistingRecord : NewRecord),
  })
  const { register, handleSubmit, formState, clearErrors, control, reset } = form
  useTypedForm(`assign:${user.id}`, form)
  const doctorName = (doctor: ManagedDoctor) => titledName(doctor, t)
  const own = doctors.find(({ user_id }) => user_id === user.id)
  const free = doctors.filter(({ user_id }) => user_id === null)
  const typed = useWatch({ control })
  const chosen = own ?? free.find(({ id }) => toExisting && id === typed.doctor_id)
  const newName = [typed.first_name, typed.last_name]
    .map((name) => name?.trim())
    .join(' ')
    .trim()
  const isPossible = !toExisting || free.length > 0 || own !== undefined

  const assign = async ({ doctor_id, ...fields }: AssignmentInput) => {
    const record: Assignment['record'] = own ? { doctorId: own.id } : toExisting ? { doctorId: doctor_id } : fields
    try {
      const { hadRole } = await assignDoctor({ userId: user.id, record })
      if (hadRole) toast.info(t('management.roleHeld'))
      if (own && !hadRole) toast.success(t('management.roleGiven'))
      if (!own) {
        const role = hadRole ? undefined : { description: t('management.roleGiven') }
        toast.success(t(toExisting ? 'management.linked' : 'management.created'), role)
      }
    } catch (error) {
      // Only one toast at a time, because two would cover the button for the next attempt.
      toast.error(t('management.error'), { id: 'assignment', description: assignmentFault(error, t) })
      return
    } finally {
      onSettled()
    }
    reset()
    onDone()
  }

  const faultOf = faultTexts(formState.errors, t)
  const field = (name: keyof AssignmentInput) => ({ ...register(name), error: faultOf(name) })

  if (own && user.roles.includes('doctor'))
    return (
      <Banner>
        <p>{t('management.roleHeld')}</p>
        <p>{t('management.linkedTo', { doctor: doctorName(own) })}</p>
        <Link
          to={`/doctor-management?doctor=${own.id}`}
          aria-label={t('management.editOf', { name: doctorName(own) })}
          className={buttonLook('secondary', 'mt-3')}
        >
          <Pencil aria-hidden="true" className="size-4" />
          {t('management.edit')}
        </Link>
      </Banner>
    )
  return (
    <form method="post" noValidate className="grid gap-5" onSubmit={(event) => void handleSubmit(assign)(event)}>
      {own ? (
        <Banner tone="warning">{t('management.linkedWithoutRole', { doctor: doctorName(own) })}</Banner>
      ) : (
        <Switch
          label={t('management.toExisting')}
          hint={t('management.toExistingHint')}
          checked={toExisting}
          onCheckedChange={(next) => {
            clearErrors()
            setToExisting(next)
          }}
        />
      )}
      {!own && toExisting && free.length === 0 && <Banner>{t('management.noFreeRecords')}</Banner>}
      {!own && toExisting && free.length > 0 && (
        <SelectField label={t('management.record')} required {...field('doctor_id')}>
          <option value="">{t('management.chooseRecord')}</option>
          {free.map((doctor) => (
            <option key={doctor.id} value={doctor.id}>
              {t('management.recordOption', { doctor: doctorName(doctor), specialty: specialtyName(doctor, t) })}
            </option>
          ))}
        </SelectField>
      )}
      {!own && !toExisting && (
        <div className="grid gap-4">
          <div className="grid gap-4 sm:grid-cols-2">
            <TextField label={t('profile.firstName')} autoComplete="off" maxLength={MAX_LENGTH.name} required {...field('first_name')} />
            <TextField label={t('profile.lastName')} autoComplete="off" maxLength={MAX_LENGTH.name} required {...field('last_name')} />
          </div>
          <SelectField label={t('management.specialty')} {...field('specialization')}>
            <option value={GENERAL}>{t('specialty.general')}</option>
            <SpecialtyOptions />
          </SelectField>
          <SelectField label={t('profile.timezone')} hint={t('management.zoneHint')} {...field('timezone')}>
            <ZoneOptions />
          </SelectField>
          <TextAreaField
            label={t('management.bio')}
            note={t('profile.optional')}
            hint={t('management.bioHint')}
            rows={4}
            dir="auto"
            {...field('bio')}
          />
        </div>
      )}
      <p id={outcomeId} className="-mb-2 text-sm text-muted empty:hidden">
        {chosen
          ? t('management.willLink', { user: foundUserName(user, t), doctor: doctorName(chosen) })
          : !toExisting && newName && t('management.willCreate', { user: foundUserName(user, t), doctor: newName })}
      </p>
      <Button
        type="submit"
        className="w-full"
        aria-describedby={outcomeId}
        disabled={!isPossible}
        busyLabel={formState.isSubmitting && t('management.assigning')}
      >
        {t('management.assign')}
      </Button>
    </form>
  )
}
