// The built site from memory: pages with their values filled in, files that never change under names that say so.
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { extname, join, relative } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
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

/** Besides the pages: files that name the site's own address. */
const FILLED = /\.(?:txt|xml)$/

type Bytes = Buffer<ArrayBuffer>

interface File {
  type: string
  tag: string
  plain: Bytes
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
  const pages = readFilled(folder, /\.html$/, (html) => fillAddress(html).replace('"__CONFIG__"', () => asJsonBlock(values)))
  const assets = readAssets(join(folder, 'client'), readFilled(join(folder, 'client'), FILLED, fillAddress))
  const security = securityHeaders(
    { siteUrl, backendUrl: values.supabaseUrl, frames },
    [...pages.values()].map(({ plain }) => plain.toString('utf8')),
  )

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
    return answer(request, page, status, { 'cache-control': 'no-cache', ...security }, variesByCookie)
  }
}

/** Files with values that are known when the server starts. Each is compressed when it is first asked for: all of them took seconds. */
function readFilled(folder: string, ending: RegExp, fill: (text: string) => string) {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => ending.test(name))
  return new Map(
    names.map((name) => {
      const plain: Bytes = Buffer.from(fill(readFileSync(join(folder, name), 'utf8')))
      const br = once(() => brotliCompressSync(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } }))
      return [name, { ...describe(name, plain), br, gz: once(() => gzipSync(plain)) }] as const
    }),
  )
}

function once(compress: () => Buffer): () => Bytes {
  let bytes: Bytes | undefined
  return () => (bytes ??= Buffer.from(compress()))
}

function readAssets(folder: string, filled: Map<string, File>) {
  const files = new Map([...filled].map(([name, file]) => [`/${name}`, file]))
  const read = (path: string): Bytes => Buffer.from(readFileSync(path))
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  const paths = new Set(entries.map((entry) => join(entry.parentPath, entry.name)))
  for (const path of paths) {
    if (/\.(?:html|br|gz)$/.test(path) || FILLED.test(path)) continue
    const smaller = (ending: string) => {
      if (!paths.has(path + ending)) return undefined
      const bytes = read(path + ending)
      return () => bytes
    }
    files.set(`/${relative(folder, path)}`, { ...describe(path, read(path)), br: smaller('.br'), gz: smaller('.gz') })
  }
  return files
}

function describe(name: string, plain: Bytes) {
  return {
    type: TYPES[extname(name)] ?? 'application/octet-stream',
    tag: `"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`,
    plain,
  }
}

function answer(request: Request, file: File, status: number, headers: Record<string, string>, variesByCookie = false) {
  const vary = [file.br && 'Accept-Encoding', variesByCookie && 'Cookie'].filter(Boolean).join(', ')
  const all = { 'content-type': file.type, etag: file.tag, ...(vary ? { vary } : {}), ...headers }
  if (status === 200 && request.headers.get('if-none-match') === file.tag) return new Response(null, { status: 304, headers: all })
  const accepted = request.headers.get('accept-encoding') ?? ''
  if (file.br && /\bbr\b/.test(accepted)) return new Response(file.br(), { status, headers: { ...all, 'content-encoding': 'br' } })
  if (file.gz && /\bgzip\b/.test(accepted)) return new Response(file.gz(), { status, headers: { ...all, 'content-encoding': 'gzip' } })
  return new Response(file.plain, { status, headers: all })
}

// Inside a script element only "<" could end the block.
const asJsonBlock = (values: object) => JSON.stringify(values).replaceAll('<', '\\u003c')
