// robots.txt, sitemap.xml and the web app manifest.

import type { Language } from '../src/lib/languages.ts'
import { alternatesOf, ORIGIN } from './page-head.ts'

// Addresses below these paths are not pages.
const NO_PAGES = ['/auth/v1/', '/rest/v1/', '/storage/v1/', '/realtime/v1/', '/functions/v1/']

/** Pages that must not be indexed say so themselves, which robots can only read if they are allowed in. */
export const robotsText = () =>
  ['User-agent: *', ...NO_PAGES.map((path) => `Disallow: ${path}`), '', `Sitemap: ${ORIGIN}/sitemap.xml`, ''].join('\n')

export function sitemap(pages: Record<Language, string>[], defaultLanguage: Language) {
  const entries = pages.flatMap((addresses) => {
    const alternates = alternatesOf(addresses, defaultLanguage).map(
      ({ hreflang, href }) => `    <xhtml:link rel="alternate" hreflang="${hreflang}" href="${href}" />`,
    )
    return Object.values(addresses).map((path) => ['  <url>', `    <loc>${ORIGIN}${path}</loc>`, ...alternates, '  </url>'].join('\n'))
  })
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">',
    ...entries,
    '</urlset>',
    '',
  ].join('\n')
}

export const manifest = (brand: string, legalName: string) => ({
  name: legalName,
  short_name: brand,
  id: '/',
  start_url: '/',
  display: 'browser',
  background_color: '#faf7f1',
  theme_color: '#0e1c36',
  icons: [
    { src: '/icon.svg', sizes: 'any', type: 'image/svg+xml' },
    { src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
    { src: '/icon-512.png', sizes: '512x512', type: 'image/png' },
    { src: '/icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
  ],
})
