// The pages with projects, as the built site renders them for search engines and for readers without scripts.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'

/** What the server needs of the site's bundle. */
interface Site {
  renderPage: (request: object) => Promise<{ status: number; body: string }>
}

const DIST = join(import.meta.dirname, '../web/dist')
const RENDERER = join(DIST, 'server/entry-server.js')
const ORIGIN = 'https://site.example'
const PROJECTS = '/interior-design'
const FURTHER = '/interior-design/:projects'

const projects = Array.from({ length: 26 }, (_, place) => ({
  id: `id-${place + 1}`,
  slug: `house-${place + 1}`,
  body: { titles: { tr: `Ev ${place + 1}` }, places: {}, year: null, area_m2: null, texts: {}, photos: [] },
}))

/** The site renders a path without its language, from the rows that the database would return for it. */
async function render(path: string, language = 'tr') {
  const { renderPage } = (await import(RENDERER)) as Site
  const [, before] = /-after-(\d+)$/.exec(path) ?? []
  const rows = projects.slice(Number(before ?? 0), Number(before ?? 0) + 13)
  return renderPage({
    page: before ? FURTHER : path,
    path,
    language,
    isPrefixed: true,
    data: before ? { laterProjects: rows } : { projects: rows },
    template: readFileSync(join(DIST, `templates/${language}/interior-design${before ? '/projects' : ''}.html`), 'utf8'),
    siteUrl: ORIGIN,
    values: { supabaseUrl: ORIGIN },
  })
}

const shownIn = (html: string) => [...html.matchAll(/<article id="project-([\w-]+)"/g)].map(([, slug]) => slug)
const linksIn = (html: string) => [...html.matchAll(/<a [^>]*href="([^"]*\/projects-after-\d+)"/g)].map(([, path = '']) => path)

describe.skipIf(!existsSync(RENDERER))('the built site', () => {
  test.for(['', '/ar'])('links to every project without scripts, beginning at %s/interior-design', async (prefix) => {
    const seen: (string | undefined)[] = []
    const found = [prefix + PROJECTS]
    for (const path of found) {
      const { status, body } = await render(path.slice(prefix.length), prefix.slice(1) || 'tr')
      expect(status).toBe(200)
      seen.push(...shownIn(body))
      // Other links lead to the same page in other languages.
      found.push(...linksIn(body).filter((link) => link.startsWith(prefix + PROJECTS) && !found.includes(link)))
    }
    expect(seen).toEqual(projects.map(({ slug }) => slug))
    expect(found).toEqual(['', '/projects-after-12', '/projects-after-24'].map((rest) => prefix + PROJECTS + rest))
  })

  test('gives a further page an address in every language, a title of its own and a description', async () => {
    const { body } = await render('/interior-design/projects-after-24', 'en')
    expect(body).toContain(`<link rel="canonical" href="${ORIGIN}/en/interior-design/projects-after-24" />`)
    expect(body.match(/<link rel="alternate" hreflang="[\w-]+" href="[^"]+\/projects-after-24" \/>/g)).toHaveLength(7)
    expect(body).toContain('<title>Our projects 25–26 – BKV</title>')
    expect(body).toContain('<meta name="description" content="Ev 25 · Ev 26" />')
    expect(body).not.toContain('noindex')
  })

  test('does not find a page whose projects were taken down meanwhile', async () => {
    const { status, body } = await render('/interior-design/projects-after-48')
    expect(status).toBe(404)
    expect(body).toContain('noindex')
  })

  test('lists the further pages in the sitemap', async () => {
    const { renderPage } = (await import(RENDERER)) as Site
    const projectIds = projects.map(({ id }) => ({ id }))
    const page = { page: '/sitemap.xml', path: '/sitemap.xml', language: 'tr', isPrefixed: true, template: '', siteUrl: ORIGIN }
    const { body } = await renderPage({ ...page, data: { doctors: [], projectIds }, values: {} })
    expect(body.match(/<loc>[^<]*projects-after[^<]*<\/loc>/g)).toHaveLength(12)
    expect(body).toContain(`<loc>${ORIGIN}/fr/interior-design/projects-after-24</loc>`)
  })
})
