import { useI18n } from '../lib/i18n.tsx'
import { OFFERED_ZONES, zoneLabel } from '../lib/time/zones.ts'

/** The time zones that doctors can have, as options of a select. */
export function ZoneOptions() {
  const { language } = useI18n()
  return OFFERED_ZONES.map((zone) => (
    <option key={zone} value={zone}>
      {zoneLabel(zone, language)}
    </option>
  ))
}
