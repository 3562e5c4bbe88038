import { Banner } from '../../components/ui/banner.tsx'
import { useI18n } from '../../lib/i18n.tsx'
import { isSameClock, offsetOf, ZONES } from '../../lib/zones.ts'

/** Which clock the times are in, and a warning where it is not the reader's own. Clocks may change before the chosen day. */
export function ZoneBanner({ zone, ownZone, day }: { zone: string; ownZone: string; day: string | undefined }) {
  const at = day && `${day}T12:00:00Z`
  const { t } = useI18n()
  const cityOf = (each: string) => {
    const key = ZONES[each]
    return key ? t(key) : each
  }
  // Kept together and left to right inside Arabic text.
  const isolated = (each: string) => `\u2066${offsetOf(each, at)}\u2069`
  const values = { city: cityOf(zone), offset: isolated(zone), ownCity: cityOf(ownZone), ownOffset: isolated(ownZone) }
  return isSameClock(zone, ownZone, at) ? (
    <Banner>{t('booking.zoneSame', values)}</Banner>
  ) : (
    <Banner tone="warning">{t('booking.zoneDiffers', values)}</Banner>
  )
}
