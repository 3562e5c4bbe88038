import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { LoadFailed } from '../../components/load-failed.tsx'
import { toast } from '../../components/toaster.tsx'
import { Badge } from '../../components/ui/badge.tsx'
import { Button } from '../../components/ui/button.tsx'
import { Skeleton } from '../../components/ui/skeleton.tsx'
import { textOf } from '../../lib/errors.ts'
import { useI18n } from '../../lib/i18n.tsx'
import { formatMoment } from '../../lib/time/dates.ts'
import { browserZone } from '../../lib/time/zones.ts'
import { deviceName } from './device-name.ts'
import { useEndSession, useSessions } from './queries.ts'

/** Few people have more sessions, and the list must not make the page much longer. */
const SHOWN_AT_FIRST = 3

export function Sessions({ userId }: { userId: string }) {
  const { t, language } = useI18n()
  const { data: sessions, error, refetch } = useSessions(userId)
  const { mutateAsync } = useEndSession(userId)
  const [ending, setEnding] = useState<string>()
  const [isWhole, setIsWhole] = useState(false)
  const list = useRef<HTMLUListElement>(null)
  const showAll = () => {
    flushSync(() => setIsWhole(true))
    // The focus moves to the first added session.
    list.current?.children[SHOWN_AT_FIRST]?.querySelector('button')?.focus({ preventScroll: true })
  }
  const end = async (id: string) => {
    setEnding(id)
    try {
      await mutateAsync(id)
      toast.success(t('security.sessionEnded'))
    } catch (fault) {
      const { key, values } = textOf(fault)
      toast.error(t('error.failed'), { description: t(key, values) })
    }
    setEnding(undefined)
  }
  return (
    <section aria-labelledby="sessions-title" className="grid gap-3">
      <h3 id="sessions-title" className="font-semibold">
        {t('security.sessionsTitle')}
      </h3>
      {error && !sessions && <LoadFailed title={t('security.sessionsFailed')} error={error} onRetry={() => void refetch()} />}
      {!error && !sessions && (
        <div aria-hidden="true">
          <div className="flex items-center justify-between gap-3">
            <Skeleton className="h-6 w-36" />
            <Skeleton className="h-6 w-20 rounded-full!" />
          </div>
          <Skeleton className="h-5 w-48" />
        </div>
      )}
      <ul ref={list} className="grid gap-3">
        {sessions?.slice(0, isWhole ? undefined : SHOWN_AT_FIRST).map(({ id, user_agent, last_used_at, is_current }) => {
          const device = deviceName(user_agent) ?? t('security.unknownDevice')
          return (
            <li key={id} className="flex flex-wrap items-center justify-between gap-x-3">
              <p className="font-medium">
                <bdi>{device}</bdi>
              </p>
              {is_current ? (
                <Badge tone="neutral">{t('security.thisDevice')}</Badge>
              ) : (
                <Button
                  look="quiet"
                  className="-mx-2 -my-2 min-h-11! px-2! text-sm text-action!"
                  aria-label={`${t('security.endSession')}${t('text.colon')} ${device}`}
                  busyLabel={ending === id && t('security.ending')}
                  onClick={() => void end(id)}
                >
                  {t('security.endSession')}
                </Button>
              )}
              {last_used_at && (
                <p className="basis-full text-sm text-muted">
                  {t('security.lastUsed', { date: formatMoment(last_used_at, browserZone(), language) })}
                </p>
              )}
            </li>
          )
        })}
      </ul>
      {sessions && !isWhole && sessions.length > SHOWN_AT_FIRST && (
        <Button look="text" onClick={showAll}>
          {t('security.showAll', { number: sessions.length })}
        </Button>
      )}
    </section>
  )
}
