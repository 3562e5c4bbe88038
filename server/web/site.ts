// Serves the built site from memory: pages with their values filled in, and immutable files with hashed names.
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { extname, join, relative } from 'node:path'
import { brotliDecompressSync, gzipSync } from 'node:zlib'
import { createBrotli } from './brotli.ts'
import { securityHeaders } from './headers.ts'
import { createPageFinder, type FoundPage, readRoutes } from './pages.ts'
import { preloadsOf } from './preloads.ts'
import type { RenderedPage } from './render-job.ts'
import type { RenderedPages } from './rendered-pages.ts'

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
  '.woff2': 'font/woff2',
  '.pdf': 'application/pdf',
  '.txt': 'text/plain; charset=utf-8',
  '.xml': 'application/xml; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.jpg': 'image/jpeg',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
}

/** Other files that contain the site's own address. */
const FILLED = /\.(?:txt|xml)$/

type Bytes = Buffer<ArrayBuffer>

interface File {
  type: string
  tag: () => string
  plain: () => Bytes
  br: (() => Bytes) | undefined
  gz: (() => Bytes) | undefined
}

export interface SiteOptions {
  /** The folder of the build. */
  folder: string
  siteUrl: string
  production: boolean
  /** Embedded in the pages as a JSON data block, so that the site needs no request for its configuration. */
  values: { supabaseUrl: string }
  frames: string[]
  /** Renders pages with data. Without it, pages are sent as built. */
  rendered?: Pick<RenderedPages, 'get'> | undefined
}

export function createSite({ folder, siteUrl, production, values, frames, rendered }: SiteOptions) {
  const routes = readRoutes(folder)
  const finder = createPageFinder(routes, { production })
  const fillAddress = (text: string) => text.replaceAll('__SITE_URL__', () => siteUrl)
  // Excludes templates, which belong to the renderer.
  const templates = readTemplates(folder, /^(?!templates\/).*\.html$/)
  const filled = fillAll(templates, (html) => fillAddress(html).replace('"__CONFIG__"', () => asJsonBlock(values)))
  const pages = new Map(
    [...filled].map(([name, page]) => [name, { ...page, preloads: once(() => preloadsOf(page.plain().toString('latin1'))) }]),
  )
  const client = join(folder, 'client')
  const assets = readAssets(client, fillAll(readTemplates(client, FILLED), fillAddress))
  const security = securityHeaders({ siteUrl, backendUrl: values.supabaseUrl, frames }, inlineScripts(templates).map(fillAddress))

  const files = new WeakMap<RenderedPage, File>()

  return (request: Request): Response | Promise<Response> => {
    const url = new URL(request.url)
    const asset = assets.get(url.pathname)
    if (asset) return answerFile(request, url, asset)
    const found = finder.find(url, request.headers.get('cookie'))
    if ('redirect' in found) return redirect(found)
    return found.rendered && rendered ? answerRendered(request, url, found, found.rendered) : answerPage(request, found)
  }

  function answerFile(request: Request, { pathname }: URL, asset: File) {
    const caching = pathname.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'public, max-age=3600'
    const headers = { 'cache-control': caching, 'x-content-type-options': 'nosniff' }
    const page = finder.isRenderedFile(pathname)
    if (!page || !rendered) return answer(request, asset, 200, headers)
    return rendered.get({ page, path: pathname, language: routes.defaultLanguage, isPrefixed: true }).then((outcome) => {
      const file = outcome?.kind === 'page' ? fileOfRendered(outcome.page, asset.type) : asset
      return answer(request, file, 200, { ...headers, 'cache-control': 'no-cache' })
    })
  }

  function answerPage(request: Request, { file, status, variesByCookie }: FoundPage) {
    const page = pages.get(file)
    if (!page) return new Response('Not found', { status: 404 })
    const link = page.preloads()
    return answer(request, page, status, { 'cache-control': 'no-cache', ...(link && { link }), ...security }, variesByCookie)
  }

  async function answerRendered(request: Request, url: URL, found: FoundPage, wanted: NonNullable<FoundPage['rendered']>) {
    const outcome = await rendered?.get(wanted)
    if (!outcome) return answerPage(request, found)
    if (outcome.kind === 'unknown') return answerPage(request, { ...found, file: wanted.notFound, status: 404 })
    if (outcome.kind === 'moved') return redirect(finder.movedTo(url, outcome.to))
    const { page, staleSince } = outcome
    const headers = {
      'cache-control': 'no-cache',
      ...(page.link && { link: page.link }),
      // The backend has been unreachable since this time.
      ...(staleSince !== undefined && { 'x-stale-since': new Date(staleSince).toUTCString() }),
      ...security,
    }
    return answer(request, fileOfRendered(page, TYPES['.html'] ?? ''), page.status, headers, found.variesByCookie)
  }

  /** Only the smallest form is stored. Clients that do not accept it are not browsers. */
  function fileOfRendered(page: RenderedPage, type: string): File {
    const plain = () => brotliDecompressSync(page.br)
    const made = files.get(page)
    if (made) return made
    const file = { type, tag: () => page.tag, plain, br: () => Buffer.from(page.br.buffer), gz: once(() => gzipSync(plain())) }
    files.set(page, file)
    return file
  }

  function redirect({ status, redirect: location }: { status: number; redirect: string }) {
    return new Response(null, { status, headers: { location, 'cache-control': 'no-cache', ...security } })
  }
}

