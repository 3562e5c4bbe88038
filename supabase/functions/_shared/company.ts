// The company that owns the site. Every value is a placeholder and has to be replaced only here: pages and mails read this file.
// In production the server refuses to start while `placeholders` finds one (ALLOW_PLACEHOLDERS in docs/operations.md).
import type { LANGUAGES } from './rules.ts'

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

/** What has a form of its own in each language. Pages read it as texts, `company.…`, so that they load one language only. */
interface CompanyTexts {
  legalName: string
  address: string
  permitAuthority: string
}

export const company: Company = {
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

export const companyIn: Record<(typeof LANGUAGES)[number], CompanyTexts> = {
  tr: {
    legalName: 'BKV Örnek Danışmanlık Grubu MMC',
    address: 'Örnek Sokağı 1, AZ1000 Bakü, Azerbaycan',
    permitAuthority: 'Örnek Sağlık Kurumu',
  },
  az: {
    legalName: 'BKV Nümunə Konsaltinq Qrupu MMC',
    address: 'Nümunə küçəsi 1, AZ1000 Bakı, Azərbaycan',
    permitAuthority: 'Nümunə Səhiyyə Qurumu',
  },
  en: {
    legalName: 'BKV Example Consulting Group LLC',
    address: '1 Example Street, AZ1000 Baku, Azerbaijan',
    permitAuthority: 'Example Health Authority',
  },
  ru: {
    legalName: 'ООО «Пример Консалтинг Групп BKV»',
    address: 'ул. Примерная, 1, AZ1000 Баку, Азербайджан',
    permitAuthority: 'Пример органа здравоохранения',
  },
  ar: {
    legalName: 'شركة BKV مثال للاستشارات ذ.م.م',
    address: 'شارع المثال 1، باكو AZ1000، أذربيجان',
    permitAuthority: 'هيئة صحية مثال',
  },
  fr: {
    legalName: 'BKV Exemple Groupe de conseil SARL',
    address: '1 rue de l’Exemple, AZ1000 Bakou, Azerbaïdjan',
    permitAuthority: 'Autorité de santé exemple',
  },
}

const SAMPLE_WORD = /example|örnek|nümunə|пример|مثال|exemple/i
const ONLY_ZEROS = /^0+$|0{7}$/

/** The names of the values that nobody has replaced, such as `companyIn.tr.address`. */
export function placeholders(details: object = { company, companyIn }, prefix = ''): string[] {
  return Object.entries(details).flatMap(([key, value]: [string, unknown]) => {
    if (typeof value === 'object' && value !== null) return placeholders(value, `${prefix}${key}.`)
    const text = String(value)
    return SAMPLE_WORD.test(text) || ONLY_ZEROS.test(text.replaceAll(' ', '')) ? [`${prefix}${key}`] : []
  })
}
