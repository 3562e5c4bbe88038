import { useQuery } from '@tanstack/react-query'
import { RotateCcw } from 'lucide-react'
import { useState } from 'react'
import { LoadFailed } from '../../../components/load-failed.tsx'
import { toast } from '../../../components/toaster.tsx'
import { Button } from '../../../components/ui/button.tsx'
import { Card } from '../../../components/ui/card.tsx'
import { ConfirmDialog } from '../../../components/ui/confirm-dialog.tsx'
import { ErrorBanner } from '../../../components/ui/error-banner.tsx'
import { RowsSkeleton } from '../../../components/ui/form-skeleton.tsx'
import { queryClient } from '../../../lib/data/query-client.ts'
import { textOf } from '../../../lib/errors.ts'
import { useI18n } from '../../../lib/i18n.tsx'
import { formatMoment } from '../../../lib/time/dates.ts'
import { browserZone } from '../../../lib/time/zones.ts'
import { CONTENT_ERRORS, contentEntry, contentVersions, type Entry, useEditors, useRestore } from './queries.ts'

interface EntryVersionsProps {
  entry: Entry
  /** Whether there is typed text that is not in a draft. Restoring a version would lose it. */
  isUnsaved: boolean
  currentVersion: () => number
  onStored: (latest: Entry) => void
}

/** The last ten published versions. Restoring one fills the draft, which must then be published. */
export function EntryVersions({ entry: { id }, isUnsaved, currentVersion, onStored }: EntryVersionsProps) {
  const { t, language } = useI18n()
  const { data, error, refetch } = useQuery(contentVersions(id))
  const editors = useEditors(data?.map(({ published_by }) => published_by) ?? [])
  const { mutateAsync, isPending, error: refusal, reset } = useRestore()
  const [asked, setAsked] = useState<number>()
  const problem = refusal && textOf(refusal, CONTENT_ERRORS)
  const restore = async (number: number) => {
    try {
      await mutateAsync({ id, number, version: currentVersion() })
    } catch {
      // The dialog shows the error.
      return
    }
    const latest = queryClient.getQueryData(contentEntry(id).queryKey)
    if (latest) onStored(latest)
    setAsked(undefined)
    toast.success(t('content.restored'), { description: t('content.restoredText') })
  }
  return (
    <Card className="grid gap-3">
      <h2 className="flex items-center gap-2 font-semibold">
        <RotateCcw aria-hidden="true" className="size-4 text-brass" />
        {t('content.versions')}
      </h2>
      {!data &&
        (error ? <LoadFailed title={t('site.loadFailed')} error={error} onRetry={() => void refetch()} /> : <RowsSkeleton rows={2} />)}
      {data?.length === 0 && <p className="text-sm text-muted">{t('content.noVersions')}</p>}
      {data && data.length > 0 && (
        <ol className="divide-y divide-line">
          {data.map(({ number, published_at, published_by }) => {
            const date = formatMoment(published_at, browserZone(), language)
            return (
              <li key={number} className="flex items-center justify-between gap-2 py-1">
                <p className="min-w-0 text-sm">
                  <span className="block">{date}</span>
                  <span className="block text-muted">{editors.get(published_by)}</span>
                </p>
                <Button
                  look="quiet"
                  className="min-h-11! px-3!"
                  aria-label={t('content.restoreOf', { date })}
                  aria-haspopup="dialog"
                  onClick={() => setAsked(number)}
                >
                  {t('content.restore')}
                </Button>
              </li>
            )
          })}
        </ol>
      )}
      <ConfirmDialog
        open={asked !== undefined}
        onOpenChange={() => {
          reset()
          setAsked(undefined)
        }}
        title={t('content.restoreTitle')}
        description={t(isUnsaved ? 'content.restoreUnsavedText' : 'content.restoreText')}
        no={t('content.keep')}
        yes={t('content.restore')}
        look={isUnsaved ? 'danger' : 'primary'}
        busyLabel={isPending && t('content.restoring')}
        onYes={() => asked !== undefined && void restore(asked)}
      >
        {problem && <ErrorBanner title={t('content.failed')}>{t(problem.key, problem.values)}</ErrorBanner>}
      </ConfirmDialog>
    </Card>
  )
}
