// The time of an appointment on the reader's clock and on the doctor's, with a curve that shows where in the day each one is.
import { classes } from '../lib/classes.ts'
import { useI18n } from '../lib/i18n.tsx'
import { bothClocks, type Moment, type Reader, showSameTime } from '../lib/time/clocks.ts'
import { dayTitle, formatDay } from '../lib/time/dates.ts'

interface TwoClocksProps {
  appointment: Moment
  reader: Reader
  /** Leaves out the curve on small screens, for places with little space. The lines state the same. */
  isCompact?: boolean
  /** True if this is the most important line of the page. */
  isLarge?: boolean
}

/** Shows one clock and no curve if both clocks have the same time. */
export function TwoClocks({ appointment, reader, isCompact = false, isLarge = false }: TwoClocksProps) {
  const { t, language } = useI18n()
  const [first, second] = bothClocks(appointment, reader, language)
  const isSame = showSameTime(first, second)
  const clocks = isSame ? [first] : [first, second]
  return (
    <div className={classes('flex flex-wrap items-center gap-y-3', isCompact ? 'justify-between gap-x-5' : 'gap-x-8')}>
      <div className="min-w-0">
        <p className={classes('font-medium', isCompact && 'max-sm:text-sm')}>{dayTitle(first.day, language)}</p>
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
                {t(owner === 'reader' || isSame ? 'appointments.ownClockLabel' : 'appointments.doctorsClockLabel')}
                {isSame && reader.is === 'patient' && first.city !== second.city && (
                  <> · {t('appointments.sameClock', { city: second.city })}</>
                )}
              </span>
            </span>
          </p>
        ))}
      </div>
      {!isSame && <DayCurve times={[first.time, second.time]} {...{ isCompact, isLarge }} />}
    </div>
  )
}

// The height of the sun as a wave from midnight to midnight, with 12:00 at the top. The day lasts from 6 to 18 everywhere and all year, so
// that neither a place nor a date is needed.
const [WIDTH, HEIGHT, EDGE, HORIZON, RISE] = [168, 48, 8, 30, 13]
const NIGHT = 'M8 43C21.9 43 33.9 36.5 46 30M122 30C134.1 36.5 146.1 43 160 43'
const DAY = 'M46 30C58.1 23.5 70.1 17 84 17S109.9 23.5 122 30'
const SUN =
  'M81.5 6a2.5 2.5 0 1 0 5 0a2.5 2.5 0 1 0-5 0M84 .5V2M84 10v1.5M78.5 6H80M88 6h1.5M80.1 2.1l1 1M86.9 8.9l1 1M87.9 2.1l-1 1M81.1 8.9l-1 1'
const MOONS = 'M11 33.5A4 4 0 1 1 7.5 27.6a3.2 3.2 0 0 0 3.5 5.9ZM163 33.5A4 4 0 1 1 159.5 27.6a3.2 3.2 0 0 0 3.5 5.9Z'

interface DayCurveProps {
  times: [string, string]
  isCompact: boolean
  /** Fills the space beside the times in wide windows. */
  isLarge: boolean
}

function DayCurve({ times: [first, second], isCompact, isLarge }: DayCurveProps) {
  const [one, other] = pointsAt(first, second)
  return (
    <div
      aria-hidden="true"
      className={classes('shrink-0', isCompact && 'w-36 max-sm:hidden', isLarge && 'lg:max-w-72 lg:shrink lg:grow lg:basis-42')}
    >
      <svg
        width={WIDTH}
        height={HEIGHT}
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        fill="none"
        strokeLinecap="round"
        className={classes(
          'mirrored overflow-visible *:[vector-effect:non-scaling-stroke]',
          isCompact && 'h-auto w-full',
          isLarge && 'lg:h-auto lg:w-full',
        )}
      >
        <path d={`M0 ${HORIZON}H${WIDTH}`} className="stroke-line" strokeDasharray="2 3" />
        <path d={SUN} className="stroke-brass" />
        <path d={MOONS} className="fill-control" />
        <path d={NIGHT} className="stroke-control" strokeWidth="1.5" />
        <path d={DAY} className="stroke-brass" strokeWidth="1.5" />
        <circle cx={other.x} cy={other.y} r="2.75" strokeWidth="1.75" className="fill-surface stroke-action" />
        <circle cx={one.x} cy={one.y} r="3.5" strokeWidth="1.25" className="fill-action stroke-surface" />
      </svg>
      {!isCompact && (
        <div className="flex justify-between text-center text-xs leading-4 text-muted tabular-nums *:w-[9.52%]">
          <span>00</span>
          <span>12</span>
          <span>24</span>
        </div>
      )}
    </div>
  )
}

/** Two dots closer than this would cover each other. */
const APART = 9

/** The places of two times on the curve. Clocks that differ by an hour or less are drawn a little further apart, so that both are whole. */
function pointsAt(first: string, second: string) {
  const one = placeOf(first)
  const other = placeOf(second)
  const isClose = Math.abs(other - one) < APART
  return [pointAt(one), pointAt(isClose ? one + (other < one ? -APART : APART) : other)] as const
}

function placeOf(time: string) {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return EDGE + ((hours + minutes / 60) / 24) * (WIDTH - 2 * EDGE)
}

function pointAt(x: number) {
  const share = (x - EDGE) / (WIDTH - 2 * EDGE)
  return { x: round(x), y: round(HORIZON + Math.cos(2 * Math.PI * share) * RISE) }
}

const round = (value: number) => Math.round(value * 10) / 10
