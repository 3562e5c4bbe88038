// The built site on a phone, at a first visit: when pages can be used on a slow one, the bytes that are transferred, and Lighthouse's scores.
// With `ONLY=phone` or `ONLY=lighthouse` one part is measured, `PAGES=/,/doctors` are the pages for Lighthouse; `LIST=1` prints the requests of
// the slow phone.
import type { Browser, Response } from '@playwright/test'
import lighthouse, { type Result } from 'lighthouse'
import { startSite } from '../scripts/site.ts'
import { freePort } from '../server/testing/server.ts'
import { quick } from './quick.ts'
import { milliseconds, printTable } from './table.ts'
import { launchBrowser } from './web/browser.ts'
import { A_DOCTOR, BROWSER_FILES, measurePhone, pathOfADoctor } from './web/phone.ts'
import { demoSessions } from './web/session.ts'
import { kilobytes, verdict } from './web/text.ts'

const PAGES = process.env['PAGES']?.split(',') ?? (quick ? ['/'] : ['/', '/doctors', A_DOCTOR, '/healthcare', '/faq'])
const RUNS = quick ? 1 : 5
const ONLY = process.env['ONLY']
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo']
const TARGETS = { scriptBytes: 120_000, requests: 12 }
const KINDS = { script: 'JavaScript', stylesheet: 'CSS', font: 'fonts', image: 'images', document: 'HTML' }
// The phone that Lighthouse emulates.
const TELEPHONE = { viewport: { width: 412, height: 823 }, deviceScaleFactor: 1.75, isMobile: true, hasTouch: true }

const site = await startSite()
const port = await freePort()
const browser = await launchBrowser(`--remote-debugging-port=${port}`)
try {
  if (ONLY !== 'lighthouse') {
    await printTransfers(browser)
    process.stdout.write('\n')
    printTable(await measurePhone(browser, site.url, await demoSessions(site.url)))
  }
  if (ONLY !== 'phone') await printScores()
} finally {
  await browser.close()
  await site.stop()
}

async function printScores() {
  // The first visit of all finds a server and a browser that have not done anything yet.
  await judge('/', 1)
  const results: { path: string; best: Result; shift: number }[] = []
  const doctor = await pathOfADoctor(site.url)
  for (const path of PAGES) results.push({ path, ...(await judge(path.replace(A_DOCTOR, doctor))) })
  process.stdout.write('\n')
  printTable(results.map(({ path, best, shift }) => scoresOf(path, best, shift)))
  process.stdout.write('\n')
  printTable(results.flatMap(({ path, best }) => shortcomingsOf(path, best)))
}

/** All requests of the page until the network is idle, with the sizes of compressed bodies. */
async function printTransfers(from: Browser) {
  const context = await from.newContext(TELEPHONE)
  const page = await context.newPage()
  page.setDefaultTimeout(20_000)
  const responses: Response[] = []
  const errors: string[] = []
  page.on('response', (response) => responses.push(response))
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()))
  page.on('pageerror', (error) => errors.push(error.message))
  await page.goto(site.url, { waitUntil: 'networkidle' })
  // A page whose scripts never run would score best of all.
  const drawn = await page.locator('#root > *').first().elementHandle()
  await page
    .waitForFunction((element) => Object.keys(element ?? {}).some((key) => key.startsWith('__react')), drawn)
    .catch(() => {
      throw new Error(`The page was drawn but React never took it over: ${errors.join('; ') || 'no error in the console'}.`)
    })
  const sent = await Promise.all(
    responses
      .filter((response) => !BROWSER_FILES.includes(new URL(response.url()).pathname))
      .map(async (response) => ({
        kind: response.request().resourceType(),
        path: new URL(response.url()).pathname,
        encoding: (await response.headerValue('content-encoding')) ?? '–',
        bytes: (await response.request().sizes()).responseBodySize,
      })),
  )
  await context.close()

  const bytesOf = (kind: string) => sent.filter((each) => each.kind === kind).reduce((sum, { bytes }) => sum + bytes, 0)
  printTable([
    ...Object.entries(KINDS).map(([kind, what]) => ({
      'on / until the network rests': what,
      measured: kilobytes(bytesOf(kind)),
      target: kind === 'script' ? `≤ ${kilobytes(TARGETS.scriptBytes)} (${verdict(bytesOf(kind) <= TARGETS.scriptBytes)})` : '',
    })),
    {
      'on / until the network rests': 'requests',
      measured: sent.length,
      target: `≤ ${TARGETS.requests} (${verdict(sent.length <= TARGETS.requests)})`,
    },
    { 'on / until the network rests': 'errors in the console', measured: errors.join('; ') || 0, target: `0 (${verdict(!errors.length)})` },
  ])
  process.stdout.write('\n')
  printTable(sent.map(({ path, kind, encoding, bytes }) => ({ request: path, kind, encoding, bytes: kilobytes(bytes) })))
}

