import { useForm } from 'react-hook-form'
import { StoredForm } from '../../../components/stored-form.tsx'
import { TextField } from '../../../components/ui/field.tsx'
import { SelectField } from '../../../components/ui/select-field.tsx'
import { ZoneOptions } from '../../../components/zone-options.tsx'
import { classes } from '../../../lib/classes.ts'
import { checkedBy, faultTexts } from '../../../lib/form.ts'
import { type TextKey, useI18n } from '../../../lib/i18n.tsx'
import { zoneLabel } from '../../../lib/time/zones.ts'
import { loadSettings, type ScheduleDoctor, useSaveSettings } from './queries.ts'
import {
  CANCELLATION_HOURS,
  GAP_MINUTES,
  HORIZON_DAYS,
  NOTICE_HOURS,
  PER_DAY,
  SESSION_MINUTES,
  SettingsInput,
  type SettingsValues,
  settingsOf,
  settingsValues,
} from './settings-input.ts'

const TEXTS = {
  text: 'appointmentSettings.text',
  save: 'appointmentSettings.save',
  saving: 'schedule.saving',
  saved: 'appointmentSettings.saved',
  failed: 'appointmentSettings.failed',
} as const

const LABELS: Record<keyof SettingsValues, TextKey> = {
  session_duration: 'appointmentSettings.session',
  cancellation_hours: 'appointmentSettings.cancellation',
  timezone: 'appointmentSettings.zone',
  gap_minutes: 'appointmentSettings.gap',
  booking_notice_hours: 'appointmentSettings.notice',
  booking_horizon_days: 'appointmentSettings.horizon',
  max_appointments_per_day: 'appointmentSettings.perDay',
  auto_confirm: 'appointmentSettings.autoConfirm',
}

// A field's children are its label, hint, input and error. The small input is beside its label, the error below. On a phone the hint has the
// whole width, otherwise it is below the label.
const ROWS = classes(
  'grid *:gap-x-4 *:gap-y-0.5 *:py-3 divide-y divide-line *:items-center',
  '*:grid-cols-[minmax(0,1fr)_auto] sm:[&>*>:nth-child(2)]:col-start-1 max-sm:[&>*>:nth-child(2)]:col-span-full [&>*>:nth-child(4)]:col-span-full',
  '[&>*>:nth-child(3)]:col-start-2 [&>*>:nth-child(3)]:row-start-1 sm:[&>*>:nth-child(3)]:row-end-3',
)

// The names of zones are long, so on a phone they stand below their label.
const SELECT_ROW = classes(
  'max-sm:*:gap-y-2 sm:*:gap-y-0.5 *:py-3 sm:*:grid-cols-[minmax(0,1fr)_auto] sm:*:gap-x-4 sm:[&>*>:nth-child(-n+2)]:col-start-1 sm:[&>*>:nth-child(4)]:col-span-full',
  'sm:[&>*>:nth-child(3)]:col-start-2 sm:[&>*>:nth-child(3)]:row-span-2 sm:[&>*>:nth-child(3)]:row-start-1 sm:[&>*>:nth-child(3)]:self-center',
)

export function SettingsForm({ doctor }: { doctor: ScheduleDoctor }) {
  const { t, language } = useI18n()
  const { mutateAsync: save } = useSaveSettings(doctor.id)
  const form = useForm<SettingsValues>({
    // The stored settings may change while the form is open. Typed input stays.
    values: settingsValues(doctor),
    resetOptions: { keepDirtyValues: true },
    resolver: checkedBy(SettingsInput),
  })
  const { register, formState } = form
  const faultOf = faultTexts(formState.errors, t)
  const field = (name: keyof SettingsValues) => ({ ...register(name), error: faultOf(name) })
  const number = { type: 'number', inputMode: 'numeric', step: 1, required: true, dir: 'ltr', className: 'w-24! rtl:text-end' } as const
  return (
    <StoredForm
      form={form}
      stored={settingsValues(doctor)}
      load={async () => settingsValues(await loadSettings(doctor.id))}
      labelOf={(name) => t(LABELS[name])}
      textOf={(name, value) => (name === 'timezone' && typeof value === 'string' ? zoneLabel(value, language) : undefined)}
      texts={TEXTS}
      onSave={(values) => save(settingsOf(values))}
    >
      <div className={ROWS}>
        <TextField
          label={t('appointmentSettings.session')}
          hint={t('appointmentSettings.sessionHint')}
          {...number}
          {...SESSION_MINUTES}
          {...field('session_duration')}
        />
        <TextField
          label={t('appointmentSettings.cancellation')}
          hint={t('appointmentSettings.cancellationHint')}
          {...number}
          {...CANCELLATION_HOURS}
          {...field('cancellation_hours')}
        />
      </div>
      <fieldset className="-mt-5 grid border-t border-line">
        <legend className="sr-only">{t('appointmentSettings.booking')}</legend>
        <div className={ROWS}>
          <TextField
            label={t('appointmentSettings.notice')}
            hint={t('appointmentSettings.noticeHint')}
            {...number}
            {...NOTICE_HOURS}
            {...field('booking_notice_hours')}
          />
          <TextField
            label={t('appointmentSettings.horizon')}
            hint={t('appointmentSettings.horizonHint')}
            {...number}
            {...HORIZON_DAYS}
            {...field('booking_horizon_days')}
          />
          <TextField
            label={t('appointmentSettings.gap')}
            hint={t('appointmentSettings.gapHint')}
            {...number}
            {...GAP_MINUTES}
            {...field('gap_minutes')}
          />
          <TextField
            label={t('appointmentSettings.perDay')}
            hint={t('appointmentSettings.perDayHint')}
            {...number}
            required={false}
            {...PER_DAY}
            {...field('max_appointments_per_day')}
          />
        </div>
        <label className="flex min-h-11 cursor-pointer items-start gap-3 border-t border-line py-3">
          <input type="checkbox" className="mt-0.5 size-5 shrink-0 accent-action" {...register('auto_confirm')} />
          <span className="grid gap-0.5">
            <span className="font-medium">{t('appointmentSettings.autoConfirm')}</span>
            <span className="text-sm text-muted">{t('appointmentSettings.autoConfirmHint')}</span>
          </span>
        </label>
      </fieldset>
      <div className={classes('-mt-5 border-t border-line', SELECT_ROW)}>
        <SelectField
          label={t('appointmentSettings.zone')}
          hint={t('appointmentSettings.zoneHint')}
          className="min-h-12 sm:w-60"
          {...field('timezone')}
        >
          <ZoneOptions />
        </SelectField>
      </div>
    </StoredForm>
  )
}
