import { ButtonLink } from '../components/ui/button.tsx'
import { useI18n } from '../lib/i18n.tsx'

export default function NotFound() {
  const { t } = useI18n()
  return (
    <div className="page grid justify-items-start gap-5 py-24 lg:py-36">
      <svg aria-hidden="true" viewBox="1.6 1.6 14.8 17.8" fill="none" strokeLinecap="round" className="h-28 text-brass">
        <path d="M2 19V9a7 7 0 0 1 14 0v10" stroke="currentColor" strokeWidth="0.8" />
        <path d="M9 19v-8" stroke="currentColor" strokeWidth="0.8" />
      </svg>
      <p className="eyebrow font-display text-lg text-muted">{t('notFound.title')}</p>
      <h1 className="font-display text-4xl font-semibold">{t('notFound.heading')}</h1>
      <p className="max-w-[55ch] text-lg text-muted">{t('notFound.text')}</p>
      <ButtonLink to="/">{t('notFound.home')}</ButtonLink>
    </div>
  )
}
