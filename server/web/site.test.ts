import { createHash } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib'
import { beforeAll, expect, test } from 'vitest'
import { temporaryFolder } from '../testing/cluster.ts'
import { createSite as createAnySite, type SiteOptions } from './site.ts'

const SCRIPT = 'document.title = "başla __SITE_URL__"'
const PRELOADS = `<link rel="modulepreload" crossorigin href="/assets/a-1.js" /><link data-later="run" href="/assets/b-1.js" />`
const LONG = Array.from({ length: 3000 }, (_, n) =>
  createHash('sha256')
    .update(`${n % 700}`)
    .digest('base64')
    .slice(n % 7, 30),
).join('\n')
let folder: string

beforeAll(() => {
  folder = temporaryFolder()
  const page = (name: string) =>
    `<!doctype html>${PRELOADS}<script>${SCRIPT}</script><script id="config" type="application/json">"__CONFIG__"</script><link href="__SITE_URL__/">${name}`
  const files: Record<string, string | Buffer> = {
    'routes.json': JSON.stringify({
      languages: ['tr', 'en'],
      defaultLanguage: 'tr',
      pages: ['/', '/faq', '/long'],
      app: ['/call/:id'],
      developers: ['/dev/ui'],
    }),
    'app/tr/call/id.html': page('tr app'),
    'app/en/call/id.html': page('en app'),
    'app/tr/dev/ui.html': page('tr app'),
    'client/index.html': page('tr home'),
    'client/faq.html': page('tr faq'),
    'client/long.html': page(LONG),
    'client/404.html': page('tr 404'),
    'client/en/index.html': page('en home'),
    'client/en/faq.html': page('en faq'),
    'client/en/404.html': page('en 404'),
    'plain/en/index.html': page('plain en home'),
    'plain/en/faq.html': page('plain en faq'),
    'plain/en/404.html': page('plain en 404'),
    'client/assets/a-1.js': 'export {}',
    'client/assets/a-1.js.br': brotliCompressSync('export {}'),
    'client/icon.svg': '<svg/>',
    'client/robots.txt': 'Sitemap: __SITE_URL__/sitemap.xml',
    'client/robots.txt.br': brotliCompressSync('from before it was filled in'),
    'client/sitemap.xml': '<loc>__SITE_URL__/en</loc>',
    'client/share/home.jpg': 'picture',
    'client/manifest.webmanifest': '{}',
  }
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), content)
  }
})

/** Without a renderer every response is synchronous. */
function createSite(options: SiteOptions) {
  const answer = createAnySite(options)
  return (request: Request) => answer(request) as Response
}

const site = (production = true) =>
  createSite({ folder, siteUrl: 'https://site.example', production, values: { supabaseUrl: 'https://site.example' }, frames: [] })
const get = (path: string, headers: Record<string, string> = {}) => site()(new Request(`http://x${path}`, { headers }))
const bodyOf = async (response: Response) => (await response.text()).replace(/.*>/s, '')

test.each([
  ['/', {}, 'tr home', 200],
  ['/faq', {}, 'tr faq', 200],
  ['/faq/', {}, 'tr faq', 200],
  ['/en', {}, 'en home', 200],
  ['/en/faq', {}, 'en faq', 200],
  ['/faq', { cookie: 'a=b; language=en' }, 'plain en faq', 200],
  ['/faq?lang=en', {}, 'plain en faq', 200],
  ['/faq', { cookie: 'language=xx' }, 'tr faq', 200],
  ['/faq', { cookie: 'language=../../etc' }, 'tr faq', 200],
  ['/en/faq', { cookie: 'language=tr' }, 'en faq', 200],
  ['/call/42', {}, 'tr app', 200],
  ['/en/call/42', {}, 'en app', 200],
  ['/call/42', { cookie: 'language=en' }, 'en app', 200],
  ['/call/42?lang=en', {}, 'en app', 200],
  ['/call', {}, 'tr 404', 404],
  ['/nothing', {}, 'tr 404', 404],
  ['/en/nothing', {}, 'en 404', 404],
  ['/nothing', { cookie: 'language=en' }, 'plain en 404', 404],
  ['/dev/ui', {}, 'tr 404', 404],
  ['/index.html', {}, 'tr 404', 404],
  ['/../routes.json', {}, 'tr 404', 404],
])('%s with %o is %s (%i)', async (path, headers, body, status) => {
  const response = get(path, headers)
  expect([await bodyOf(response), response.status]).toEqual([body, status])
})

test('developer pages are available outside production', async () => {
  expect(await bodyOf(site(false)(new Request('http://x/dev/ui')))).toBe('tr app')
})

test('configuration values are filled in, and cannot end their script block', async () => {
  const filled = createSite({
    folder,
    siteUrl: 'https://site.example',
    production: true,
    values: { supabaseUrl: 'https://site.example/</script>' },
    frames: [],
  })
  const text = await filled(new Request('http://x/')).text()
  expect(text).toContain('{"supabaseUrl":"https://site.example/\\u003c/script>"}')
  expect(text).toContain('<link href="https://site.example/">')
})

