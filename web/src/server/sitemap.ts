import type { Language } from '../lib/languages.ts'
import { alternatesOf, escape } from './page-head.ts'

/** The sitemap of pages with these addresses. */
export function sitemap(pages: Record<Language, string>[], defaultLanguage: Language, origin: string) {
  const entries = pages.flatMap((addresses) => {
    const alternates = alternatesOf(addresses, defaultLanguage, origin).map(
      ({ hreflang, href }) => `    <xhtml:link rel="alternate" hreflang="${hreflang}" href="${escape(href)}" />`,
    )
    return Object.values(addresses).map((path) =>
      ['  <url>', `    <loc>${escape(`${origin}${path}`)}</loc>`, ...alternates, '  </url>'].join('\n'),
    )
  })
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">',
    ...entries,
    '</urlset>',
    '',
  ].join('\n')
}
