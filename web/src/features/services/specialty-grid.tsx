import { Link } from 'react-router'
import { useI18n } from '../../lib/i18n.tsx'
import { SPECIALTY_CODES, SPECIALTY_NAMES } from '../../lib/specialty-codes.ts'
import { useDoctorCounts } from './doctor-counts.ts'
import { SPECIALTY_ICONS } from './specialty-icons.ts'

/** A list on phones, a grid of five by five on desktops. Each leads to its doctors, or to us where we have none yet. */
export function SpecialtyGrid() {
  const { t } = useI18n()
  const counts = useDoctorCounts()
  return (
    <ul className="grid ps-px pt-px sm:grid-cols-2 md:grid-cols-3 lg:grid-cols-5">
      {SPECIALTY_CODES.map((code) => {
        const Icon = SPECIALTY_ICONS[code]
        const count = counts && (counts.get(code) ?? 0)
        return (
          <li key={code} id={code} className="-ms-px -mt-px flex border border-line bg-surface last:col-span-full lg:last:col-span-1">
            <Link
              to={count === 0 ? `/contact?specialty=${code}#write` : `/doctors?specialty=${code}`}
              className="group flex min-h-13 min-w-0 flex-1 items-center gap-4 px-4 py-3 transition-colors duration-150 ease-calm hover:bg-tint focus-visible:outline-offset-[-3px] lg:min-h-36 lg:flex-col lg:items-start lg:justify-between lg:p-5"
            >
              <Icon aria-hidden="true" strokeWidth={1.5} className="size-6 shrink-0 text-brass lg:size-7" />
              <span className="flex min-w-0 flex-1 flex-wrap items-baseline justify-between gap-x-3 lg:block lg:flex-none">
                <span className="font-medium group-hover:text-action">{t(SPECIALTY_NAMES[code])}</span>{' '}
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
