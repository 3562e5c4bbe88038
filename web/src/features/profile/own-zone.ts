import { browserZone, isKnownZone, isStorableZone } from '../../lib/time/zones.ts'
import type { Profile } from './queries.ts'

type Zoned = Pick<Profile, 'timezone' | 'timezone_chosen_at'>

/** The zone that the person gave. Undefined if it is only the fallback, or unknown to this browser. */
export const chosenZoneOf = ({ timezone, timezone_chosen_at }: Zoned) =>
  timezone_chosen_at && isKnownZone(timezone) ? timezone : undefined

/** The zone in which the person reads times: the one they gave, or else the browser's. */
export const ownZoneOf = (profile: Zoned | undefined) => (profile && chosenZoneOf(profile)) ?? browserZone()

/** The zone that the person gave, or else the browser's, which is a better guess than the fallback. */
export function zoneToOffer({ timezone, timezone_chosen_at }: Pick<Profile, 'timezone' | 'timezone_chosen_at'>) {
  const here = browserZone()
  return timezone_chosen_at || !isStorableZone(here) ? timezone : here
}
