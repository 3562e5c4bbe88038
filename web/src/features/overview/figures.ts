// What the page shows of the answers: one value for each period.
import type { Language } from '../../lib/languages.ts'
import { formatMoney, formatNumber, formatPercent } from '../../lib/numbers.ts'
import { formatDay, monthName } from '../../lib/time/dates.ts'
import type { Overview, Unit } from './queries.ts'

export interface Hours {
  offered: number
  booked: number
}

/** Of all doctors together, in the order of the periods. */
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

/** Undefined where nothing is offered. */
export const shareOf = ({ offered, booked }: Hours) => (offered > 0 ? booked / offered : undefined)

/** '12 Oct' for a week, 'October' for a month. */
export const periodName = (period: string, unit: Unit, language: Language) =>
  unit === 'week' ? formatDay(period, language, 'dayMonth') : monthName(Number(period.slice(5, 7)) - 1, language)

export interface Wait {
  key: 'overview.minutes' | 'overview.hours' | 'overview.days'
  number: number
}

const MINUTES_PER_HOUR = 60
const MINUTES_PER_DAY = 24 * MINUTES_PER_HOUR

/** In the unit in which a person would say it. */
export function waitOf(minutes: number): Wait {
  if (minutes < 2 * MINUTES_PER_HOUR) return { key: 'overview.minutes', number: minutes }
  if (minutes < 2 * MINUTES_PER_DAY) return { key: 'overview.hours', number: Math.round(minutes / MINUTES_PER_HOUR) }
  return { key: 'overview.days', number: Math.round(minutes / MINUTES_PER_DAY) }
}

/** The database hides numbers of one to four people. */
export const FEW = '< 5'
/** Marked as left to right, or an Arabic line would turn the sign round. */
export const patientsText = (patients: number | null | undefined, language: Language) =>
  patients === null ? `\u2066${FEW}\u2069` : formatNumber(patients ?? 0, language)

export const shareText = (share: number | undefined, language: Language) => (share === undefined ? '–' : formatPercent(share, language))

const SHARES = [0.05, 0.1, 0.25, 0.5, 0.75]
/** The height of the axis: the next share that is easy to read. */
export const shareAxis = (highest: number) => SHARES.find((share) => share >= highest) ?? Math.max(1, Math.ceil(highest * 4) / 4)

export const hoursText = (minutes: number, language: Language) => formatNumber(minutes / MINUTES_PER_HOUR, language, 1)

/** One amount for each currency: they are never added together. */
export function feesText(fees: Overview['fees'], period: string, which: 'agreed_minor' | 'paid_minor', language: Language) {
  const amounts = fees.filter((each) => each.period === period && each[which] !== 0)
  return amounts.map((each) => formatMoney(each[which], each.currency, language))
}
