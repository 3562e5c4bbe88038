// Renders the site to HTML: pages without data at build time, and pages with data on request in the server's worker thread.
import { StrictMode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { prerender } from 'react-dom/static'
import { applySettings, type CompanySettings, company } from '../../supabase/functions/_shared/company.ts'
import { App, textsOf } from './app.tsx'
import { HERO_SIZES } from './components/hero.tsx'
import { AppFrame } from './components/shell/app-frame.tsx'
import { Unloaded } from './components/shell/unloaded.tsx'
import { firstRequestsOf } from './first-requests.ts'
import { type SiteConfig, setSiteConfig } from './lib/data/config.ts'
import { setNotices } from './lib/data/notices.ts'
import { type PageData, PageDataProvider } from './lib/data/page-data.tsx'
import { loadArea, textsFor, translate } from './lib/i18n.tsx'
import { addressOf, DEFAULT_LANGUAGE, isLanguage, LANGUAGES, type Language } from './lib/languages.ts'
import { convertFor } from './lib/markdown.ts'
import { isAccountPage, NO_SUCH_PAGE } from './lib/router/paths.ts'
import { StaticRouter } from './lib/router/router.tsx'
import { loadPage, NOT_FOUND, PAGES, type Page } from './routes.tsx'
import {
  addressesOfPage,
  companyOf,
  DATA_PAGES,
  doctorPathsOf,
  nextQuarter,
  noticesOf,
  type PageView,
  projectPathsOf,
  type SourceData,
  viewWithoutData,
} from './server/data-pages.ts'
import { DATA_SOURCES } from './server/data-sources.ts'
import { escape, publicHead } from './server/page-head.ts'
import { fillApp, fillPage } from './server/page-html.ts'
import { sitemap } from './server/sitemap.ts'
import { MANIFEST, manifestText } from './server/web-manifest.ts'
import { structuredDataOf } from './structured-data.ts'

export { addressOf, DEFAULT_LANGUAGE, directionOf, LANGUAGES } from './lib/languages.ts'
export { EMAIL_GAP, HEAD_GAP, ROOT_GAP } from './server/page-html.ts'
export { manifestText } from './server/web-manifest.ts'
export { NOT_FOUND, PAGES }

interface ComposeOptions {
  language: Language
  page: Page
  /**
   * Whether the address has a language prefix, as in links like /en/faq. Plain addresses are for readers whose language the server knows.
   */
  isPrefixed: boolean
  /** The HTML of the page, with gaps for its head and its content. */
  template: string
  /** The origin of the site. */
  origin: string
  /** The address of a page with a parameter, without a language prefix. */
  path?: string
  /** Only for a page with data. */
  shown?: { view: PageView; now: Date; company: CompanySettings }
}

/** Returns the HTML of a whole page. */
export async function composePage({ language, page, isPrefixed, template, origin, path, shown }: ComposeOptions) {
  const isFound = page !== NOT_FOUND
  const inner = path ?? (isFound ? page.path : NO_SUCH_PAGE)
  const data: PageData | undefined = shown && { now: shown.now.toISOString(), values: shown.view.values }
  const [{ firstPicture }] = await Promise.all([loadPage(page), textsOf(language, inner)])
  const html = await render(language, inner, isPrefixed, data)
  const title = shown?.view.title ?? (page.title ? translate(language, page.title) : company.brand)
  const description = shown?.view.description ?? (page.description ? translate(language, page.description) : '')
  const isIndexed = isFound && (!shown || shown.view.status === 200)
  // Without its data, a page with a parameter has no known address.
  const hasAddress = !inner.includes(':')
  const head = [
    firstPicture &&
      `<link rel="preload" as="image" type="image/avif" fetchpriority="high" imagesizes="${HERO_SIZES}" imagesrcset="${firstPicture.avif[0]} 800w, ${firstPicture.avif[1]} 1600w" />`,
    `<title>${escape(title)}</title>`,
    description && `<meta name="description" content="${escape(description)}" />`,
    ...(isIndexed && hasAddress
      ? publicHead({
          brand: company.brand,
          title,
          description,
          language,
          addresses: inEveryLanguage(inner),
          defaultLanguage: DEFAULT_LANGUAGE,
          shareImage: shown?.view.shareImage ?? `/share/${page.path === '/' ? 'home' : page.path.split('/')[1]}.jpg`,
          structuredData: [
            ...(await structuredDataOf(page.path, language, origin, shown?.view.questions)),
            ...(shown?.view.structuredData ?? []),
          ],
          origin,
        })
      : [!isIndexed && '<meta name="robots" content="noindex" />']),
  ]
  return fillPage(template, {
    head,
    html,
    language,
    path: page.path,
    texts: textsFor(language, ['common', ...page.areas]),
    data,
    company: shown?.company,
  })
}

const inEveryLanguage = (path: string) =>
  Object.fromEntries(LANGUAGES.map((language) => [language, addressOf(language, path)])) as Record<Language, string>

async function render(language: Language, path: string, isPrefixed: boolean, data: PageData | undefined) {
  const prefix = isPrefixed ? addressOf(language, '/').replace(/\/$/, '') : ''
  const { prelude } = await prerender(
    <StrictMode>
      <StaticRouter basename={prefix} path={isPrefixed ? addressOf(language, path) : path}>
        <PageDataProvider data={data}>
          <App language={language} />
        </PageDataProvider>
      </StaticRouter>
    </StrictMode>,
    // Renders everything in place, so that no script has to move content.
    { progressiveChunkSize: Number.POSITIVE_INFINITY },
  )
  return new Response(prelude).text()
}

const SITEMAP = '/sitemap.xml'

/** Data for the server: the sources that it fetches, and the pages that it renders. */
export const serverData = {
  sources: DATA_SOURCES,
  pages: [
    ...[...PAGES, NOT_FOUND].map(({ path }) => {
      const { needs = [], addresses } = DATA_PAGES.find(({ pattern }) => pattern === path) ?? {}
      return {
        pattern: path,
        needs: [...needs, 'company' as const, 'notices' as const],
        ...(addresses && { addresses: { key: addresses.key, needs: addresses.needs } }),
      }
    }),
    { pattern: SITEMAP, needs: ['doctors', 'projectIds'], isFile: true },
    { pattern: MANIFEST, needs: ['company'], isFile: true },
  ],
}

/** By default the sitemap has no pages with a parameter, as at build time. */
export function sitemapOf(origin: string, more: string[] = []) {
  const paths = PAGES.filter(({ isPrerendered, path }) => isPrerendered && !path.includes(':')).map(({ path }) => path)
  return sitemap([...paths, ...more].map(inEveryLanguage), DEFAULT_LANGUAGE, origin)
}

interface PageRequest {
  page: string
  path: string
  language: string
  isPrefixed: boolean
  data: SourceData
  template: string
  siteUrl: string
  values: SiteConfig
}

/** A part of the 300 ms after which the server sends the page as it was built. */
const MAX_CONVERSION_MS = 100

/** Called by the server, like `renderPage`. */
export const addressesOf = addressesOfPage

/** Called by the server, one page at a time. */
export async function renderPage({ page: pattern, path, language, isPrefixed, data, template, siteUrl, values }: PageRequest) {
  setSiteConfig(values)
  if (pattern === SITEMAP) return { status: 200, body: sitemapOf(siteUrl, [...doctorPathsOf(data), ...projectPathsOf(data)]) }
  const settings = companyOf(data)
  applySettings(settings, { showsSamples: values.isTriedOut })
  if (pattern === MANIFEST) return { status: 200, body: manifestText() }
  const page = [...PAGES, NOT_FOUND].find((each) => each.path === pattern)
  if (!page || !isLanguage(language)) throw new Error(`There is no page ${pattern} in ${language}.`)
  const now = new Date()
  setNotices(noticesOf(data, now))
  if (!page.isPrerendered) return { status: 200, body: fillApp(template, settings, company), validUntil: nextQuarter(now) }
  await textsOf(language, path)
  const dataPage = DATA_PAGES.find((each) => each.pattern === pattern)
  const { result: view, isComplete } = convertFor(
    MAX_CONVERSION_MS,
    () => dataPage?.viewOf({ path, language, data, now, origin: siteUrl }) ?? viewWithoutData(now, page === NOT_FOUND ? 404 : 200),
  )
  const body = await composePage({
    language,
    page,
    isPrefixed,
    template,
    origin: siteUrl,
    ...(page !== NOT_FOUND && { path }),
    shown: { view, now, company: settings },
  })
  return { status: view.status, body, validUntil: isComplete ? view.validUntil : now.getTime() }
}

/** The title, texts and outline of a page that only the browser renders, with its texts for readers whose browser has no scripts or could not load them. */
export async function describeApp(language: Language, page: Page) {
  await Promise.all(['common' as const, ...page.areas].map((area) => loadArea(language, area)))
  return {
    title: page.title ? translate(language, page.title) : company.brand,
    texts: textsFor(language, ['common', ...page.areas]),
    noScript: translate(language, 'noScript.page'),
    unloaded: renderToStaticMarkup(
      <Unloaded
        title={translate(language, 'fault.title')}
        text={translate(language, 'fault.text')}
        retry={translate(language, 'fault.retry')}
      />,
    ),
    frame: isAccountPage(page.path) ? renderToStaticMarkup(<AppFrame />) : '',
    requests: await firstRequestsOf(page),
  }
}
