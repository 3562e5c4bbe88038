// An appointment in the grid. An icon and a border show its status, so that it does not depend on colour alone.
import { Check, CheckCheck, CircleDashed, type LucideIcon, UserX, X } from 'lucide-react'
import type { PointerEvent } from 'react'
import { type ShownStatus, shownStatus } from '../../../../domain/status-badge.tsx'
import { classes } from '../../../../lib/classes.ts'
import { type TextKey, useI18n } from '../../../../lib/i18n.tsx'
import { directionOf, listOf } from '../../../../lib/languages.ts'
import { nameDirection } from '../../../../lib/name-direction.ts'
import { cardId } from '../lists/list-focus.ts'
import type { CalendarAppointment } from './calendar-query.ts'
import { clockOf, ROW_MINUTES } from './days.ts'
import type { DoctorsClock } from './doctors-clock.ts'
import { type Block, drawn } from './layout.ts'
import { companyLabel, givenLabel, patientLabel } from './patient-label.ts'

type Look = ShownStatus | 'didNotCome'

const LOOKS: Record<Look, { icon: LucideIcon; text: TextKey; className: string }> = {
  pending: { icon: CircleDashed, text: 'status.pending', className: 'border-dashed border-wait bg-wait-tint text-wait' },
  confirmed: { icon: Check, text: 'status.confirmed', className: 'border-action bg-tint text-action border-s-4' },
  completed: { icon: CheckCheck, text: 'status.completed', className: 'border-good/35 bg-good-tint text-good' },
  didNotCome: { icon: UserX, text: 'calendar.didNotCome', className: 'border-danger bg-danger-tint text-danger' },
  cancelled: { icon: X, text: 'status.cancelled', className: 'border-dotted border-control bg-paper text-muted [&_time]:line-through' },
  expired: { icon: X, text: 'status.expired', className: 'border-dotted border-control bg-paper text-muted [&_time]:line-through' },
}

/** Confirmed appointments that are over are paler than those to come. */
const OVER = 'border-action/40 bg-surface text-muted border-s-4'

/** Explains the status icons that are on the screen. */
export function Legend({ blocks, now }: { blocks: Block[]; now: Date }) {
  const { t } = useI18n()
  const present = new Set(blocks.map(({ appointment }) => lookOf(appointment, now)))
  return (
    <ul className="flex flex-wrap gap-x-5 gap-y-1 text-sm text-muted">
      {Object.values(LOOKS).map((look) => {
        if (!present.has(look)) return null
        const { icon: Icon, text, className } = look
        return (
          <li key={text} className="flex items-center gap-2">
            <span className={classes('grid size-5 place-items-center rounded border border-s!', className)}>
              <Icon aria-hidden="true" className="size-3" />
            </span>
            {t(text)}
          </li>
        )
      })}
    </ul>
  )
}

export function lookOf(appointment: CalendarAppointment, now: Date) {
  return LOOKS[appointment.did_not_come ? 'didNotCome' : shownStatus(appointment, now)]
}

/** Converts minutes to a CSS length, relative to the height of a row. */
export const rows = (minutes: number) => `calc(${minutes / ROW_MINUTES} * var(--row))`

/** The extra facts of a block when the calendar has several doctors, besides patient, time and status. */
export interface Whose {
  /** Set if one grid has appointments of several doctors. */
  doctor?: { name: string; short: string } | undefined
  clock?: DoctorsClock | undefined
}

interface AppointmentBlockProps {
  block: Block
  whose: Whose | undefined
  /** The first minute of its cell. */
  row: number
  /** The name of the block's day. */
  dayName: string
  now: Date
  isDragged: boolean
  /** Whether the appointment's details are open beside the grid. Undefined if they open in a dialog. */
  isOpen: boolean | undefined
  canDrag: boolean
  tabIndex: number
  onFocus: () => void
  onOpen: () => void
  onPointerDown: (event: PointerEvent<HTMLElement>) => void
}

// On a phone, the columns of a week have room for the time and the first name, but not for an icon.
const LINE = 'flex min-w-0 max-w-full items-center gap-1 max-md:group-data-week/grid:justify-center max-md:group-data-week/grid:gap-0'