/** Reads files with placeholders, by their path below the folder. */
function readTemplates(folder: string, ending: RegExp) {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => ending.test(name))
  return new Map(names.map((name) => [name, readFileSync(join(folder, name))]))
}

/** Fills in and compresses each file on its first request. Filling all of them at startup took a second, and compressing them several. */
function fillAll(templates: Map<string, Buffer>, fill: (text: string) => string) {
  const brotli = createBrotli()
  return new Map(
    [...templates].map(([name, template]) => {
      const plain = once(() => Buffer.from(fill(template.toString('utf8'))))
      return [name, { ...describe(name, plain), br: brotli(plain), gz: once(() => gzipSync(plain())) }] as const
    }),
  )
}

/** Collects the distinct inline scripts, because most pages share them. Decoding whole pages as UTF-8 would take much longer. */
function inlineScripts(pages: Map<string, Buffer>) {
  const scripts = new Set<string>()
  for (const page of pages.values())
    for (const [, script = ''] of page.toString('latin1').matchAll(/<script>([\s\S]*?)<\/script>/g)) scripts.add(script)
  return [...scripts].map((script) => Buffer.from(script, 'latin1').toString('utf8'))
}

function once<T>(make: () => T) {
  let made: T | undefined
  return () => (made ??= make())
}

function readAssets(folder: string, filled: Map<string, File>) {
  const files = new Map([...filled].map(([name, file]) => [`/${name}`, file]))
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  const paths = new Set(entries.map((entry) => join(entry.parentPath, entry.name)))
  for (const path of paths) {
    if (/\.(?:html|br|gz)$/.test(path) || FILLED.test(path)) continue
    const smaller = (ending: string) => {
      if (!paths.has(path + ending)) return undefined
      const bytes = readFileSync(path + ending)
      return () => bytes
    }
    const plain = readFileSync(path)
    files.set(`/${relative(folder, path)}`, { ...describe(path, () => plain), br: smaller('.br'), gz: smaller('.gz') })
  }
  return files
}

function describe(name: string, plain: () => Bytes) {
  return {
    type: TYPES[extname(name)] ?? 'application/octet-stream',
    tag: once(() => `"${createHash('sha256').update(plain()).digest('base64url').slice(0, 22)}"`),
    plain,
  }
}

function answer(request: Request, file: File, status: number, headers: Record<string, string>, variesByCookie = false) {
  const vary = [file.br && 'Accept-Encoding', variesByCookie && 'Cookie'].filter(Boolean).join(', ')
  const tag = file.tag()
  const all = { 'content-type': file.type, etag: tag, ...(vary ? { vary } : {}), ...headers }
  if (status === 200 && request.headers.get('if-none-match') === tag) return new Response(null, { status: 304, headers: all })
  const accepted = request.headers.get('accept-encoding') ?? ''
  if (file.br && /\bbr\b/.test(accepted)) return new Response(file.br(), { status, headers: { ...all, 'content-encoding': 'br' } })
  if (file.gz && /\bgzip\b/.test(accepted)) return new Response(file.gz(), { status, headers: { ...all, 'content-encoding': 'gzip' } })
  return new Response(file.plain(), { status, headers: all })
}

// Within a script element only "<" could end the block.
const asJsonBlock = (values: object) => JSON.stringify(values).replaceAll('<', '\\u003c')
