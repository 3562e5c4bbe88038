import { SPECIALTY_CODES, SPECIALTY_NAMES } from '../../domain/specialties.ts'
import { useI18n } from '../../lib/i18n.tsx'
import { Link } from '../../lib/router/link.tsx'
import { useDoctorCounts } from './doctor-counts.ts'
import { SPECIALTY_ICONS } from './specialty-icons.ts'

/** One to two beside each other on phones, five on desktops. Each leads to its doctors, or to us where we have none yet. */
export function SpecialtyGrid() {
  const { t } = useI18n()
  const counts = useDoctorCounts()
  return (
    <ul className="grid two-columns gap-x-4 sm:gap-x-8 md:grid-cols-3 lg:grid-cols-5">
      {SPECIALTY_CODES.map((code) => {
        const Icon = SPECIALTY_ICONS[code]
        const count = counts && (counts.get(code) ?? 0)
        return (
          <li key={code} id={code} className="flex border-t border-line">
            <Link
              to={count === 0 ? `/contact?specialty=${code}#write` : `/doctors?specialty=${code}`}
              className="group flex min-h-18 min-w-0 flex-1 items-start gap-2.5 py-3 sm:gap-3"
            >
              <Icon aria-hidden="true" strokeWidth={1.5} className="size-5 shrink-0 text-brass max-sm:mt-0.5 sm:size-6" />
              <span className="min-w-0 flex-1">
                <span className="block font-medium underline-offset-4 group-hover:text-action group-hover:underline max-sm:text-[0.9375rem] max-sm:leading-5 max-sm:hyphens-auto">
                  {t(SPECIALTY_NAMES[code])}
                </span>{' '}
                {/* As high before the numbers are known. One is what people expect. */}
                <span className="block min-h-6 text-sm leading-6 text-muted">
                  {count !== undefined && (
                    <span className={count === 1 ? 'sr-only' : undefined}>
                      {count === 0 ? t('healthcare.askUs') : t('healthcare.doctors', { count })}
                    </span>
                  )}
                </span>
              </span>
            </Link>
          </li>
        )
      })}
    </ul>
  )
}
