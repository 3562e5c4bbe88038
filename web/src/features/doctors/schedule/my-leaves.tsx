import { LoadFailed } from '../../../components/load-failed.tsx'
import { RowsSkeleton } from '../../../components/ui/form-skeleton.tsx'
import { useI18n } from '../../../lib/i18n.tsx'
import { LEAVES_HEADING_ID } from './leave.ts'
import { LeaveForm } from './leave-form.tsx'
import { LeaveList } from './leave-list.tsx'
import { useLeaves, useOpenAppointments } from './queries.ts'

export function MyLeaves({ doctor }: { doctor: { id: string; timezone: string } }) {
  const { t } = useI18n()
  const { data, error, refetch } = useLeaves(doctor.id)
  const { data: appointments } = useOpenAppointments(doctor.id)
  return (
    <div className="grid gap-5">
      <p className="max-w-[70ch] text-muted max-sm:text-sm">{t('leave.text')}</p>
      <div className="grid grid-cols-1 gap-8 lg:grid-cols-2 lg:gap-12">
        <LeaveForm doctors={[doctor]} own={doctor.id} added="leave.added" failed="leave.addFailed" />
        <section aria-labelledby={LEAVES_HEADING_ID} className="grid content-start gap-4">
          <h3 id={LEAVES_HEADING_ID} tabIndex={-1} className="font-medium outline-none">
            {t('leave.list')}
          </h3>
          {data ? (
            <LeaveList leaves={data} zoneOf={() => doctor.timezone} appointments={appointments} emptyText={t('leave.emptyText')} />
          ) : error ? (
            <LoadFailed title={t('schedule.loadFailed')} error={error} onRetry={() => void refetch()} />
          ) : (
            <RowsSkeleton rows={2} />
          )}
        </section>
      </div>
    </div>
  )
}
