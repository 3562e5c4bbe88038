// The weeks of the picker: spans of seven days, counted from today in the doctor's time zone.
import { addDays } from '../../../../lib/time/zones.ts'

const WEEK = 7
const DAY_MS = 86_400_000

/** The number of weeks that the week strip shows. */
export const WEEKS = 4

/** The index of a day's week: 0 for the seven days from today, negative for days before today. */
export const weekOf = (day: string, today: string) => Math.floor((Date.parse(day) - Date.parse(today)) / DAY_MS / WEEK)

/** The first day of a week. */
export const weekStart = (week: number, today: string) => addDays(today, week * WEEK)

export const daysOfWeek = (week: number, today: string) => Array.from({ length: WEEK }, (_, index) => addDays(today, week * WEEK + index))
