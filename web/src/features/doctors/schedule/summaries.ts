// The state of each section of a schedule in one line, for the rows on a phone and the index in a wide window.
import { type TextKey, useI18n, type Values } from '../../../lib/i18n.tsx'
import { type Language, listOf } from '../../../lib/languages.ts'
import { dayTitle } from '../../../lib/time/dates.ts'
import { useNow } from '../../../lib/time/use-now.ts'
import { todayIn } from '../../../lib/time/zones.ts'
import { useOffers } from '../offers/queries.ts'
import type { PhotoDoctor } from '../photo/queries.ts'
import { type ExtraWindow, useExtraHours } from './extra-hours-queries.ts'
import { hoursOf, type LeaveTimes, sortLeaves } from './leave.ts'
import { type ScheduleDoctor, type Settings, useLeaves, useWindows } from './queries.ts'
import type { SectionName } from './section-ids.ts'
import { clock, type Hours, isSameDay, rangeOf, type Week, weekFromRows } from './week.ts'

type Translate = (key: TextKey, values?: Values) => string

export interface Summary {
  /** Undefined while it is loading. */
  text: string | undefined
  /** Whether the doctor has to do something here before patients can book. */
  isOpenTask?: boolean
}

export function useSummaries(doctor: ScheduleDoctor & PhotoDoctor): Record<SectionName, Summary> {
  const { t, language } = useI18n()
  const today = todayIn(doctor.timezone, useNow())
  const [windows, extra, leaves, offers] = [
    useWindows(doctor.id),
    useExtraHours(doctor.id, today),
    useLeaves(doctor.id),
    useOffers(doctor.id),
  ]
  const textOf = <Data>({ data, error }: { data: Data | undefined; error: unknown }, write: (data: Data) => string) => ({
    text: data === undefined ? (error ? t('schedule.notLoaded') : undefined) : write(data),
  })
  const week = windows.data && weekFromRows(windows.data)
  return {
    hours: {
      ...textOf({ data: week, error: windows.error }, (data) => weekSummary(data, t, language)),
      isOpenTask: week?.every(({ isAvailable }) => !isAvailable) ?? false,
    },
    extra: textOf(extra, (data) => extraSummary(data, today, t, language)),
    leave: textOf(leaves, (data) => leaveSummary(data, today, t, language)),
    types: textOf(offers, (data) =>
      data.length === 0 ? t('schedule.noTypes') : t('schedule.types', { count: data.filter(({ active }) => active).length }),
    ),
    settings: { text: settingsSummary(doctor, t) },
    photo: { text: t(doctor.photo_path ? 'schedule.hasPhoto' : 'schedule.noPhoto') },
  }
}

/** '5 days open · 09:00–17:00'. The hours are left out if they differ between the days. */
export function weekSummary(week: Week, t: Translate, language: Language) {
  const [first, ...others] = week.filter(({ isAvailable }) => isAvailable)
  if (!first) return t('schedule.noHours')
  const days = t('schedule.openDays', { count: others.length + 1 })
  if (!others.every((day) => isSameDay(day, first))) return days
  return t('schedule.facts', { first: days, second: listOf(first.windows.map(unbrokenRange), language) })
}

function extraSummary(windows: ExtraWindow[], today: string, t: Translate, language: Language) {
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

const settingsSummary = ({ session_duration, cancellation_hours }: Settings, t: Translate) =>
  t('schedule.settings', { minutes: session_duration, hours: cancellation_hours })

/** Reads from left to right in every language. A line may end between two ranges, but not within one. */
const unbrokenRange = (hours: Hours) => `\u2066${rangeOf(hours).replace('–', '\u2060–\u2060')}\u2069`

/** A day of another year is named with its year. */
const nearDay = (day: string, today: string, language: Language) =>
  dayTitle(day, language, day.slice(0, 4) === today.slice(0, 4) ? 'coming' : 'full')
