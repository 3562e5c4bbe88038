// Figures that the page derives from the responses: one value per period.
import type { Language } from '../../lib/languages.ts'
import { formatMoney, formatNumber, formatPercent } from '../../lib/numbers.ts'
import { formatDay, monthName } from '../../lib/time/dates.ts'
import type { Overview, Unit } from './queries.ts'

export interface Hours {
  offered: number
  booked: number
}

/** The hours of all doctors together, in the order of the periods. */
export function hoursByPeriod({ periods, hours }: Pick<Overview, 'periods' | 'hours'>): Hours[] {
  const sums = new Map<string, Hours>(periods.map(({ period }) => [period, { offered: 0, booked: 0 }]))
  for (const { period, offered_minutes, booked_minutes } of hours) {
    const sum = sums.get(period)
    if (!sum) continue
    sum.offered += offered_minutes
    sum.booked += booked_minutes
  }
  return [...sums.values()]
}

/** The index of the first period with an appointment. Nothing was measured before it. */
export function firstMeasured({ periods }: Pick<Overview, 'periods'>) {
  const first = periods.findIndex(
    ({ booked, cancelled_by_patient, cancelled_by_doctor, cancelled_by_admin, expired, answered }) =>
      booked + cancelled_by_patient + cancelled_by_doctor + cancelled_by_admin + expired + answered > 0,
  )
  return first < 0 ? periods.length : first
}

/** With fewer columns they would be too wide. */
const MIN_PLOTTED = 6
/** The index of the first period that the plots show. */
export const firstPlotted = (data: Pick<Overview, 'periods'>) =>
  Math.max(0, Math.min(firstMeasured(data), data.periods.length - MIN_PLOTTED))

/** Undefined if nothing is offered. */
export const shareOf = ({ offered, booked }: Hours) => (offered > 0 ? booked / offered : undefined)

/** '12 Oct' for a week, 'October' for a month. */
export const periodName = (period: string, unit: Unit, language: Language) =>
  unit === 'week' ? formatDay(period, language, 'dayMonth') : monthName(Number(period.slice(5, 7)) - 1, language)

export interface AxisName {
  period: string
  name: string
  /** The second line, where it changes. */
  under: string
}

/** Names narrow columns: '16' over 'Nov' for the first week of a month, 'Jan' over '2027' for the first month of a year. */
export function axisNames(periods: string[], unit: Unit, language: Language): AxisName[] {
  const monthOf = (period: string) => formatDay(period, language, 'dayMonth').replaceAll(/[\d\s]/g, '')
  const names = periods.map((period) =>
    unit === 'week'
      ? { name: String(Number(period.slice(8))), under: monthOf(period) }
      : { name: monthOf(period), under: period.slice(0, 4) },
  )
  return names.map(({ name, under }, index) => {
    const isNew = under !== names[index - 1]?.under
    // The first column has no space if the next one begins another month.
    const isCrowded = index === 0 && names.length > 1 && under !== names[1]?.under
    return { period: periods[index] ?? '', name, under: isNew && !isCrowded ? under : '' }
  })
}

export interface Wait {
  key: 'overview.minutes' | 'overview.hours' | 'overview.days'
  number: number
}

const MINUTES_PER_HOUR = 60
const MINUTES_PER_DAY = 24 * MINUTES_PER_HOUR

/** The waiting time in the unit in which people would say it. */
export function waitOf(minutes: number): Wait {
  if (minutes < 2 * MINUTES_PER_HOUR) return { key: 'overview.minutes', number: minutes }
  if (minutes < 2 * MINUTES_PER_DAY) return { key: 'overview.hours', number: Math.round(minutes / MINUTES_PER_HOUR) }
  return { key: 'overview.days', number: Math.round(minutes / MINUTES_PER_DAY) }
}

/** Shown in place of one to four people, whose exact number the database hides. */
export const FEW = '< 5'
/** Marked as left-to-right, because an Arabic line would mirror the sign. */
export const patientsText = (patients: number | null | undefined, language: Language) =>
  patients === null ? `\u2066${FEW}\u2069` : formatNumber(patients ?? 0, language)

/** Below this, whole percents would make different columns look equal. */
const SMALL_SHARE = 0.1

export const shareText = (share: number | undefined, language: Language) =>
  share === undefined ? '–' : formatPercent(share, language, share < SMALL_SHARE ? 1 : 0)

const SHARES = [0.02, 0.05, 0.1, 0.25, 0.5, 0.75]
/** The height of the axis: the next share that is easy to read. */
export const shareAxis = (highest: number) => SHARES.find((share) => share >= highest) ?? Math.max(1, Math.ceil(highest * 4) / 4)

const ROUND = [1, 1.5, 2, 3, 4, 5, 6, 8, 10]
/** The next whole number that is easy to read: 15 for 14, 30 for 29. */
export function countAxis(highest: number) {
  const magnitude = 10 ** Math.max(0, Math.floor(Math.log10(highest)))
  return ROUND.map((each) => each * magnitude).find((each) => each >= highest && Number.isInteger(each)) ?? highest
}

const WAITS = [5, 10, 15, 30, 60, ...[2, 3, 4, 6, 8, 12, 18, 24, 36, 48].map((hours) => hours * MINUTES_PER_HOUR)]
/** The next waiting time that is easy to read. */
export const waitAxis = (highest: number) => WAITS.find((each) => each >= highest) ?? countAxis(highest / MINUTES_PER_DAY) * MINUTES_PER_DAY

export const hoursText = (minutes: number, language: Language) => formatNumber(minutes / MINUTES_PER_HOUR, language, 1)

/** One amount per currency. Currencies are never added together. */
export function feesText(fees: Overview['fees'], period: string, which: 'agreed_minor' | 'paid_minor', language: Language) {
  const amounts = fees.filter((each) => each.period === period && each[which] !== 0)
  return amounts.map((each) => formatMoney(each[which], each.currency, language))
}
