import { ArrowRight } from 'lucide-react'
import { BrassEdge } from '../../../../components/brass-edge.tsx'
import { Skeleton } from '../../../../components/ui/skeleton.tsx'
import { Portrait } from '../../../../domain/portrait.tsx'
import { StatusBadge, shownStatus } from '../../../../domain/status-badge.tsx'
import { titledName } from '../../../../domain/titled-name.ts'
import { When } from '../../../../domain/when.tsx'
import { classes } from '../../../../lib/classes.ts'
import { useI18n } from '../../../../lib/i18n.tsx'
import { Link } from '../../../../lib/router/link.tsx'
import { useNow } from '../../../../lib/time/use-now.ts'
import type { MyAppointment } from '../own-queries.ts'
import { isUpcoming } from './upcoming.ts'

/** The patient's next appointment whose call has not ended. Undefined if there is none. */
export function nextUpcoming(appointments: MyAppointment[], now: Date) {
  return appointments.findLast((each) => isUpcoming(each, now) && !each.call_ended_at)
}

const LOOK =
  'relative grid grid-cols-[auto_minmax(0,1fr)] content-center items-center gap-x-3 gap-y-0.5 rounded-box border border-line bg-surface p-4 sm:grid-cols-[auto_minmax(0,1fr)_auto] sm:gap-x-4 sm:px-6'

export function NextAppointment({ appointment, ownZone }: { appointment: MyAppointment; ownZone: string }) {
  const { t } = useI18n()
  const { doctor } = appointment
  const status = shownStatus(appointment, useNow())
  return (
    <section aria-labelledby="next-appointment" className={classes(LOOK, 'transition-colors duration-150 ease-calm hover:bg-tint/60')}>
      <BrassEdge />
      {/* On a phone the portrait is beside the name, so that day and time share a line of the whole width. */}
      <div className="max-sm:row-start-3 max-sm:mt-2 sm:row-span-3">
        <Portrait doctor={doctor} isDecorative size="line" />
      </div>
      <p id="next-appointment" className="text-sm font-medium text-muted max-sm:col-span-2">
        {t('appointments.next')}
      </p>
      <div className="max-sm:col-span-2 sm:col-start-2">
        <When appointment={appointment} reader={{ is: 'patient', zone: ownZone }} dayStyle="coming" />
      </div>
      <div className="flex items-center gap-x-3 max-sm:mt-2 max-sm:gap-x-2 max-sm:justify-between sm:col-start-2">
        {/* The link covers the whole card. */}
        <Link
          to="/appointments?tab=mine"
          className="min-w-0 text-muted max-sm:text-[0.9375rem] max-sm:leading-5 after:absolute after:inset-0 after:rounded-box"
        >
          {titledName(doctor, t)}
        </Link>
        <StatusBadge status={status} />
      </div>
      <ArrowRight aria-hidden="true" className="mirrored size-5 text-brass max-sm:hidden sm:col-start-3 sm:row-span-3 sm:row-start-1" />
    </section>
  )
}

export function NextAppointmentSkeleton() {
  return (
    <div aria-hidden="true" className={LOOK}>
      <BrassEdge />
      <Skeleton className="arch! h-12 w-10 sm:h-17 sm:w-14 max-sm:row-start-3 max-sm:mt-2 sm:row-span-3" />
      <Skeleton className="h-5 w-32 max-w-full max-sm:col-span-2" />
      {/* The second line is for the doctor's time zone, because most patients are in another one. */}
      <div className="grid grid-cols-1 max-sm:col-span-2 sm:col-start-2">
        <Skeleton className="h-6 w-64 max-w-full" />
        <Skeleton className="h-5 w-44 max-w-full" />
      </div>
      <div className="flex items-center gap-3 max-sm:mt-2 max-sm:justify-between sm:col-start-2">
        <Skeleton className="h-7 w-28" />
        <Skeleton className="h-7 w-20 rounded-full!" />
      </div>
    </div>
  )
}
