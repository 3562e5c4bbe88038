import { classes } from '../../../../lib/classes.ts'
import { useI18n } from '../../../../lib/i18n.tsx'
import { formatDay } from '../../../../lib/time/dates.ts'
import type { Appointment } from '../queries.ts'

interface RowTimeProps {
  appointment: Appointment
  isDayShown: boolean
  /** The city of the doctor's time zone, in a list with several time zones. */
  city: string | false
}

/** The column of times, with the day and the city below them. */
export function RowTime({ appointment: { appointment_time, appointment_date, starts_at }, isDayShown, city }: RowTimeProps) {
  const { language } = useI18n()
  return (
    <p
      className={classes(
        'min-w-0 shrink-0 leading-5 tabular-nums max-md:col-start-2 max-md:row-span-2 max-md:row-start-1 max-md:self-start max-md:@max-[14em]:col-span-3 max-md:@max-[14em]:row-span-1',
        city ? (isDayShown ? 'md:w-32' : 'md:w-18') : isDayShown ? 'md:w-22' : 'md:w-14',
      )}
    >
      <time dateTime={starts_at}>
        {/* The day is more prominent than the hour, because it matters more here. */}
        {isDayShown && (
          <span className="block text-sm leading-5 font-semibold whitespace-nowrap md:text-base">
            {formatDay(appointment_date, language, 'dayMonth')}
          </span>
        )}{' '}
        <span
          className={classes(
            'leading-5 *:leading-[inherit]',
            isDayShown ? 'text-sm max-md:block' : 'block font-semibold md:text-lg md:leading-6',
          )}
        >
          <bdi dir="ltr">{appointment_time}</bdi>
        </span>
      </time>{' '}
      {city && (
        <span
          className={classes(
            'truncate text-xs leading-4 text-muted md:text-sm md:leading-5',
            // If the day is shown, a phone has room for the city only in the doctor's line.
            isDayShown ? 'max-md:hidden md:ms-1.5' : 'block',
          )}
        >
          {city}
        </span>
      )}
    </p>
  )
}
