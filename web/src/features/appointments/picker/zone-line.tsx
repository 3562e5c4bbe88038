import { useI18n } from '../../../lib/i18n.tsx'
import { cityOf, isSameClock, offsetOf } from '../../../lib/zones.ts'

interface ZoneLineProps {
  /** The doctor's time zone. */
  zone: string
  /** The reader's, from the profile or else from the browser. */
  ownZone: string
  /** The offsets are those of this day, because clocks may change before it. */
  day: string | undefined
}

/** Says which time zone the times are in, and warns if the doctor's differs. */
export function ZoneLine({ zone, ownZone, day }: ZoneLineProps) {
  const at = day && `${day}T12:00:00Z`
  const { t, language } = useI18n()
  const values = {
    city: cityOf(zone, language),
    offset: offsetOf(zone, at),
    ownCity: cityOf(ownZone, language),
    ownOffset: offsetOf(ownZone, at),
  }
  return isSameClock(zone, ownZone, at) ? (
    <p className="text-muted">{t('booking.zoneSame', values)}</p>
  ) : (
    <p className="text-wait">{t('booking.zoneDiffers', values)}</p>
  )
}
