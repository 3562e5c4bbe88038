// Pages with data, rendered by the server: cached pages at a fixed request rate, the first rendering, and the delay until a change shows.
// RATE is the number of requests per second, SECONDS the duration.
import { randomBytes } from 'node:crypto'
import { Agent } from 'node:http'
import { startSite } from '../scripts/site.ts'
import { LANGUAGES } from '../supabase/functions/_shared/rules.ts'
import { shoot } from './load.ts'
import { quick } from './quick.ts'
import { milliseconds, printTable, quantile } from './table.ts'
import { verdict } from './web/text.ts'

const RATE = Number(process.env['RATE'] ?? 300)
const SECONDS = Number(process.env['SECONDS'] ?? (quick ? 1 : 20))
const CHANGES = quick ? 2 : 20
const TARGETS = { keptMs: 10, firstMs: 100, visibleMs: 5000 }

const secret = `sb_secret_${randomBytes(24).toString('base64url')}`
process.env['SUPABASE_SECRET_KEY'] = secret
const site = await startSite()
const port = Number(new URL(site.url).port)
const agent = new Agent({ keepAlive: true, maxSockets: 64 })
const prefixOf = (language: string) => (language === LANGUAGES[0] ? '' : `/${language}`)
const ask = (path: string) => shoot(port, { path }, agent)
const askAsBrowser = (path: string) => shoot(port, { path, headers: { 'accept-encoding': 'gzip, br' } }, agent)
const isRendered = (html: string) => html.includes('<script id="page-data"')

try {
  const doctors = await pathsOfDoctors()
  const paths = ['/doctors', ...doctors].flatMap((path) => LANGUAGES.map((language) => prefixOf(language) + path))
  const first = await measureFirst(paths)
  const kept = await measureKept(paths)
  const visible = await measureVisible()
  printTable([
    row(`kept pages, ${RATE} requests a second, ${paths.length} pages`, kept, TARGETS.keptMs),
    row('first rendering of a page', first, TARGETS.firstMs),
    row('from a saved change to a page that shows it', visible, TARGETS.visibleMs),
  ])
} finally {
  agent.destroy()
  await site.stop()
}

function row(what: string, sample: number[], target: number) {
  const p95 = quantile(sample, 0.95)
  return {
    what,
    median: milliseconds(quantile(sample, 0.5)),
    p95: milliseconds(p95),
    slowest: milliseconds(Math.max(...sample)),
    target: `p95 < ${target} ms (${verdict(p95 < target)})`,
  }
}

async function pathsOfDoctors() {
  for (;;) {
    const { body } = await ask('/doctors')
    if (isRendered(body)) return [...new Set([...body.matchAll(/"(\/doctors\/[a-z0-9-]+-[0-9a-f]{8})"/g)].map(([, path = '']) => path))]
  }
}

/** One page at a time. The Turkish list has already been rendered, so the renderer's code is loaded. */
async function measureFirst(paths: string[]) {
  const sample: number[] = []
  for (const path of paths.filter((each) => each !== '/doctors')) {
    const started = performance.now()
    // A busy server first sends the page without data.
    while (!isRendered((await ask(path)).body));
    sample.push(performance.now() - started)
  }
  return sample
}

/** Sends requests on schedule, whether or not earlier ones were answered. The latency includes the delay of a late start. */
async function measureKept(paths: string[]) {
  const begin = performance.now() + 100
  const sent = Array.from({ length: RATE * SECONDS }, async (_, number) => {
    const due = begin + (number * 1000) / RATE
    await new Promise((resolve) => setTimeout(resolve, due - performance.now()))
    const { status } = await askAsBrowser(paths[number % paths.length] ?? '')
    if (status !== 200) throw new Error(`status ${status}`)
    return performance.now() - due
  })
  return Promise.all(sent)
}

async function measureVisible() {
  const sample: number[] = []
  for (let change = 0; change < CHANGES; change++) {
    const licence = `TR-${randomBytes(6).toString('hex')}`
    const saved = await shoot(port, {
      method: 'PATCH',
      path: '/rest/v1/doctors?first_name=eq.Aylin',
      headers: { apikey: secret },
      body: JSON.stringify({ licence_number: licence }),
    })
    if (saved.status >= 300) throw new Error(saved.body)
    const started = performance.now()
    while (!(await ask('/en/doctors')).body.includes(licence)) await new Promise((resolve) => setTimeout(resolve, 5))
    sample.push(performance.now() - started)
  }
  return sample
}
