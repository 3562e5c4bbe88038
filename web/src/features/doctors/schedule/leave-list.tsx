// A list of leaves: future ones first, past ones collapsed.
import { CalendarOff, ChevronDown } from 'lucide-react'
import { Badge } from '../../../components/ui/badge.tsx'
import { EmptyState } from '../../../components/ui/empty-state.tsx'
import { useI18n } from '../../../lib/i18n.tsx'
import { dayTitle } from '../../../lib/time/dates.ts'
import { useNow } from '../../../lib/time/use-now.ts'
import { todayIn } from '../../../lib/time/zones.ts'
import { hoursOf, sortLeaves } from './leave.ts'
import type { Leave, OpenAppointment } from './queries.ts'
import { RemoveLeave } from './remove-leave.tsx'
import { StillBooked } from './touched-appointments.tsx'
import { rangeOf } from './week.ts'

interface LeaveListProps {
  leaves: Leave[]
  zoneOf: (leave: Leave) => string
  /** The doctor's name, in lists of several doctors. */
  whose?: (leave: Leave) => string
  /** Open appointments, some of which may be during a future leave. */
  appointments?: OpenAppointment[] | undefined
  emptyText: string
}

export function LeaveList({ leaves, zoneOf, whose, appointments = [], emptyText }: LeaveListProps) {
  const { t } = useI18n()
  const now = useNow()
  const { coming, past } = sortLeaves(leaves, (leave) => todayIn(zoneOf(leave), now))
  if (leaves.length === 0) return <EmptyState icon={CalendarOff} title={t('leave.empty')} text={emptyText} />
  return (
    <div className="grid gap-3">
      {coming.length === 0 && <p className="text-muted">{t('leave.noneToCome')}</p>}
      <ul className="divide-y divide-line">
        {coming.map((leave) => (
          <li key={leave.id} className="py-3 first:pt-0">
            <LeaveEntry leave={leave} whose={whose?.(leave)} />
            <StillBooked {...{ leave, appointments }} zone={zoneOf(leave)} />
          </li>
        ))}
      </ul>
      {past.length > 0 && (
        <details className="group border-t border-line pt-2">
          <summary className="flex min-h-11 cursor-pointer items-center justify-between gap-3 rounded-lg hover:text-action">
            {t('leave.past', { count: past.length })}
            <ChevronDown
              aria-hidden="true"
              className="size-5 text-brass transition-transform duration-200 ease-calm group-open:rotate-180"
            />
          </summary>
          <ul className="divide-y divide-line pt-3">
            {past.map((leave) => (
              <li key={leave.id} className="py-3 first:pt-0">
                <LeaveEntry leave={leave} whose={whose?.(leave)} />
              </li>
            ))}
          </ul>
        </details>
      )}
    </div>
  )
}

function LeaveEntry({ leave, whose }: { leave: Leave; whose: string | undefined }) {
  const { t, language } = useI18n()
  const hours = hoursOf(leave)
  return (
    <div className="flex items-start justify-between gap-3">
      <div className="grid min-w-0 gap-0.5">
        {whose && <p className="font-medium">{whose}</p>}
        <p className={whose ? 'text-sm' : 'font-medium'}>
          <time dateTime={leave.leave_date}>{dayTitle(leave.leave_date, language)}</time>
        </p>
        <p className="text-sm text-muted">
          {hours ? (
            <bdi dir="ltr" className="tabular-nums">
              {rangeOf(hours)}
            </bdi>
          ) : (
            t('leave.wholeDay')
          )}
          {leave.reason && (
            <>
              {' · '}
              <bdi>{leave.reason}</bdi>
            </>
          )}
        </p>
      </div>
      <div className="flex shrink-0 items-center gap-1">
        <Badge tone="waiting">{t('leave.badge')}</Badge>
        <RemoveLeave leave={leave} whose={whose} />
      </div>
    </div>
  )
}
