// When an appointment is: on the doctor's clock, and on one's own where that differs.

import { formatDay } from '../lib/dates.ts'
import { useI18n } from '../lib/i18n.tsx'
import { ownClock, ZONES } from '../lib/zones.ts'

export interface Moment {
  appointment_date: string
  appointment_time: string
  starts_at: string
  timezone: string
}

export function When({ appointment, ownZone }: { appointment: Moment; ownZone: string }) {
  const { t, language } = useI18n()
  const { appointment_date, appointment_time, timezone } = appointment
  const city = ZONES[timezone]
  const own = ownClock(appointment.starts_at, timezone, ownZone, (day) => formatDay(day, language, 'short'))
  return (
    <div>
      <p className="font-medium">
        <time dateTime={appointment.starts_at}>
          {t('appointments.dayAndClock', {
            day: formatDay(appointment_date, language),
            clock: t('appointments.clock', { time: appointment_time, city: city ? t(city) : timezone }),
          })}
        </time>
      </p>
      {own && <p className="text-sm text-muted">{t('appointments.yourClock', { time: own })}</p>}
    </div>
  )
}
