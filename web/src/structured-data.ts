// Structured data (schema.org) for search engines, about the company and the questions.
import { company, companyText, phonesOfCompany } from '../../supabase/functions/_shared/company.ts'
import { companyIn } from '../../supabase/functions/_shared/company-texts.ts'
import { answerOf, loadFaq } from './content/faq.ts'
import type { ShownAnswer } from './domain/shown-content.ts'
import { addressOf, LANGUAGES, type Language } from './lib/languages.ts'
import { plainTextOf } from './lib/plain-text.ts'

const ABOUT_THE_COMPANY = ['/', '/about', '/contact']

/** `origin` is the origin of this site. */
export async function structuredDataOf(path: string, language: Language, origin: string, added: ShownAnswer[] = []): Promise<object[]> {
  if (ABOUT_THE_COMPANY.includes(path)) return [organization(language, origin)]
  return path === '/faq' ? [await questions(language, origin, added)] : []
}

const organization = (language: Language, origin: string) => ({
  '@context': 'https://schema.org',
  '@type': 'Organization',
  '@id': `${origin}/#organization`,
  name: company.brand,
  legalName: textIn(language, 'legalName'),
  url: `${origin}/`,
  logo: `${origin}/icon-512.png`,
  ...known('email', company.infoEmail),
  ...(phonesOfCompany().length > 0 && { telephone: phonesOfCompany() }),
  ...known('taxID', company.taxNumber),
  ...known('address', textIn(language, 'address')),
  areaServed: ['AZ', 'TR'],
  contactPoint: {
    '@type': 'ContactPoint',
    contactType: 'customer support',
    ...known('email', company.supportEmail),
    ...known('telephone', phonesOfCompany()[0]),
    availableLanguage: LANGUAGES,
  },
})

const textIn = (language: Language, key: 'legalName' | 'address') => companyText(key, language, companyIn[language][key])

const known = (name: string, value: string | undefined) => (value ? { [name]: value } : {})

async function questions(language: Language, origin: string, added: ShownAnswer[]) {
  const page = `${origin}${addressOf(language, '/faq')}`
  // Leaves out answers in another language, which only make sense to readers who see the language's name.
  const own = added.filter(({ answer }) => answer.language === language)
  const specified = (await loadFaq(language)).map((entry) => ({ ...entry, answer: answerOf(entry, language) }))
  const entries = [...specified, ...own.map(({ answer, ...entry }) => ({ ...entry, answer: plainTextOf(answer.html) }))]
  return {
    '@context': 'https://schema.org',
    '@type': 'FAQPage',
    inLanguage: language,
    mainEntity: entries.map(({ id, question, answer }) => ({
      '@type': 'Question',
      '@id': `${page}#${id}`,
      name: question,
      acceptedAnswer: { '@type': 'Answer', text: answer },
    })),
  }
}
