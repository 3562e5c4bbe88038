// The prerender's side of the site: renders one page in one language to HTML.
import { StrictMode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { prerender } from 'react-dom/static'
import { company, companyIn, placeholders } from '../../supabase/functions/_shared/company.ts'
import { App, textsOf } from './app.tsx'
import { HERO_SIZES } from './components/hero.tsx'
import { AppFrame } from './components/shell/app-frame.tsx'
import { firstRequestsOf } from './first-requests.ts'
import { type EmbeddedTexts, loadArea, textsFor, translate } from './lib/i18n.tsx'
import { addressOf, type Language } from './lib/languages.ts'
import type { EarlyRequest } from './lib/load/early-answers.ts'
import { isAccountPage, NO_SUCH_PAGE } from './lib/router/paths.ts'
import { StaticRouter } from './lib/router/router.tsx'
import { loadPage, NOT_FOUND, PAGES, type Page } from './routes.tsx'

export { addressOf, DEFAULT_LANGUAGE, directionOf, LANGUAGES } from './lib/languages.ts'
export { structuredDataOf } from './structured-data.ts'
export { company, companyIn, NOT_FOUND, PAGES, placeholders }

export interface Rendered {
  html: string
  title: string
  description: string
  texts: EmbeddedTexts
  /** Requests for data that the page makes as it opens. */
  requests: EarlyRequest[]
  /** To be preloaded. */
  picture: { sources: [string, string]; sizes: string } | undefined
}

/** `isPrefixed`: links have addresses like /en/faq. Plain addresses are for readers whose language the server knows. */
export async function render(language: Language, page: Page, isPrefixed: boolean): Promise<Rendered> {
  const path = page === NOT_FOUND ? NO_SUCH_PAGE : page.path
  const [{ firstPicture, firstRequests }] = await Promise.all([loadPage(page), textsOf(language, path)])
  const prefix = isPrefixed ? addressOf(language, '/').replace(/\/$/, '') : ''
  const { prelude } = await prerender(
    <StrictMode>
      <StaticRouter basename={prefix} path={isPrefixed ? addressOf(language, path) : path}>
        <App language={language} />
      </StaticRouter>
    </StrictMode>,
    // Everything is rendered in place, nothing that a script would have to move.
    { progressiveChunkSize: Number.POSITIVE_INFINITY },
  )
  return {
    html: await new Response(prelude).text(),
    title: page.title ? translate(language, page.title) : '',
    description: page.description ? translate(language, page.description) : '',
    texts: textsFor(language, ['common', ...page.areas]),
    requests: (firstRequests?.(language) ?? []).map((request) => ({ path: request })),
    picture: firstPicture && { sources: firstPicture.avif, sizes: HERO_SIZES },
  }
}

/** The title, texts and outline of a page that only the browser renders, and its text for readers without scripts. */
export async function describeApp(language: Language, page: Page) {
  await Promise.all(['common' as const, ...page.areas].map((area) => loadArea(language, area)))
  return {
    title: page.title ? translate(language, page.title) : company.brand,
    texts: textsFor(language, ['common', ...page.areas]),
    noScript: translate(language, 'noScript.page'),
    frame: isAccountPage(page.path) ? renderToStaticMarkup(<AppFrame />) : '',
    requests: await firstRequestsOf(page),
  }
}
