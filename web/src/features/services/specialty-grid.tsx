import { SPECIALTY_CODES, SPECIALTY_NAMES } from '../../domain/specialties.ts'
import { useI18n } from '../../lib/i18n.tsx'
import { Link } from '../../lib/router/link.tsx'
import { useDoctorCounts } from './doctor-counts.ts'
import { SPECIALTY_ICONS } from './specialty-icons.ts'

/** Two beside each other on phones, a grid of five by five on desktops. Each leads to its doctors, or to us where we have none yet. */
export function SpecialtyGrid() {
  const { t } = useI18n()
  const counts = useDoctorCounts()
  return (
    <ul className="grid two-columns ps-px pt-px md:grid-cols-3 lg:grid-cols-5">
      {SPECIALTY_CODES.map((code) => {
        const Icon = SPECIALTY_ICONS[code]
        const count = counts && (counts.get(code) ?? 0)
        return (
          <li key={code} id={code} className="-ms-px -mt-px flex border border-line bg-surface last:col-span-full lg:last:col-span-1">
            <Link
              to={count === 0 ? `/contact?specialty=${code}#write` : `/doctors?specialty=${code}`}
              className="group relative flex min-h-16 min-w-0 flex-1 items-start gap-4 px-3 py-2.5 sm:min-h-13 sm:items-center sm:px-4 sm:py-3 transition-colors duration-150 ease-calm hover:bg-tint focus-visible:outline-offset-[-3px] lg:min-h-36 lg:flex-col lg:items-start lg:justify-between lg:p-5"
            >
              <Icon
                aria-hidden="true"
                strokeWidth={1.5}
                className="size-6 shrink-0 text-brass max-sm:absolute max-sm:end-3 max-sm:bottom-3 max-sm:size-5 lg:size-7"
              />
              <span className="flex min-w-0 flex-1 items-baseline gap-x-3 max-sm:h-full max-sm:flex-col max-sm:items-start max-sm:justify-between sm:flex-wrap sm:justify-between lg:block lg:flex-none">
                <span className="font-medium group-hover:text-action max-sm:max-w-full max-sm:text-[0.9375rem] max-sm:leading-5 max-sm:hyphens-auto">
                  {t(SPECIALTY_NAMES[code])}
                </span>{' '}
                <span className={`block min-h-6 text-sm ${count ? 'font-medium text-action-strong' : 'text-muted'}`}>
                  {count !== undefined && (count === 0 ? t('healthcare.askUs') : t('healthcare.doctors', { count }))}
                </span>
              </span>
            </Link>
          </li>
        )
      })}
    </ul>
  )
}