/** The best of several runs, because other work makes a machine slower but never faster; for layout shifts the worst. */
async function judge(path: string, times = RUNS) {
  const runs: Result[] = []
  for (let run = 0; run < times; run++) {
    const ended = await lighthouse(site.url + path, { port, output: 'json', logLevel: 'silent', onlyCategories: CATEGORIES })
    if (!ended || ended.lhr.runtimeError) throw new Error(`Lighthouse gave up on ${path}: ${ended?.lhr.runtimeError?.message}`)
    runs.push(ended.lhr)
  }
  const best = runs.reduce((one, other) => (scoreOf(other, 'performance') > scoreOf(one, 'performance') ? other : one))
  return { best, shift: Math.max(...runs.map((run) => valueOf(run, 'cumulative-layout-shift'))) }
}

function scoresOf(path: string, result: Result, shift: number) {
  const scores = CATEGORIES.map((name) => [name, scoreOf(result, name)] as const)
  return {
    page: path,
    ...Object.fromEntries(scores),
    LCP: milliseconds(valueOf(result, 'largest-contentful-paint')),
    TBT: milliseconds(valueOf(result, 'total-blocking-time')),
    CLS: shift.toFixed(3),
    'target 100, CLS 0': verdict(scores.every(([, score]) => score === 100) && shift === 0),
  }
}

function shortcomingsOf(path: string, { categories, audits }: Result) {
  return CATEGORIES.flatMap((name) =>
    (categories[name]?.auditRefs ?? []).flatMap(({ id, weight }) => {
      const audit = audits[id]
      if (!audit || (audit.scoreDisplayMode !== 'error' && (audit.score ?? 1) >= 1)) return []
      const found = audit.details && 'items' in audit.details ? mentionsIn(audit.details.items) : []
      const reasons = [audit.title, audit.displayValue, audit.explanation, audit.errorMessage, ...new Set(found)].filter(Boolean)
      return { page: path, audit: id, score: audit.score ?? 'error', weight, reason: reasons.join('; ').replaceAll(/[|\n]/g, ' ') }
    }),
  )
}

/** The nodes that an audit points at, at any depth of its details. */
function mentionsIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return []
  if (Array.isArray(value)) return value.flatMap(mentionsIn)
  const item = value as Record<string, unknown>
  const place = [item['url'], item['selector'], item['reason'], item['groupLabel']].find((each) => typeof each === 'string' && each)
  const cost = ['totalBytes', 'wastedBytes', 'wastedMs', 'duration'].flatMap((key) =>
    typeof item[key] === 'number' ? `${key} ${Math.round(item[key])}` : [],
  )
  const own = typeof place === 'string' ? [[place.replace(site.url, ''), ...cost].join(' ')] : []
  return [...own, ...Object.values(item).flatMap(mentionsIn)]
}

function scoreOf({ categories }: Result, name: string) {
  return Math.round((categories[name]?.score ?? 0) * 100)
}

function valueOf({ audits }: Result, name: string) {
  return audits[name]?.numericValue ?? Number.NaN
}
