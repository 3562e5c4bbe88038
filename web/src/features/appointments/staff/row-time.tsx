import { classes } from '../../../lib/classes.ts'
import { formatDay } from '../../../lib/dates.ts'
import { useI18n } from '../../../lib/i18n.tsx'
import type { Appointment } from '../staff-queries.ts'

interface RowTimeProps {
  appointment: Appointment
  isDayShown: boolean
  /** Where the doctor is, if the clock differs there: the time is on the doctor's clock. */
  city: string | false
}

/** The column of times. On a wide screen the city stands below the doctor. */
export function RowTime({ appointment: { appointment_time, appointment_date, starts_at }, isDayShown, city }: RowTimeProps) {
  const { language } = useI18n()
  return (
    <p
      className={classes(
        'min-w-0 shrink-0 tabular-nums max-md:col-start-2 max-md:row-span-4 max-md:row-start-1 max-md:self-start',
        isDayShown ? 'md:w-22' : 'md:w-14',
      )}
    >
      <time dateTime={starts_at}>
        <span className="block leading-5 font-semibold *:leading-[inherit] md:text-lg md:leading-6">
          <bdi dir="ltr">{appointment_time}</bdi>
        </span>{' '}
        {isDayShown && (
          <span className="block text-xs leading-4.5 font-medium whitespace-nowrap md:text-sm md:leading-5">
            {formatDay(appointment_date, language, 'dayMonth')}
          </span>
        )}
      </time>
      {city && <span className="block truncate text-xs leading-4.5 text-muted md:hidden">{city}</span>}
    </p>
  )
}
