import { useI18n } from '../../../lib/i18n.tsx'
import { SPECIALTIES } from '../../../lib/specialties.ts'

/** Of those without one; no specialty that an admin offers. */
export const GENERAL = 'Genel'

/** The offered specialties in the reader's language; stored as they are listed. */
export function SpecialtyOptions() {
  const { t } = useI18n()
  return Object.entries(SPECIALTIES)
    .filter(([stored]) => stored !== GENERAL)
    .map(([stored, name]) => (
      <option key={stored} value={stored}>
        {t(name)}
      </option>
    ))
}
