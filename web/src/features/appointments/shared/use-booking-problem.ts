import { textOf } from '../../../lib/errors.ts'
import { useI18n } from '../../../lib/i18n.tsx'
import type { Reader } from '../../../lib/time/clocks.ts'
import { formatDay } from '../../../lib/time/dates.ts'
import { clockIn, isoDay } from '../../../lib/time/zones.ts'
import { BOOKING_ERRORS, isNotAllowed, ownConflictOf, STAFF_BOOKING_ERRORS } from './booking-errors.ts'

/** Why the request failed, in the reader's language. `person` is the patient, if that is not the reader. */
export function useBookingProblem(error: unknown, reader: Reader, person?: string): string | undefined {
  const { t, language } = useI18n()
  if (!error) return undefined
  if (reader.is === 'staff') {
    const { key, values } = textOf(error, STAFF_BOOKING_ERRORS)
    return t(key, values)
  }
  if (person && isNotAllowed(error)) return t('booking.personLost')
  const own = ownConflictOf(error)
  if (own) {
    const day = formatDay(isoDay(own.startsAt, reader.zone), language, 'short')
    const time = t('appointments.dayAndClock', { day, clock: clockIn(own.startsAt, reader.zone) })
    const other = { doctor: t('doctor.name', own.doctor), time }
    return person ? t('booking.personConflict', { ...other, name: person }) : t('booking.ownConflictNamed', other)
  }
  const { key, values } = textOf(error, BOOKING_ERRORS)
  return t(key, values)
}
