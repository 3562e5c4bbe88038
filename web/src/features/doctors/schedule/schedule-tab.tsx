// The doctor's own schedule: settings, working hours, leaves and photo.

import { lazy, Suspense } from 'react'
import { Skeleton } from '../../../components/ui/skeleton.tsx'
import type { PhotoDoctor } from '../photo/queries.ts'
import { AffectedAppointments } from './affected-appointments.tsx'
import { MyLeaves } from './my-leaves.tsx'
import { PhotoSettings } from './photo-settings.tsx'
import { type ScheduleDoctor, useLiveSchedule } from './queries.ts'
import { SettingsForm } from './settings-form.tsx'
import { WorkingHours } from './working-hours.tsx'

const ExtraHours = lazy(async () => ({ default: (await import('./extra-hours.tsx')).ExtraHours }))

export function ScheduleTab({ doctor }: { doctor: ScheduleDoctor & PhotoDoctor }) {
  const live = useLiveSchedule(doctor.id)
  return (
    <div className="grid grid-cols-1 gap-6">
      <SettingsForm doctor={doctor} />
      <AffectedAppointments doctor={doctor} />
      <WorkingHours doctor={doctor} live={live} />
      <Suspense fallback={<Skeleton className="h-72" />}>
        <ExtraHours doctor={doctor} />
      </Suspense>
      <MyLeaves doctor={doctor} />
      <PhotoSettings doctor={doctor} />
    </div>
  )
}