export function AppointmentBlock({
  block,
  whose,
  row,
  dayName,
  now,
  isDragged,
  isOpen,
  canDrag,
  onOpen,
  ...attributes
}: AppointmentBlockProps) {
  const { t, language } = useI18n()
  const { appointment, from, lane, lanes } = block
  const look = lookOf(appointment, now)
  const { icon: Icon, text } = look
  const isOver = look === LOOKS.confirmed && new Date(appointment.ends_at) <= now
  const { from: top, to: bottom } = drawn(block)
  const patient = patientLabel(appointment, t)
  const { doctor, clock } = whose ?? {}
  // Half an hour is high enough for two lines.
  const isLine = bottom - top < ROW_MINUTES
  // In a week of several doctors, blocks side by side have room for the time and the patient only, or on one line for the patient alone.
  const isLane = lanes > 1 && doctor !== undefined
  // Blocks show the doctor's time, as the lists do, even if the grid's rows are in another time zone.
  const start = clock?.from ?? clockOf(from)
  const time = `${start}–${clock?.to ?? clockOf(block.to)}`
  const said = [patient, companyLabel(appointment, t, language), doctor?.name, t(text), clock?.both]
  return (
    <button
      type="button"
      id={cardId(appointment.id)}
      data-appointment={appointment.id}
      aria-haspopup={isOpen === undefined ? 'dialog' : undefined}
      aria-expanded={isOpen}
      // Bidi isolates keep times and Latin names in order in an Arabic tooltip.
      title={[`\u2066${time}\u2069`, ...said.filter(Boolean).map((name) => `\u2068${name}\u2069`)].join(' ')}
      onClick={onOpen}
      className={classes(
        'absolute z-10 flex overflow-hidden rounded-md border px-1.5 text-start text-xs **:leading-[0.9375rem] shadow-[0_0_0_1px_var(--surface)] hover:z-20 focus-visible:z-20 focus-visible:outline-offset-1',
        isLine
          ? 'items-center gap-x-1 group-data-roomy/grid:gap-x-2 max-md:group-data-week/grid:justify-center'
          : 'flex-col items-start pt-0.5 max-md:pt-1 group-data-roomy/grid:flex-row group-data-roomy/grid:gap-x-2 group-data-roomy/grid:pt-2!',
        lanes > 1 && 'px-1',
        isLane && 'text-[0.6875rem]',
        'max-md:group-data-week/grid:items-center max-md:group-data-week/grid:px-0 max-md:group-data-week/grid:border-s-2 max-md:group-data-week/grid:text-[0.6875rem]',
        canDrag && 'cursor-grab active:cursor-grabbing',
        isDragged && 'opacity-40',
        isOpen && 'z-20 outline-2 outline-action',
        isOver ? OVER : look.className,
      )}
      style={{
        insetBlockStart: `calc(${rows(top - row)} + 1px)`,
        blockSize: `calc(${rows(bottom - top)} - 2px)`,
        insetInlineStart: `calc(${(lane / lanes) * 100}% + 1px)`,
        inlineSize: `calc(${100 / lanes}% - ${lanes > 1 ? 2 : 5}px)`,
      }}
      {...attributes}
    >
      {/* Hidden text instead of an aria-label, because the visible text is only a part of the accessible name. */}
      <span className="sr-only">{t('calendar.cell', { day: dayName, time, state: listOf(said, language) })}</span>
      <span
        aria-hidden="true"
        className={classes(LINE, 'shrink-0 font-medium tabular-nums', isLine ? isLane && 'hidden' : 'w-full group-data-roomy/grid:w-auto')}
      >
        <Icon className="size-3.5 shrink-0 max-md:group-data-week/grid:hidden" />
        <time dir="ltr" className="max-md:group-data-week/grid:min-w-0 max-md:group-data-week/grid:truncate">
          {start}
        </time>
        {clock && !isLane && <bdi className="shrink-0 font-normal max-md:group-data-week/grid:hidden">{clock.city}</bdi>}
        {doctor && !isLane && <Cut className="font-semibold max-md:group-data-week/grid:hidden">{doctor.short}</Cut>}
      </span>
      <span
        aria-hidden="true"
        className={classes(
          LINE,
          !isOver && 'text-ink',
          'group-data-roomy/grid:text-sm group-data-roomy/grid:font-semibold',
          isLine ? !isLane && 'max-md:group-data-week/grid:hidden' : 'w-full group-data-roomy/grid:w-auto',
        )}
      >
        <Cut className="max-md:group-data-week/grid:hidden">{patient}</Cut>
        <Cut className="hidden max-md:group-data-week/grid:block">{givenLabel(appointment, t)}</Cut>
      </span>
      {/* A day with a single column has room for the status as a word. */}
      <span aria-hidden="true" className="ms-auto hidden min-w-0 truncate ps-2 group-data-roomy/grid:inline">
        {t(text)}
      </span>
    </button>
  )
}

/** A name that is aligned to the start of its line and truncated at its end. */
function Cut({ className, children }: { className?: string; children: string }) {
  const { language } = useI18n()
  return (
    <bdi aria-hidden="true" dir={nameDirection(children, directionOf(language))} className={classes('min-w-0 truncate', className)}>
      {children}
    </bdi>
  )
}
