import { LoadFailed } from '../../../components/load-failed.tsx'
import { Card } from '../../../components/ui/card.tsx'
import { FormSkeleton, RowsSkeleton } from '../../../components/ui/form-skeleton.tsx'
import { titledName } from '../../../domain/titled-name.ts'
import { useI18n } from '../../../lib/i18n.tsx'
import { DEFAULT_ZONE } from '../../../lib/time/zones.ts'
import { useDoctors } from '../queries.ts'
import { LEAVES_HEADING_ID } from './leave.ts'
import { LeaveForm } from './leave-form.tsx'
import { LeaveList } from './leave-list.tsx'
import { type Leave, useLeaves } from './queries.ts'

export function DoctorLeaves() {
  const { t } = useI18n()
  const [doctors, leaves] = [useDoctors(), useLeaves()]
  const named = doctors.data?.map((doctor) => ({
    id: doctor.id,
    timezone: doctor.timezone,
    name: titledName(doctor, t),
  }))
  const doctorOf = (leave: Leave) => named?.find(({ id }) => id === leave.doctor_id)
  return (
    <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-2">
      <Card className="grid gap-5">
        <h2 className="text-lg font-semibold sm:text-xl">{t('leave.new')}</h2>
        {named ? (
          <LeaveForm doctors={named} added="leave.addedByAdmin" failed="leave.addFailedByAdmin" />
        ) : doctors.error ? (
          <LoadFailed title={t('schedule.loadFailed')} error={doctors.error} onRetry={() => void doctors.refetch()} />
        ) : (
          <FormSkeleton fields={3} pairs={1} />
        )}
      </Card>
      <Card className="grid gap-5">
        <h2 id={LEAVES_HEADING_ID} tabIndex={-1} className="text-lg font-semibold sm:text-xl outline-none">
          {t('leave.list')}
        </h2>
        {leaves.data && !doctors.isPending ? (
          <LeaveList
            leaves={leaves.data}
            zoneOf={(leave) => doctorOf(leave)?.timezone ?? DEFAULT_ZONE}
            whose={(leave) => doctorOf(leave)?.name ?? t('leave.unknownDoctor')}
            emptyText={t('leave.emptyTextAll')}
          />
        ) : leaves.error ? (
          <LoadFailed title={t('schedule.loadFailed')} error={leaves.error} onRetry={() => void leaves.refetch()} />
        ) : (
          <RowsSkeleton />
        )}
      </Card>
    </div>
  )
}
