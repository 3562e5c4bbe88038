// The doctor's own schedule: settings, working hours and leaves.
import { MyLeaves } from './my-leaves.tsx'
import { type ScheduleDoctor, useLiveSchedule } from './queries.ts'
import { SettingsForm } from './settings-form.tsx'
import { WorkingHours } from './working-hours.tsx'

export function ScheduleTab({ doctor }: { doctor: ScheduleDoctor }) {
  const live = useLiveSchedule(doctor.id)
  return (
    <div className="grid grid-cols-1 gap-6">
      <SettingsForm doctor={doctor} />
      <WorkingHours doctor={doctor} live={live} />
      <MyLeaves doctor={doctor} />
    </div>
  )
}
