import { Counters } from '../../../../components/counters.tsx'
import { LoadFailed } from '../../../../components/load-failed.tsx'
import { classes } from '../../../../lib/classes.ts'
import { useI18n } from '../../../../lib/i18n.tsx'
import { useAppointmentCounts } from '../use-staff-appointments.ts'

interface OwnCountersProps {
  doctorId: string
  today: string
  /** Whether a card is beside the counters, so that they take its height in a wide window. */
  isBesideCard: boolean
}

export function OwnCounters({ doctorId, today, isBesideCard }: OwnCountersProps) {
  const { t } = useI18n()
  const { data, error, refetch } = useAppointmentCounts(doctorId, today)
  if (error && !data) return <LoadFailed title={t('doctorPanel.loadFailed')} error={error} onRetry={() => void refetch()} />
  return (
    <Counters
      label={t('dashboard.counters')}
      className={classes('max-sm:order-1', isBesideCard && 'lg:*:pt-4')}
      counters={[
        { title: t('doctorPanel.today'), value: data?.today },
        { title: t('doctorPanel.upcoming'), value: data?.upcoming },
        { title: t('doctorPanel.total'), value: data?.total },
        { title: t('doctorPanel.leaveDays'), value: data?.leaveDays },
      ]}
    />
  )
}
