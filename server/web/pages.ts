// Maps addresses to built pages and languages.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { withoutSlashesAtEnd } from '../wire.ts'
import type { DataSource } from './public-data.ts'
import type { DataPage } from './rendered-pages.ts'
import { fileOf } from './template-file.ts'

/** Written by the build of the site. */
export interface SiteRoutes {
  languages: string[]
  defaultLanguage: string
  /** Prerendered as HTML in every language. */
  pages: string[]
  /** Rendered by the browser only. */
  app: string[]
  /** Not available in production. */
  developers: string[]
  /** Pages with data from the database, and what renders them. */
  data?: { renderer: string; sources: Record<string, DataSource>; pages: DataPage[] }
}

/** The page has another address. */
export interface Redirect {
  status: 301 | 302 | 308
  redirect: string
}

export interface FoundPage {
  /** The path below the build's folder. */
  file: string
  status: 200 | 404
  /** Whether the response depends on the visitor's cookie. */
  variesByCookie: boolean
  /** Rendered on request. The file is the fallback. */
  rendered?: { page: DataPage; path: string; language: string; isPrefixed: boolean; notFound: string }
}

export function readRoutes(folder: string): SiteRoutes {
  const file = join(folder, 'routes.json')
  if (!existsSync(file)) throw new Error(`There is no built site in ${folder}; run "npm start", which builds it.`)
  return JSON.parse(readFileSync(file, 'utf8')) as SiteRoutes
}

/** The pattern of the page for unknown addresses. */
const NOT_FOUND = '*'

export function createPageFinder(routes: SiteRoutes, { production }: { production: boolean }) {
  const others = routes.languages.filter((language) => language !== routes.defaultLanguage)
  const isKnown = (language: string | null | undefined) => others.find((each) => each === language)
  const app = [...routes.app, ...(production ? [] : routes.developers)]
  const fits = (route: string, path: string) => new RegExp(`^${route.replaceAll(/:\w+/g, '[^/]+')}$`).test(path)
  const appRoute = (path: string) => app.find((route) => fits(route, path))
  const dataPages = routes.data?.pages.filter(({ isFile, pattern }) => !isFile && pattern !== NOT_FOUND) ?? []
  const lost = routes.data?.pages.find(({ pattern }) => pattern === NOT_FOUND)

  /** Redirects to the current address of a page whose last segment has changed, in the same language. */
  const movedTo = (url: URL, last: string): Redirect => {
    const path = withoutSlashesAtEnd(url.pathname)
    return { status: 301, redirect: `${path.slice(0, path.lastIndexOf('/') + 1).replace(/^\/+/, '/')}${last}${url.search}` }
  }

  const find = (url: URL, cookie: string | null): FoundPage | Redirect => {
    const path = withoutSlashesAtEnd(url.pathname) || '/'
    const [, first] = path.split('/')
    if (first === routes.defaultLanguage)
      return { status: 308, redirect: addressIn(routes.defaultLanguage, path.slice(first.length + 1), url) }
    const prefix = isKnown(first)
    const asked = url.searchParams.get('lang')
    if (prefix && asked && routes.languages.includes(asked))
      return { status: 302, redirect: addressIn(asked, path.slice(prefix.length + 1), url, isKnown(asked) === undefined) }
    const inner = prefix ? path.slice(prefix.length + 1) || '/' : path
    const known = prefix ? undefined : isKnown(asked ?? languageOf(cookie))
    const folder = prefix ? `client/${prefix}` : known ? `plain/${known}` : 'client'
    const variesByCookie = !prefix
    const page = dataPages.find(({ pattern }) => fits(pattern, inner))
    const language = prefix ?? known ?? routes.defaultLanguage
    const rendered = page && { page, path: inner, language, isPrefixed: !known, notFound: `${folder}/404.html` }
    const found = { status: 200 as const, variesByCookie, ...(rendered && { rendered }) }
    const pattern = page?.pattern ?? inner
    if (routes.pages.includes(pattern)) return { file: `${folder}/${fileOf(pattern)}.html`, ...found }
    const route = appRoute(inner)
    if (route) return { file: `app/${language}${route.replaceAll(':', '')}.html`, ...found }
    const nowhere = lost && { page: lost, path: '/404', language, isPrefixed: !known, notFound: `${folder}/404.html` }
    return { file: `${folder}/404.html`, status: 404, variesByCookie, ...(nowhere && { rendered: nowhere }) }
  }
  return { find, movedTo, isRenderedFile: (path: string) => routes.data?.pages.find(({ isFile, pattern }) => isFile && pattern === path) }

  /**
   * Never leads to another site, as `//name` would. An address without a language keeps its `lang` parameter, because a cookie may select
   * another language.
   */
  function addressIn(language: string, path: string, { searchParams }: URL, keepsQuestion = false) {
    const query = new URLSearchParams(searchParams)
    if (!keepsQuestion) query.delete('lang')
    const inner = `/${path.replace(/^\/+/, '')}`
    const address = language === routes.defaultLanguage ? inner : `/${language}${inner === '/' ? '' : inner}`
    return `${address}${query.size ? `?${query.toString()}` : ''}`
  }
}

const languageOf = (cookie: string | null) => /(?:^|;\s*)language=([a-z]{2})(?:;|$)/.exec(cookie ?? '')?.[1]
