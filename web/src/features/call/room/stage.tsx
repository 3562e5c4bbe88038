// The frame of a call. It fills the window and hides the site's header and footer.
import { type ReactNode, useEffect, useRef } from 'react'
import { useToastsAtTop } from '../../../components/toaster.tsx'
import { Badge, type BadgeTone } from '../../../components/ui/badge.tsx'
import { classes } from '../../../lib/classes.ts'
import { type TextKey, useI18n } from '../../../lib/i18n.tsx'

type CallStatus = 'connecting' | 'connected' | 'disconnected' | 'error'

const STATUSES: Record<CallStatus, { tone: BadgeTone; text: TextKey }> = {
  connecting: { tone: 'waiting', text: 'call.statusConnecting' },
  connected: { tone: 'good', text: 'call.statusConnected' },
  disconnected: { tone: 'neutral', text: 'call.statusDisconnected' },
  error: { tone: 'danger', text: 'call.statusError' },
}

interface StageProps {
  status: CallStatus
  /** The names of both participants. */
  names: { own: string; other: string }
  isTest: boolean
  /** Whether video fills the stage. In a low window, the bar then overlaps it. */
  isFilled: boolean
  /** Content for the end of the bar. */
  aside?: ReactNode
  /** The panel beside the call. It covers the call if there is no room. */
  side?: ReactNode
  isSideOpen: boolean
  children: ReactNode
}

export function Stage({ status, names, isTest, isFilled, aside, side, isSideOpen, children }: StageProps) {
  const { t } = useI18n()
  const { tone, text } = STATUSES[status]
  const heading = useRef<HTMLHeadingElement>(null)
  useToastsAtTop()
  useEffect(() => {
    document.documentElement.dataset['stage'] = ''
    heading.current?.focus()
    return () => {
      delete document.documentElement.dataset['stage']
      if (document.fullscreenElement) void document.exitFullscreen()
    }
  }, [])
  // On a small screen the panel covers the call.
  const isCovered = isSideOpen && !matchMedia('(width >= 64rem)').matches
  return (
    <div className="fixed inset-0 z-30 flex bg-night text-on-night">
      <div inert={isCovered} className="on-night relative flex min-w-0 flex-1 flex-col">
        <div
          className={classes(
            '@container/bar flex min-h-16 items-center gap-x-3 px-4 py-2 max-sm:flex-wrap max-sm:justify-between max-sm:gap-y-1.5 sm:gap-x-4',
            isFilled && 'short:absolute short:inset-x-0 short:top-0 short:z-10 short:flex-nowrap short:bg-night/60',
          )}
        >
          <h1 ref={heading} tabIndex={-1} className="sr-only">
            {t('call.title')}
          </h1>
          <output>
            <span className="sr-only">{t('call.statusIs')} </span>
            <span className="inline-flex rounded-full bg-surface">
              <Badge tone={tone}>{t(text)}</Badge>
            </span>
          </output>
          {isTest && <Badge tone="waiting">{t('call.testMode')}</Badge>}
          <ul
            aria-label={t('call.participants')}
            className="flex min-w-0 flex-1 gap-x-3 text-sm text-on-night-muted max-sm:order-1 max-sm:basis-full max-sm:flex-wrap"
          >
            <Name name={t('call.you', { name: names.own })} isOwn />
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

/** A participant's name. If there is little room, the user's own name is truncated first. */
function Name({ name, isOwn = false }: { name: string; isOwn?: boolean }) {
  return (
    <li
      className={classes(
        "flex min-w-0 max-w-full not-last:after:ms-3 not-last:after:content-['·'/''] max-sm:not-last:after:hidden",
        // High enough that only this name shrinks. Even a fraction of a pixel would cut a letter off the other name.
        isOwn && 'shrink-[9999]',
      )}
    >
      {/* Clamped, because truncation would cut the beginning of a Latin name in Arabic. */}
      <bdi title={name} className="line-clamp-1 break-all">
        {name}
      </bdi>
    </li>
  )
}
