import { useI18n } from '../../../lib/i18n.tsx'
import { SPECIALTIES } from '../../../lib/specialties.ts'

/** The stored value for doctors without a specialty. It is not among the options. */
export const GENERAL = 'Genel'

/** The specialties in the reader's language. Their values are the stored Turkish names. */
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
