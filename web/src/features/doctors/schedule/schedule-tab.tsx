// The doctor's own schedule.
import { Card } from '../../../components/ui/card.tsx'
import { useTexts } from '../../../lib/load/use-texts.ts'
import type { PhotoDoctor } from '../photo/queries.ts'
import { AffectedAppointments } from './affected-appointments.tsx'
import { useAffected } from './affected-queries.ts'
import { type ScheduleDoctor, useLiveSchedule, useWindows } from './queries.ts'
import { INDEXED, ScheduleSections } from './schedule-sections.tsx'
import { WeekSkeleton } from './working-hours.tsx'

export function ScheduleTab({ doctor }: { doctor: ScheduleDoctor & PhotoDoctor }) {
  useTexts('panel')
  const live = useLiveSchedule(doctor.id)
  const { isPending, failureCount } = useAffected(doctor.id)
  // Requested at the same time, although it is shown later.
  useWindows(doctor.id)
  // Appointments outside the schedule are listed above the week. Arriving later, the list would push the week down.
  if (isPending && failureCount === 0)
    return (
      <div className={INDEXED}>
        <Card className="xl:col-start-2">
          <WeekSkeleton />
        </Card>
      </div>
    )
  return (
    <div className="grid grid-cols-1 gap-4 sm:gap-6">
      <AffectedAppointments doctor={doctor} />
      <ScheduleSections doctor={doctor} live={live} isOwn />
    </div>
  )
}
