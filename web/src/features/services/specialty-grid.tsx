import { SPECIALTY_CODES, SPECIALTY_NAMES, type SpecialtyCode } from '../../domain/specialties.ts'
import { classes } from '../../lib/classes.ts'
import { useI18n } from '../../lib/i18n.tsx'
import { Link } from '../../lib/router/link.tsx'
import { useDoctorCounts } from './doctor-counts.ts'
import { SPECIALTY_ICONS } from './specialty-icons.ts'

/**
 * Where the longest words break if they must: otorino-laringology, gastro-enterology, cardio-surgery. Browsers hyphenate few of these
 * languages. The Turkish names match none of these and stay exactly as they are.
 */
const JOINTS = /(?<=[oо])(?=lar[iy]n|ларин|enterolog|entérolog|энтеролог|хирург)|(?<=крино)(?=логия)/gu

/** Smaller counts are only read out: a column of ones says nothing. */
const MIN_SHOWN_COUNT = 2

/** More specialties without doctors than this stand in columns, where they are easier to scan. */
const MAX_IN_LINE = 4

const COLUMNS = 'grid two-columns gap-x-5 sm:gap-x-8 md:grid-cols-3 lg:grid-cols-4'

/** The specialties that have doctors, which link to them, and below these all others, which link to the contact form. */
export function SpecialtyGrid() {
  const counts = useDoctorCounts()
  const staffed = SPECIALTY_CODES.filter((code) => counts?.[code])
  const others = SPECIALTY_CODES.filter((code) => !staffed.includes(code))
  // Until somebody is counted, all specialties have the same rank.
  const listed = staffed.length > 0 ? staffed : others
  return (
    <div className="grid">
      <ul className={classes('border-b border-line', COLUMNS)}>
        {listed.map((code) => (
          <li key={code} id={code} className="flex border-t border-line">
            <Specialty code={code} count={counts?.[code]} isCounted={counts !== undefined} />
          </li>
        ))}
      </ul>
      {listed === staffed && others.length > 0 && <Others codes={others} />}
    </div>
  )
}

function Others({ codes }: { codes: SpecialtyCode[] }) {
  const { t } = useI18n()
  const isLine = codes.length <= MAX_IN_LINE
  return (
    <div className={classes('pt-3 text-[0.9375rem]', isLine && 'sm:flex sm:items-baseline sm:gap-x-5')}>
      <p className="shrink-0 pt-2 leading-5 text-muted sm:pb-1">{t('healthcare.otherSpecialties')}</p>
      <ul className={isLine ? 'flex flex-wrap gap-x-5' : COLUMNS}>
        {codes.map((code) => (
          <li key={code} id={code} className="flex">
            <Link
              to={`/contact?specialty=${code}#write`}
              className={classes(
                'flex min-h-11 min-w-0 flex-1 items-center py-1.5 leading-5 underline-offset-4 hover:text-action',
                isLine ? 'underline decoration-brass decoration-1' : 'hover:underline',
              )}
            >
              <SpecialtyName code={code} /> <span className="sr-only">{t('healthcare.askUs')}</span>
            </Link>
          </li>
        ))}
      </ul>
    </div>
  )
}

interface SpecialtyProps {
  code: SpecialtyCode
  count: number | undefined
  isCounted: boolean
}

function Specialty({ code, count, isCounted }: SpecialtyProps) {
  const { t } = useI18n()
  const Icon = SPECIALTY_ICONS[code]
  const isAskedFor = isCounted && !count
  return (
    <Link
      to={isAskedFor ? `/contact?specialty=${code}#write` : `/doctors?specialty=${code}`}
      className="group flex min-h-11 min-w-0 flex-1 items-center gap-3 py-1.5 sm:min-h-12 text-[0.9375rem] leading-5 hover:text-action sm:text-base sm:leading-5"
    >
      <Icon aria-hidden="true" strokeWidth={1.5} className="size-5 shrink-0 text-brass max-sm:hidden" />
      <span className="min-w-0">
        <span className="underline-offset-4 group-hover:underline">
          <SpecialtyName code={code} />
        </span>{' '}
        {count && (
          <span className={count < MIN_SHOWN_COUNT ? 'sr-only' : 'text-sm leading-5 whitespace-nowrap text-muted'}>
            {t('healthcare.doctors', { count })}
          </span>
        )}
        {isAskedFor && <span className="sr-only">{t('healthcare.askUs')}</span>}
      </span>
    </Link>
  )
}

function SpecialtyName({ code }: { code: SpecialtyCode }) {
  const { t } = useI18n()
  return t(SPECIALTY_NAMES[code]).replaceAll(JOINTS, '\u00AD')
}
