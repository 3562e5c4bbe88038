import { ButtonLink } from '../components/ui/button.tsx'
import { useI18n } from '../lib/i18n.tsx'

export default function NotFound() {
  const { t } = useI18n()
  return (
    <div className="page grid justify-items-start gap-5 py-24 lg:py-36">
      <p className="eyebrow font-display text-lg text-muted">{t('notFound.title')}</p>
      <h1 className="font-display text-4xl font-semibold">{t('notFound.heading')}</h1>
      <p className="max-w-[55ch] text-lg text-muted">{t('notFound.text')}</p>
      <ButtonLink to="/">{t('notFound.home')}</ButtonLink>
    </div>
  )
}
