import { type ReactNode, Suspense, useDeferredValue, useState } from 'react'
import { lazyWithRetry } from '../../../components/lazy-with-retry.tsx'
import { Button } from '../../../components/ui/button.tsx'
import { formatDay } from '../../../lib/dates.ts'
import { useI18n } from '../../../lib/i18n.tsx'
import { useNow } from '../../../lib/use-now.ts'
import type { Appointment } from '../staff-queries.ts'
import { AppointmentRow } from './appointment-row.tsx'
import { groupByDay } from './days.ts'
import { useListFocus } from './list-focus.ts'
import { RefuseDialog } from './refuse-dialog.tsx'
import { actionsFor, useSelection } from './selection.ts'
import type { Place } from './use-answer.ts'

const BulkBar = lazyWithRetry(() => import('../desk/bulk-bar.tsx'))

/** In longer lists, rows out of sight are neither laid out nor painted. */
const MAX_PAINTED = 100
const SKIPPED_OUT_OF_SIGHT = 'min-w-0 [contain-intrinsic-size:auto_4.25rem] [content-visibility:auto]'

/** More than fit on a screen. The others are drawn once these are shown. */
const FIRST_ROWS = 12

interface AppointmentListProps {
  appointments: Appointment[]
  /** Shown if there are none. The list stays mounted, because it remembers where the focus was. */
  empty: ReactNode
  place: Place
  /** The reader's time zone. While it is unknown, each appointment is shown in its doctor's. */
  ownZone: string | undefined
  /** For a list in the order of days: the heading of each day. */
  dayHeading?: 'h2' | 'h3'
  /** Loads more rows. Undefined if there are none. */
  onMore?: (() => void) | undefined
  isLoadingMore?: boolean
  /** How many rows are shown, of how many. */
  count?: string | undefined
  /** The reader's own record as a doctor. */
  ownDoctorId?: string | undefined
  /** Opens the note of an appointment that can have one. */
  onNote?: ((appointment: Appointment) => void) | undefined
  /** The call and the files of the appointment. */
  renderPanel?: ((appointment: Appointment) => ReactNode) | undefined
}

export function AppointmentList(props: AppointmentListProps) {
  const {
    appointments,
    empty,
    place,
    ownZone,
    dayHeading: DayHeading,
    onMore,
    isLoadingMore = false,
    count,
    ownDoctorId,
    onNote,
    renderPanel,
  } = props
  const { t, language } = useI18n()
  const now = useNow()
  const [refused, setRefused] = useState<Appointment>()
  const focus = useListFocus(appointments)
  const selection = useSelection()
  const selectable = appointments.filter((each) => actionsFor(each, now).length > 0)
  const selected = selectable.filter(({ id }) => selection.ids.has(id))
  const drawnRows = useDeferredValue(Number.POSITIVE_INFINITY, FIRST_ROWS)
  const drawn = appointments.slice(0, drawnRows)
  const groups = DayHeading ? groupByDay(drawn) : [{ day: '', rows: drawn }]
  return (
    <div className="grid grid-cols-1 gap-1 sm:gap-3">
      {appointments.length === 0 && empty}
      {selectable.length > 1 && (
        <label className="flex min-h-11 w-fit cursor-pointer items-center gap-3 ps-1 text-sm">
          <input
            type="checkbox"
            className="size-5 accent-action"
            checked={selected.length === selectable.length}
            onChange={({ target }) =>
              selection.select(
                selectable.map(({ id }) => id),
                target.checked,
              )
            }
          />
          {t('row.selectAll', { number: selectable.length })}
        </label>
      )}
      <div className="grid grid-cols-1 gap-5 empty:hidden" {...focus}>
        {groups.map(
          ({ day, rows }) =>
            rows.length > 0 && (
              <section key={`${day} ${rows[0]?.id}`} className="grid grid-cols-1 gap-2">
                {DayHeading && <DayHeading className="text-sm font-semibold text-muted">{formatDay(day, language)}</DayHeading>}
                <ul className="divide-y divide-line rounded-box border border-line bg-surface">
                  {rows.map((appointment) => (
                    <li key={appointment.id} className={appointments.length > MAX_PAINTED ? SKIPPED_OUT_OF_SIGHT : 'min-w-0'}>
                      <AppointmentRow
                        appointment={appointment}
                        ownZone={ownZone ?? appointment.timezone}
                        place={place}
                        isDayShown={!DayHeading}
                        nameHeading={DayHeading === 'h3' ? 'h4' : 'h3'}
                        isDoctorShown={place === 'dashboard'}
                        onRefuse={setRefused}
                        ownDoctorId={ownDoctorId}
                        onNote={onNote}
                        renderPanel={renderPanel}
                        isBesideSelectable={selectable.length > 1}
                        problem={selection.problems.get(appointment.id)}
                        isSelected={
                          selectable.length > 1 && actionsFor(appointment, now).length > 0 ? selection.ids.has(appointment.id) : undefined
                        }
                        onSelect={selection.select}
                      />
                    </li>
                  ))}
                </ul>
              </section>
            ),
        )}
      </div>
      {onMore && drawn.length === appointments.length && (
        <div className="grid justify-items-center gap-2">
          {count && <p className="text-sm text-muted">{count}</p>}
          <Button look="secondary" busyLabel={isLoadingMore && t('row.loadingMore')} onClick={onMore}>
            {t('staff.more')}
          </Button>
        </div>
      )}
      {selected.length > 0 && (
        <Suspense>
          <BulkBar selected={selected} selection={selection} />
        </Suspense>
      )}
      {refused && <RefuseDialog key={refused.id} appointment={refused} place={place} onClose={() => setRefused(undefined)} />}
    </div>
  )
}
