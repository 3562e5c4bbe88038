// Writes every public page in every language as HTML, with its head.
import { mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type * as Server from '../src/entry-server.tsx'
import type { Language } from '../src/lib/languages.ts'
import type { Page } from '../src/routes.tsx'
import { escape } from '../src/server/page-head.ts'
import { jsonBlock } from '../src/server/page-html.ts'
import { afterFirstPaint, asking, keepingClicks, later } from './first-paint.ts'
import { ORIGIN, robotsText } from './site-files.ts'

interface Chunk {
  file: string
  imports?: string[]
  css?: string[]
  assets?: string[]
}

// Pages that only the browser renders are about the signed-in person, so they preload the session.
const SESSION = 'src/lib/session/session-client.ts'
const LARGE_FILES = 2
const LATIN_FONTS = ['geologica-latin', 'lora-latin']
const FONTS: Partial<Record<Language, string[]>> = { ar: ['readex-arabic', 'mirza-arabic'], ru: ['geologica-cyrillic', 'lora-cyrillic'] }

export async function prerenderAll(root: string) {
  const client = join(root, 'dist/client')
  for (const folder of ['app', 'plain', 'templates']) await rm(join(root, 'dist', folder), { recursive: true, force: true })
  const server = (await import(pathToFileURL(join(root, 'dist/server/entry-server.js')).href)) as typeof Server
  const chunks = JSON.parse(await readFile(join(client, '.vite/manifest.json'), 'utf8')) as Record<string, Chunk>
  const template = await withStyles(client, await readFile(join(client, 'index.html'), 'utf8'))
  const entry = entryOf(template)
  const { LANGUAGES, DEFAULT_LANGUAGE, PAGES, NOT_FOUND, HEAD_GAP, ROOT_GAP, directionOf, describeApp } = server
  const pages = PAGES.filter(({ isPrerendered }) => isPrerendered)
  const fontFiles = Object.values(chunks).flatMap(({ assets }) => assets ?? [])

  for (const language of LANGUAGES) {
    for (const page of [...pages, NOT_FOUND]) {
      const frame = await frameOf(language, page)
      const compose = (isPrefixed: boolean) => server.composePage({ language, page, isPrefixed, template: frame, origin: ORIGIN })
      // Written twice: with a prefix (/en/faq), and without one, for readers whose language the server knows.
      if (language !== DEFAULT_LANGUAGE) await write(join(root, 'dist/plain', language), page, await compose(false))
      await write(language === DEFAULT_LANGUAGE ? client : join(client, language), page, await compose(true))
      await write(join(root, 'dist/templates', language), page, frame)
    }
  }
  const routes = {
    languages: LANGUAGES,
    defaultLanguage: DEFAULT_LANGUAGE,
    pages: pages.map(({ path }) => path),
    app: PAGES.filter(({ isPrerendered, isForDevelopers }) => !isPrerendered && !isForDevelopers).map(({ path }) => path),
    developers: PAGES.filter(({ isForDevelopers }) => isForDevelopers).map(({ path }) => path),
    data: { renderer: 'server/entry-server.js', ...server.serverData },
  }
  await writeFile(join(root, 'dist/routes.json'), JSON.stringify(routes, null, 2))
  for (const language of LANGUAGES) {
    for (const page of PAGES.filter(({ isPrerendered }) => !isPrerendered)) {
      const html = await composeApp(language, page)
      for (const folder of ['app', 'templates']) await write(join(root, 'dist', folder, language), page, html)
    }
  }
  await writeFile(join(client, 'robots.txt'), robotsText())
  await writeFile(join(client, 'sitemap.xml'), server.sitemapOf(ORIGIN))
  await writeFile(join(client, 'manifest.webmanifest'), server.manifestText())
  await rm(join(client, '.vite'), { recursive: true })

  async function write(folder: string, page: Page, html: string) {
    const name = page === NOT_FOUND ? '404' : page.path === '/' ? 'index' : nameOf(page)
    const file = join(folder, `${name}.html`)
    await mkdir(dirname(file), { recursive: true })
    await writeFile(file, html)
  }

  /** A public page with gaps for its head and its content. */
  async function frameOf(language: Language, page: Page) {
    const fonts = (FONTS[language] ?? LATIN_FONTS).flatMap((name) => fontFiles.find((file) => file.includes(`/${name}-`)) ?? [])
    const head = [
      HEAD_GAP,
      ...fonts.map((file) => `<link rel="preload" as="font" type="font/woff2" crossorigin href="/${file}" />`),
      ...filesOf(page.source)
        .filter((file) => !template.includes(file))
        .map((file) => (page.startsAtOnce ? modulePreload(file) : later(`/${file}`, 'fetch'))),
    ]
    const styled = await inlineSmallFonts(client, template)
    return inLanguage(page.startsAtOnce ? keepingClicks(styled) : afterFirstPaint(styled), language).replace(HEAD_GAP, () =>
      head.join('\n    '),
    )
  }

  /**
   * A page that only the browser renders. It contains its texts and preloads its modules, which the browser
   * would otherwise discover one by one.
   */
  async function composeApp(language: Language, page: Page) {
    const { title, texts, noScript, unloaded, requests, frame } = await describeApp(language, page)
    const files = await largestFirst(new Set([entry, ...filesOf(page.source), ...filesOf(SESSION)]))
    const head = [
      `<title>${escape(title)}</title>`,
      '<meta name="robots" content="noindex" />',
      ...(page.hasPrivateAddress ? ['<meta name="referrer" content="no-referrer" />'] : []),
      // The largest files come first, then the requests, then the other files. There may be only six connections: small files should not
      // delay the large ones, and the connections should load files while the requests are answered.
      ...files.slice(0, LARGE_FILES).map(modulePreload),
      asking(
        requests,
        files.slice(LARGE_FILES).map((file) => `/${file}`),
      ),
    ]
    return inLanguage(template, language)
      .replace(HEAD_GAP, () => head.join('\n    '))
      .replace(ROOT_GAP, () => `<div id="root">${frame}</div>\n    ${unloaded}`)
      .replace('</body>', () => `  ${jsonBlock('texts', texts)}\n    ${reasonOf(escape(noScript), server.EMAIL_GAP)}\n  </body>`)
  }

  function inLanguage(html: string, language: Language) {
    return html.replace('<html lang="tr" dir="ltr">', `<html lang="${language}" dir="${directionOf(language)}">`)
  }

  async function largestFirst(files: Set<string>) {
    const measured = await Promise.all([...files].map(async (file) => ({ file, bytes: (await stat(join(client, file))).size })))
    return measured.toSorted((one, other) => other.bytes - one.bytes).map(({ file }) => file)
  }

  function filesOf(source: string, seen = new Set<string>()): string[] {
    const chunk = chunks[source]
    if (!chunk || seen.has(chunk.file)) return []
    seen.add(chunk.file)
    return [chunk.file, ...(chunk.imports ?? []).flatMap((each) => filesOf(each, seen))]
  }
}

/** Inlines all styles, so that no request delays the first paint. */
async function withStyles(client: string, page: string) {
  const [link = '', file = ''] = /<link rel="stylesheet" crossorigin href="\/([^"]+)">/.exec(page) ?? []
  if (!link) throw new Error('The page has no styles.')
  const rules = await readFile(join(client, file), 'utf8')
  await rm(join(client, file))
  return page.replace(link, () => `<style>${rules}</style>`)
}

