import { SPECIALTY_CODES, SPECIALTY_NAMES } from '../../domain/specialties.ts'
import { useI18n } from '../../lib/i18n.tsx'
import { Link } from '../../lib/router/link.tsx'
import { useDoctorCounts } from './doctor-counts.ts'
import { SPECIALTY_ICONS } from './specialty-icons.ts'

/**
 * Where the longest words break if they must: otorino-laringology, gastro-enterology. Browsers hyphenate few of these languages. The Turkish
 * names match none of these and stay exactly as they are.
 */
const JOINTS = /(?<=[oо])(?=lar[iy]n|ларин|enterolog|entérolog|энтеролог)/gu

/**
 * One or two columns on phones, and five on desktops. Each tile links to the doctors of a specialty, or to the contact form if there are
 * none.
 */
export function SpecialtyGrid() {
  const { t } = useI18n()
  const counts = useDoctorCounts()
  return (
    <ul className="grid two-columns md:auto-rows-fr gap-x-3 border-b border-line sm:gap-x-5 md:grid-cols-3 lg:grid-cols-5">
      {SPECIALTY_CODES.map((code) => {
        const Icon = SPECIALTY_ICONS[code]
        const count = counts && (counts.get(code) ?? 0)
        return (
          <li key={code} id={code} className="flex border-t border-line">
            <Link
              to={count === 0 ? `/contact?specialty=${code}#write` : `/doctors?specialty=${code}`}
              className="group flex min-h-14 min-w-0 flex-1 items-center gap-1.5 py-2.5 sm:gap-2.5"
            >
              <span aria-hidden="true" className="arch grid w-6 shrink-0 place-items-center bg-tint text-action sm:w-9">
                <Icon strokeWidth={1.5} className="size-4.5 sm:size-6" />
              </span>
              <span className="min-w-0 flex-1 text-[0.9375rem] leading-5">
                <span className="font-medium underline-offset-4 group-hover:text-action group-hover:underline">
                  {t(SPECIALTY_NAMES[code]).replaceAll(JOINTS, '\u00AD')}
                </span>{' '}
                {/* Has the same height before the doctors are counted. */}
                <span className="block min-h-4 text-[0.8125rem] leading-4 text-muted">
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
