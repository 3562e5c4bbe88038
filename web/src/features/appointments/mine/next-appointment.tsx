import { ArrowRight } from 'lucide-react'
import { BrassEdge } from '../../../components/brass-edge.tsx'
import { Portrait } from '../../../components/portrait.tsx'
import { StatusBadge, shownStatus } from '../../../components/status-badge.tsx'
import { Skeleton } from '../../../components/ui/skeleton.tsx'
import { When } from '../../../components/when.tsx'
import { useI18n } from '../../../lib/i18n.tsx'
import { Link } from '../../../lib/link.tsx'
import { useNow } from '../../../lib/use-now.ts'
import type { MyAppointment } from '../own-queries.ts'
import { isUpcoming } from './upcoming.ts'

/** The patient's next appointment, which leads to the list of all. Undefined when nothing is to come. */
export function nextOf(appointments: MyAppointment[], now: Date) {
  return appointments.findLast((each) => isUpcoming(each, now))
}

export function NextAppointment({ appointment, ownZone }: { appointment: MyAppointment; ownZone: string }) {
  const { t } = useI18n()
  const { doctor } = appointment
  const status = shownStatus(appointment, useNow())
  return (
    <section
      aria-labelledby="next-appointment"
      className="relative flex items-center gap-4 rounded-box max-sm:items-start border border-line bg-surface p-4 transition-colors duration-150 ease-calm hover:bg-tint/60 sm:px-6"
    >
      <BrassEdge />
      <Portrait doctor={doctor} isDecorative />
      <div className="grid min-w-0 flex-1 gap-0.5">
        <p id="next-appointment" className="text-sm font-medium text-action-strong">
          {t('appointments.next')}
        </p>
        <When appointment={appointment} reader={{ is: 'patient', zone: ownZone }} />
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1 max-sm:justify-between">
          {/* The whole card can be pressed. */}
          <Link to="/appointments?tab=mine" className="text-muted after:absolute after:inset-0 after:rounded-box">
            {t('doctor.name', { first: doctor.first_name, last: doctor.last_name })}
          </Link>
          <StatusBadge status={status} />
        </div>
      </div>
      <ArrowRight aria-hidden="true" className="mirrored size-5 shrink-0 text-brass max-sm:hidden" />
    </section>
  )
}

export function NextAppointmentSkeleton() {
  return (
    <div aria-hidden="true" className="flex h-29 items-center gap-4 rounded-box border border-line bg-surface p-4 sm:px-6">
      <Skeleton className="arch h-17 w-14 shrink-0 rounded-none" />
      <div className="grid min-w-0 flex-1 grid-cols-1 gap-2.5">
        <Skeleton className="h-4 w-32 max-w-full" />
        <Skeleton className="h-4 w-64 max-w-full" />
        <Skeleton className="h-4 w-40 max-w-full" />
      </div>
    </div>
  )
}
