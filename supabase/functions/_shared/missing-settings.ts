import { COLUMNS, type CompanySettings, DEFAULTS, isSample } from './company.ts'
import { type CompanyTexts, companyIn } from './company-texts.ts'

/** Nobody misses a photo: initials stand in for it. */
export type NamedSetting = Exclude<keyof CompanySettings, 'psychology_coordinator_photo'>

/** The columns whose value is missing or still a sample. Production shows none of them. */
export function missingIn(settings: CompanySettings): NamedSetting[] {
  const isSet = (column: keyof CompanySettings, otherwise: string) => Boolean(settings[column]) || !isSample(otherwise)
  const hasText = (key: keyof CompanyTexts) =>
    Object.keys(settings[COLUMNS[key]] ?? {}).length > 0 || !Object.values(companyIn).some((texts) => isSample(texts[key]))
  const values: Partial<Record<NamedSetting, string>> = {
    phone_azerbaijan: DEFAULTS.phones.azerbaijan,
    phone_turkey: DEFAULTS.phones.turkey,
    info_email: DEFAULTS.infoEmail,
    support_email: DEFAULTS.supportEmail,
    whatsapp: DEFAULTS.whatsApp,
    tax_number: DEFAULTS.taxNumber,
    permit_number: DEFAULTS.permit.number,
    psychology_coordinator: DEFAULTS.psychologyCoordinator,
    architects: DEFAULTS.architects.map(({ name }) => name).join(' '),
  }
  return [
    ...(['legalName', 'address', 'permitAuthority'] as const).filter((key) => !hasText(key)).map((key) => COLUMNS[key]),
    ...Object.entries(values).flatMap(([column, otherwise]) => (isSet(column as NamedSetting, otherwise) ? [] : [column as NamedSetting])),
  ]
}
