// Validation of the settings form. The database has the same limits.
import * as z from 'zod/mini'
import type { TextKey } from '../../../lib/i18n.tsx'
import type { Settings } from './queries.ts'

export const SESSION_MINUTES = { min: 15, max: 120 }
export const CANCELLATION_HOURS = { min: 1, max: 72 }

const isWholeWithin =
  ({ min, max }: { min: number; max: number }) =>
  (typed: string) =>
    /^\d+$/.test(typed) && Number(typed) >= min && Number(typed) <= max

export const SettingsInput = z.object({
  session_duration: z.string().check(z.refine(isWholeWithin(SESSION_MINUTES), 'appointmentSettings.sessionWrong' satisfies TextKey)),
  cancellation_hours: z
    .string()
    .check(z.refine(isWholeWithin(CANCELLATION_HOURS), 'appointmentSettings.cancellationWrong' satisfies TextKey)),
  timezone: z.string(),
})

export type SettingsValues = z.infer<typeof SettingsInput>

export const valuesOf = (settings: Settings): SettingsValues => ({
  session_duration: String(settings.session_duration),
  cancellation_hours: String(settings.cancellation_hours),
  timezone: settings.timezone,
})

export const settingsOf = (values: SettingsValues): Settings => ({
  session_duration: Number(values.session_duration),
  cancellation_hours: Number(values.cancellation_hours),
  timezone: values.timezone,
})
