import { useI18n } from '../../lib/i18n.tsx'
import { Link } from '../../lib/link.tsx'
import { SERVICE_LINKS } from '../../lib/paths.ts'

/** The five fields in large letters, one below the other, for a doorway. */
export function FieldLinks() {
  const { t } = useI18n()
  return (
    <nav aria-label={t('nav.fields')} className="self-center">
      <ul className="text-center">
        {SERVICE_LINKS.map(({ to, label, state }) => (
          <li key={label}>
            <Link
              to={to}
              state={state}
              className="inline-flex min-h-11 items-center font-display text-2xl decoration-brass decoration-1 underline-offset-8 hover:underline sm:min-h-13 sm:text-3xl"
            >
              {t(label)}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
