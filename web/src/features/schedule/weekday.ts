import { type Language, localeOf } from '../../lib/languages.ts'

// A Monday, and 0 is Monday.
const MONDAY = Date.UTC(2024, 0, 1)
const DAY_MS = 86_400_000

/** As it stands at the beginning of a line; some languages write it small elsewhere. */
export function weekdayName(day: number, language: Language) {
  const name = new Intl.DateTimeFormat(localeOf(language), { weekday: 'long', timeZone: 'UTC' }).format(MONDAY + day * DAY_MS)
  return name.charAt(0).toLocaleUpperCase(language) + name.slice(1)
}
