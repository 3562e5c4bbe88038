// Writes every public page in every language as HTML, with its head.
import { mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type * as Server from '../src/entry-server.tsx'
import type { Language } from '../src/lib/languages.ts'
import type { Page } from '../src/routes.tsx'
import { afterFirstPaint, asking, keepingClicks, later } from './first-paint.ts'
import { asJsonBlock, escape, ORIGIN, publicHead } from './page-head.ts'
import { manifest, robotsText, sitemap } from './site-files.ts'

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
const FONTS: Partial<Record<Language, string[]>> = { ar: ['readex-arabic'], ru: ['geologica-cyrillic', 'lora-cyrillic'] }

export async function prerenderAll(root: string) {
  const client = join(root, 'dist/client')
  for (const folder of ['app', 'plain']) await rm(join(root, 'dist', folder), { recursive: true, force: true })
  const server = (await import(pathToFileURL(join(root, 'dist/server/entry-server.js')).href)) as typeof Server
  const chunks = JSON.parse(await readFile(join(client, '.vite/manifest.json'), 'utf8')) as Record<string, Chunk>
  const template = await withStyles(client, await readFile(join(client, 'index.html'), 'utf8'))
  const entry = entryOf(template)
  const {
    LANGUAGES,
    DEFAULT_LANGUAGE,
    PAGES,
    NOT_FOUND,
    addressOf,
    directionOf,
    render,
    describeApp,
    structuredDataOf,
    company,
    companyIn,
  } = server
  const pages = PAGES.filter(({ isPrerendered }) => isPrerendered)
  const fontFiles = Object.values(chunks).flatMap(({ assets }) => assets ?? [])

  for (const language of LANGUAGES) {
    for (const page of [...pages, NOT_FOUND]) {
      // Twice: for the address with a prefix (/en/faq), and for the plain one, for readers whose language the server knows.
      if (language !== DEFAULT_LANGUAGE) await write(join(root, 'dist/plain', language), page, await compose(language, page, false))
      await write(language === DEFAULT_LANGUAGE ? client : join(client, language), page, await compose(language, page, true))
    }
  }
  const routes = {
    languages: LANGUAGES,
    defaultLanguage: DEFAULT_LANGUAGE,
    pages: pages.map(({ path }) => path),
    app: PAGES.filter(({ isPrerendered, isForDevelopers }) => !isPrerendered && !isForDevelopers).map(({ path }) => path),
    developers: PAGES.filter(({ isForDevelopers }) => isForDevelopers).map(({ path }) => path),
    placeholders: { file: 'supabase/functions/_shared/company.ts', names: server.placeholders() },
  }
  await writeFile(join(root, 'dist/routes.json'), JSON.stringify(routes, null, 2))
  for (const language of LANGUAGES) {
    for (const page of PAGES.filter(({ isPrerendered }) => !isPrerendered))
      await write(join(root, 'dist/app', language), page, await composeApp(language, page))
  }
  await writeFile(join(client, 'robots.txt'), robotsText())
  await writeFile(join(client, 'sitemap.xml'), sitemap(pages.map(addressesOf), DEFAULT_LANGUAGE))
  await writeFile(join(client, 'manifest.webmanifest'), JSON.stringify(manifest(company.brand, companyIn[DEFAULT_LANGUAGE].legalName)))
  await rm(join(client, '.vite'), { recursive: true })

  async function write(folder: string, page: Page, html: string) {
    const name = page === NOT_FOUND ? '404' : page.path === '/' ? 'index' : nameOf(page)
    const file = join(folder, `${name}.html`)
    await mkdir(dirname(file), { recursive: true })
    await writeFile(file, html)
  }

  async function compose(language: Language, page: Page, isPrefixed: boolean) {
    const { html, title, description, texts, picture, requests } = await render(language, page, isPrefixed)
    const files = new Set(filesOf(page.source))
    const fonts = (FONTS[language] ?? LATIN_FONTS).flatMap((name) => fontFiles.find((file) => file.includes(`/${name}-`)) ?? [])
    const isFound = page !== NOT_FOUND
    const head = [
      picture &&
        `<link rel="preload" as="image" type="image/avif" fetchpriority="high" imagesizes="${picture.sizes}" imagesrcset="${picture.sources[0]} 800w, ${picture.sources[1]} 1600w" />`,
      `<title>${escape(title)}</title>`,
      description && `<meta name="description" content="${escape(description)}" />`,
      ...(isFound
        ? publicHead({
            brand: company.brand,
            title,
            description,
            language,
            addresses: addressesOf(page),
            defaultLanguage: DEFAULT_LANGUAGE,
            shareImage: `/share/${nameOf(page)}.jpg`,
            structuredData: await structuredDataOf(page.path, language, ORIGIN),
          })
        : ['<meta name="robots" content="noindex" />']),
      ...fonts.map((file) => `<link rel="preload" as="font" type="font/woff2" crossorigin href="/${file}" />`),
      ...[...files]
        .filter((file) => !template.includes(file))
        .map((file) => (page.startsAtOnce ? modulePreload(file) : later(`/${file}`, 'fetch'))),
    ]
    const styled = await inlineSmallFonts(client, template)
    return inLanguage(page.startsAtOnce ? keepingClicks(styled) : afterFirstPaint(styled, requests), language)
      .replace('<!--head-->', () => head.filter(Boolean).join('\n    '))
      .replace(
        '<div id="root"><!--app--></div>',
        () => `<div id="root" data-language="${language}" data-path="${page.path}">${html}</div>\n    ${textsBlock(texts)}`,
      )
  }

  /**
   * A page that only the browser renders. It contains its texts and preloads its modules, which the browser
   * would otherwise discover one by one.
   */
  async function composeApp(language: Language, page: Page) {
    const { title, texts, noScript, requests, frame } = await describeApp(language, page)
    const files = await largestFirst(new Set([entry, ...filesOf(page.source), ...filesOf(SESSION)]))
    const head = [
      `<title>${escape(title)}</title>`,
      '<meta name="robots" content="noindex" />',
      // First the largest files, then the requests, then the other files. There may be six connections only: they should neither be busy
      // with small files while the large ones wait, nor wait for answers alone.
      ...files.slice(0, LARGE_FILES).map(modulePreload),
      asking(
        requests,
        files.slice(LARGE_FILES).map((file) => `/${file}`),
      ),
    ]
    return inLanguage(template, language)
      .replace('<!--head-->', () => head.join('\n    '))
      .replace('<!--app-->', () => frame)
      .replace('</body>', () => `  ${textsBlock(texts)}\n    ${reasonOf(escape(noScript), company.infoEmail)}\n  </body>`)
  }

  function inLanguage(html: string, language: Language) {
    return html.replace('<html lang="tr" dir="ltr">', `<html lang="${language}" dir="${directionOf(language)}">`)
  }

  function addressesOf({ path }: Page) {
    return Object.fromEntries(LANGUAGES.map((language) => [language, addressOf(language, path)])) as Record<Language, string>
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

/** With all styles inside, so that no request delays the first paint. */
async function withStyles(client: string, page: string) {
  const [link = '', file = ''] = /<link rel="stylesheet" crossorigin href="\/([^"]+)">/.exec(page) ?? []
  if (!link) throw new Error('The page has no styles.')
  const rules = await readFile(join(client, file), 'utf8')
  await rm(join(client, file))
  return page.replace(link, () => `<style>${rules}</style>`)
}

/**
 * The letters that only Turkish and Azerbaijani have are small files. A page that has its text from the beginning contains them; others
 * would only wait for them before their scripts.
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

const reasonOf = (text: string, email: string) =>
  `<noscript><div class="page py-16"><p>${text}</p><p><a class="underline" href="mailto:${email}">${email}</a></p></div></noscript>`

const textsBlock = (texts: object) => `<script id="texts" type="application/json">${asJsonBlock(texts)}</script>`

const modulePreload = (file: string) => `<link rel="modulepreload" crossorigin href="/${file}" />`

const nameOf = ({ path }: Page) => (path === '/' ? 'home' : path.slice(1).replaceAll(':', ''))
