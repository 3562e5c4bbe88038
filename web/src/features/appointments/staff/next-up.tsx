import { Video } from 'lucide-react'
import { buttonLook } from '../../../components/ui/button.tsx'
import { formatDay } from '../../../lib/dates.ts'
import { useI18n } from '../../../lib/i18n.tsx'
import { Link } from '../../../lib/link.tsx'
import { useNow } from '../../../lib/use-now.ts'
import { todayIn } from '../../../lib/zones.ts'
import type { Appointment } from '../staff-queries.ts'
import { PatientCardButton } from './patient-card-button.tsx'
import { patientName } from './patient-name.ts'
import { timeUntil } from './time-until.ts'

const HEADING = 'next-up'

/** The confirmed one that is under way or comes next. Undefined if there is none among these rows, which are in the order of time. */
export const nextOf = (appointments: Appointment[], now: Date) =>
  appointments.find(({ status, ends_at }) => status === 'confirmed' && new Date(ends_at) > now)

/** Who comes next and when, with the way into the call once its room is open. */
export function NextUp({ appointment, isRoomOpen }: { appointment: Appointment; isRoomOpen: boolean }) {
  const { t, language } = useI18n()
  const now = useNow()
  const { appointment_date: day, appointment_time: time, starts_at, timezone } = appointment
  const until = timeUntil(starts_at, now)
  return (
    <section
      aria-labelledby={HEADING}
      className="relative flex min-h-14 min-w-0 items-center gap-3 rounded-box border border-line bg-surface ps-4 pe-1.5 before:absolute before:inset-y-2.5 before:start-0 before:w-0.75 before:rounded-full before:bg-brass"
    >
      <div className="min-w-0 flex-1 py-1">
        <div className="flex items-baseline gap-x-2 text-xs leading-4 font-medium *:leading-[inherit]">
          <h2 id={HEADING} className="text-muted">
            {t('card.next')}
          </h2>
          <span className="text-action-strong">
            {day === todayIn(timezone, now) ? t(until.key, until.values) : formatDay(day, language, 'short')}
          </span>
        </div>
        <p className="flex min-w-0 items-baseline gap-x-2 leading-6 **:leading-[inherit]">
          <time dateTime={starts_at} className="shrink-0 font-semibold tabular-nums">
            <bdi dir="ltr">{time}</bdi>
          </time>
          <span dir="auto" className="min-w-0 truncate font-medium max-sm:flex-1">
            <bdi>{patientName(appointment, t)}</bdi>
          </span>
          <span dir="auto" className="min-w-0 flex-1 truncate text-sm text-muted max-sm:hidden">
            <bdi>{appointment.patient_complaint}</bdi>
          </span>
        </p>
        <p dir="auto" className="truncate text-xs leading-4 text-muted *:leading-[inherit] sm:hidden">
          <bdi>{appointment.patient_complaint}</bdi>
        </p>
      </div>
      {isRoomOpen ? (
        <Link to={`/call/${appointment.id}`} state={{ join: {} }} className={buttonLook('primary', 'min-h-11! shrink-0 px-3! text-sm')}>
          <Video aria-hidden="true" className="size-4" />
          {t('row.enterCall')}
        </Link>
      ) : (
        <PatientCardButton appointment={appointment} look="icon" />
      )}
    </section>
  )
}
