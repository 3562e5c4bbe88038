import { quietIn } from '../../../../components/ui/choice.ts'
import { Skeleton } from '../../../../components/ui/skeleton.tsx'
import { ChipClocks, timeChip } from '../../../../components/ui/time-chip.tsx'
import { titledName } from '../../../../domain/titled-name.ts'
import { classes } from '../../../../lib/classes.ts'
import { useI18n } from '../../../../lib/i18n.tsx'
import { dayName } from '../../../../lib/time/day-name.ts'
import { useNow } from '../../../../lib/time/use-now.ts'
import { cityOf, isoDay, todayIn } from '../../../../lib/time/zones.ts'
import type { Slot } from '../../shared/picker/free-times.ts'
import { useClocks } from '../../shared/picker/use-clocks.ts'
import type { Doctor } from './doctors.ts'

interface NextTimesListProps {
  doctor: Doctor
  ownZone: string
  /** Undefined while loading or if loading failed. */
  times: Slot[] | undefined
  isPending: boolean
  onChoose: (time: Slot) => void
}

/** A doctor's next free slots in the reader's time zone. One click chooses doctor, day and time. */
export function NextTimesList({ doctor, ownZone, times, isPending, onChoose }: NextTimesListProps) {
  const { t } = useI18n()
  const clocksOf = useClocks(ownZone)
  const nameOf = useDayNames(ownZone)
  if (!times && isPending) return <Skeleton className="h-11 sm:max-w-64" />
  // A failure is not shown here, because choosing the doctor loads the times again.
  if (!times) return null
  if (times.length === 0) return <p className="text-sm text-muted">{t('booking.noneFree')}</p>
  const dayOf = ({ starts_at }: Slot) => isoDay(starts_at, ownZone)
  const doctorsTime = (time: Slot) => {
    const { doctors } = clocksOf(time)
    if (!doctors) return undefined
    return (
      <>
        <span className="sr-only">{t('booking.doctorsTime', { time: doctors })}</span>
        <bdi aria-hidden="true" dir="ltr">
          {time.appointment_time}
        </bdi>
      </>
    )
  }
  const hasOwnDay = (index: number) => index === 0 || dayOf(times[index] as Slot) !== dayOf(times[index - 1] as Slot)
  return (
    <ul
      aria-label={t('booking.nextTimes', { doctor: titledName(doctor, t) })}
      className="grid three-times items-center gap-1.5 sm:grid-cols-[minmax(4rem,max-content)_repeat(3,minmax(0,5.5rem))]"
    >
      {times.map((time, index) => (
        <li key={time.starts_at} className="contents">
          {/* Each day starts a line. On phones it is above its times, except the first, which is beside the specialty. */}
          {hasOwnDay(index) && (
            <DayAndCity
              {...{ doctor, ownZone, time }}
              className={classes('col-start-1 max-sm:col-span-full sm:pe-1.5 sm:leading-tight', index === 0 && 'max-sm:hidden')}
            />
          )}
          <button type="button" className={timeChip()} onClick={() => onChoose(time)}>
            <span className="sr-only">{`${nameOf(time)} `}</span>
            <ChipClocks own={clocksOf(time).own} doctors={doctorsTime(time)} />
          </button>
        </li>
      ))}
    </ul>
  )
}

interface NextTimeProps {
  ownZone: string
  time: Slot
  onChoose: () => void
}

/** The first free slot alone, with its day. */
export function NextTime({ ownZone, time, onChoose }: NextTimeProps) {
  const { t } = useI18n()
  const nameOf = useDayNames(ownZone)
  const { own, doctors } = useClocks(ownZone)(time)
  return (
    <button type="button" className={classes(timeChip(), 'relative! min-w-20 px-2! shrink-0')} onClick={onChoose}>
      <span className={classes('text-xs', quietIn(false))}>{nameOf(time)} </span>
      <ChipClocks own={own} />
      {doctors && <span className="sr-only"> {t('booking.doctorsTime', { time: doctors })}</span>}
    </button>
  )
}

interface DayAndCityProps {
  doctor: Doctor
  ownZone: string
  time: Slot
  className: string
}

/** The day of a slot, and the doctor's city if its time differs. Beside the slots, the city aligns with the doctor's time in them. */
export function DayAndCity({ doctor, ownZone, time, className }: DayAndCityProps) {
  const { language } = useI18n()
  const { doctors } = useClocks(ownZone)(time)
  const nameOf = useDayNames(ownZone)
  return (
    // Hidden from screen readers, because the name of each slot contains its day.
    <span aria-hidden="true" className={classes('text-sm font-medium max-sm:leading-5', className)}>
      {nameOf(time)}
      {doctors && (
        <span className="text-[0.8125rem] leading-tight font-normal text-muted max-sm:ms-1.5 sm:block">
          {cityOf(doctor.timezone, language)}
        </span>
      )}
    </span>
  )
}

function useDayNames(ownZone: string) {
  const { t, language } = useI18n()
  const today = todayIn(ownZone, useNow())
  return ({ starts_at }: Slot) => dayName(isoDay(starts_at, ownZone), today, language, t)
}
