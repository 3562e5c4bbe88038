// The built site from memory: pages with their values filled in, files that never change under names that say so.
import { readdirSync, readFileSync } from 'node:fs'
import { extname, join, relative } from 'node:path'

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
}

const HEADERS = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'x-frame-options': 'SAMEORIGIN',
}

/** `values` goes into the pages as a JSON data block, so that the site needs no request for its configuration. */
export function createSite({ folder, values }: { folder: string; values: object }) {
  const files = readFiles(folder)
  const page = files.get('/index.html')
  if (!page) throw new Error(`There is no built site in ${folder}; run "npm start", which builds it.`)
  const home = Buffer.from(page.toString('utf8').replace('"__CONFIG__"', () => asJsonBlock(values)))

  return (request: Request): Response => {
    const { pathname } = new URL(request.url)
    const file = pathname === '/index.html' ? undefined : files.get(pathname)
    if (file) return answer(file, 200, pathname, pathname.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache')
    return answer(home, pathname === '/' ? 200 : 404, '/index.html', 'no-cache')
  }
}

function readFiles(folder: string) {
  const files = new Map<string, Buffer<ArrayBuffer>>()
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name)
    if (entry.isFile()) files.set(`/${relative(folder, path)}`, readFileSync(path))
  }
  return files
}

function answer(body: Buffer<ArrayBuffer>, status: number, name: string, caching: string) {
  const type = TYPES[extname(name)] ?? 'application/octet-stream'
  return new Response(body, { status, headers: { ...HEADERS, 'content-type': type, 'cache-control': caching } })
}

// Inside a script element only "<" could end the block.
const asJsonBlock = (values: object) => JSON.stringify(values).replaceAll('<', '\\u003c')
