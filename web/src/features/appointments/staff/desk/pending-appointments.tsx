// Requests that wait for an answer: the newest first, or the soonest appointments first.
import { CalendarCheck, ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { LiveMark } from '../../../../components/live-mark.tsx'
import { LoadFailed } from '../../../../components/load-failed.tsx'
import { EmptyState } from '../../../../components/ui/empty-state.tsx'
import { RowListSkeleton } from '../../../../components/ui/row-list-skeleton.tsx'
import { classes } from '../../../../lib/classes.ts'
import type { LiveState } from '../../../../lib/data/live.ts'
import { type TextKey, useI18n } from '../../../../lib/i18n.tsx'
import { Link } from '../../../../lib/router/link.tsx'
import { useSearchParams } from '../../../../lib/router/router.tsx'
import { isAdmin, type SignedIn } from '../../../../lib/session/session-state.ts'
import { AppointmentList } from '../lists/appointment-list.tsx'
import { Choice } from '../lists/choice.tsx'
import { APPOINTMENTS_HEADING } from '../lists/list-focus.ts'
import { PENDING_ORDERS, type PendingOrder, readPendingOrder } from '../pending-order.ts'
import { PAGE_SIZE, usePending } from '../use-staff-appointments.ts'

const ORDER_NAMES: Record<PendingOrder, TextKey> = { newest: 'dashboard.newest', soonest: 'dashboard.soonest' }

interface PendingAppointmentsProps {
  person: SignedIn
  ownZone: string | undefined
  /** The reader's own record as a doctor. */
  ownDoctorId: string | undefined
  live: LiveState
}

export function PendingAppointments({ person, ownZone, ownDoctorId, live }: PendingAppointmentsProps) {
  const { t } = useI18n()
  const [max, setMax] = useState(PAGE_SIZE)
  const [order, setOrder] = usePendingOrder()
  const { data, error, refetch } = usePending(person, max, order)
  const aside = data && data.total > 1 && (
    <Choice
      label={t('dashboard.sort')}
      value={order}
      options={PENDING_ORDERS.map((each) => ({ value: each, title: t(ORDER_NAMES[each]) }))}
      onChange={setOrder}
    />
  )
  return (
    <section aria-labelledby={APPOINTMENTS_HEADING} className="grid grid-cols-1 gap-0.5">
      <div className="flex min-h-11 flex-wrap items-center gap-x-3">
        <h2 id={APPOINTMENTS_HEADING} tabIndex={-1} className="font-semibold outline-none sm:text-lg">
          {t('dashboard.pendingTitle')}
        </h2>
        {/* Screen readers announce the change: a new request may appear far from where the reader is. */}
        <output className="text-sm text-muted max-sm:sr-only">
          {data && data.total > 0 && t('dashboard.waiting', { count: data.total })}
        </output>
        <div className={classes('ms-auto', live === 'live' && 'max-sm:hidden')}>
          <LiveMark state={live} />
        </div>
        {/* On a wide screen this link is among the page's actions. */}
        {isAdmin(person) && (
          <Link
            to="/admin/appointments"
            className="-me-1.5 ms-auto flex min-h-11 items-center gap-0.5 rounded-box text-[0.8125rem] font-medium whitespace-nowrap text-action hover:bg-tint sm:hidden"
          >
            {t('list.title')}
            <ChevronRight aria-hidden="true" className="mirrored size-4" />
          </Link>
        )}
      </div>
      {data ? (
        <AppointmentList
          appointments={data.appointments}
          empty={<EmptyState icon={CalendarCheck} title={t('dashboard.empty')} text={t('dashboard.emptyText')} />}
          place="dashboard"
          isStatusHidden
          aside={aside}
          dayHeading={order === 'soonest' ? 'h3' : undefined}
          ownZone={ownZone}
          ownDoctorId={ownDoctorId}
          onMore={data.appointments.length < data.total ? () => setMax(max + PAGE_SIZE) : undefined}
          count={t('staff.shown', { shown: data.appointments.length, total: data.total })}
        />
      ) : error ? (
        <LoadFailed
          title={t('staff.failure')}
          error={error}
          describe={(message) => t('dashboard.loadFailed', { message })}
          onRetry={() => void refetch()}
        />
      ) : (
        <RowListSkeleton />
      )}
    </section>
  )
}

/** Keeps the order in the URL, so that a reload and the back button restore it. */
function usePendingOrder() {
  const [params, setParams] = useSearchParams()
  const change = (order: PendingOrder) =>
    setParams(
      (before) => {
        const changed = new URLSearchParams(before)
        if (order === PENDING_ORDERS[0]) changed.delete('sort')
        else changed.set('sort', order)
        return changed
      },
      { replace: true },
    )
  return [readPendingOrder(params), change] as const
}
