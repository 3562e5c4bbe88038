import { textOf } from '../../../lib/errors.ts'
import { useI18n } from '../../../lib/i18n.tsx'
import { formatDay } from '../../../lib/time/dates.ts'
import { clockIn, isoDay } from '../../../lib/time/zones.ts'
import { BOOKING_ERRORS, isNotAllowed, ownConflictOf } from './booking-errors.ts'

/** Why the request failed, in the reader's language. `person` is treated, if it is not the reader. */
export function useBookingProblem(error: unknown, ownZone: string, person?: string): string | undefined {
  const { t, language } = useI18n()
  if (!error) return undefined
  if (person && isNotAllowed(error)) return t('booking.personLost')
  const own = ownConflictOf(error)
  if (own) {
    const day = formatDay(isoDay(own.startsAt, ownZone), language, 'short')
    const time = t('appointments.dayAndClock', { day, clock: clockIn(own.startsAt, ownZone) })
    const other = { doctor: t('doctor.name', own.doctor), time }
    return person ? t('booking.personConflict', { ...other, name: person }) : t('booking.ownConflictNamed', other)
  }
  const { key, values } = textOf(error, BOOKING_ERRORS)
  return t(key, values)
}
