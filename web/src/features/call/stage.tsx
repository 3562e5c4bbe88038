// The frame of a call: it takes the whole window, and the site's header and footer step aside.
import { type ReactNode, useEffect, useRef } from 'react'
import { Badge, type BadgeTone } from '../../components/ui/badge.tsx'
import { type TextKey, useI18n } from '../../lib/i18n.tsx'

export type CallStatus = 'connecting' | 'connected' | 'disconnected' | 'error'

const STATUSES: Record<CallStatus, { tone: BadgeTone; text: TextKey }> = {
  connecting: { tone: 'waiting', text: 'call.statusConnecting' },
  connected: { tone: 'good', text: 'call.statusConnected' },
  disconnected: { tone: 'neutral', text: 'call.statusDisconnected' },
  error: { tone: 'danger', text: 'call.statusError' },
}

interface StageProps {
  status: CallStatus
  /** Who takes part. */
  names: { own: string; other: string }
  isTest: boolean
  /** At the end of the bar. */
  aside?: ReactNode
  /** Beside the call, or above it where there is no room. */
  side?: ReactNode
  children: ReactNode
}

export function Stage({ status, names, isTest, aside, side, children }: StageProps) {
  const { t } = useI18n()
  const { tone, text } = STATUSES[status]
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    document.documentElement.dataset['stage'] = ''
    heading.current?.focus()
    return () => {
      delete document.documentElement.dataset['stage']
      if (document.fullscreenElement) void document.exitFullscreen()
    }
  }, [])
  // On a small screen what is beside the call lies above it.
  const isCovered = Boolean(side) && !matchMedia('(width >= 64rem)').matches
  return (
    <div className="fixed inset-0 z-30 flex bg-night text-on-night">
      <div inert={isCovered} className="on-night flex min-w-0 flex-1 flex-col">
        <div className="flex min-h-16 flex-wrap items-center gap-x-4 gap-y-2 px-4 py-2">
          <h1 ref={heading} tabIndex={-1} className="sr-only">
            {t('call.title')}
          </h1>
          <output>
            <Badge tone={tone}>{t(text)}</Badge>
          </output>
          {isTest && <Badge tone="waiting">{t('call.testMode')}</Badge>}
          <ul aria-label={t('call.participants')} className="flex min-w-0 flex-1 flex-wrap gap-x-3 text-sm text-on-night-muted">
            <Name name={names.own} />
            <Name name={names.other} />
          </ul>
          {aside}
        </div>
        {children}
      </div>
      {side}
    </div>
  )
}

function Name({ name }: { name: string }) {
  return (
    <li className="max-w-full truncate not-last:after:ms-3 not-last:after:content-['·']">
      <bdi>{name}</bdi>
    </li>
  )
}