test('only scripts from the site and scripts with a known hash run', () => {
  const policy = get('/').headers.get('content-security-policy') ?? ''
  const scripts = /script-src ([^;]*)/.exec(policy)?.[1] ?? ''
  // Hashed like a browser does, from the received page with the site's address.
  expect(scripts).toBe(
    `'self' 'sha256-${createHash('sha256').update(SCRIPT.replace('__SITE_URL__', 'https://site.example')).digest('base64')}'`,
  )
  expect(policy).toContain("frame-ancestors 'self'")
  expect(get('/').headers.get('strict-transport-security')).toContain('max-age=31536000')
})

test('pictures are loaded from the site, and from the backend if it has another origin', () => {
  const picturesOf = (supabaseUrl: string) => {
    const elsewhere = createSite({ folder, siteUrl: 'https://site.example', production: true, values: { supabaseUrl }, frames: [] })
    return /img-src ([^;]*)/.exec(elsewhere(new Request('http://x/')).headers.get('content-security-policy') ?? '')?.[1]
  }
  expect(picturesOf('https://site.example')).toBe("'self' data: blob:")
  expect(picturesOf('https://backend.example')).toBe("'self' https://backend.example data: blob:")
})

test('frames may show the site, configured origins and blobs, and plugins are disabled', () => {
  const values = { supabaseUrl: 'https://site.example' }
  const withRooms = createSite({ folder, siteUrl: 'https://site.example', production: true, values, frames: ['https://rooms.example'] })
  const policy = withRooms(new Request('http://x/')).headers.get('content-security-policy') ?? ''
  expect(/frame-src ([^;]*)/.exec(policy)?.[1]).toBe("'self' https://rooms.example blob:")
  expect(policy).toContain("object-src 'none'")
})

test('hashed files are cached forever, and pages are revalidated', () => {
  expect(get('/assets/a-1.js').headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
  expect(get('/').headers.get('cache-control')).toBe('no-cache')
  const tag = get('/').headers.get('etag') ?? ''
  expect(get('/', { 'if-none-match': tag }).status).toBe(304)
})

test('the smallest encoding that the browser accepts is sent, with the matching Vary header', () => {
  expect(get('/assets/a-1.js', { 'accept-encoding': 'gzip, br' }).headers.get('content-encoding')).toBe('br')
  expect(get('/assets/a-1.js', { 'accept-encoding': 'identity' }).headers.get('content-encoding')).toBeNull()
  expect(get('/', { 'accept-encoding': 'gzip' }).headers.get('content-encoding')).toBe('gzip')
  expect(get('/').headers.get('vary')).toBe('Accept-Encoding, Cookie')
  expect(get('/en').headers.get('vary')).toBe('Accept-Encoding')
})

test.each([
  ['/tr', 308, '/'],
  ['/tr/', 308, '/'],
  ['/tr/faq?a=1', 308, '/faq?a=1'],
  ['/tr//evil.example', 308, '/evil.example'],
  ['/tr/%5Cevil.example', 308, '/%5Cevil.example'],
  ['/en?lang=tr', 302, '/?lang=tr'],
  ['/en/faq?lang=en&a=1', 302, '/en/faq?a=1'],
  ['/en//evil.example?lang=tr', 302, '/evil.example?lang=tr'],
])('%s redirects (%i) to %s', (path, status, location) => {
  const response = get(path)
  expect([response.status, response.headers.get('location')]).toEqual([status, location])
})

test('later requests get a smaller encoding of the same page', async () => {
  const answer = site()
  const ask = async () => {
    const response = answer(new Request('http://x/long', { headers: { 'accept-encoding': 'br' } }))
    return { tag: response.headers.get('etag'), bytes: Buffer.from(await response.arrayBuffer()) }
  }
  const first = await ask()
  await expect.poll(async () => (await ask()).bytes.length).toBeLessThan(first.bytes.length)
  const later = await ask()
  expect(later.tag).toBe(first.tag)
  expect(brotliDecompressSync(later.bytes)).toEqual(brotliDecompressSync(first.bytes))
})

test('the preloads of a page are also in a Link header, but not what it loads later', () => {
  expect(get('/faq').headers.get('link')).toBe('</assets/a-1.js>; rel=modulepreload; crossorigin')
  expect(get('/assets/a-1.js').headers.get('link')).toBeNull()
})

test('an unknown language is not found in the path, and ignored in the query', async () => {
  expect(get('/de').status).toBe(404)
  expect(await bodyOf(get('/en/faq?lang=de'))).toBe('en faq')
})

test('files that contain the site’s address are filled in for every encoding', async () => {
  for (const headers of [{}, { 'accept-encoding': 'identity' }])
    expect(await get('/robots.txt', headers).text()).toBe('Sitemap: https://site.example/sitemap.xml')
  const compressed = await get('/robots.txt', { 'accept-encoding': 'br' }).arrayBuffer()
  expect(brotliDecompressSync(compressed).toString()).toContain('https://site.example')
  expect(await get('/sitemap.xml').text()).toBe('<loc>https://site.example/en</loc>')
})

test.each([
  ['/sitemap.xml', 'application/xml; charset=utf-8'],
  ['/robots.txt', 'text/plain; charset=utf-8'],
  ['/share/home.jpg', 'image/jpeg'],
  ['/manifest.webmanifest', 'application/manifest+json'],
])('%s is sent as %s', (path, type) => {
  expect(get(path).headers.get('content-type')).toBe(type)
})
