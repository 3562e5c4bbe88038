import { ClockAlert } from 'lucide-react'
import { type ReactNode, Suspense, useDeferredValue, useMemo, useState } from 'react'
import { lazyPart } from '../../../../components/lazy-part.tsx'
import { Button } from '../../../../components/ui/button.tsx'
import { useDoctorExtras } from '../../../../domain/doctor-extras.ts'
import { classes } from '../../../../lib/classes.ts'
import { useI18n } from '../../../../lib/i18n.tsx'
import { dayTitle } from '../../../../lib/time/dates.ts'
import { useNow } from '../../../../lib/time/use-now.ts'
import { zoneLabel } from '../../../../lib/time/zones.ts'
import type { Appointment } from '../queries.ts'
import { AppointmentRow } from './appointment-row.tsx'
import { groupByDay } from './days.ts'
import { EarlierToday } from './earlier-today.tsx'
import { listClock } from './list-clock.ts'
import { focusCard, useListFocus } from './list-focus.ts'
import { ListHeader } from './list-header.tsx'
import { useParts } from './over.ts'
import { RefuseDialog } from './refuse-dialog.tsx'
import { actionsFor, useSelection } from './selection.ts'
import type { Place } from './use-answer.ts'

const PaymentsDialog = lazyPart(() => import('../offers/payments-dialog.tsx'))
const BulkBar = lazyPart(() => import('./bulk-bar.tsx'))

/** In longer lists, rows outside the viewport are neither laid out nor painted. */
const MAX_PAINTED = 100
const SKIPPED_OUT_OF_SIGHT = '[contain-intrinsic-size:auto_5.5rem] [content-visibility:auto] md:[contain-intrinsic-size:auto_3.5rem]'

const ROWS = 'divide-y divide-line rounded-box border border-line bg-surface'
/** The colour of the panel's question about past consultations, because it is the same task. */
const LATE_ROWS = 'divide-y divide-wait/15 rounded-box border border-transparent bg-wait-tint'

/** More rows than fit on a screen. The others are rendered after these. */
const FIRST_ROWS = 12

const NONE: ReadonlySet<string> = new Set()

interface AppointmentListProps {
  appointments: Appointment[]
  /** Shown if there are no appointments. The list stays mounted, because it remembers the focus. */
  empty: ReactNode
  place: Place
  /** The reader's time zone. While it is unknown, each appointment is shown in its doctor's time zone only. */
  ownZone: string | undefined
  /** The heading level for each day, in a list that is sorted by day. */
  dayHeading?: 'h2' | 'h3' | undefined
  /** Content for the end of the line above the rows. */
  aside?: ReactNode
  /** Whether `aside` needs nearly the whole line of a phone. */
  isAsideWide?: boolean
  /** Hides the status in a list whose rows all have the same one. */
  isStatusHidden?: boolean
  /** Whether appointments that wait to be completed come first, under their own heading. For a list that begins with today. */
  isLateFirst?: boolean
  /** The ids of those that wait to be completed but are already shown above the list. */
  shownAbove?: ReadonlySet<string> | undefined
  /** Whether today's past appointments are folded into one line. */
  isOverFolded?: boolean
  /** Loads more rows. Undefined if there are none. */
  onMore?: (() => void) | undefined
  isLoadingMore?: boolean
  /** Text that says how many of the rows are shown. */
  count?: string | undefined
  /** The reader's own record as a doctor. */
  ownDoctorId?: string | undefined
  /** Opens the note of an appointment that can have one. */
  onNote?: ((appointment: Appointment) => void) | undefined
  /** Whether the row of an appointment leads into its call. */
  offersCall?: ((appointment: Appointment, now: Date) => boolean) | undefined
  /** The call and the files of the appointment. */
  renderPanel?: ((appointment: Appointment) => ReactNode) | undefined
}

