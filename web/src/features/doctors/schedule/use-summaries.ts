// The state of each section of a schedule, for the rows on a phone and the index in a wide window.
import { useI18n } from '../../../lib/i18n.tsx'
import { useNow } from '../../../lib/time/use-now.ts'
import { todayIn } from '../../../lib/time/zones.ts'
import { useOffers } from '../offers/queries.ts'
import type { PhotoDoctor } from '../photo/queries.ts'
import { useExtraHours } from './extra-hours-queries.ts'
import { type ScheduleDoctor, useLeaves, useWindows } from './queries.ts'
import type { SectionName } from './section-ids.ts'
import { extraSummary, leaveSummary, settingsSummary, weekSummary } from './summaries.ts'
import { weekFromRows } from './week.ts'

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
