// The state of a section of a schedule in one line.
import type { TextKey, Values } from '../../../lib/i18n.tsx'
import { type Language, listOf } from '../../../lib/languages.ts'
import { dayTitle } from '../../../lib/time/dates.ts'
import type { ExtraWindow } from './extra-hours-queries.ts'
import { hoursOf, type LeaveTimes, sortLeaves } from './leave.ts'
import type { Settings } from './queries.ts'
import { clock, type Hours, isSameDay, rangeOf, type Week } from './week.ts'

type Translate = (key: TextKey, values?: Values) => string

/** '5 days open · 09:00–17:00'. The hours are left out if they differ between the days. */
export function weekSummary(week: Week, t: Translate, language: Language) {
  const [first, ...others] = week.filter(({ isAvailable }) => isAvailable)
  if (!first) return t('schedule.noHours')
  const days = t('schedule.openDays', { count: others.length + 1 })
  if (!others.every((day) => isSameDay(day, first))) return days
  return t('schedule.facts', { first: days, second: listOf(first.windows.map(unbrokenRange), language) })
}

export function extraSummary(windows: ExtraWindow[], today: string, t: Translate, language: Language) {
  const next = windows.find(({ on_date }) => on_date >= today)
  if (!next) return t('schedule.noExtra')
  const hours = unbrokenRange({ start: clock(next.start_time), end: clock(next.end_time) })
  return t('schedule.facts', { first: nearDay(next.on_date, today, language), second: hours })
}

/** Names the next leave, or the current one. */
export function leaveSummary(leaves: LeaveTimes[], today: string, t: Translate, language: Language) {
  const [next] = sortLeaves(leaves, () => today).coming
  if (!next) return t('schedule.noLeave')
  const hours = hoursOf(next)
  return t('schedule.facts', {
    first: nearDay(next.leave_date, today, language),
    second: hours ? unbrokenRange(hours) : t('leave.wholeDay'),
  })
}

export const settingsSummary = ({ session_duration, cancellation_hours }: Settings, t: Translate) =>
  t('schedule.settings', { minutes: session_duration, hours: cancellation_hours })

/** Reads from left to right in every language. A line may end between two ranges, but not within one. */
const unbrokenRange = (hours: Hours) => `\u2066${rangeOf(hours).replace('–', '\u2060–\u2060')}\u2069`

/** A day of another year is named with its year. */
const nearDay = (day: string, today: string, language: Language) =>
  dayTitle(day, language, day.slice(0, 4) === today.slice(0, 4) ? 'coming' : 'full')
