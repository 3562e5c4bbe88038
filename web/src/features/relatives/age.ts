// Ages in whole years and months, counted from day to day as people do.

const partsOf = (day: string) => day.split('-').map(Number) as [number, number, number]

/** Whole months between two days such as '2022-03-05'. Negative if `to` is before `from`. */
function monthsBetween(from: string, to: string) {
  const [fromYear, fromMonth, fromDay] = partsOf(from)
  const [toYear, toMonth, toDay] = partsOf(to)
  return (toYear - fromYear) * 12 + (toMonth - fromMonth) - (toDay < fromDay ? 1 : 0)
}

/** The age of small children is stated in months, up to this many. */
const COUNTED_IN_MONTHS = 24

export function ageOf(born: string, today: string): { count: number; unit: 'months' | 'years' } {
  const months = Math.max(0, monthsBetween(born, today))
  return months < COUNTED_IN_MONTHS ? { count: months, unit: 'months' } : { count: Math.floor(months / 12), unit: 'years' }
}

const ADULT_YEARS = 18
const MAX_YEARS = 120

/** Uses the database's rule: a person born on 29 February is an adult on 28 February. */
export function isAdult(born: string, today: string) {
  const [year, month, day] = partsOf(born)
  const lastDay = new Date(Date.UTC(year + ADULT_YEARS, month, 0)).getUTCDate()
  const birthday = [year + ADULT_YEARS, month, Math.min(day, lastDay)].map((part) => String(part).padStart(2, '0')).join('-')
  return birthday <= today
}

export function isPossibleBirth(born: string, today: string) {
  return /^\d{4}-\d\d-\d\d$/.test(born) && born <= today && monthsBetween(born, today) < MAX_YEARS * 12
}

export function isPossibleBirthYear(year: string, today: string) {
  const [thisYear] = partsOf(today)
  return /^\d{4}$/.test(year) && Number(year) <= thisYear && Number(year) >= thisYear - MAX_YEARS
}

export const isAdultBornIn = (year: string, today: string) => partsOf(today)[0] - Number(year) >= ADULT_YEARS

/** The first day that a date field offers. */
export const firstBirthday = (today: string) => `${partsOf(today)[0] - MAX_YEARS}${today.slice(4)}`

const DAY_MS = 24 * 60 * 60 * 1000

export const daysUntil = (day: string, today: string) => Math.round((Date.parse(day) - Date.parse(today)) / DAY_MS)
