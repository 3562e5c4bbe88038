// The company that owns the site. The values here are defaults until the owner enters others at /admin/site (table company_settings);
// samples among them are shown only on a trial site. Pages and mails read `company`, which `applySettings` keeps up to date.
import type { LANGUAGES } from './rules.ts'

type Language = (typeof LANGUAGES)[number]

export interface Company {
  brand: string
  /** The time zone of the office. */
  timezone: string
  /** Shown as written here. Links use only the digits and the plus sign. */
  phones: { azerbaijan: string; turkey: string }
  infoEmail: string
  supportEmail: string
  /** Digits only, with the country code, as wa.me requires. */
  whatsApp: string
  taxNumber: string
  /** The permit of the health facility. Doctors' licences are in their records. */
  permit: { number: string; country: string }
  psychologyCoordinator: string
  /** The name of the photo in the bucket site-photos. */
  psychologyCoordinatorPhoto: string
  architects: { name: string; titleKey: 'leadArchitect' | 'interiorArchitect'; photo?: string }[]
}

type ByLanguage = Partial<Record<Language, string>>

/** The entered fields of the row in company_settings. */
export interface CompanySettings {
  brand?: string | null
  legal_names?: ByLanguage
  addresses?: ByLanguage
  phone_azerbaijan?: string | null
  phone_turkey?: string | null
  info_email?: string | null
  support_email?: string | null
  whatsapp?: string | null
  tax_number?: string | null
  permit_number?: string | null
  permit_country?: string | null
  permit_authorities?: ByLanguage
  psychology_coordinator?: string | null
  psychology_coordinator_photo?: string | null
  architects?: Company['architects'] | null
  hours?: ByLanguage
  payment_ways?: ByLanguage
}

/** Used for every field that the owner has not entered. */
export const DEFAULTS: Company = {
  brand: 'BKV',
  timezone: 'Asia/Baku',
  phones: { azerbaijan: '+994 12 000 00 00', turkey: '+90 212 000 00 00' },
  infoEmail: 'info@bkv.example.com',
  supportEmail: 'support@bkv.example.com',
  whatsApp: '994500000000',
  taxNumber: '0000000000',
  permit: { number: '000000', country: 'AZ' },
  psychologyCoordinator: 'Example Coordinator',
  psychologyCoordinatorPhoto: '',
  architects: [
    { name: 'Example Architect One', titleKey: 'leadArchitect' },
    { name: 'Example Architect Two', titleKey: 'interiorArchitect' },
  ],
}

const SAMPLE_WORD = /example|örnek|nümunə|пример|مثال|exemple/i
const ONLY_ZEROS = /^0+$|0{7}$/

/** Whether the text is only a sample of the real value. */
export const isSample = (text: string) => SAMPLE_WORD.test(text) || ONLY_ZEROS.test(text.replaceAll(' ', ''))

/** The current values. An unknown value is an empty string, and callers leave it out. */
export const company: Company = structuredClone(DEFAULTS)

let entered: CompanySettings = {}
let showsSamples = true

/** Updates `company` and the texts of the company. */
export function applySettings(settings: CompanySettings, options: { showsSamples: boolean }) {
  entered = settings
  showsSamples = options.showsSamples
  const shown = (value: string | null | undefined, otherwise: string) => value || (showsSamples || !isSample(otherwise) ? otherwise : '')
  const { phones, permit, architects } = DEFAULTS
  const infoEmail = shown(settings.info_email, DEFAULTS.infoEmail)
  const supportEmail = shown(settings.support_email, DEFAULTS.supportEmail)
  Object.assign(company, {
    brand: settings.brand || DEFAULTS.brand,
    phones: { azerbaijan: shown(settings.phone_azerbaijan, phones.azerbaijan), turkey: shown(settings.phone_turkey, phones.turkey) },
    infoEmail: infoEmail || supportEmail,
    supportEmail: supportEmail || infoEmail,
    whatsApp: shown(settings.whatsapp, DEFAULTS.whatsApp),
    taxNumber: shown(settings.tax_number, DEFAULTS.taxNumber),
    permit: { number: shown(settings.permit_number, permit.number), country: settings.permit_country || permit.country },
    psychologyCoordinator: shown(settings.psychology_coordinator, DEFAULTS.psychologyCoordinator),
    // Without an entered name, the sample stands there, and it has no photo.
    psychologyCoordinatorPhoto: (settings.psychology_coordinator && settings.psychology_coordinator_photo) || '',
    architects: settings.architects ?? architects.filter(({ name }) => showsSamples || !isSample(name)),
  } satisfies Omit<Company, 'timezone'>)
}

export const COLUMNS = {
  legalName: 'legal_names',
  address: 'addresses',
  permitAuthority: 'permit_authorities',
  hours: 'hours',
  paymentWays: 'payment_ways',
} as const

export type CompanyText = keyof typeof COLUMNS

/** The text entered in that language, else in another one, because the default may no longer be true, else the default. */
export function companyText(key: CompanyText, language: Language, otherwise: string): string {
  const texts = entered[COLUMNS[key]] ?? {}
  const known = texts[language] || texts.tr || Object.values(texts)[0]
  if (known) return known
  if (showsSamples || !isSample(otherwise)) return otherwise
  return key === 'legalName' ? company.brand : ''
}

/** Replaces the default brand, which the texts contain, with the entered one. */
export const brandedText = (text: string) =>
  company.brand === DEFAULTS.brand ? text : text.replaceAll(DEFAULTS.brand, () => company.brand)

export const phonesOfCompany = () => [company.phones.azerbaijan, company.phones.turkey].filter(Boolean)
