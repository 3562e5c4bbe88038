// The cell of half an hour: free, closed, on leave, or with the appointments that begin in it.
import { Plus } from 'lucide-react'
import type { KeyboardEvent, PointerEvent } from 'react'
import { classes } from '../../../../lib/classes.ts'
import { type TextKey, useI18n } from '../../../../lib/i18n.tsx'
import { AppointmentBlock, rows, type Whose } from './appointment-block.tsx'
import type { CalendarAppointment } from './calendar-query.ts'
import { clockOf, ROW_MINUTES } from './days.ts'
import { type Block, cellState, continuesIn, type Day, foldedIn, scheduleAt, startsIn } from './layout.ts'
import { patientLabel } from './patient-label.ts'
import type { DragTarget } from './use-drag.ts'

type Schedule = ReturnType<typeof scheduleAt>

const STATES: Record<Schedule, TextKey> = {
  open: 'calendar.open',
  closed: 'calendar.closed',
  leave: 'calendar.leave',
  missing: 'calendar.missing',
}

// Closed time is darker than the page in both themes.
const CLOSED = 'bg-line/35 dark:bg-[color-mix(in_oklab,var(--paper),black_15%)]'

// The looks differ by more than colour: closed time is plain, leave is striped, and missing hours are striped the other way.
const STRIPES = 'repeating-linear-gradient(135deg, transparent 0 6px, var(--line) 6px 7px)'
const LOOKS: Record<Schedule, { className: string; background?: string }> = {
  open: { className: 'bg-surface' },
  closed: { className: CLOSED },
  leave: { className: CLOSED, background: STRIPES },
  missing: { className: 'bg-line/60', background: STRIPES },
}

/** The border above the first row after hidden hours. */
export const GAP = 'border-t-3 border-t-control border-double'

interface GridCellProps {
  day: Day
  dayName: string
  column: number
  minute: number
  /** The first minute that is shown. */
  firstRow: number
  now: Date
  /** The current day and minute in the grid's time zone. */
  current: { day: string; minute: number }
  isLoading: boolean
  /** The index of the place that is the grid's Tab stop. Undefined if the cell has none. */
  isTabStop: number | undefined
  canDrag: boolean
  dragged: DragTarget | undefined
  onFocus: (place: number) => void
  openedId: string | undefined
  hasPane: boolean
  onOpen: (appointment: CalendarAppointment) => void
  onBook: ((day: string, time: string) => void) | undefined
  onShowDay: ((day: string) => void) | undefined
  onGrab: (event: PointerEvent<HTMLElement>, block: Block) => void
  /** Whether hours before this cell are hidden. */
  isAfterGap: boolean
  /** Undefined if there is only one calendar. */
  whoseOf: ((appointment: CalendarAppointment) => Whose | undefined) | undefined
}

