import type { LiveMessage } from '../../../../lib/data/live.ts'
import type { LiveScope } from '../../shared/live-source.ts'

export const HOURS_CHANGED = 'hours_changed'

/** Filters the messages, because all staff receive them for every doctor's hours. */
export function isAbout({ payload }: Pick<LiveMessage, 'payload'>, scope: LiveScope | undefined) {
  if (typeof scope !== 'object' || !('doctor_id' in scope)) return true
  return typeof payload === 'object' && payload !== null && 'doctor_id' in payload && payload.doctor_id === scope.doctor_id
}
