// The time of an appointment on the reader's clock and on the doctor's, with a curve that shows where in the day each one is.
import { classes } from '../lib/classes.ts'
import { bothClocks, type Moment, type Reader, showSameTime } from '../lib/clocks.ts'
import { formatDay } from '../lib/dates.ts'
import { useI18n } from '../lib/i18n.tsx'

interface TwoClocksProps {
  appointment: Moment
  reader: Reader
  /** Where space is short, small screens leave the curve out. The lines say the same. */
  isCompact?: boolean
  /** Where it is the most important line of the page. */
  isLarge?: boolean
}

/** One clock and no curve where both show the same time. */
export function TwoClocks({ appointment, reader, isCompact = false, isLarge = false }: TwoClocksProps) {
  const { t, language } = useI18n()
  const [first, second] = bothClocks(appointment, reader, language)
  const isSame = showSameTime(first, second)
  const clocks = isSame ? [first] : [first, second]
  return (
    <div className={classes('flex flex-wrap items-center justify-between gap-y-2', isCompact ? 'gap-x-5' : 'gap-x-8')}>
      <div className="min-w-0">
        <p className={classes('font-medium', isCompact && 'max-sm:text-sm')}>{formatDay(first.day, language)}</p>
        {clocks.map(({ owner, city, day, time }, place) => (
          <p key={owner} className={classes('flex items-baseline gap-2', place === 1 && 'text-sm text-muted')}>
            {!isSame && (
              <span
                aria-hidden="true"
                className={classes('size-2 shrink-0 self-center rounded-full border-2 border-action', place === 0 && 'bg-action')}
              />
            )}
            <span>
              {day !== first.day && `${formatDay(day, language, 'short')} `}
              <time dateTime={appointment.starts_at}>
                <bdi
                  dir="ltr"
                  className={classes(
                    'tabular-nums',
                    place === 0 && 'font-semibold text-ink',
                    place === 0 && (isLarge ? 'text-3xl' : 'text-lg'),
                  )}
                >
                  {time}
                </bdi>
              </time>{' '}
              {city}
              <span className="text-sm text-muted">
                {' · '}
                {t(owner === 'reader' ? 'appointments.ownClockLabel' : 'appointments.doctorsClockLabel')}
                {isSame && reader.is === 'patient' && first.city !== second.city && (
                  <> · {t('appointments.sameClock', { city: second.city })}</>
                )}
              </span>
            </span>
          </p>
        ))}
      </div>
      {!isSame && <DayCurve times={[first.time, second.time]} className={isCompact ? 'h-auto w-36 max-sm:hidden' : ''} />}
    </div>
  )
}

// The height of the sun as a wave from midnight to midnight, 12:00 at the top. Day is taken to last from 6 to 18 everywhere and all year,
// which needs no place and no almanac.
const [WIDTH, HEIGHT, EDGE] = [168, 40, 5]
const NIGHT = 'M5 35C19.4 35 31.9 27.5 44.5 20M123.5 20C136.1 27.5 148.6 35 163 35'
const DAY = 'M44.5 20C57.1 12.5 69.6 5 84 5S110.9 12.5 123.5 20'

function DayCurve({ times: [first, second], className }: { times: [string, string]; className: string }) {
  const [one, other] = [pointAt(first), pointAt(second)]
  return (
    <svg
      aria-hidden="true"
      width={WIDTH}
      height={HEIGHT}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      fill="none"
      className={classes('mirrored shrink-0', className)}
    >
      <path d={`M0 ${HEIGHT / 2}H${WIDTH}`} className="stroke-line" strokeDasharray="2 3" />
      <path d={NIGHT} className="stroke-control" strokeWidth="1.5" strokeLinecap="round" />
      <path d={DAY} className="stroke-brass" strokeWidth="1.5" />
      <circle cx={other.x} cy={other.y} r="2.75" strokeWidth="1.75" className="fill-surface stroke-action" />
      <circle cx={one.x} cy={one.y} r="3.5" strokeWidth="1.25" className="fill-action stroke-surface" />
    </svg>
  )
}

function pointAt(time: string) {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  const share = (hours + minutes / 60) / 24
  return { x: round(EDGE + share * (WIDTH - 2 * EDGE)), y: round(HEIGHT / 2 + Math.cos(2 * Math.PI * share) * (HEIGHT / 2 - EDGE)) }
}

const round = (value: number) => Math.round(value * 10) / 10
