// Everything about one doctor, for admins: the record, the schedule and the photo.
import { LoadFailed } from '../../../components/load-failed.tsx'
import { Banner } from '../../../components/ui/banner.tsx'
import { FormSkeleton } from '../../../components/ui/form-skeleton.tsx'
import { titledName } from '../../../domain/titled-name.ts'
import { useI18n } from '../../../lib/i18n.tsx'
import { useTexts } from '../../../lib/load/use-texts.ts'
import { AffectedAppointments } from '../schedule/affected-appointments.tsx'
import { useAffected } from '../schedule/affected-queries.ts'
import { useLiveSchedule } from '../schedule/queries.ts'
import { ScheduleSections } from '../schedule/schedule-sections.tsx'
import { RecordForm } from './record-form.tsx'
import { type DoctorDetails, useDoctorDetails } from './record-queries.ts'
import { RecordRemoval } from './record-removal.tsx'

export default function DoctorEditor({ id, onLeave }: { id: string; onLeave: () => void }) {
  useTexts('management')
  const { t } = useI18n()
  const { data, error, refetch } = useDoctorDetails(id)
  // Loaded first, because these appointments stand above the form and would push it down if they arrived later.
  const affected = useAffected(id)
  return (
    <div className="grid grid-cols-1 gap-6">
      {data && !(affected.isPending && affected.failureCount === 0) ? (
        <Editor doctor={data} onLeave={onLeave} />
      ) : data === null ? (
        <Banner tone="warning">{t('record.gone')}</Banner>
      ) : error ? (
        <LoadFailed title={t('record.loadFailed')} error={error} onRetry={() => void refetch()} />
      ) : (
        <FormSkeleton fields={2} pairs={3} />
      )}
    </div>
  )
}

function Editor({ doctor, onLeave }: { doctor: DoctorDetails; onLeave: () => void }) {
  const { t } = useI18n()
  const live = useLiveSchedule(doctor.id)
  return (
    <>
      <h2 className="text-2xl font-semibold">{titledName(doctor, t)}</h2>
      <AffectedAppointments doctor={doctor} />
      <RecordForm doctor={doctor} />
      <ScheduleSections doctor={doctor} live={live} />
      <RecordRemoval doctor={doctor} onRemoved={onLeave} />
    </>
  )
}
