// The head of a public page: tags for search engines, for the other languages and for sharing.
import type { Language } from '../src/lib/languages.ts'

/** Filled in when the server starts. */
export const ORIGIN = '__SITE_URL__'
const SHARE_IMAGE = { width: 1200, height: 630, type: 'image/jpeg' }

const OG_LOCALES: Record<Language, string> = { tr: 'tr_TR', az: 'az_AZ', en: 'en_GB', ru: 'ru_RU', ar: 'ar_AR', fr: 'fr_FR' }

export interface PageHead {
  brand: string
  title: string
  description: string
  language: Language
  /** The page's address in every language. `defaultLanguage` is for readers of any other language. */
  addresses: Record<Language, string>
  defaultLanguage: Language
  shareImage: string
  structuredData: object[]
}

export function publicHead({ brand, title, description, language, addresses, defaultLanguage, shareImage, structuredData }: PageHead) {
  const urlIn = (each: Language) => `${ORIGIN}${addresses[each]}`
  const languages = Object.keys(addresses) as Language[]
  const image = `${ORIGIN}${shareImage}`
  return [
    `<link rel="canonical" href="${urlIn(language)}" />`,
    ...alternatesOf(addresses, defaultLanguage).map(
      ({ hreflang, href }) => `<link rel="alternate" hreflang="${hreflang}" href="${href}" />`,
    ),
    property('og:type', 'website'),
    property('og:site_name', brand),
    property('og:title', title),
    property('og:description', description),
    property('og:url', urlIn(language)),
    property('og:locale', OG_LOCALES[language]),
    ...languages.filter((each) => each !== language).map((each) => property('og:locale:alternate', OG_LOCALES[each])),
    property('og:image', image),
    property('og:image:type', SHARE_IMAGE.type),
    property('og:image:width', String(SHARE_IMAGE.width)),
    property('og:image:height', String(SHARE_IMAGE.height)),
    name('twitter:card', 'summary_large_image'),
    name('twitter:title', title),
    name('twitter:description', description),
    name('twitter:image', image),
    ...structuredData.map((data) => `<script type="application/ld+json">${asJsonBlock(data)}</script>`),
  ]
}

export const alternatesOf = (addresses: Record<Language, string>, defaultLanguage: Language) => [
  ...Object.entries(addresses).map(([hreflang, path]) => ({ hreflang, href: `${ORIGIN}${path}` })),
  { hreflang: 'x-default', href: `${ORIGIN}${addresses[defaultLanguage]}` },
]

export const escape = (text: string) => text.replaceAll(/[&<>"]/g, (letter) => `&#${letter.charCodeAt(0)};`)

/** Only "<" could end a script element. */
export const asJsonBlock = (data: object) => JSON.stringify(data).replaceAll('<', '\\u003c')

const property = (key: string, content: string) => `<meta property="${key}" content="${escape(content)}" />`
const name = (key: string, content: string) => `<meta name="${key}" content="${escape(content)}" />`
