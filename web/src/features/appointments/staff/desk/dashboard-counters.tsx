import { Counters } from '../../../../components/counters.tsx'
import { LoadFailed } from '../../../../components/load-failed.tsx'
import { useI18n } from '../../../../lib/i18n.tsx'
import { useStats } from '../use-staff-appointments.ts'

export function DashboardCounters() {
  const { t } = useI18n()
  const { data, error, refetch } = useStats()
  if (error && !data) {
    return (
      <LoadFailed
        title={t('staff.failure')}
        error={error}
        describe={(message) => t('dashboard.statsFailed', { message })}
        onRetry={() => void refetch()}
      />
    )
  }
  return (
    <Counters
      label={t('dashboard.counters')}
      counters={[
        { title: t('dashboard.total'), value: data?.total },
        { title: t('dashboard.pending'), value: data?.pending },
        { title: t('dashboard.confirmedCount'), value: data?.confirmed },
        { title: t('dashboard.today'), value: data?.today },
      ]}
    />
  )
}
