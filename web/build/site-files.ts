// robots.txt and the web app manifest.

/** Filled in when the server starts. */
export const ORIGIN = '__SITE_URL__'

// Addresses below these paths are not pages.
const NO_PAGES = ['/auth/v1/', '/rest/v1/', '/storage/v1/', '/realtime/v1/', '/functions/v1/']

/** Pages that must not be indexed say so themselves, which robots can only read if they are allowed in. */
export const robotsText = () =>
  ['User-agent: *', ...NO_PAGES.map((path) => `Disallow: ${path}`), '', `Sitemap: ${ORIGIN}/sitemap.xml`, ''].join('\n')

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
