// Pages on a slow phone: when they are readable or usable, and what they load until the network is idle.
import type { Browser, BrowserContext, Request } from '@playwright/test'
import { quick } from '../quick.ts'
import { milliseconds } from '../table.ts'
import { named, type Probe, scriptOf, usable } from './probe.ts'
import type { DemoPerson } from './session.ts'
import { kilobytes, verdict } from './text.ts'

// Phones have a time zone. Without one, Chromium on Linux compares the machine's zone with every known zone.
const PHONE = {
  viewport: { width: 375, height: 812 },
  deviceScaleFactor: 2,
  isMobile: true,
  hasTouch: true,
  locale: 'tr-TR',
  timezoneId: 'Europe/Istanbul',
}
const NETWORK = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 200_000 }
const CPU_SLOWDOWN = 4
const RUNS = quick ? 1 : 5
const TIMEOUT_MS = 30_000
// Fetched for the browser's own UI, not for the page.
export const BROWSER_FILES = ['/icon.svg', '/favicon.ico', '/manifest.webmanifest', '/apple-touch-icon.png']

interface MeasuredPage extends Probe {
  path: string
  /** Undefined: a visitor. */
  person?: DemoPerson
  what: string
  targetMs: number
  /** Blocks the scripts, as for a reader whose scripts do not load. */
  hasNoScripts?: boolean
}

/** A placeholder for the path of some doctor. */
export const A_DOCTOR = '/doctors/:doctor'

const TARGETS = { requests: 40, scriptBytes: 200_000 }

const DOCTOR_BUTTON = named('[role=tabpanel] button', /Dr\.\s/)
const LAST_TAB = `[...document.querySelectorAll('[role=tab]')].at(-1)`

/** Unfolds the first appointment. */
const UNFOLD = {
  target: named('article button', /^Ayrıntılar/),
  responded: `document.querySelector('article button[aria-expanded=true]')`,
}

const PAGES: MeasuredPage[] = [
  { path: '/doctors', what: 'readable: the name of a doctor', shown: named('h2, h3', /Dr\.\s/), targetMs: 1000 },
  {
    path: '/doctors',
    what: 'readable without scripts: the name of a doctor',
    shown: named('h2, h3', /Dr\.\s/),
    targetMs: 1000,
    hasNoScripts: true,
  },
  { path: A_DOCTOR, what: 'readable without scripts: the name', shown: named('h1', /Dr\.\s/), targetMs: 1000, hasNoScripts: true },
  {
    path: '/appointments?tab=new',
    person: 'patient',
    what: 'usable: a doctor can be chosen',
    shown: DOCTOR_BUTTON,
    press: { target: DOCTOR_BUTTON, responded: named('button', /Doktoru değiştir/) },
    targetMs: 2400,
  },
  {
    path: '/profile',
    person: 'patient',
    what: 'usable: the details are shown, the tabs respond',
    shown: `document.querySelector('[role=tabpanel] input[readonly]')`,
    press: { target: LAST_TAB, responded: `${LAST_TAB}.ariaSelected === 'true'` },
    targetMs: 2400,
  },
  {
    path: '/doctor',
    person: 'doctor',
    what: 'usable: an appointment is shown and unfolds',
    shown: `document.querySelector('article')`,
    press: UNFOLD,
    targetMs: 2400,
  },
  {
    path: '/admin',
    person: 'admin',
    what: 'usable: an appointment is shown and unfolds',
    shown: `document.querySelector('article')`,
    press: UNFOLD,
    targetMs: 2400,
  },
]

interface Load {
  requests: number
  scriptBytes: number
}

interface Visit {
  ms: number
  load: Load
}

/** `sessions` contains the local storage of signed-in people. */
export async function measurePhone(browser: Browser, url: string, sessions: Record<DemoPerson, Record<string, string>>) {
  const rows = []
  const doctor = await pathOfADoctor(url)
  for (const page of PAGES) {
    const each = { ...page, path: page.path.replace(A_DOCTOR, doctor) }
    const stored = each.person ? sessions[each.person] : {}
    const visits: Visit[] = []
    for (let run = 0; run < RUNS; run++) visits.push(await visit(browser, url, each, stored))
    const { path, shown, hasNoScripts = false } = each
    const { load } = await visit(browser, url, { path, shown, hasNoScripts }, stored)
    rows.push(rowOf(each, median(visits.map(({ ms }) => ms)), load))
  }
  return rows
}

export async function pathOfADoctor(url: string) {
  for (;;) {
    const html = await (await fetch(`${url}/doctors`)).text()
    const [path] = /\/doctors\/[a-z0-9-]+-[0-9a-f]{8}/.exec(html) ?? []
    if (path) return path
  }
}

const median = (values: number[]) => values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0

function rowOf({ path, what, targetMs }: MeasuredPage, ms: number, load: Load) {
  const { requests, scriptBytes } = TARGETS
  return {
    page: path,
    'on a slow phone': what,
    after: milliseconds(ms),
    target: `≤ ${targetMs} ms (${verdict(ms <= targetMs)})`,
    'requests at rest': load.requests,
    'target ': `≤ ${requests} (${verdict(load.requests <= requests)})`,
    'JavaScript at rest': kilobytes(load.scriptBytes),
    'target  ': `≤ ${kilobytes(scriptBytes)} (${verdict(load.scriptBytes <= scriptBytes)})`,
  }
}

async function visit(
  browser: Browser,
  url: string,
  { path, hasNoScripts = false, ...probe }: Pick<MeasuredPage, 'path' | 'hasNoScripts'> & Probe,
  stored: Record<string, string>,
): Promise<Visit> {
  const context = await browser.newContext(PHONE)
  try {
    await context.addInitScript((entries) => {
      for (const [key, value] of Object.entries(entries)) localStorage.setItem(key, value)
    }, stored)
    await context.addInitScript({ content: scriptOf(probe) })
    const page = await slowPage(context, hasNoScripts)
    const requests: Request[] = []
    let sockets = 0
    page.on('request', (request) => requests.push(request))
    page.on('websocket', () => sockets++)
    const used = usable(page)
    await page.goto(url + path, { waitUntil: 'commit' })
    const ms = await used
    await page.waitForLoadState('networkidle')
    if (process.env['LIST']) process.stdout.write(`${requests.map((request) => request.url().replace(url, '')).join('\n')}\n\n`)
    return { ms, load: await loadOf(requests, sockets) }
  } finally {
    await context.close()
  }
}

async function slowPage(context: BrowserContext, hasNoScripts: boolean) {
  const page = await context.newPage()
  page.setDefaultTimeout(TIMEOUT_MS)
  const devtools = await context.newCDPSession(page)
  await devtools.send('Network.enable')
  await devtools.send('Network.emulateNetworkConditions', NETWORK)
  if (hasNoScripts) await devtools.send('Network.setBlockedURLs', { urls: ['*.js'] })
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN })
  return page
}

async function loadOf(requests: Request[], sockets: number): Promise<Load> {
  const counted = requests.filter((request) => /^https?:/.test(request.url()) && !BROWSER_FILES.includes(new URL(request.url()).pathname))
  const scripts = await Promise.all(counted.filter((request) => request.resourceType() === 'script').map(bytesOf))
  return { requests: counted.length + sockets, scriptBytes: scripts.reduce((sum, bytes) => sum + bytes, 0) }
}

/** Zero for a script that has not arrived, because the page did not wait for it. */
async function bytesOf(request: Request) {
  return request.timing().responseEnd < 0 ? 0 : (await request.sizes()).responseBodySize
}
