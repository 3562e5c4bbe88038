import './index.css'
import './lib/router/history-guard.ts'
import { StrictMode, startTransition } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { App, textsOf } from './app.tsx'
import { takeCompany } from './lib/data/company.ts'
import { takeNotices } from './lib/data/notices.ts'
import { PageDataProvider, readPageData } from './lib/data/page-data.tsx'
import { rememberLanguage } from './lib/i18n.tsx'
import { DEFAULT_LANGUAGE, isLanguage, pathWithoutPrefix, prefixOf } from './lib/languages.ts'
import { keepTypedInput } from './lib/load/early.ts'
import { isAccountPage } from './lib/router/paths.ts'
import { SiteRouter } from './lib/router/site-router.tsx'
import { takeArrival } from './lib/session/arrival.ts'
import { personAtStart } from './lib/session/session.ts'
import { hadTokenAtStart } from './lib/session/session-state.ts'
import { loadPage, type Page, pageAt } from './routes.tsx'

/** The maximum time that the first frame of a page about a person waits for its data. */
const PRELOAD_MS = 400

// Not awaited at the top level, because pages import modules of this chunk and would wait for themselves.
async function start() {
  takeCompany()
  takeNotices()
  takeArrival()
  const prefix = prefixOf(location.pathname)
  const asked = new URLSearchParams(location.search).get('lang')
  if (!prefix && isLanguage(asked)) rememberLanguage(asked)
  const language = prefix ?? storedLanguage() ?? DEFAULT_LANGUAGE
  const path = pathWithoutPrefix(location.pathname)

  const root = document.getElementById('root')
  if (!root) throw new Error('index.html has no element #root.')
  const page = pageAt(path)
  await Promise.all([textsOf(language, path), loadPage(page), preload(page, path)])

  const app = (
    <StrictMode>
      <SiteRouter>
        <PageDataProvider data={readPageData()}>
          <App language={language} />
        </PageDataProvider>
      </SiteRouter>
    </StrictMode>
  )
  keepTypedInput(root)
  // A page that was prerendered for this language and address is hydrated, and any other is rendered from scratch. In a transition,
  // hydration runs in small steps and does not block clicks.
  if (root.dataset['language'] === language && root.dataset['path'] === page.path) startTransition(() => void hydrateRoot(root, app))
  else createRoot(root).render(app)
  document.getElementById('unloaded')?.remove()
  delete document.documentElement.dataset['pending']
}

start().catch((error: unknown) => {
  // A page that was prerendered is complete. Any other now says that it could not be loaded.
  document.documentElement.dataset['unloaded'] = ''
  throw error
})

/**
 * Loads the page's code and data first. Otherwise the page would render several times: while the session is read, with the person, and with
 * every response.
 */
async function preload(page: Page, path: string) {
  if (!hadTokenAtStart || !isAccountPage(path)) return
  const ready = async () => {
    const [module, person] = await Promise.all([loadPage(page), personAtStart()])
    // Until the second step of the sign-in, the database refuses every request.
    if (person && !person.needsSecondStep) await module.preload?.(person, new URLSearchParams(location.search))
  }
  await Promise.race([ready().catch(() => {}), new Promise((resolve) => setTimeout(resolve, PRELOAD_MS))])
}

function storedLanguage() {
  try {
    const stored = localStorage.getItem('language')
    return isLanguage(stored) ? stored : undefined
  } catch {
    return undefined
  }
}