/**
 * Inlines the small fonts with the letters that only Turkish and Azerbaijani have. Only pages that contain their text get them; in other
 * pages they would delay the scripts.
 */
async function inlineSmallFonts(client: string, html: string) {
  const addresses = new Set([...html.matchAll(/url\((\/assets\/[\w-]+-turkic-[\w-]+\.woff2)\)/g)].map(([, address = '']) => address))
  if (addresses.size === 0) throw new Error('The styles name no font for Turkish and Azerbaijani.')
  let inlined = html
  for (const address of addresses) {
    const font = await readFile(join(client, address), 'base64')
    inlined = inlined.replaceAll(`url(${address})`, () => `url(data:font/woff2;base64,${font})`)
  }
  return inlined
}

function entryOf(template: string) {
  const [, file] = /<script type="module"[^>]* src="\/([^"]+)">/.exec(template) ?? []
  if (!file) throw new Error('The page has no script.')
  return file
}

const reasonOf = (text: string, gap: string) => `<noscript><div class="page py-16"><p>${text}</p>${gap}</div></noscript>`

const modulePreload = (file: string) => `<link rel="modulepreload" crossorigin href="/${file}" />`

const nameOf = ({ path }: Page) => (path === '/' ? 'home' : path.slice(1).replaceAll(':', ''))
