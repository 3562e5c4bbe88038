import { useI18n } from '../../lib/i18n.tsx'
import { Link } from '../../lib/router/link.tsx'
import { SERVICE_LINKS } from '../../lib/router/paths.ts'
import { useLocation } from '../../lib/router/router.tsx'

interface ServiceLinksProps {
  className: string
  /** The classes of each link. */
  link: string
  onChoose?: () => void
}

/** The list of the five services. Services without their own page link to the landing page. */
export function ServiceLinks({ className, link, onChoose }: ServiceLinksProps) {
  const { t } = useI18n()
  const { pathname } = useLocation()
  return (
    <ul className={className}>
      {SERVICE_LINKS.map(({ to, label, state }) => (
        <li key={label}>
          <Link
            to={to}
            state={state}
            aria-current={to === pathname ? 'page' : undefined}
            className={link}
            {...(onChoose && { onClick: onChoose })}
          >
            {t(label)}
          </Link>
        </li>
      ))}
    </ul>
  )
}
