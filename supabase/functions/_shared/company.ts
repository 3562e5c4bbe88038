// The company that owns the site. These are the values until the owner enters others at /admin/site (table company_settings); samples are
// shown only where the site is tried out. Pages and mails read `company`, which `applySettings` keeps up to date.
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
  architects: { name: string; titleKey: 'leadArchitect' | 'interiorArchitect' }[]
}

type ByLanguage = Partial<Record<Language, string>>

/** A row of company_settings, without what was not entered. */
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
  architects?: Company['architects'] | null
  hours?: ByLanguage
  payment_ways?: ByLanguage
}

/** Used where nothing else was entered. */
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
  architects: [
    { name: 'Example Architect One', titleKey: 'leadArchitect' },
    { name: 'Example Architect Two', titleKey: 'interiorArchitect' },
  ],
}

const SAMPLE_WORD = /example|örnek|nümunə|пример|مثال|exemple/i
const ONLY_ZEROS = /^0+$|0{7}$/

/** Whether the text only shows what belongs in its place. */
export const isSample = (text: string) => SAMPLE_WORD.test(text) || ONLY_ZEROS.test(text.replaceAll(' ', ''))

/** As shown now. What is not known is empty, and is left out by whoever shows it. */
export const company: Company = structuredClone(DEFAULTS)

let entered: CompanySettings = {}
let showsSamples = true

/** Everything that reads `company` or a text of it from now on gets these. */
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

/** What was entered in that language, else the default unless it is a sample, else what was entered in another language. */
export function companyText(key: CompanyText, language: Language, otherwise: string): string {
  const texts = entered[COLUMNS[key]] ?? {}
  const known = texts[language] || (isSample(otherwise) ? '' : otherwise) || texts.tr || Object.values(texts)[0]
  if (known) return known
  if (showsSamples) return otherwise
  return key === 'legalName' ? company.brand : ''
}

/** Texts are written with the default brand. */
export const brandedText = (text: string) =>
  company.brand === DEFAULTS.brand ? text : text.replaceAll(DEFAULTS.brand, () => company.brand)

export const phonesOfCompany = () => [company.phones.azerbaijan, company.phones.turkey].filter(Boolean)
