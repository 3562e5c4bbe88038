// robots.txt.

/** Filled in when the server starts. */
export const ORIGIN = '__SITE_URL__'

// Addresses below these paths are not pages.
const NO_PAGES = ['/auth/v1/', '/rest/v1/', '/storage/v1/', '/realtime/v1/', '/functions/v1/']

/** Pages that must not be indexed contain a robots tag, which crawlers can only read if they may load the page. */
export const robotsText = () =>
  ['User-agent: *', ...NO_PAGES.map((path) => `Disallow: ${path}`), '', `Sitemap: ${ORIGIN}/sitemap.xml`, ''].join('\n')