export function AppointmentList(props: AppointmentListProps) {
  const {
    appointments: loaded,
    empty,
    place,
    ownZone,
    dayHeading: DayHeading,
    aside,
    isAsideWide = false,
    isStatusHidden = false,
    isLateFirst = false,
    shownAbove = NONE,
    isOverFolded = false,
  } = props
  const { onMore, isLoadingMore = false, count, ownDoctorId, onNote, offersCall, renderPanel } = props
  const { t, language } = useI18n()
  const now = useNow()
  const [refused, setRefused] = useState<Appointment>()
  const [paid, setPaid] = useState<Appointment>()
  const extras = useDoctorExtras(place === 'dashboard')
  const appointments = useMemo(
    () => loaded.map((each) => ({ ...each, doctor: { ...each.doctor, ...extras.get(each.doctor_id) } })),
    [loaded, extras],
  )
  const focus = useListFocus(appointments)
  const selection = useSelection()
  const hasShortAside = place !== 'dashboard' || (aside !== undefined && !isAsideWide && !isStatusHidden)
  const { over, late, others } = useParts(appointments, now, { isLateFirst, shownAbove, isOverFolded })
  const selectable = [...late, ...others].filter((each) => actionsFor(each, now).length > 0)
  const selected = selectable.filter(({ id }) => selection.ids.has(id))
  const drawnRows = useDeferredValue(Number.POSITIVE_INFINITY, FIRST_ROWS)
  const drawn = others.slice(0, drawnRows)
  const groups = DayHeading ? groupByDay(drawn) : [{ day: '', rows: drawn }]
  const clock = useMemo(() => listClock(appointments, ownZone), [appointments, ownZone])
  const [firstOver] = over
  // The day may have no other rows left, so its heading is added for the folded ones.
  if (firstOver && DayHeading && groups[0]?.day !== firstOver.appointment_date)
    groups.unshift({ day: firstOver.appointment_date, rows: [] })
  const renderRow = (appointment: Appointment) => (
    <li key={appointment.id} className={classes('@container min-w-0', appointments.length > MAX_PAINTED && SKIPPED_OUT_OF_SIGHT)}>
      <AppointmentRow
        appointment={appointment}
        ownZone={ownZone ?? appointment.timezone}
        isCityShown={clock === 'mixed'}
        place={place}
        isDayShown={!DayHeading}
        nameHeading={DayHeading === 'h3' ? 'h4' : 'h3'}
        isDoctorShown={place === 'dashboard'}
        isStatusHidden={isStatusHidden}
        onRefuse={setRefused}
        onPayments={setPaid}
        ownDoctorId={ownDoctorId}
        onNote={onNote}
        offersCall={offersCall?.(appointment, now) ?? false}
        renderPanel={renderPanel}
        isBesideSelectable={selectable.length > 1}
        problem={selection.problems.get(appointment.id)}
        isSelected={selectable.length > 1 && actionsFor(appointment, now).length > 0 ? selection.ids.has(appointment.id) : undefined}
        onSelect={selection.select}
      />
    </li>
  )
  return (
    <div className="grid grid-cols-1 gap-1 sm:gap-2">
      <ListHeader
        selectable={selectable}
        selected={selected}
        onSelect={selection.select}
        clock={clock && clock !== 'mixed' ? t('staff.zone', { zone: zoneLabel(clock, language) }) : undefined}
        aside={aside}
        isTight={isAsideWide}
        // With a wide choice in it, the line would overlap the rows.
        isBesideHeading={hasShortAside && DayHeading !== undefined && late.length + groups.length > 0}
      />
      {over.length + late.length + others.length === 0 && empty}
      <div className="grid grid-cols-1 gap-4 empty:hidden" {...focus}>
        {DayHeading && late.length > 0 && (
          <section className="grid grid-cols-1 gap-1.5">
            <DayHeading className="flex items-center gap-2 font-semibold text-wait md:text-lg md:leading-7">
              <ClockAlert aria-hidden="true" className="size-4 shrink-0" />
              {t('row.late')}
            </DayHeading>
            <ul className={LATE_ROWS}>{late.map(renderRow)}</ul>
          </section>
        )}
        {groups.map(({ day, rows }, index) => {
          const folded = index === 0 ? over : []
          return (
            rows.length + folded.length > 0 && (
              <section key={folded.length > 0 ? day : `${day} ${rows[0]?.id}`} className="grid grid-cols-1 gap-1.5">
                {DayHeading && <DayHeading className="font-semibold md:text-lg md:leading-7">{dayTitle(day, language)}</DayHeading>}
                <ul className={ROWS}>
                  {folded.length > 0 && <EarlierToday rows={folded} renderRow={renderRow} />}
                  {rows.map(renderRow)}
                </ul>
              </section>
            )
          )
        })}
      </div>
      {onMore && drawn.length === others.length && (
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
      {paid && (
        <Suspense>
          <PaymentsDialog key={paid.id} appointment={paid} onClose={() => setPaid(undefined)} returnFocus={() => focusCard(paid.id)} />
        </Suspense>
      )}
      {refused && <RefuseDialog key={refused.id} appointment={refused} place={place} onClose={() => setRefused(undefined)} />}
    </div>
  )
}
