// Builds the line above the calendar from the shown days and doctors.
import type { ReactNode } from 'react'
import { useI18n } from '../../../../lib/i18n.tsx'
import { zoneLabel } from '../../../../lib/time/zones.ts'
import { InfoLine } from './info-line.tsx'
import { blocksTime } from './layout.ts'
import type { Place } from './use-place.ts'
import type { ShownCalendars } from './use-shown-calendars.ts'

interface CalendarInfoProps {
  shown: ShownCalendars
  place: Place
  today: string
  isList: boolean
  isNarrow: boolean
  /** Whether the reader can choose among several doctors. */
  hasChoice: boolean
  /** Set on phones, where the toolbar has no room for it. */
  doctorChoice: ReactNode
  /** Content for the end of the line. */
  children: ReactNode
}

export function CalendarInfo({ shown, place, today, isList, isNarrow, hasChoice, doctorChoice, children }: CalendarInfoProps) {
  const { t, language } = useI18n()
  const { clock, calendars } = shown
  const label = { zone: zoneLabel(clock.zone, language, clock.noon) }
  const lastDay = shown.days.at(-1) ?? ''
  const lacksHours = calendars.length === 1 && calendars.every(({ doctor }) => !doctor.hours.length && !doctor.extra_hours.length)
  return (
    <InfoLine
      doctorChoice={doctorChoice}
      count={shown.isLoaded ? shown.blocks.filter(blocksTime).length : undefined}
      emptyText={isList ? undefined : place.view === 'day' ? 'calendar.emptyDay' : 'calendar.empty'}
      clock={clock.isCommon ? !clock.isOwn && t('staff.zone', label) : t(clock.isOwn ? 'calendar.zoneOwn' : 'calendar.zoneMost', label)}
      clockHint={!clock.isCommon && !isNarrow && t('calendar.zoneOthers')}
      warning={lacksHours && t('calendar.noHours')}
      next={
        lastDay >= today && {
          doctorIds: shown.isEverybody && hasChoice ? undefined : shown.range.doctorIds,
          day: lastDay,
          zone: clock.zone,
          onShow: place.showDay,
        }
      }
    >
      {children}
    </InfoLine>
  )
}
