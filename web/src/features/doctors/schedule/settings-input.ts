// Validation of the settings form. The database has the same limits.
import * as z from 'zod/mini'
import type { TextKey } from '../../../lib/i18n.tsx'
import type { Settings } from './queries.ts'

interface Limits {
  min: number
  max: number
}

export const SESSION_MINUTES: Limits = { min: 15, max: 120 }
export const CANCELLATION_HOURS: Limits = { min: 1, max: 72 }
export const GAP_MINUTES: Limits = { min: 0, max: 120 }
export const NOTICE_HOURS: Limits = { min: 0, max: 168 }
export const HORIZON_DAYS: Limits = { min: 1, max: 1095 }
export const PER_DAY: Limits = { min: 1, max: 100 }

const isWholeWithin =
  ({ min, max }: Limits) =>
  (typed: string) =>
    /^\d+$/.test(typed) && Number(typed) >= min && Number(typed) <= max

/** The hint above each field states its range. */
const WRONG = 'appointmentSettings.wrong' satisfies TextKey

const whole = (limits: Limits) => z.string().check(z.refine(isWholeWithin(limits), WRONG))

export const SettingsInput = z.object({
  session_duration: whole(SESSION_MINUTES),
  cancellation_hours: whole(CANCELLATION_HOURS),
  timezone: z.string(),
  gap_minutes: whole(GAP_MINUTES),
  booking_notice_hours: whole(NOTICE_HOURS),
  booking_horizon_days: whole(HORIZON_DAYS),
  /** Empty if there is no limit. */
  max_appointments_per_day: z.string().check(z.refine((typed) => typed === '' || isWholeWithin(PER_DAY)(typed), WRONG)),
  auto_confirm: z.boolean(),
})

export type SettingsValues = z.infer<typeof SettingsInput>

export const settingsValues = (settings: Settings): SettingsValues => ({
  session_duration: String(settings.session_duration),
  cancellation_hours: String(settings.cancellation_hours),
  timezone: settings.timezone,
  gap_minutes: String(settings.gap_minutes),
  booking_notice_hours: String(settings.booking_notice_hours),
  booking_horizon_days: String(settings.booking_horizon_days),
  max_appointments_per_day: settings.max_appointments_per_day === null ? '' : String(settings.max_appointments_per_day),
  auto_confirm: settings.auto_confirm,
})

export const settingsOf = (values: SettingsValues): Settings => ({
  session_duration: Number(values.session_duration),
  cancellation_hours: Number(values.cancellation_hours),
  timezone: values.timezone,
  gap_minutes: Number(values.gap_minutes),
  booking_notice_hours: Number(values.booking_notice_hours),
  booking_horizon_days: Number(values.booking_horizon_days),
  max_appointments_per_day: values.max_appointments_per_day === '' ? null : Number(values.max_appointments_per_day),
  auto_confirm: values.auto_confirm,
})
