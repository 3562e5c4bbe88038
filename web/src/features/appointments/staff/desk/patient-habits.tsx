import { LanguageSelect } from '../../../../components/language-select.tsx'
import { SelectField } from '../../../../components/ui/select-field.tsx'
import { useI18n } from '../../../../lib/i18n.tsx'
import { isLanguage, type Language } from '../../../../lib/languages.ts'
import { allZones, OFFERED_ZONES, zoneLabel } from '../../../../lib/time/zones.ts'

interface PatientHabitsProps {
  zone: string
  language: Language
  onZone: (zone: string) => void
  onLanguage: (language: Language) => void
}

/** The time zone and language of the patient's mails. Staff ask while the patient is on the phone, if the patient has not set them. */
export function PatientHabits({ zone, language: spoken, onZone, onLanguage }: PatientHabitsProps) {
  const { t, language } = useI18n()
  const zones = [...new Set([...OFFERED_ZONES, zone, ...allZones()])]
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <SelectField label={t('desk.zone')} hint={t('desk.zoneHint')} value={zone} onChange={({ target }) => onZone(target.value)}>
        {zones.map((each) => (
          <option key={each} value={each}>
            {zoneLabel(each, language)}
          </option>
        ))}
      </SelectField>
      <LanguageSelect
        label={t('desk.language')}
        value={spoken}
        onChange={({ target }) => {
          if (isLanguage(target.value)) onLanguage(target.value)
        }}
      />
    </div>
  )
}
