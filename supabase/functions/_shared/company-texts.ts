import type { LANGUAGES } from './rules.ts'

type Language = (typeof LANGUAGES)[number]

/** Values that differ by language. Pages read them as texts (`company.…`), so that they load one language only. */
export interface CompanyTexts {
  legalName: string
  address: string
  permitAuthority: string
}

export const companyIn: Record<Language, CompanyTexts> = {
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
