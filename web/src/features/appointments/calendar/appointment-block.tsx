// An appointment in the grid. Its status is recognisable by an icon and a border, not by colour alone.
import { Check, CheckCheck, CircleDashed, type LucideIcon, UserX, X } from 'lucide-react'
import type { PointerEvent } from 'react'
import { type ShownStatus, shownStatus } from '../../../components/status-badge.tsx'
import { classes } from '../../../lib/classes.ts'
import { type TextKey, useI18n } from '../../../lib/i18n.tsx'
import { listOf } from '../../../lib/languages.ts'
import { cardId } from '../staff/list-focus.ts'
import type { CalendarAppointment } from './calendar-query.ts'
import { clockOf, ROW_MINUTES } from './days.ts'
import { type Block, drawnEnd } from './layout.ts'
import { patientLabel } from './patient-label.ts'

type Look = ShownStatus | 'didNotCome'

const LOOKS: Record<Look, { icon: LucideIcon; text: TextKey; className: string }> = {
  pending: { icon: CircleDashed, text: 'status.pending', className: 'border-dashed border-wait bg-wait-tint text-wait' },
  confirmed: { icon: Check, text: 'status.confirmed', className: 'border-action bg-tint text-action border-s-4' },
  completed: { icon: CheckCheck, text: 'status.completed', className: 'border-good bg-good-tint text-good' },
  didNotCome: { icon: UserX, text: 'calendar.didNotCome', className: 'border-danger bg-danger-tint text-danger' },
  cancelled: { icon: X, text: 'status.cancelled', className: 'border-dotted border-control bg-paper text-muted [&_time]:line-through' },
  expired: { icon: X, text: 'status.expired', className: 'border-dotted border-control bg-paper text-muted [&_time]:line-through' },
}

/** What the icons mean that are on the screen. */
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

/** Minutes from the top of the cell in which it begins, as a part of the height of a row. */
export const rows = (minutes: number) => `calc(${minutes / ROW_MINUTES} * var(--row))`

/** Whose appointment it is, where a grid has several doctors. */
export interface Owner {
  name: string
  initials: string
}

interface AppointmentBlockProps {
  block: Block
  owner: Owner | undefined
  /** The first minute of its cell. */
  row: number
  /** The name of its day. */
  dayName: string
  now: Date
  isDragged: boolean
  canDrag: boolean
  tabIndex: number
  onFocus: () => void
  onOpen: () => void
  onPointerDown: (event: PointerEvent<HTMLElement>) => void
}

export function AppointmentBlock({ block, owner, row, dayName, now, isDragged, canDrag, onOpen, ...attributes }: AppointmentBlockProps) {
  const { t, language } = useI18n()
  const { appointment, from, lane, lanes } = block
  const { icon: Icon, text, className } = lookOf(appointment, now)
  const minutes = drawnEnd(block) - from
  const patient = patientLabel(appointment, t)
  const isShort = minutes < ROW_MINUTES
  // Time and name share a line. On a phone half an hour is high enough for two.
  const isLine = minutes < 1.5 * ROW_MINUTES
  const time = `${clockOf(from)}–${clockOf(block.to)}`
  return (
    <button
      type="button"
      id={cardId(appointment.id)}
      data-appointment={appointment.id}
      aria-haspopup="dialog"
      // Isolated, so that times and a Latin name keep their order in an Arabic tooltip.
      title={[`\u2066${time}\u2069`, ...[patient, owner?.name, t(text)].filter(Boolean).map((name) => `\u2068${name}\u2069`)].join(' ')}
      onClick={onOpen}
      className={classes(
        'absolute z-10 flex gap-x-1 overflow-hidden rounded-md border px-1.5 text-start text-xs leading-4 shadow-[0_0_0_1px_var(--surface)] hover:z-20 focus-visible:z-20 focus-visible:outline-offset-1',
        isLine ? 'items-center' : 'flex-wrap content-start py-1',
        isLine && !isShort && 'max-md:flex-wrap max-md:content-center max-md:items-stretch',
        lanes > 2 && 'px-0.5',
        // The columns of a week on a phone have room for the time only.
        'max-md:group-data-week/grid:justify-center max-md:group-data-week/grid:px-0 max-md:group-data-week/grid:border-s-2',
        canDrag && 'cursor-grab active:cursor-grabbing',
        isDragged && 'opacity-40',
        className,
      )}
      style={{
        insetBlockStart: `calc(${rows(from - row)} + 1px)`,
        blockSize: `calc(${rows(minutes)} - 2px)`,
        insetInlineStart: `calc(${(lane / lanes) * 100}% + 1px)`,
        inlineSize: `calc(${100 / lanes}% - ${lanes > 1 ? 2 : 5}px)`,
      }}
      {...attributes}
    >
      {/* Not an aria-label: what is shown is only a part of the name. */}
      <span className="sr-only">
        {t('calendar.cell', { day: dayName, time, state: listOf([patient, owner?.name, t(text)], language) })}
      </span>
      <span
        aria-hidden="true"
        className="flex shrink-0 items-center gap-1 leading-4 font-medium tabular-nums max-md:group-data-week/grid:flex-col max-md:group-data-week/grid:gap-0.5"
      >
        {owner && lanes > 1 ? undefined : (
          <Icon className={classes('size-3.5 shrink-0', (isShort || owner) && 'max-md:group-data-week/grid:hidden')} />
        )}
        {owner && <bdi className="leading-4 font-semibold">{owner.initials}</bdi>}
        {!(owner && lanes > 2) && (
          <time dir="ltr" className={classes('leading-4', owner && lanes > 1 && 'max-md:hidden')}>
            {clockOf(from)}
          </time>
        )}
      </span>
      <span
        aria-hidden="true"
        // With the direction of its text, so that it is cut at its end.
        dir="auto"
        className={classes(
          'min-w-0 truncate leading-4 text-ink ltr:text-left rtl:text-right max-md:group-data-week/grid:hidden',
          isLine ? !isShort && 'max-md:basis-full' : 'basis-full',
        )}
      >
        {patient}
      </span>
    </button>
  )
}
