import type { TextKey } from '../i18n.tsx'
import type { Language } from '../languages.ts'
import { formatDay } from './dates.ts'
import { addDays } from './zones.ts'

/** 'Today' or 'Tomorrow', or undefined for any other day. */
export function relativeDay(day: string, today: string, t: (key: TextKey) => string) {
  if (day === today) return t('nextSlots.today')
  return day === addDays(today, 1) ? t('nextSlots.tomorrow') : undefined
}

/** 'Today', 'Tomorrow' or the date. */
export const dayName = (day: string, today: string, language: Language, t: (key: TextKey) => string) =>
  relativeDay(day, today, t) ?? formatDay(day, language, 'short')
