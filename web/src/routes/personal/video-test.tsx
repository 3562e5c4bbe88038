import { ArrowLeft } from 'lucide-react'
import { ButtonLink } from '../../components/ui/button.tsx'
import { TestBench } from '../../features/call/test/test-bench.tsx'
import { OpeningDoorway } from '../../features/services/opening-doorway.tsx'
import { useI18n } from '../../lib/i18n.tsx'
import { Link } from '../../lib/router/link.tsx'
import { useNavigate } from '../../lib/router/router.tsx'

export default function VideoTest() {
  const { t } = useI18n()
  return (
    <div className="page grid grid-cols-1 gap-6 pt-4 pb-12 lg:pt-6 lg:pb-20">
      <TestBench Doorway={OpeningDoorway}>
        <div className="grid max-w-3xl gap-4">
          <BackLink />
          <p className="eyebrow text-muted">{t('videoTest.eyebrow')}</p>
          <h1 className="page-title">{t('videoTest.title')}</h1>
          {/* Later, a phone needs the space for the picture and the result. */}
          <p className="text-lg text-muted in-data-started:max-sm:hidden">{t('videoTest.lead')}</p>
        </div>
        <noscript>
          <p>{t('videoTest.noScript')}</p>
        </noscript>
      </TestBench>
      <section aria-labelledby="help-title" className="flex flex-wrap items-center justify-between gap-4 border-t border-line pt-8 lg:mt-8">
        <div className="grid gap-1">
          <h2 id="help-title" className="font-display text-xl font-semibold">
            {t('videoTest.help')}
          </h2>
          <p className="text-muted">{t('videoTest.helpText')}</p>
        </div>
        <ButtonLink to="/contact" look="secondary">
          {t('videoTest.helpLink')}
        </ButtonLink>
      </section>
    </div>
  )
}

/** Leads back to the previous page, or to the landing page for people who opened this page directly. */
function BackLink() {
  const { t } = useI18n()
  const navigate = useNavigate()
  return (
    <Link
      to="/"
      className="-ms-3 flex min-h-11 items-center gap-2 justify-self-start rounded-box px-3 text-muted hover:bg-tint hover:text-ink"
      onClick={(event) => {
        const { idx = 0 } = (history.state ?? {}) as { idx?: number }
        if (!idx) return
        event.preventDefault()
        navigate(-1)
      }}
    >
      <ArrowLeft aria-hidden="true" className="mirrored size-4" />
      {t('videoTest.back')}
    </Link>
  )
}
