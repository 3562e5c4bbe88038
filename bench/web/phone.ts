// Pages on a slow phone: when they are readable or usable, and what they load until then and until the network is at rest.
import type { Browser, BrowserContext, Page, Request } from '@playwright/test'
import { milliseconds } from '../table.ts'
import type { DemoPerson } from './session.ts'
import { kilobytes, verdict } from './text.ts'

// With a time zone, as phones have one: without it Chromium on Linux compares all zones there are with that of the machine.
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
const RUNS = 3
const TIMEOUT_MS = 30_000
// Fetched for the browser's own UI, not for the page.
export const BROWSER_FILES = ['/icon.svg', '/favicon.ico', '/manifest.webmanifest', '/apple-touch-icon.png']

interface MeasuredPage {
  path: string
  /** Undefined: a visitor. */
  person?: DemoPerson
  what: string
  /** Resolves as soon as what the page is for is shown. */
  shown: (page: Page) => Promise<unknown>
  /** Presses something, and resolves as soon as the page has responded. */
  press?: (page: Page) => Promise<unknown>
  targetMs: number
}

const TARGETS = { requests: 25, scriptBytes: 180_000 }

const doctorIn = (page: Page) => page.getByRole('tabpanel').getByRole('button', { name: /^Dr\. / })

/** Shows more about the first appointment. */
async function unfold(page: Page) {
  await page
    .getByRole('button', { name: /^Ayrıntılar/ })
    .first()
    .click()
  await page
    .getByRole('button', { name: /^Ayrıntılar/, expanded: true })
    .first()
    .waitFor()
}

const PAGES: MeasuredPage[] = [
  {
    path: '/doctors',
    what: 'readable: the name of a doctor',
    shown: (page) =>
      page
        .getByRole('heading', { name: /^Dr\. / })
        .first()
        .waitFor(),
    targetMs: 1500,
  },
  {
    path: '/appointments?tab=new',
    person: 'patient',
    what: 'usable: a doctor can be chosen',
    shown: (page) => doctorIn(page).first().waitFor(),
    async press(page) {
      await doctorIn(page).first().click()
      await page.getByRole('button', { name: 'Doktoru değiştir' }).waitFor()
    },
    targetMs: 2000,
  },
  {
    path: '/profile',
    person: 'patient',
    what: 'usable: the details are shown, the tabs respond',
    shown: (page) => page.getByLabel('Ad', { exact: true }).waitFor(),
    async press(page) {
      await page.getByRole('tab').last().click()
      await page.getByRole('tabpanel', { name: 'Randevu Geçmişi' }).waitFor()
    },
    targetMs: 2000,
  },
  {
    path: '/doctor',
    person: 'doctor',
    what: 'usable: an appointment is shown and unfolds',
    shown: (page) => page.getByRole('article').first().waitFor(),
    press: unfold,
    targetMs: 2000,
  },
  {
    path: '/admin',
    person: 'admin',
    what: 'usable: an appointment is shown and unfolds',
    shown: (page) => page.getByRole('article').first().waitFor(),
    press: unfold,
    targetMs: 2000,
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

/** `sessions` are what the browsers of signed-in people have stored. */
export async function measurePhone(browser: Browser, url: string, sessions: Record<DemoPerson, Record<string, string>>) {
  const rows = []
  for (const each of PAGES) {
    const stored = each.person ? sessions[each.person] : {}
    const visits: Visit[] = []
    for (let run = 0; run < RUNS; run++) visits.push(await onSlowPage(browser, url, each, stored, (page, loads) => use(page, each, loads)))
    // Other work makes a machine slower but never faster.
    const best = visits.reduce((one, other) => (other.ms < one.ms ? other : one))
    rows.push(rowOf(each, best, await onSlowPage(browser, url, each, stored, (page, loads) => rest(page, each, loads))))
  }
  return rows
}

function rowOf({ path, what, targetMs }: MeasuredPage, { ms, load }: Visit, atRest: Load) {
  const { requests, scriptBytes } = TARGETS
  return {
    page: path,
    'on a slow phone': what,
    after: milliseconds(ms),
    target: `≤ ${targetMs} ms (${verdict(ms <= targetMs)})`,
    'requests until then': load.requests,
    'requests at rest': atRest.requests,
    'target ': `≤ ${requests} (${verdict(atRest.requests <= requests)})`,
    'JavaScript until then': kilobytes(load.scriptBytes),
    'JavaScript at rest': kilobytes(atRest.scriptBytes),
    'target  ': `≤ ${kilobytes(scriptBytes)} (${verdict(atRest.scriptBytes <= scriptBytes)})`,
  }
}

async function use(page: Page, { shown, press }: MeasuredPage, load: () => Promise<Load>): Promise<Visit> {
  await shown(page)
  // Before the press, after which the page loads what it may need next.
  const before = await load()
  await press?.(page)
  return { ms: await page.evaluate(() => performance.now()), load: before }
}

async function rest(page: Page, { shown }: MeasuredPage, load: () => Promise<Load>): Promise<Load> {
  await shown(page)
  await page.waitForLoadState('networkidle')
  return load()
}

async function onSlowPage<Result>(
  browser: Browser,
  url: string,
  { path }: MeasuredPage,
  stored: Record<string, string>,
  measure: (page: Page, load: () => Promise<Load>) => Promise<Result>,
): Promise<Result> {
  const context = await browser.newContext(PHONE)
  try {
    await context.addInitScript((entries) => {
      for (const [key, value] of Object.entries(entries)) localStorage.setItem(key, value)
    }, stored)
    const page = await slowPage(context)
    const requests: Request[] = []
    let sockets = 0
    page.on('request', (request) => requests.push(request))
    page.on('websocket', () => sockets++)
    await page.goto(url + path, { waitUntil: 'commit' })
    const result = await measure(page, () => loadOf(requests, sockets))
    if (process.env['LIST']) process.stdout.write(`${requests.map((request) => request.url().replace(url, '')).join('\n')}\n\n`)
    return result
  } finally {
    await context.close()
  }
}

async function slowPage(context: BrowserContext) {
  const page = await context.newPage()
  page.setDefaultTimeout(TIMEOUT_MS)
  const devtools = await context.newCDPSession(page)
  await devtools.send('Network.enable')
  await devtools.send('Network.emulateNetworkConditions', NETWORK)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN })
  return page
}

async function loadOf(requests: Request[], sockets: number): Promise<Load> {
  const counted = requests.filter((request) => /^https?:/.test(request.url()) && !BROWSER_FILES.includes(new URL(request.url()).pathname))
  const scripts = await Promise.all(counted.filter((request) => request.resourceType() === 'script').map(bytesOf))
  return { requests: counted.length + sockets, scriptBytes: scripts.reduce((sum, bytes) => sum + bytes, 0) }
}

/** Only of scripts that have arrived: those on their way are not what the page waited for. */
async function bytesOf(request: Request) {
  return request.timing().responseEnd < 0 ? 0 : (await request.sizes()).responseBodySize
}
