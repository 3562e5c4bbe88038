// Search engines and messengers read the metadata of pages from the running server.
import { LANGUAGES } from './access.ts'
import { expect, test } from './fixtures.ts'
import { employ, rendered } from './public-doctors.ts'

const PATHS = [
  '/',
  '/healthcare',
  '/interior-design',
  '/about',
  '/doctors',
  '/contact',
  '/faq',
  '/video-test',
  '/privacy',
  '/terms',
  '/cookies',
  '/auth',
]
const addressOf = (language: string, path: string) => (language === 'tr' ? path : `/${language}${path === '/' ? '' : path}`)
const contentOf = (html: string, name: string) => new RegExp(`<meta (?:property|name)="${name}" content="([^"]*)"`).exec(html)?.[1]

test('the sitemap lists every public page in every language with its alternates, and no page that is not to be indexed', async ({
  request,
  site,
  cast,
}) => {
  await employ(cast, [])
  expect(await (await request.get('/robots.txt')).text()).toContain(`Sitemap: ${site.url}/sitemap.xml`)
  const response = await request.get('/sitemap.xml')
  expect(response.headers()['content-type']).toContain('xml')
  let xml = ''
  const list = async () => {
    xml = await (await request.get('/sitemap.xml')).text()
    return [...xml.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url = '']) => url.replace(site.url, '') || '/').toSorted()
  }
  // The sitemap lists no doctors as soon as the server knows that there are none.
  await expect.poll(list).toEqual(PATHS.flatMap((path) => LANGUAGES.map((language) => addressOf(language, path))).toSorted())
  const listed = await list()
  expect(xml.match(/<xhtml:link /g)).toHaveLength(listed.length * (LANGUAGES.length + 1))
  expect(xml).not.toContain('__SITE_URL__')
  for (const path of listed) {
    const html = await rendered(site.url + path)
    expect({ path, isHidden: html.includes('content="noindex"') }).toEqual({ path, isHidden: false })
    // An anchor with the id of a data block would be found instead of it.
    expect({ path, blocks: html.match(/ id="(?:page-data|page-company|texts|config)"/g)?.length }).toEqual({ path, blocks: 4 })
  }
  for (const path of ['/profile', '/ar/appointments', '/nope'])
    expect(await (await request.get(path)).text()).toContain('content="noindex"')
})

test('a shared link shows title, text and picture of its page, in its language', async ({ request, site }) => {
  const pictures = new Set<string>()
  for (const language of LANGUAGES) {
    const seen = new Set<string>()
    for (const path of PATHS) {
      const html = await (await request.get(addressOf(language, path))).text()
      const own = `${site.url}${addressOf(language, path)}`
      expect(contentOf(html, 'og:url')).toBe(own)
      expect(html).toContain(`<link rel="canonical" href="${own}" />`)
      expect(contentOf(html, 'og:site_name')).toBe('BKV')
      expect(contentOf(html, 'og:locale')).toMatch(new RegExp(`^${language}_`))
      expect(html.match(/og:locale:alternate/g)).toHaveLength(5)
      expect(contentOf(html, 'twitter:card')).toBe('summary_large_image')
      expect(contentOf(html, 'og:title')).toBe(contentOf(html, 'twitter:title'))
      expect(contentOf(html, 'og:description')).toBe(contentOf(html, 'description'))
      seen.add(`${contentOf(html, 'og:title')} ${contentOf(html, 'og:description')}`)
      pictures.add(contentOf(html, 'og:image') ?? 'none')
    }
    expect(seen.size).toBe(PATHS.length)
  }
  expect(pictures.size).toBe(PATHS.length)
  for (const picture of pictures) {
    const response = await request.get(picture)
    const bytes = await response.body()
    expect(response.headers()['content-type']).toBe('image/jpeg')
    expect(bytes.length).toBeLessThan(120_000)
    expect(sizeOfJpeg(bytes)).toEqual([1200, 630])
  }
})

test('the company and the questions have structured data that matches the pages', async ({ page, request, site }) => {
  const blocksOf = async (path: string) =>
    [...(await (await request.get(path)).text()).matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)].map(
      ([, json = '']) => JSON.parse(json) as Record<string, unknown>,
    )
  expect(await blocksOf('/ar')).toMatchObject([
    { '@type': 'Organization', name: 'BKV', url: `${site.url}/`, email: 'info@bkv.example.com' },
  ])
  const [questions] = await blocksOf('/en/faq')
  expect(questions).toMatchObject({ '@type': 'FAQPage', inLanguage: 'en' })
  const entries = questions?.['mainEntity'] as { '@id': string; name: string }[]
  expect(entries).toHaveLength(16)
  expect(await blocksOf('/healthcare')).toEqual([])
  // Each question opens at its own address.
  await page.goto(entries[3]?.['@id'] ?? '')
  await expect(page.getByRole('button', { expanded: true })).toHaveText(entries[3]?.name ?? '')
})

test('the icons and the manifest exist', { tag: '@long' }, async ({ request }) => {
  for (const [path, type] of [
    ['/favicon.ico', 'image/x-icon'],
    ['/apple-touch-icon.png', 'image/png'],
    ['/icon.svg', 'image/svg+xml'],
  ] as const)
    expect((await request.get(path)).headers()['content-type']).toBe(type)
  const manifest = (await (await request.get('/manifest.webmanifest')).json()) as { icons: { src: string; purpose?: string }[] }
  expect(manifest.icons.some(({ purpose }) => purpose === 'maskable')).toBe(true)
  for (const { src } of manifest.icons) expect((await request.get(src)).status()).toBe(200)
})

test('pages rendered in the browser have the language of their address, and other forms of a language’s address redirect', async ({
  request,
}) => {
  const ofProfile = await (await request.get('/ar/profile')).text()
  expect(ofProfile).toContain('<html lang="ar" dir="rtl">')
  expect(ofProfile).toMatch(/<title>[^<]*\p{Script=Arabic}[^<]*BKV<\/title>/u)
  expect(await (await request.get('/az/appointments')).text()).toContain('<html lang="az" dir="ltr">')
  const answer = await request.get('/tr/about?from=mail', { maxRedirects: 0 })
  expect([answer.status(), answer.headers()['location']]).toEqual([308, '/about?from=mail'])
  const asked = await request.get('/en?lang=fr', { maxRedirects: 0 })
  expect([asked.status(), asked.headers()['location']]).toEqual([302, '/fr'])
})

/** Width and height, from the frame header. */
function sizeOfJpeg(bytes: Buffer) {
  for (let at = 2; at < bytes.length; at += 2 + bytes.readUInt16BE(at + 2)) {
    const marker = bytes[at + 1] ?? 0
    if (marker >= 0xc0 && marker <= 0xc2) return [bytes.readUInt16BE(at + 7), bytes.readUInt16BE(at + 5)]
  }
  return []
}
