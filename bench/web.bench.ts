// First visits to the built site on a phone: when pages are usable on a slow phone, the transferred bytes, and Lighthouse's scores.
// `ONLY=phone` or `ONLY=lighthouse` measures one part, `PAGES=/,/doctors` sets the pages for Lighthouse, and `LIST=1` prints the
// requests of the slow phone.
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
const TARGETS = { scriptBytes: 120_000, requests: 8, performance: 99 }
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
  // Warms up the server and the browser.
  await judge('/', 1)
  const results: { path: string; median: Result; shift: number }[] = []
  const doctor = await pathOfADoctor(site.url)
  for (const path of PAGES) results.push({ path, ...(await judge(path.replace(A_DOCTOR, doctor))) })
  process.stdout.write('\n')
  printTable(results.map(({ path, median, shift }) => scoresOf(path, median, shift)))
  process.stdout.write('\n')
  printTable(results.flatMap(({ path, median }) => shortcomingsOf(path, median)))
}

/** Prints the page's requests until it is usable and until the network is idle, with compressed sizes. */
async function printTransfers(from: Browser) {
  const context = await from.newContext(TELEPHONE)
  const page = await context.newPage()
  page.setDefaultTimeout(20_000)
  const responses: Response[] = []
  const errors: string[] = []
  page.on('response', (response) => responses.push(response))
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()))
  page.on('pageerror', (error) => errors.push(error.message))
  await page.goto(site.url, { waitUntil: 'commit' })
  // A page whose scripts never run would have the best figures.
  const drawn = await page.locator('#root > *').first().elementHandle()
  await page
    .waitForFunction((element) => Object.keys(element ?? {}).some((key) => key.startsWith('__react')), drawn)
    .catch(() => {
      throw new Error(`The page was rendered but React never hydrated it: ${errors.join('; ') || 'no error in the console'}.`)
    })
  const first = new Set(responses)
  await page.waitForLoadState('networkidle')
  const sent = await Promise.all(
    responses
      .filter((response) => !BROWSER_FILES.includes(new URL(response.url()).pathname))
      .map(async (response) => ({
        isFirst: first.has(response),
        kind: response.request().resourceType(),
        path: new URL(response.url()).pathname,
        encoding: (await response.headerValue('content-encoding')) ?? '–',
        bytes: (await response.request().sizes()).responseBodySize,
      })),
  )
  await context.close()

  const bytesOf = (kind: string, of = sent) => of.filter((each) => each.kind === kind).reduce((sum, { bytes }) => sum + bytes, 0)
  const soon = sent.filter(({ isFirst }) => isFirst)
  printTable([
    ...Object.entries(KINDS).map(([kind, what]) => ({
      'on /': what,
      'until it can be used': kilobytes(bytesOf(kind, soon)),
      'until the network rests': kilobytes(bytesOf(kind)),
      target: kind === 'script' ? `≤ ${kilobytes(TARGETS.scriptBytes)} (${verdict(bytesOf(kind, soon) <= TARGETS.scriptBytes)})` : '',
    })),
    {
      'on /': 'requests',
      'until it can be used': soon.length,
      'until the network rests': sent.length,
      target: `≤ ${TARGETS.requests} (${verdict(soon.length <= TARGETS.requests)})`,
    },
    { 'on /': 'errors in the console', 'until the network rests': errors.join('; ') || 0, target: `0 (${verdict(!errors.length)})` },
  ])
  process.stdout.write('\n')
  printTable(sent.map(({ path, kind, encoding, bytes }) => ({ request: path, kind, encoding, bytes: kilobytes(bytes) })))
}

/** The median of several runs, and the worst layout shift. */
async function judge(path: string, times = RUNS) {
  const runs: Result[] = []
  for (let run = 0; run < times; run++) {
    const ended = await lighthouse(site.url + path, { port, output: 'json', logLevel: 'silent', onlyCategories: CATEGORIES })
    if (!ended || ended.lhr.runtimeError) throw new Error(`Lighthouse gave up on ${path}: ${ended?.lhr.runtimeError?.message}`)
    runs.push(ended.lhr)
  }
  const median = runs.toSorted((one, other) => scoreOf(one, 'performance') - scoreOf(other, 'performance'))[Math.floor(times / 2)]
  if (!median) throw new Error('Lighthouse did not run.')
  return { median, shift: Math.max(...runs.map((run) => valueOf(run, 'cumulative-layout-shift'))) }
}

function scoresOf(path: string, result: Result, shift: number) {
  const scores = CATEGORIES.map((name) => [name, scoreOf(result, name)] as const)
  return {
    page: path,
    ...Object.fromEntries(scores),
    LCP: milliseconds(valueOf(result, 'largest-contentful-paint')),
    TBT: milliseconds(valueOf(result, 'total-blocking-time')),
    CLS: shift.toFixed(3),
    'target ≥ 99 / 100 / 100 / 100, CLS 0': verdict(
      scores.every(([name, score]) => score >= (name === 'performance' ? TARGETS.performance : 100)) && shift === 0,
    ),
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

/** The files and elements that an audit's details name, at any depth. */
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
