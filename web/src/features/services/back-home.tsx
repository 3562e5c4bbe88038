import { ArrowLeft } from 'lucide-react'
import { useI18n } from '../../lib/i18n.tsx'
import { Link } from '../../lib/router/link.tsx'

/** A link above the hero of a service that leads back to the landing page. */
export function BackHome() {
  const { t } = useI18n()
  return (
    <Link to="/" className="-ms-1 inline-flex min-h-11 items-center gap-2 justify-self-start px-1 text-on-night-muted hover:text-on-night">
      <ArrowLeft aria-hidden="true" className="mirrored size-4" />
      {t('services.back')}
    </Link>
  )
}
