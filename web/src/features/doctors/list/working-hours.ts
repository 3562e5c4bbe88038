// A doctor's week in a few short lines: "Mon–Fri 09:00–12:30, 13:30–17:00", "Sat 10:00–14:00".

import type { TextKey, Values } from '../../../lib/i18n.tsx'
import { commaOf, type Language } from '../../../lib/languages.ts'
import { capitalized, weekdayName } from '../../../lib/time/dates.ts'

export interface WorkingWindow {
  /** 0 is Monday. */
  day_of_week: number
  start_time: string
  /** '00:00' is midnight at the end of the day. */
  end_time: string
}

interface WorkingLine {
  days: string
  hours: string
}

const WEEK = [0, 1, 2, 3, 4, 5, 6]

/** One line for all days with the same hours, starting with Monday's. */
export function workingLines(windows: WorkingWindow[], language: Language, t: (key: TextKey, values?: Values) => string): WorkingLine[] {
  const comma = commaOf(language)
  const hoursOf = (day: number) =>
    windows
      .filter((each) => each.day_of_week === day)
      .toSorted((one, other) => (one.start_time < other.start_time ? -1 : 1))
      .map(({ start_time: from, end_time: to }) => (from === to ? t('doctors.allDay') : t('doctors.range', { from, to })))
      .join(comma)
  const daysByHours = new Map<string, number[]>()
  for (const day of WEEK) {
    const hours = hoursOf(day)
    if (hours) daysByHours.set(hours, [...(daysByHours.get(hours) ?? []), day])
  }
  return [...daysByHours].map(([hours, days]) => ({
    hours,
    days: capitalized(days.length === WEEK.length ? t('doctors.everyDay') : runsOf(days).map(nameRun).join(comma), language),
  }))

  function nameRun(run: number[]) {
    const [first, ...rest] = run.map((day) => weekdayName(day, language, 'short'))
    // Two days are listed, because a range would suggest days in between.
    if (rest.length < 2) return [first, ...rest].join(comma)
    return t('doctors.range', { from: first ?? '', to: rest.at(-1) ?? '' })
  }
}

/** Runs of consecutive days. The week wraps around, so Saturday to Wednesday is one run. */
function runsOf(days: number[]) {
  const runs: number[][] = []
  for (const day of days) {
    const last = runs.at(-1)
    if (last?.at(-1) === day - 1) last.push(day)
    else runs.push([day])
  }
  const [first, last] = [runs[0], runs.at(-1)]
  if (first && last && first !== last && first[0] === 0 && last.at(-1) === 6) return [[...last, ...first], ...runs.slice(1, -1)]
  return runs
}
