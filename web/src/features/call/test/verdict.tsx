// The result of the whole test in one sentence, with a door that opens further for each check that passed.
import type { ComponentType } from 'react'
import { classes } from '../../../lib/classes.ts'
import { useI18n } from '../../../lib/i18n.tsx'
import { Link } from '../../../lib/router/link.tsx'
import { useLocation } from '../../../lib/router/router.tsx'
import { toSignIn } from '../../../lib/session/return-to.ts'
import { CHECKS } from './check-names.ts'
import type { Results } from './checks.ts'
import type { VideoTest } from './use-video-test.ts'

interface VerdictProps {
  test: Pick<VideoTest, 'phase' | 'results'>
  /** The status of the check that is running, which is announced elsewhere. */
  news: string | undefined
  /** A door that is open as far as the step says, from 1 to 4. */
  Doorway: ComponentType<{ step: number; className?: string }>
}

export function Verdict({ test: { phase, results }, news, Doorway }: VerdictProps) {
  const { t } = useI18n()
  const isDone = phase === 'done'
  const hasFailed = CHECKS.some((check) => results[check].status === 'error')
  const passed = CHECKS.filter((check) => results[check].status === 'success').length
  return (
    <div
      className={classes(
        phase !== 'idle' && 'mt-6 grid min-h-28 grid-cols-[auto_minmax(0,1fr)] items-center gap-x-5 border-y border-line py-4',
      )}
    >
      {phase !== 'idle' && <Doorway step={Math.max(1, passed)} className="mirrored w-16 sm:w-18" />}
      {phase === 'running' && (
        <p aria-hidden="true" className="font-display text-xl font-semibold">
          {news ?? t('videoTest.running')}
        </p>
      )}
      <output className="grid gap-0.5">
        {isDone && (
          <>
            <span className="text-sm font-medium text-muted">{t('videoTest.done')}</span>
            <span className={classes('font-display text-2xl leading-snug font-semibold', hasFailed && 'text-danger')}>
              {t(hasFailed ? 'videoTest.notReady' : 'videoTest.ready')}
            </span>
            <Reason hasFailed={hasFailed} results={results} />
          </>
        )}
      </output>
    </div>
  )
}

/** What to do about a failed check, or which part of a test that passed was not tried. */
function Reason({ hasFailed, results: { connection } }: { hasFailed: boolean; results: Results }) {
  const { t } = useI18n()
  const location = useLocation()
  const note = connection.status === 'success' ? connection.finding.note : undefined
  const untested = hasFailed || note?.isTested ? undefined : note
  return (
    <span className="grid gap-1 text-sm text-muted">
      <span>{t(hasFailed ? 'videoTest.doneSome' : (untested?.key ?? 'videoTest.doneAll'))}</span>
      {untested?.needsSignIn && (
        <Link
          {...toSignIn(location)}
          className="-mb-2 min-h-11 content-center justify-self-start text-action underline underline-offset-4 hover:text-action-strong"
        >
          {t('nav.signIn')}
        </Link>
      )}
    </span>
  )
}
