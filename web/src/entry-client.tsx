import './index.css'
import './lib/history-guard.ts'
import { StrictMode, startTransition } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router'
import { App, textsOf } from './app.tsx'
import { takeArrival } from './lib/arrival.ts'
import { holdTyped } from './lib/early.ts'
import { rememberLanguage } from './lib/i18n.tsx'
import { DEFAULT_LANGUAGE, isLanguage, prefixOf } from './lib/languages.ts'
import { loadPage, pageAt } from './routes.tsx'

// Not awaited at the top level: pages import what stands here, and would wait for themselves.
async function start() {
  takeArrival()
  const prefix = prefixOf(location.pathname)
  const asked = new URLSearchParams(location.search).get('lang')
  if (isLanguage(asked)) rememberLanguage(asked)
  const language = prefix ?? storedLanguage() ?? DEFAULT_LANGUAGE
  const path = prefix ? location.pathname.slice(prefix.length + 1) || '/' : location.pathname

  const root = document.getElementById('root')
  if (!root) throw new Error('The page has no place for the site.')
  await Promise.all([textsOf(language, path), loadPage(pageAt(path))])

  const app = (
    <StrictMode>
      <BrowserRouter basename={prefix ? `/${prefix}` : '/'}>
        <App language={language} />
      </BrowserRouter>
    </StrictMode>
  )
  holdTyped(root)
  // The page was written in one language, on one address; anything else is drawn anew. Taking over is done in small steps, so that
  // a press in between is answered at once.
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
