// Budgets for a page's JavaScript and fonts: compressed bytes, as served, and number of files. Reads the built site, which `npm test` builds
// first.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'

const DIST = join(import.meta.dirname, '../web/dist')
const SCRIPT = /\/(assets\/[^"]+\.js)"/g

/** Budgets for the files that a page names itself. Signed-in pages also load the client for live changes. */
const PUBLIC_PAGES: Record<string, { maxBytes: number; maxFiles: number }> = {
  'client/index.html': { maxBytes: 108_000, maxFiles: 5 },
  'client/doctors.html': { maxBytes: 123_500, maxFiles: 10 },
  'client/doctors/doctor.html': { maxBytes: 125_000, maxFiles: 10 },
  'client/healthcare.html': { maxBytes: 118_000, maxFiles: 6 },
}
const APP_PAGES = ['app/tr/appointments.html', 'app/tr/profile.html', 'app/tr/doctor.html', 'app/tr/admin.html']
const MAX_APP_BYTES = 200_000
const MAX_APP_FILES = 10
const MAX_REQUESTS = 40

const PRELOADED_FONTS: Record<string, string[]> = {
  'client/index.html': ['geologica-latin', 'lora-latin'],
  'client/ru/index.html': ['geologica-cyrillic', 'lora-cyrillic'],
  'client/ar/index.html': ['readex-arabic', 'mirza-arabic'],
}
const MAX_FONT_BYTES = 41_000

/** A call loads the page, the client for live changes and, in most cases, the lobby before its first picture. */
const CALL_PAGE = 'app/tr/call/appointmentId.html'
const LOBBY = /^(?:device-preview|use-device-list|level-meter|device-choice|tr\.room)-.*\.js$/
/** The page had 208,600 bytes in November 2026, before the lobby. The other 40 KB are for everything added since. */
const MAX_CALL_BYTES = 208_600 + 40_000

function scriptsOf(page: string) {
  const html = readFileSync(join(DIST, page), 'utf8')
  return [...new Set([...html.matchAll(SCRIPT)].map(([, file = '']) => file))]
}

const bytesOf = (files: string[]) => files.reduce((sum, file) => sum + statSync(join(DIST, 'client', `${file}.br`)).size, 0)

const assetsNamed = (pattern: RegExp) =>
  readdirSync(join(DIST, 'client/assets'))
    .filter((name) => pattern.test(name))
    .map((name) => `assets/${name}`)

/** The number of requests for data that a page sends before its scripts run. */
const earlyRequestsOf = (page: string) => readFileSync(join(DIST, page), 'utf8').match(/\{"path":"/g)?.length ?? 0

function realtimeFile() {
  const files = assetsNamed(/^realtime-.*\.js$/)
  expect(files).toHaveLength(1)
  return files[0] ?? ''
}

describe.skipIf(!existsSync(join(DIST, 'built-from')))('the built site', () => {
  test.for(Object.entries(PUBLIC_PAGES))('%s stays within its budget of bytes and files', ([page, { maxBytes, maxFiles }]) => {
    const files = scriptsOf(page)
    expect(bytesOf(files)).toBeGreaterThan(50_000)
    expect(bytesOf(files)).toBeLessThanOrEqual(maxBytes)
    expect(files.length).toBeLessThanOrEqual(maxFiles)
  })

  test.for(APP_PAGES)('%s loads at most 200 KB of JavaScript in ten files', (page) => {
    const files = scriptsOf(page)
    expect(bytesOf([...files, realtimeFile()])).toBeLessThanOrEqual(MAX_APP_BYTES)
    expect(files.length).toBeLessThanOrEqual(MAX_APP_FILES)
  })

  test.for([...Object.keys(PUBLIC_PAGES), ...APP_PAGES])('%s is usable after at most forty requests', (page) => {
    const pageAndLiveChanges = 2
    expect(pageAndLiveChanges + scriptsOf(page).length + earlyRequestsOf(page)).toBeLessThanOrEqual(MAX_REQUESTS)
  })

  test('signed-in pages with lists request them before their scripts run', () => {
    expect(APP_PAGES.map(earlyRequestsOf).filter((count) => count < 2)).toEqual([])
  })

  test('the booking page loads the list of the user’s appointments only when it is opened', () => {
    const [list] = assetsNamed(/^mine-tab-.*\.js$/)
    expect(list).toBeDefined()
    expect(scriptsOf('app/tr/appointments.html')).not.toContain(list)
  })

  test('only prerendered pages inline the small fonts', () => {
    const fontsIn = (page: string) => readFileSync(join(DIST, page), 'utf8').match(/url\(data:font\/woff2/g)?.length ?? 0
    expect(Object.keys(PUBLIC_PAGES).map(fontsIn)).toEqual([2, 2, 2, 2])
    expect(APP_PAGES.map(fontsIn)).toEqual([0, 0, 0, 0])
  })

  test.for(Object.entries(PRELOADED_FONTS))('%s preloads one font for text and one for headings, at most 41 KB', ([page, names]) => {
    const fonts = [...readFileSync(join(DIST, page), 'utf8').matchAll(/ as="font"[^>]* href="\/(assets\/(\w+-\w+)-[^"]+)"/g)]
    expect(fonts.map(([, , name]) => name)).toEqual(names)
    const bytes = fonts.map(([, file = '']) => statSync(join(DIST, 'client', file)).size)
    expect(bytes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(MAX_FONT_BYTES)
  })

  test('a call stays within its budget until its first picture', () => {
    const lobby = assetsNamed(LOBBY)
    expect(lobby).toHaveLength(5)
    expect(bytesOf([...new Set([...scriptsOf(CALL_PAGE), realtimeFile(), ...lobby])])).toBeLessThanOrEqual(MAX_CALL_BYTES)
  })

  test('no page initially loads modules of dialogs, calendars or live changes', () => {
    const later = /\/(?:rules|radix|dialog-window|realtime|day-and-time)-/
    const pages = [...Object.keys(PUBLIC_PAGES), ...APP_PAGES]
    expect(
      pages.flatMap((page) =>
        scriptsOf(page)
          .filter((file) => later.test(file))
          .map((file) => `${page}: ${file}`),
      ),
    ).toEqual([])
  })
})
