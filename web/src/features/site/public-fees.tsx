// A setting for showing the fees of consultations on public pages.
import { useQuery } from '@tanstack/react-query'
import { LoadFailed } from '../../components/load-failed.tsx'
import { toast } from '../../components/toaster.tsx'
import { Card } from '../../components/ui/card.tsx'
import { Skeleton } from '../../components/ui/skeleton.tsx'
import { Switch } from '../../components/ui/switch.tsx'
import { textOf } from '../../lib/errors.ts'
import { useI18n } from '../../lib/i18n.tsx'
import { publicFees, useShowFees } from './queries.ts'

export function PublicFees() {
  const { t } = useI18n()
  const { data, error, refetch } = useQuery(publicFees)
  const { mutate, isPending } = useShowFees()
  const change = (shown: boolean) =>
    mutate(shown, {
      onSuccess: () => toast.success(t(shown ? 'site.feesShown' : 'site.feesHidden')),
      onError: (failure) => {
        const { key, values } = textOf(failure)
        toast.error(t('site.failed'), { description: t(key, values) })
      },
    })
  return (
    <Card className="grid gap-4">
      <h2 className="text-lg font-semibold sm:text-xl">{t('site.feesTitle')}</h2>
      {data !== undefined ? (
        <Switch label={t('site.feesSwitch')} hint={t('site.feesText')} checked={data} isBusy={isPending} onCheckedChange={change} />
      ) : error ? (
        <LoadFailed title={t('site.loadFailed')} error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton className="h-16" />
      )}
    </Card>
  )
}
