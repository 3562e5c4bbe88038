import { useI18n } from '../lib/i18n.tsx'
import { clocksOf, type Moment, type Reader } from '../lib/time/clocks.ts'
import { type DayStyle, dayTitle } from '../lib/time/dates.ts'

/** The time of an appointment, in the reader's and the doctor's zone. */
export function When({ appointment, reader, dayStyle }: { appointment: Moment; reader: Reader; dayStyle?: DayStyle }) {
  const i18n = useI18n()
  const { t, language } = i18n
  const { day, clock, other } = clocksOf(appointment, reader, i18n)
  return (
    <div>
      <p className="font-medium">
        <time dateTime={appointment.starts_at}>{t('appointments.dayAndClock', { day: dayTitle(day, language, dayStyle), clock })}</time>
      </p>
      {other && (
        <p className="text-sm text-muted">
          {reader.is === 'patient' ? t('appointments.doctorsClock', { clock: other }) : t('appointments.yourClock', { time: other })}
        </p>
      )}
    </div>
  )
}
