// How much JavaScript a page loads, compressed as it is served, and in how many files. Reads the built site, which `npm test` builds first.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'

const DIST = join(import.meta.dirname, '../web/dist')
const SCRIPT = /\/(assets\/[^"]+\.js)"/g

/** The weight of the files that the page itself names. Signed-in pages load the client for live changes besides. */
const PUBLIC_PAGES: Record<string, { maxBytes: number; maxFiles: number }> = {
  'client/index.html': { maxBytes: 108_000, maxFiles: 5 },
  'client/doctors.html': { maxBytes: 128_000, maxFiles: 10 },
  'client/doctors/doctor.html': { maxBytes: 128_000, maxFiles: 10 },
  'client/healthcare.html': { maxBytes: 121_000, maxFiles: 6 },
}
const APP_PAGES = ['app/tr/appointments.html', 'app/tr/profile.html', 'app/tr/doctor.html', 'app/tr/admin.html']
const MAX_APP_BYTES = 200_000
const MAX_APP_FILES = 10
const MAX_REQUESTS = 40

/** What a call loads before its first picture: the page, the client for live changes, and the lobby, which most people pass. */
const CALL_PAGE = 'app/tr/call/appointmentId.html'
const LOBBY = /^(?:device-preview|use-device-list|level-meter|device-choice|tr\.room)-.*\.js$/
/** 208,600 bytes in November 2026, before there was a lobby, and 40 KB for everything that has been added to the call since. */
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

/** Those that a page sends for its data before its scripts run. */
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

  test('signed-in pages with lists ask for them before their scripts run', () => {
    expect(APP_PAGES.map(earlyRequestsOf).filter((count) => count < 2)).toEqual([])
  })

  test('the page for booking loads the list of own appointments, with its calls and files, only when it is opened', () => {
    const [list] = assetsNamed(/^mine-tab-.*\.js$/)
    expect(list).toBeDefined()
    expect(scriptsOf('app/tr/appointments.html')).not.toContain(list)
  })

  test('the small fonts are in pages that have their text from the beginning, and in no others', () => {
    const fontsIn = (page: string) => readFileSync(join(DIST, page), 'utf8').match(/url\(data:font\/woff2/g)?.length ?? 0
    expect(Object.keys(PUBLIC_PAGES).map(fontsIn)).toEqual([2, 2, 2, 2])
    expect(APP_PAGES.map(fontsIn)).toEqual([0, 0, 0, 0])
  })

  test('a call stays within its budget until its first picture', () => {
    const lobby = assetsNamed(LOBBY)
    expect(lobby).toHaveLength(5)
    expect(bytesOf([...new Set([...scriptsOf(CALL_PAGE), realtimeFile(), ...lobby])])).toBeLessThanOrEqual(MAX_CALL_BYTES)
  })

  test('neither public pages nor the start of signed-in pages wait for what is opened later', () => {
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
