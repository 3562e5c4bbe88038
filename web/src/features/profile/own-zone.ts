import { browserZone, isKnownZone, isStorableZone } from '../../lib/time/zones.ts'
import type { Profile } from './queries.ts'

type Zoned = Pick<Profile, 'timezone' | 'timezone_chosen_at'>

/** The zone that the person chose. Undefined if it is only the fallback, or if this browser does not know it. */
export const chosenZoneOf = ({ timezone, timezone_chosen_at }: Zoned) =>
  timezone_chosen_at && isKnownZone(timezone) ? timezone : undefined

/** The zone in which the person reads times: the chosen one, or else the browser's. */
export const ownZoneOf = (profile: Zoned | undefined) => (profile && chosenZoneOf(profile)) ?? browserZone()

/** The chosen zone, or else the browser's, which is a better guess than the fallback. */
export function zoneToOffer({ timezone, timezone_chosen_at }: Pick<Profile, 'timezone' | 'timezone_chosen_at'>) {
  const here = browserZone()
  return timezone_chosen_at || !isStorableZone(here) ? timezone : here
}
