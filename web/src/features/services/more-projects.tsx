import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { Button, ButtonLink } from '../../components/ui/button.tsx'
import { ErrorBanner } from '../../components/ui/error-banner.tsx'
import { PROJECTS_AT_ONCE, projectsPath } from '../../domain/project-pages.ts'
import { useI18n } from '../../lib/i18n.tsx'
import { useLocation } from '../../lib/router/router.tsx'

interface MoreProjectsProps {
  /** The number of projects that are shown. */
  count: number
  loadMore: () => Promise<void>
}

/**
 * Shown below the projects while there are more, with a button that adds some; without scripts, with a link to the next page of them. If
 * the address names a missing project, adds projects until it is there.
 */
export function MoreProjects({ count, loadMore }: MoreProjectsProps) {
  const { t } = useI18n()
  const { hash } = useLocation()
  const place = useRef<HTMLDivElement>(null)
  const [state, setState] = useState<'ready' | 'loading' | 'failed'>('ready')

  async function add() {
    setState('loading')
    try {
      await loadMore()
      setState('ready')
    } catch {
      setState('failed')
    }
  }
  const seek = useEffectEvent(() => {
    const isMissing = hash.startsWith('#project-') && !document.getElementById(hash.slice(1))
    if (isMissing) loadMore().catch(() => setState('failed'))
  })
  // oxlint-disable-next-line react/exhaustive-deps, react/exhaustive-effect-dependencies -- again after each addition
  useEffect(() => seek(), [hash, count])

  async function show() {
    const list = place.current?.parentElement?.querySelector('ul')
    await add()
    // The focus moves to the first added project.
    const first = list?.children[count]
    if (first instanceof HTMLElement) first.focus({ preventScroll: true })
  }
  return (
    <div ref={place} className="grid justify-items-center gap-4">
      {state === 'failed' && <ErrorBanner>{t('error.notLoaded')}</ErrorBanner>}
      <Button
        look="secondary"
        className="max-sm:w-full noscript:hidden"
        busyLabel={state === 'loading' && t('interior.loadingProjects')}
        onClick={() => void show()}
      >
        {t('interior.moreProjects')}
      </Button>
      <div className="hidden noscript:block">
        <ButtonLink to={projectsPath(PROJECTS_AT_ONCE)} look="secondary">
          {t('interior.moreProjects')}
        </ButtonLink>
      </div>
    </div>
  )
}
