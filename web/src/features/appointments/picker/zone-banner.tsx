import { Banner } from '../../../components/ui/banner.tsx'
import { useI18n } from '../../../lib/i18n.tsx'
import { cityOf, isSameClock, offsetOf } from '../../../lib/zones.ts'

interface ZoneBannerProps {
  /** The doctor's. */
  zone: string
  /** Given by the reader, or that of the browser at hand. */
  ownZone: string
  /** Clocks may change before it. */
  day: string | undefined
}

/** Which clock the times are on, and a warning where the doctor's is another. */
export function ZoneBanner({ zone, ownZone, day }: ZoneBannerProps) {
  const at = day && `${day}T12:00:00Z`
  const { t, language } = useI18n()
  // Kept together and left to right inside Arabic text.
  const isolated = (each: string) => `\u2066${offsetOf(each, at)}\u2069`
  const values = { city: cityOf(zone, language), offset: isolated(zone), ownCity: cityOf(ownZone, language), ownOffset: isolated(ownZone) }
  return isSameClock(zone, ownZone, at) ? (
    <Banner>{t('booking.zoneSame', values)}</Banner>
  ) : (
    <Banner tone="warning">{t('booking.zoneDiffers', values)}</Banner>
  )
}
