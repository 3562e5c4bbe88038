import { ArrowRight } from 'lucide-react'
import { SPECIALTY_CODES, SPECIALTY_NAMES, type SpecialtyCode } from '../../domain/specialties.ts'
import { useI18n } from '../../lib/i18n.tsx'
import { Link } from '../../lib/router/link.tsx'
import { useDoctorCounts } from './doctor-counts.ts'
import { SPECIALTY_ICONS } from './specialty-icons.ts'

/**
 * Where the longest words break if they must: otorino-laringology, gastro-enterology, cardio-surgery. Browsers hyphenate few of these
 * languages. The Turkish names match none of these and stay exactly as they are.
 */
const JOINTS = /(?<=[oо])(?=lar[iy]n|ларин|enterolog|entérolog|энтеролог|хирург)|(?<=крино)(?=логия)/gu

/** The specialties that have doctors as tiles, which link to them, and below these all others, which link to the contact form. */
export function SpecialtyGrid() {
  const { t } = useI18n()
  const counts = useDoctorCounts()
  const staffed = SPECIALTY_CODES.filter((code) => counts?.[code])
  const others = SPECIALTY_CODES.filter((code) => !staffed.includes(code))
  return (
    <div className="grid gap-10 lg:gap-12">
      {staffed.length > 0 && (
        <ul className="grid grid-cols-[repeat(auto-fill,minmax(max(9.5em,40%),1fr))] gap-x-4 sm:auto-rows-fr sm:grid-cols-2 sm:gap-x-8 lg:grid-cols-3 lg:gap-x-12">
          {staffed.map((code) => (
            <li key={code} id={code} className="flex">
              <Tile code={code} count={counts?.[code] ?? 0} />
            </li>
          ))}
        </ul>
      )}
      {others.length > 0 && (
        <div className="grid gap-4">
          {staffed.length > 0 && <h3 className="font-display text-xl font-semibold">{t('healthcare.otherSpecialties')}</h3>}
          <ul className="grid two-columns gap-x-5 sm:gap-x-8 md:grid-cols-3 lg:grid-cols-4">
            {others.map((code) => (
              <li key={code} id={code} className="flex border-t border-line">
                <Link
                  to={counts ? `/contact?specialty=${code}#write` : `/doctors?specialty=${code}`}
                  className="flex min-h-12 min-w-0 flex-1 items-center py-1.5 text-[0.9375rem] leading-5 underline-offset-4 hover:text-action hover:underline"
                >
                  <Name code={code} /> {counts && <span className="sr-only">{t('healthcare.askUs')}</span>}
                </Link>
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  )
}

function Tile({ code, count }: { code: SpecialtyCode; count: number }) {
  const { t } = useI18n()
  const Icon = SPECIALTY_ICONS[code]
  return (
    <Link
      to={`/doctors?specialty=${code}`}
      className="group flex min-h-13 min-w-0 flex-1 gap-2 border-t border-line py-2 sm:items-center sm:gap-5 sm:py-4"
    >
      <span aria-hidden="true" className="arch grid h-8.5 w-7 shrink-0 place-items-center bg-tint text-action sm:h-16 sm:w-13">
        <Icon strokeWidth={1.5} className="size-4.5 sm:mt-1 sm:size-7" />
      </span>
      <span className="min-w-0 flex-1">
        <span className="block font-medium underline-offset-4 max-sm:text-sm sm:font-display sm:text-xl sm:font-semibold group-hover:text-action group-hover:underline">
          <Name code={code} />
        </span>{' '}
        <span className="block text-sm text-muted">{t('healthcare.doctors', { count })}</span>
      </span>
      <ArrowRight aria-hidden="true" className="mirrored size-4 shrink-0 text-brass max-sm:hidden" />
    </Link>
  )
}

function Name({ code }: { code: SpecialtyCode }) {
  const { t } = useI18n()
  return t(SPECIALTY_NAMES[code]).replaceAll(JOINTS, '\u00AD')
}
