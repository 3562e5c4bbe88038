// The head of a public page: tags for search engines, for the other languages and for sharing.
import type { Language } from '../lib/languages.ts'

const SHARE_IMAGE = { width: 1200, height: 630 }

const OG_LOCALES: Record<Language, string> = { tr: 'tr_TR', az: 'az_AZ', en: 'en_GB', ru: 'ru_RU', ar: 'ar_AR', fr: 'fr_FR' }

export interface PageHead {
  brand: string
  title: string
  description: string
  language: Language
  /** The page's address in every language. `defaultLanguage` is the version for readers of any other language. */
  addresses: Record<Language, string>
  defaultLanguage: Language
  /** A path of the site, or an address with unknown dimensions. */
  shareImage: string
  /** The origin of the site. */
  origin: string
  structuredData: object[]
}

export function publicHead(head: PageHead) {
  const { brand, title, description, language, addresses, defaultLanguage, shareImage, structuredData, origin } = head
  const urlIn = (each: Language) => `${origin}${addresses[each]}`
  const languages = Object.keys(addresses) as Language[]
  const isOwn = shareImage.startsWith('/')
  const image = isOwn ? `${origin}${shareImage}` : shareImage
  return [
    `<link rel="canonical" href="${escape(urlIn(language))}" />`,
    ...alternatesOf(addresses, defaultLanguage, origin).map(
      ({ hreflang, href }) => `<link rel="alternate" hreflang="${hreflang}" href="${escape(href)}" />`,
    ),
    property('og:type', 'website'),
    property('og:site_name', brand),
    property('og:title', title),
    property('og:description', description),
    property('og:url', urlIn(language)),
    property('og:locale', OG_LOCALES[language]),
    ...languages.filter((each) => each !== language).map((each) => property('og:locale:alternate', OG_LOCALES[each])),
    property('og:image', image),
    property('og:image:type', 'image/jpeg'),
    ...(isOwn ? [property('og:image:width', String(SHARE_IMAGE.width)), property('og:image:height', String(SHARE_IMAGE.height))] : []),
    name('twitter:card', 'summary_large_image'),
    name('twitter:title', title),
    name('twitter:description', description),
    name('twitter:image', image),
    ...structuredData.map((data) => `<script type="application/ld+json">${asJsonBlock(data)}</script>`),
  ]
}

export const alternatesOf = (addresses: Record<Language, string>, defaultLanguage: Language, origin: string) => [
  ...Object.entries(addresses).map(([hreflang, path]) => ({ hreflang, href: `${origin}${path}` })),
  { hreflang: 'x-default', href: `${origin}${addresses[defaultLanguage]}` },
]

export const escape = (text: string) => text.replaceAll(/[&<>"]/g, (letter) => `&#${letter.charCodeAt(0)};`)

/** Only "<" could end a script element. */
export const asJsonBlock = (data: object) => JSON.stringify(data).replaceAll('<', '\\u003c')

const property = (key: string, content: string) => `<meta property="${key}" content="${escape(content)}" />`
const name = (key: string, content: string) => `<meta name="${key}" content="${escape(content)}" />`
