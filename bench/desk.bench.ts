// Staff's lists with up to 100,000 appointments, in a real browser: the time from the arrival of the page's script to the first rows, and
// how fast a long list responds.
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import type { Browser } from '@playwright/test'
import pg from 'pg'
import { startSite } from '../scripts/site.ts'
import { runningClusterUrl } from '../server/postgres/cluster.ts'
import { addPeople, fillAppointments } from './many-appointments.ts'
import { quick } from './quick.ts'
import { milliseconds, printTable, quantile } from './table.ts'
import { launchBrowser } from './web/browser.ts'
import { type DemoPerson, demoSessions } from './web/session.ts'
import { verdict } from './web/text.ts'

const SIZES = quick ? [1000] : [1000, 10_000, 100_000]
const LOADS = quick ? 1 : 40
const TARGET_P95_MS = 300

const PAGES: { path: string; person: DemoPerson }[] = [
  { path: '/doctor', person: 'doctor' },
  { path: '/admin', person: 'admin' },
  { path: '/admin/appointments', person: 'admin' },
]

// Text, because it runs in the browser. It reports the result itself, because polling by Playwright would take CPU time.
const REPORT = 'rows after'
const REPORT_ROWS = `new MutationObserver((_, watcher) => {
  if (!document.querySelector('main article')) return
  watcher.disconnect()
  const script = document.querySelector('script[type=module][src]').src
  const arrivedAt = performance.getEntriesByName(script, 'resource')[0].responseEnd
  requestAnimationFrame(() => console.debug('${REPORT}', performance.now() - arrivedAt))
}).observe(document, { childList: true, subtree: true })`

// Loads more rows until there are 500, unfolds one, then searches for a patient. Each step ends with the frame after its result.
const USE_LIST = `(async () => {
  const frame = () => new Promise(requestAnimationFrame)
  const rows = () => document.querySelectorAll('main article').length
  const button = (text) => [...document.querySelectorAll('main button')].find((each) => each.textContent.trim().startsWith(text))
  const timed = async (act, isDone) => {
    const from = performance.now()
    act()
    while (!isDone()) await frame()
    await frame()
    return performance.now() - from
  }
  const more = []
  while (rows() < 500) {
    while (!button('Daha fazla göster')) await frame()
    const before = rows()
    more.push(await timed(() => button('Daha fazla göster').click(), () => rows() > before))
  }
  const first = document.querySelector('main article button[aria-expanded=false]')
  const unfold = await timed(() => first.click(), () => first.ariaExpanded === 'true')
  const field = document.querySelector('main input[type=search]')
  const search = await timed(() => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set.call(field, 'Leyla')
    field.dispatchEvent(new Event('input', { bubbles: true }))
  }, () => rows() > 0 && rows() < 500)
  return { more, unfold, search }
})()`
const ROUNDS = quick ? 1 : 5

const site = await startSite()
const db = new pg.Client({ connectionString: runningClusterUrl(join(site.dataDir, 'postgres')) })
const browser = await launchBrowser()
try {
  await db.connect()
  const sessions = await demoSessions(site.url)
  await addPeople(db)
  await moveDemoDoctor()
  const rows = []
  const uses = []
  for (const size of SIZES) {
    await fillAppointments(db, size)
    await untilIdle()
    for (const { path, person } of PAGES) {
      const sample = await timeRows(browser, path, sessions[person])
      const p95 = quantile(sample, 0.95)
      rows.push({
        appointments: size.toLocaleString('en'),
        page: path,
        median: milliseconds(quantile(sample, 0.5)),
        p95: milliseconds(p95),
        target: `p95 < ${TARGET_P95_MS} ms (${verdict(p95 < TARGET_P95_MS)})`,
      })
    }
    uses.push({ appointments: size.toLocaleString('en'), ...(await timeUse(browser, sessions.admin)) })
  }
  printTable(rows)
  process.stdout.write('\n/admin/appointments, medians\n')
  printTable(uses)
} finally {
  await browser.close()
  await db.end()
  await site.stop()
}

/** Links the demo doctor's account to a doctor with many appointments. */
async function moveDemoDoctor() {
  await db.query('set session_replication_role = replica')
  const { rows } = await db.query<{ user_id: string }>(
    `update doctors set user_id = null where user_id = (select id from auth.users where email = 'aylin@demo.example')
     returning (select id from auth.users where email = 'aylin@demo.example') as user_id`,
  )
  await db.query("update doctors set user_id = $1 where first_name = 'Doctor' and last_name = '1'", [rows[0]?.user_id])
  await db.query('set session_replication_role = default')
}

/** Waits until PostgreSQL has written its pages and Realtime has read all changes. */
async function untilIdle() {
  await db.query('checkpoint')
  const isBehind = 'select exists (select from pg_replication_slots where active and confirmed_flush_lsn < $1) as is_behind'
  const { rows: written } = await db.query<{ lsn: string }>('select pg_current_wal_lsn() as lsn')
  while ((await db.query<{ is_behind: boolean }>(isBehind, [written[0]?.lsn])).rows[0]?.is_behind) await setTimeout(100)
}

async function newContext(from: Browser, stored: Record<string, string>) {
  const context = await from.newContext({ viewport: { width: 1280, height: 800 }, locale: 'tr-TR', timezoneId: 'Europe/Istanbul' })
  await context.addInitScript((entries) => {
    for (const [key, value] of Object.entries(entries)) localStorage.setItem(key, value)
  }, stored)
  return context
}

async function timeUse(from: Browser, stored: Record<string, string>) {
  const context = await newContext(from, stored)
  const page = await context.newPage()
  const measured: { more: number[]; unfold: number; search: number }[] = []
  for (let round = 0; round < ROUNDS; round++) {
    await page.goto(`${site.url}/admin/appointments`)
    await page.getByRole('article').first().waitFor()
    measured.push(await page.evaluate(USE_LIST))
  }
  await context.close()
  const median = (sample: number[]) => milliseconds(quantile(sample, 0.5))
  return {
    '200 more rows': median(measured.flatMap(({ more }) => more)),
    'unfold one of 500': median(measured.map(({ unfold }) => unfold)),
    'search, with 300 ms of pause': median(measured.map(({ search }) => search)),
  }
}

/** In milliseconds, for successive page loads with cached scripts. */
async function timeRows(from: Browser, path: string, stored: Record<string, string>) {
  const context = await newContext(from, stored)
  await context.addInitScript({ content: REPORT_ROWS })
  const page = await context.newPage()
  const sample: number[] = []
  for (let load = -3; load < LOADS; load++) {
    const reported = page.waitForEvent('console', (message) => message.text().startsWith(REPORT))
    await page.goto(site.url + path, { waitUntil: 'commit' })
    const took = Number((await reported).text().slice(REPORT.length))
    if (load >= 0) sample.push(took)
  }
  await context.close()
  return sample
}