export function GridCell({
  day,
  dayName,
  column,
  minute,
  firstRow,
  now,
  current,
  isLoading,
  isTabStop,
  canDrag,
  dragged,
  isAfterGap,
  ...actions
}: GridCellProps) {
  const { t } = useI18n()
  const { onFocus, onOpen, onBook, onShowDay, onGrab, whoseOf } = actions
  const state = cellState(day, minute)
  const starting = startsIn(day, minute)
  const folded = foldedIn(day, minute)
  // Folded appointments go beside the shown ones, or alone if only one lane fits.
  const onLane = (folded[0]?.lane ?? 0) > 0
  const hasPlaces = starting.length + folded.length > 0
  const continued = hasPlaces ? undefined : continuesIn(day, minute)
  const isPast = day.day < current.day || (day.day === current.day && minute <= current.minute)
  const hasNow = day.day === current.day && current.minute >= minute && current.minute < minute + ROW_MINUTES
  const canBook = onBook && !isPast && !isLoading && state !== 'taken' && state !== 'missing'
  const book = canBook ? () => onBook(day.day, clockOf(minute)) : undefined
  const open = continued ? () => onOpen(continued.appointment) : book
  const label = t('calendar.cell', {
    day: dayName,
    time: clockOf(minute),
    state: isLoading
      ? t('calendar.loading')
      : continued
        ? t('calendar.continues', { patient: patientLabel(continued.appointment, t) })
        : state === 'taken'
          ? t('calendar.closed')
          : isPast && state === 'open'
            ? t('calendar.past')
            : t(STATES[state]),
  })
  const schedule = scheduleAt(day, minute)
  const look = LOOKS[schedule]
  const isDropTarget = dragged?.column === column && dragged.minute >= minute && dragged.minute < minute + ROW_MINUTES
  return (
    <td
      // A cell with appointments needs no name, because its buttons have theirs.
      {...(!hasPlaces && { 'aria-label': label, tabIndex: isTabStop === undefined ? -1 : 0 })}
      onFocus={({ target, currentTarget }) => target === currentTarget && onFocus(0)}
      onKeyDown={(event: KeyboardEvent) => {
        if (!['Enter', ' '].includes(event.key) || event.target !== event.currentTarget) return
        event.preventDefault()
        open?.()
      }}
      onClick={({ target, currentTarget }) => {
        if (target === currentTarget) book?.()
      }}
      className={classes(
        'group relative h-(--row) border-e border-line p-0 -outline-offset-2',
        isAfterGap ? GAP : minute % 60 === 0 ? 'border-t' : 'border-t border-t-line/45',
        isPast && schedule === 'open' ? 'bg-paper' : look.className,
        book && 'cursor-pointer hover:bg-tint',
      )}
      style={look.background ? { backgroundImage: look.background } : undefined}
    >
      {book && (
        <span
          aria-hidden="true"
          className="pointer-events-none absolute inset-x-1 top-1 hidden items-center gap-1 text-xs text-action group-hover:flex group-focus-visible:flex"
        >
          <Plus className="size-3.5" />
          <bdi dir="ltr">{clockOf(minute)}</bdi>
        </span>
      )}
      {state === 'leave' && (isAfterGap || isFirstOfLeave(day, minute, firstRow)) && (
        <span
          aria-hidden="true"
          className="pointer-events-none absolute start-1.5 top-1 rounded bg-paper px-1 text-xs text-muted first-letter:uppercase"
        >
          {t('calendar.leave')}
        </span>
      )}
      {starting.map((block, place) => (
        <AppointmentBlock
          key={block.appointment.id}
          block={block}
          whose={whoseOf?.(block.appointment)}
          row={minute}
          dayName={dayName}
          now={now}
          isDragged={dragged?.block.appointment.id === block.appointment.id}
          canDrag={canDrag && isMovable(block.appointment, now)}
          tabIndex={isTabStop === place ? 0 : -1}
          onFocus={() => onFocus(place)}
          isOpen={actions.hasPane ? block.appointment.id === actions.openedId : undefined}
          onOpen={() => onOpen(block.appointment)}
          onPointerDown={(event) => canDrag && isMovable(block.appointment, now) && onGrab(event, block)}
        />
      ))}
      {folded.length > 0 && (
        <button
          type="button"
          tabIndex={isTabStop === starting.length ? 0 : -1}
          onFocus={() => onFocus(starting.length)}
          onClick={() => onShowDay?.(day.day)}
          className={classes(
            'absolute end-1 z-10 min-h-6 rounded-md border border-control bg-surface px-1 text-xs leading-4 font-semibold text-ink hover:z-20 hover:bg-tint focus-visible:z-20',
            onLane ? 'start-1/2' : 'start-0.5',
          )}
          style={{
            insetBlockStart: `calc(${rows((folded[0]?.from ?? minute) - minute)} + 1px)`,
            blockSize: `calc(${rows(ROW_MINUTES)} - 2px)`,
          }}
        >
          <span aria-hidden="true">
            {onLane && '+'}
            {folded.length}
          </span>
          <span className="sr-only">
            {t('calendar.cell', { day: dayName, time: clockOf(minute), state: t('calendar.folded', { count: folded.length }) })}
          </span>
        </button>
      )}
      {isDropTarget && <DropMark target={dragged} row={minute} />}
      {hasNow && (
        <span
          aria-hidden="true"
          data-now
          className="pointer-events-none absolute inset-x-0 z-15 h-0.5 bg-danger before:absolute before:-top-[3px] before:-start-1 before:size-2 before:rounded-full before:bg-danger"
          style={{ insetBlockStart: rows(current.minute - minute) }}
        />
      )}
    </td>
  )
}

/** Only avoids requests that the database would refuse. The database enforces the rule. */
const isMovable = ({ status, starts_at }: CalendarAppointment, now: Date) =>
  (status === 'pending' || status === 'confirmed') && new Date(starts_at) > now

/** Whether no visible cell above belongs to the same leave and already shows its label. */
function isFirstOfLeave(day: Day, minute: number, firstRow: number) {
  for (let above = minute - ROW_MINUTES; above >= firstRow && scheduleAt(day, above) === 'leave'; above -= ROW_MINUTES)
    if (cellState(day, above) === 'leave') return false
  return true
}

/** Marks where the dragged appointment would land. */
function DropMark({ target: { block, minute }, row }: { target: DragTarget; row: number }) {
  return (
    <span
      aria-hidden="true"
      className="pointer-events-none absolute inset-x-0.5 z-30 rounded-md border-2 border-dashed border-action bg-tint/80 px-1.5 text-xs font-medium text-action tabular-nums"
      style={{ insetBlockStart: rows(minute - row), blockSize: rows(block.to - block.from) }}
    >
      <bdi dir="ltr">
        {clockOf(minute)}–{clockOf(minute + block.to - block.from)}
      </bdi>
    </span>
  )
}
