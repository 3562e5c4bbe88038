import { useI18n } from '../../../../lib/i18n.tsx'
import { cityOf, isSameClock, zoneLabel } from '../../../../lib/time/zones.ts'

interface ZoneLineProps {
  /** The doctor's time zone. */
  zone: string
  /** The reader's time zone, from the profile or else from the browser. */
  ownZone: string
  /** The day whose offsets are shown, because the clocks may change before it. */
  day: string | undefined
}

/** Says which time zone the times are in, and that the doctor's differs if it does. */
export function ZoneLine({ zone, ownZone, day }: ZoneLineProps) {
  const at = day && `${day}T12:00:00Z`
  const { t, language } = useI18n()
  const isSame = isSameClock(zone, ownZone, at)
  const key = isSame ? 'booking.zoneSame' : 'booking.zoneDiffers'
  const shortKey = isSame ? key : 'booking.zonesShort'
  return (
    <p className="min-w-0 flex-1 leading-5 text-muted">
      {/* A phone has room for one line. The chips below show both times, the doctor's in smaller figures. */}
      <span className="sm:hidden">{t(shortKey, { city: cityOf(zone, language), own: cityOf(ownZone, language) })}</span>
      <span className="max-sm:hidden">{t(key, { city: zoneLabel(zone, language, at), own: zoneLabel(ownZone, language, at) })}</span>
    </p>
  )
}
