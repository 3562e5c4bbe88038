// Adds a leave. Doctors add their own, admins choose the doctor.

import { useForm, useWatch } from 'react-hook-form'
import { MAX_REASON_LENGTH } from '../../../../../supabase/functions/_shared/rules.ts'
import { toast } from '../../../components/toaster.tsx'
import { Button } from '../../../components/ui/button.tsx'
import { DateField } from '../../../components/ui/date-field.tsx'
import { TextField } from '../../../components/ui/field.tsx'
import { useSectionMark } from '../../../components/ui/section-marks.ts'
import { SelectField } from '../../../components/ui/select-field.tsx'
import { TimeField } from '../../../components/ui/time-field.tsx'
import { UnsavedChanges } from '../../../components/unsaved-changes.tsx'
import { type ErrorTexts, textOf } from '../../../lib/errors.ts'
import { checkedBy, faultTexts } from '../../../lib/form.ts'
import { type TextKey, useI18n } from '../../../lib/i18n.tsx'
import { useNow } from '../../../lib/time/use-now.ts'
import { DEFAULT_ZONE, todayIn } from '../../../lib/time/zones.ts'
import { daysOf, hasOneTime, type LeaveValues, leaveDraft, leaveInput } from './leave.ts'
import { addLeave, useChangeLeaves } from './queries.ts'
import { TouchedBy } from './touched-appointments.tsx'

const REFUSALS: ErrorTexts = { '23514': 'leave.timesWrong' }

interface LeaveFormProps {
  /** The doctors to choose from. */
  doctors: { id: string; timezone: string; name?: string }[]
  /** The id of the doctor, for a form without a choice of doctors. */
  own?: string
  added: TextKey
  failed: TextKey
}

export function LeaveForm({ doctors, own = '', added, failed }: LeaveFormProps) {
  const { t } = useI18n()
  const now = useNow()
  const { mutateAsync: add } = useChangeLeaves(addLeave)
  const zoneOf = (id: string) => doctors.find((doctor) => doctor.id === id)?.timezone ?? DEFAULT_ZONE
  const empty: LeaveValues = { doctor_id: own, leave_date: '', last_date: '', is_weekly: false, start_time: '', end_time: '', reason: '' }
  const { register, handleSubmit, reset, control, formState } = useForm<LeaveValues>({
    defaultValues: empty,
    resolver: checkedBy(leaveInput((id) => todayIn(zoneOf(id)))),
  })
  useSectionMark('wrong', Object.keys(formState.errors).length > 0)
  const typed = { ...empty, ...useWatch({ control }) }

  const send = async (values: LeaveValues) => {
    try {
      await add(leaveDraft(values))
    } catch (error) {
      const { key, values: facts } = textOf(error, REFUSALS)
      toast.error(t(failed), { description: t(key, facts) })
      return
    }
    // The doctor stays selected, because several leaves are often added in a row.
    reset({ ...empty, doctor_id: values.doctor_id })
    toast.success(t(added))
  }

  const faultOf = faultTexts(formState.errors, t)
  const field = (name: keyof LeaveValues) => ({ ...register(name), error: faultOf(name) })
  const note = t('leave.optional')
  return (
    <form method="post" noValidate className="grid content-start gap-4" onSubmit={(event) => void handleSubmit(send)(event)}>
      {!own && (
        <SelectField label={t('leave.doctor')} required {...field('doctor_id')}>
          <option value="">{t('leave.chooseDoctor')}</option>
          {doctors.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </SelectField>
      )}
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <DateField label={t('leave.date')} required min={todayIn(zoneOf(typed.doctor_id), now)} {...field('leave_date')} />
        <DateField
          label={t('leave.lastDate')}
          note={note}
          min={typed.leave_date || todayIn(zoneOf(typed.doctor_id), now)}
          {...field('last_date')}
        />
      </div>
      {typed.last_date && (
        <label className="-mt-2 flex min-h-11 cursor-pointer items-center gap-3">
          <input type="checkbox" className="size-5 shrink-0 accent-action" {...register('is_weekly')} />
          {t('leave.weekly')}
        </label>
      )}
      {/* The line below says that the fields may stay empty. */}
      <div className="grid items-start gap-4 min-[23rem]:grid-cols-2">
        <TimeField label={t('leave.start')} {...field('start_time')} />
        <TimeField label={t('leave.end')} {...field('end_time')} />
      </div>
      <output className={`-mt-2 text-sm ${hasOneTime(typed) ? 'text-wait' : 'text-muted'}`}>
        {t(hasOneTime(typed) ? 'leave.oneTime' : 'leave.timesHint')}
      </output>
      <TextField label={t('leave.reason')} note={note} maxLength={MAX_REASON_LENGTH} dir="auto" {...field('reason')} />
      {typed.doctor_id && typed.leave_date && (
        <TouchedBy leaves={daysOf(leaveDraft(typed))} doctor={{ id: typed.doctor_id, timezone: zoneOf(typed.doctor_id) }} />
      )}
      <div>
        <Button
          type="submit"
          look={formState.isDirty ? 'primary' : 'secondary'}
          busyLabel={formState.isSubmitting && t('leave.adding')}
          className="w-full sm:w-auto"
        >
          {t('leave.add')}
        </Button>
      </div>
      <UnsavedChanges isDirty={formState.isDirty} />
    </form>
  )
}
