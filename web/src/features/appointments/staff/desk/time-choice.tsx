// Chooses a free slot, or any other day and time, because staff may book outside the offered slots.
import { useId, useState } from 'react'
import { DateField } from '../../../../components/ui/date-field.tsx'
import { TimeField } from '../../../../components/ui/time-field.tsx'
import { useI18n } from '../../../../lib/i18n.tsx'
import { useNow } from '../../../../lib/time/use-now.ts'
import { cityOf, todayIn } from '../../../../lib/time/zones.ts'
import { DayAndTime } from '../../shared/picker/day-and-time.tsx'
import { type PickerDoctor, type Slot, useFreeTimes } from '../../shared/picker/free-times.ts'
import { useFirstFreeDay } from '../../shared/picker/use-free-days.ts'

export interface ChosenTime {
  day?: string | undefined
  time?: string | undefined
}

interface TimeChoiceProps {
  doctor: PickerDoctor
  chosen: ChosenTime
  error: string | undefined
  onChoose: (chosen: ChosenTime) => void
}

export function TimeChoice({ doctor, chosen, error, onChoose }: TimeChoiceProps) {
  const { t } = useI18n()
  const name = useId()
  // A time given by the caller was already chosen.
  const [isAnyTime, setIsAnyTime] = useState(Boolean(chosen.time))
  const ways = [
    { isAny: false, label: t('desk.offered') },
    { isAny: true, label: t('desk.anyTime') },
  ]
  return (
    <fieldset className="grid min-w-0 gap-4" aria-describedby={error && `${name}-error`}>
      <legend className="mb-2 font-medium">{t('desk.when')}</legend>
      <div className="flex flex-wrap gap-x-6 gap-y-1">
        {ways.map(({ isAny, label }) => (
          <label key={label} className="flex min-h-11 cursor-pointer items-center gap-2">
            <input
              type="radio"
              name={name}
              className="size-5 accent-action"
              data-invalid={Boolean(error) && isAny === isAnyTime}
              checked={isAny === isAnyTime}
              onChange={() => {
                setIsAnyTime(isAny)
                onChoose({ day: chosen.day })
              }}
            />
            {label}
          </label>
        ))}
      </div>
      {isAnyTime ? <AnyTime {...{ doctor, chosen, onChoose }} /> : <OfferedTimes {...{ doctor, chosen, onChoose }} />}
      <p id={`${name}-error`} role="alert" className="text-sm text-danger empty:hidden">
        {error}
      </p>
    </fieldset>
  )
}

type PartProps = Omit<TimeChoiceProps, 'error'>

function AnyTime({ doctor, chosen, onChoose }: PartProps) {
  const { t, language } = useI18n()
  const today = todayIn(doctor.timezone, useNow())
  const { day = '', time = '' } = chosen
  return (
    <div className="grid gap-2">
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <DateField
          label={t('booking.date')}
          required
          min={today}
          value={day}
          error={day && day < today ? t('booking.pastDate') : undefined}
          onChange={({ target }) => onChoose({ day: target.value, time })}
        />
        <TimeField label={t('booking.time')} required value={time} onChange={({ target }) => onChoose({ day, time: target.value })} />
      </div>
      <p className="text-sm text-muted">{t('desk.anyTimeHint', { city: cityOf(doctor.timezone, language) })}</p>
    </div>
  )
}

function OfferedTimes({ doctor, chosen, onChoose }: PartProps) {
  // Staff see times in the doctor's time zone.
  const ownZone = doctor.timezone
  const { day: firstDay } = useFirstFreeDay(doctor, ownZone)
  const day = chosen.day || firstDay
  const times = useFreeTimes(doctor, day, ownZone)
  const [slot, setSlot] = useState<Slot>()
  // Somebody else may have taken the slot meanwhile.
  const free = times.slots?.find(({ starts_at }) => starts_at === slot?.starts_at)
  return (
    <DayAndTime
      doctor={doctor}
      ownZone={ownZone}
      isLive
      day={day}
      slot={free}
      lost={times.slots && !free ? slot : undefined}
      times={times}
      onChooseDay={(next) => {
        setSlot(undefined)
        onChoose({ day: next })
      }}
      onChooseTime={(next) => {
        setSlot(next)
        onChoose({ day, time: next?.appointment_time })
      }}
    />
  )
}
