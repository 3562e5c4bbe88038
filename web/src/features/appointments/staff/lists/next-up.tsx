import { Video } from 'lucide-react'
import { buttonLook } from '../../../../components/ui/button.tsx'
import { classes } from '../../../../lib/classes.ts'
import { useI18n } from '../../../../lib/i18n.tsx'
import { directionOf } from '../../../../lib/languages.ts'
import { nameDirection } from '../../../../lib/name-direction.ts'
import { Link } from '../../../../lib/router/link.tsx'
import { formatDay } from '../../../../lib/time/dates.ts'
import { useNow } from '../../../../lib/time/use-now.ts'
import { PatientCardButton } from '../notes/patient-card-button.tsx'
import { PatientLine } from '../patient-line.tsx'
import { patientName } from '../patient-name.ts'
import type { Appointment } from '../queries.ts'
import { IN_ROW } from '../row-look.tsx'
import { timeUntil } from './time-until.ts'

const HEADING = 'next-up'

/** The first confirmed appointment that has not ended or whose patient is still waiting. Expects the rows in order of time. */
export const nextOf = (appointments: Appointment[], now: Date, waitingIds: string[]) =>
  appointments.find(({ id, status, ends_at }) => status === 'confirmed' && (new Date(ends_at) > now || waitingIds.includes(id)))

interface NextUpProps {
  appointment: Appointment
  /** The city of its time zone, if the list has one that differs from the doctor's. */
  city: string | undefined
  /** Whether the appointment is today, which makes this a card instead of a line. */
  isToday: boolean
  isRoomOpen: boolean
  /** Whether somebody is already waiting, whose button is then the page's primary one. */
  isBesideWaiting: boolean
}

/** Shows the next patient and the time, with a link to the call once its room is open. */
export function NextUp({ appointment, city, isToday, isRoomOpen, isBesideWaiting }: NextUpProps) {
  const { t, language } = useI18n()
  const now = useNow()
  const { appointment_date: day, appointment_time: time, starts_at } = appointment
  const name = patientName(appointment, t)
  const until = timeUntil(starts_at, now)
  return (
    <section
      aria-labelledby={HEADING}
      className={classes(
        'flex min-h-14 min-w-0 flex-wrap items-center gap-x-4 gap-y-2 rounded-box border px-4 py-1.5',
        isToday ? 'border-action/30 bg-tint sm:py-2' : 'border-line bg-surface',
      )}
    >
      <p className="shrink-0 leading-5 **:leading-[inherit]">
        <time
          dateTime={starts_at}
          className={classes('block font-semibold tabular-nums', isToday ? 'text-2xl leading-7' : 'sm:text-lg sm:leading-6')}
        >
          <bdi dir="ltr">{time}</bdi>
        </time>
        <span className={classes('block text-xs font-medium', isToday ? 'text-action-strong' : 'text-muted')}>
          {isToday ? t(until.key, until.values) : formatDay(day, language, 'short')}
        </span>
        {city && <span className="block text-xs text-muted">{city}</span>}
      </p>
      <div className="min-w-0 flex-1 border-s border-action/20 ps-4 max-sm:basis-[9em]">
        <h2 id={HEADING} className="text-xs leading-4 font-medium text-muted">
          {t('card.next')}
        </h2>
        <p
          dir={nameDirection(name, directionOf(language))}
          className={classes(
            'wrap-anywhere ltr:text-left rtl:text-right',
            isToday ? 'text-lg leading-6 font-semibold' : 'leading-5 font-medium sm:text-lg sm:leading-6 sm:font-semibold',
          )}
        >
          {name}
        </p>
        <p className="text-xs leading-4 text-muted *:leading-[inherit] sm:text-sm sm:leading-5">
          <PatientLine appointment={appointment} className="block wrap-anywhere" />
          {/* Clamped at its own end, regardless of the page's direction. */}
          <bdi dir="auto" className="line-clamp-2 wrap-anywhere max-sm:line-clamp-3 ltr:text-left rtl:text-right">
            {appointment.patient_complaint}
          </bdi>
        </p>
      </div>
      <div className={classes('flex flex-wrap gap-2 sm:shrink-0', isRoomOpen ? 'max-sm:basis-full max-sm:*:grow' : 'max-sm:hidden')}>
        <PatientCardButton appointment={appointment} look={isToday ? 'secondary' : 'slim'} />
        {isRoomOpen && (
          <Link to={`/call/${appointment.id}`} state={{ join: {} }} className={buttonLook(isBesideWaiting ? 'tinted' : 'primary', IN_ROW)}>
            <Video aria-hidden="true" className="size-4" />
            {t('row.enterCall')}
          </Link>
        )}
      </div>
    </section>
  )
}
