import './index.css'
import './lib/history-guard.ts'
import { StrictMode, startTransition } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { App, textsOf } from './app.tsx'
import { takeArrival } from './lib/arrival.ts'
import { keepTypedInput } from './lib/early.ts'
import { rememberLanguage } from './lib/i18n.tsx'
import { DEFAULT_LANGUAGE, isLanguage, pathWithoutPrefix, prefixOf } from './lib/languages.ts'
import { SiteRouter } from './lib/site-router.tsx'
import { loadPage, pageAt } from './routes.tsx'

// Not awaited at the top level: pages import modules of this chunk, and would wait for themselves.
async function start() {
  takeArrival()
  const prefix = prefixOf(location.pathname)
  const asked = new URLSearchParams(location.search).get('lang')
  if (!prefix && isLanguage(asked)) rememberLanguage(asked)
  const language = prefix ?? storedLanguage() ?? DEFAULT_LANGUAGE
  const path = pathWithoutPrefix(location.pathname)

  const root = document.getElementById('root')
  if (!root) throw new Error('index.html has no element #root.')
  await Promise.all([textsOf(language, path), loadPage(pageAt(path))])

  const app = (
    <StrictMode>
      <SiteRouter>
        <App language={language} />
      </SiteRouter>
    </StrictMode>
  )
  keepTypedInput(root)
  // A page that was prerendered in this language for this address is hydrated, any other is rendered from scratch. As a transition,
  // hydration runs in small steps and does not block clicks.
  if (root.dataset['language'] === language && root.dataset['path'] === pageAt(path).path)
    startTransition(() => void hydrateRoot(root, app))
  else createRoot(root).render(app)
  delete document.documentElement.dataset['pending']
}

void start()

function storedLanguage() {
  try {
    const stored = localStorage.getItem('language')
    return isLanguage(stored) ? stored : undefined
  } catch {
    return undefined
  }
}
