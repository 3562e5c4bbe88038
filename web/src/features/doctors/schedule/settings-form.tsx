import { useForm } from 'react-hook-form'
import { TextField } from '../../../components/ui/field.tsx'
import { SelectField } from '../../../components/ui/select-field.tsx'
import { checkedBy, faultTexts } from '../../../lib/form.ts'
import { useI18n } from '../../../lib/i18n.tsx'
import { OFFERED_ZONES, zoneLabel } from '../../../lib/zones.ts'
import { StoredForm } from '../stored-form.tsx'
import { type ScheduleDoctor, useSaveSettings } from './queries.ts'
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
  valuesOf,
} from './settings-input.ts'

const TEXTS = {
  title: 'appointmentSettings.title',
  text: 'appointmentSettings.text',
  save: 'appointmentSettings.save',
  saving: 'schedule.saving',
  saved: 'appointmentSettings.saved',
  failed: 'appointmentSettings.failed',
} as const

// Beside each other, the labels stand in one line and the fields in another.
const FIELDS = 'grid gap-4 sm:*:grid-rows-[auto_1fr_auto]'

export function SettingsForm({ doctor }: { doctor: ScheduleDoctor }) {
  const { t, language } = useI18n()
  const { mutateAsync: save } = useSaveSettings(doctor.id)
  const form = useForm<SettingsValues>({
    // The stored settings may change meanwhile. Typed input stays.
    values: valuesOf(doctor),
    resetOptions: { keepDirtyValues: true },
    resolver: checkedBy(SettingsInput),
  })
  const { register, formState } = form
  const faultOf = faultTexts(formState.errors, t)
  const field = (name: keyof SettingsValues) => ({ ...register(name), error: faultOf(name) })
  const number = { type: 'number', inputMode: 'numeric', step: 1, required: true, dir: 'ltr', className: 'rtl:text-end' } as const
  return (
    <StoredForm form={form} texts={TEXTS} onSave={(values) => save(settingsOf(values))}>
      <div className={`${FIELDS} md:grid-cols-3`}>
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
        <SelectField
          label={t('appointmentSettings.zone')}
          hint={t('appointmentSettings.zoneHint')}
          className="min-h-12"
          {...field('timezone')}
        >
          {OFFERED_ZONES.map((zone) => (
            <option key={zone} value={zone}>
              {zoneLabel(zone, language)}
            </option>
          ))}
        </SelectField>
      </div>
      <fieldset className="grid gap-4 border-t border-line pt-5">
        <legend className="sr-only">{t('appointmentSettings.booking')}</legend>
        <div className={`${FIELDS} sm:grid-cols-2 lg:grid-cols-4`}>
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
        <label className="flex min-h-11 cursor-pointer items-start gap-3 py-2">
          <input type="checkbox" className="mt-0.5 size-5 shrink-0 accent-action" {...register('auto_confirm')} />
          <span className="grid gap-0.5">
            <span className="font-medium">{t('appointmentSettings.autoConfirm')}</span>
            <span className="text-sm text-muted">{t('appointmentSettings.autoConfirmHint')}</span>
          </span>
        </label>
      </fieldset>
    </StoredForm>
  )
}
