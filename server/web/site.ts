// The built site from memory: pages with their values filled in, files that never change under names that say so.
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { extname, join, relative } from 'node:path'
import { gzipSync } from 'node:zlib'
import { createBrotli } from './brotli.ts'
import { securityHeaders } from './headers.ts'
import { createPageFinder, readRoutes } from './pages.ts'

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

const PRELOAD = /<link rel="modulepreload" crossorigin href="([^"]+)"/g

/** Besides the pages: files that name the site's own address. */
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
  /** Goes into the pages as a JSON data block, so that the site needs no request for its configuration. */
  values: { supabaseUrl: string }
  frames: string[]
}

export function createSite({ folder, siteUrl, production, values, frames }: SiteOptions) {
  const findPage = createPageFinder(readRoutes(folder), { production })
  const fillAddress = (text: string) => text.replaceAll('__SITE_URL__', () => siteUrl)
  const templates = readTemplates(folder, /\.html$/)
  const filled = fillAll(templates, (html) => fillAddress(html).replace('"__CONFIG__"', () => asJsonBlock(values)))
  const pages = new Map([...filled].map(([name, page]) => [name, { ...page, preloads: once(() => preloadsOf(page)) }]))
  const client = join(folder, 'client')
  const assets = readAssets(client, fillAll(readTemplates(client, FILLED), fillAddress))
  const security = securityHeaders({ siteUrl, backendUrl: values.supabaseUrl, frames }, inlineScripts(templates).map(fillAddress))

  return (request: Request): Response => {
    const url = new URL(request.url)
    const asset = assets.get(url.pathname)
    if (asset) {
      const caching = url.pathname.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'public, max-age=3600'
      return answer(request, asset, 200, { 'cache-control': caching, 'x-content-type-options': 'nosniff' })
    }
    const found = findPage(url, request.headers.get('cookie'))
    if ('redirect' in found)
      return new Response(null, { status: found.status, headers: { location: found.redirect, 'cache-control': 'no-cache', ...security } })
    const { file, status, variesByCookie } = found
    const page = pages.get(file)
    if (!page) return new Response('Not found', { status: 404 })
    const link = page.preloads()
    return answer(request, page, status, { 'cache-control': 'no-cache', ...(link && { link }), ...security }, variesByCookie)
  }
}

/** Files with placeholders, by their paths below the folder. */
function readTemplates(folder: string, ending: RegExp) {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => ending.test(name))
  return new Map(names.map((name) => [name, readFileSync(join(folder, name))]))
}

/** Each file is filled in and compressed when it is first asked for: all of them at the start took a second, and compressing them several. */
function fillAll(templates: Map<string, Buffer>, fill: (text: string) => string) {
  const brotli = createBrotli()
  return new Map(
    [...templates].map(([name, template]) => {
      const plain = once(() => Buffer.from(fill(template.toString('utf8'))))
      return [name, { ...describe(name, plain), br: brotli(plain), gz: once(() => gzipSync(plain())) }] as const
    }),
  )
}

/** The files that a page preloads, as a header: a browser reads it before the page itself, and may ask for them that much sooner. */
const preloadsOf = (page: File) =>
  [...page.plain().toString('latin1').matchAll(PRELOAD)].map(([, path]) => `<${path}>; rel=modulepreload; crossorigin`).join(', ')

/** Without repetitions: most pages have the same ones. Decoding whole pages as UTF-8 would take much longer. */
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

// Inside a script element only "<" could end the block.
const asJsonBlock = (values: object) => JSON.stringify(values).replaceAll('<', '\\u003c')
