// The doctor's own schedule: parts that change often come first, then settings and photo.

import { lazyPart } from '../../../components/lazy-part.tsx'
import { Card } from '../../../components/ui/card.tsx'
import { FormSkeleton } from '../../../components/ui/form-skeleton.tsx'
import { useTexts } from '../../../lib/load/use-texts.ts'
import type { PhotoDoctor } from '../photo/queries.ts'
import { AffectedAppointments } from './affected-appointments.tsx'
import { useAffected } from './affected-queries.ts'
import { MyLeaves } from './my-leaves.tsx'
import { PhotoSettings } from './photo-settings.tsx'
import { type ScheduleDoctor, useLiveSchedule, useWindows } from './queries.ts'
import { SettingsForm } from './settings-form.tsx'
import { WeekSkeleton, WorkingHours } from './working-hours.tsx'

const ExtraHours = lazyPart(async () => ({ default: (await import('./extra-hours.tsx')).ExtraHours }), {
  failed: 'schedule.loadFailed',
  fallback: (
    <Card>
      <FormSkeleton fields={2} />
    </Card>
  ),
})

const OffersCard = lazyPart(async () => ({ default: (await import('../offers/offers-card.tsx')).OffersCard }), {
  failed: 'schedule.loadFailed',
  fallback: (
    <Card>
      <FormSkeleton fields={2} />
    </Card>
  ),
})

export function ScheduleTab({ doctor }: { doctor: ScheduleDoctor & PhotoDoctor }) {
  useTexts('panel')
  const live = useLiveSchedule(doctor.id)
  const { isPending, failureCount } = useAffected(doctor.id)
  // Requested at the same time, although it is shown later.
  useWindows(doctor.id)
  // Appointments outside the schedule are listed above the week. Arriving later, the list would push the week down.
  if (isPending && failureCount === 0)
    return (
      <Card>
        <WeekSkeleton />
      </Card>
    )
  return (
    <div className="grid grid-cols-1 gap-6">
      <AffectedAppointments doctor={doctor} />
      <WorkingHours doctor={doctor} live={live} isOwn />
      <ExtraHours doctor={doctor} />
      <MyLeaves doctor={doctor} />
      <OffersCard doctor={doctor} />
      <SettingsForm doctor={doctor} />
      <PhotoSettings doctor={doctor} />
    </div>
  )
}
