// The week as a list, for those to whom a list says more than a grid.

import { CalendarDays } from 'lucide-react'
import { EmptyState } from '../../../components/ui/empty-state.tsx'
import { formatDay } from '../../../lib/dates.ts'
import { useI18n } from '../../../lib/i18n.tsx'
import { cardId } from '../staff/list-focus.ts'
import { lookOf } from './appointment-block.tsx'
import type { CalendarAppointment, CalendarDoctor } from './calendar-query.ts'
import { blocksOn, type DoctorCalendar } from './calendars.ts'
import { clockOf } from './days.ts'
import type { Block } from './layout.ts'
import { patientLabel } from './patient-label.ts'

interface AgendaProps {
  days: string[]
  calendars: DoctorCalendar[]
  now: Date
  today: string
  isLoading: boolean
  onOpen: (appointment: CalendarAppointment) => void
}

export function Agenda({ days, calendars, now, today, isLoading, onOpen }: AgendaProps) {
  const { t, language } = useI18n()
  const isShared = calendars.length > 1
  const filled = days
    .map((day) => ({
      day,
      entries: calendars
        .flatMap((calendar) => blocksOn([calendar], day).map((block) => ({ doctor: calendar.doctor, block })))
        .toSorted((one, other) => one.block.appointment.starts_at.localeCompare(other.block.appointment.starts_at)),
    }))
    .filter(({ entries }) => entries.length)
  if (!filled.length && !isLoading) return <EmptyState icon={CalendarDays} title={t('calendar.title')} text={t('calendar.empty')} />
  return (
    <div className="grid gap-6" aria-busy={isLoading}>
      {filled.map(({ day, entries }) => (
        <section key={day} aria-labelledby={`agenda-${day}`} className="grid gap-2">
          <h2 id={`agenda-${day}`} className="flex flex-wrap items-baseline gap-x-2 font-semibold">
            {formatDay(day, language)}
            {day === today && <span className="text-sm font-normal text-action">{t('calendar.dayToday')}</span>}
          </h2>
          <ul className="divide-y divide-line overflow-hidden rounded-box border border-line bg-surface">
            {entries.map(({ doctor, block }) => (
              <li key={block.appointment.id}>
                <Entry block={block} doctor={isShared ? doctor : undefined} now={now} onOpen={() => onOpen(block.appointment)} />
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  )
}

interface EntryProps {
  block: Block
  /** Where the list has several. */
  doctor: CalendarDoctor | undefined
  now: Date
  onOpen: () => void
}

function Entry({ block, doctor, now, onOpen }: EntryProps) {
  const { t } = useI18n()
  const { icon: Icon, text, className } = lookOf(block.appointment, now)
  return (
    <button
      type="button"
      id={cardId(block.appointment.id)}
      aria-haspopup="dialog"
      onClick={onOpen}
      className="flex min-h-16 w-full flex-wrap items-center gap-x-4 gap-y-1 px-4 py-2 text-start -outline-offset-2 hover:bg-tint"
    >
      <span className="w-28 shrink-0 whitespace-nowrap font-medium tabular-nums">
        <bdi dir="ltr">
          {clockOf(block.from)}–{clockOf(block.to)}
        </bdi>
      </span>
      <span className="min-w-0 grow">
        <span className="block truncate">
          <bdi>{patientLabel(block.appointment, t)}</bdi>
        </span>
        {doctor && (
          <span className="block truncate text-sm text-muted">
            <bdi>{t('doctor.name', { first: doctor.first_name, last: doctor.last_name })}</bdi>
          </span>
        )}
      </span>
      <span className={`flex items-center gap-1.5 rounded-full border border-s! px-2.5 text-sm ${className}`}>
        <Icon aria-hidden="true" className="size-3.5" />
        {t(text)}
      </span>
    </button>
  )
}
