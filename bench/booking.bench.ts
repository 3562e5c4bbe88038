// The booking page as a patient sees it: the time from choosing a date until its free slots are shown, and from another patient's booking
// until the booked slot disappears.
import type { Page } from '@playwright/test'
import { createClient } from '@supabase/supabase-js'
import { startSite } from '../scripts/site.ts'
import { quick } from './quick.ts'
import { milliseconds, printTable, quantile } from './table.ts'
import { launchBrowser } from './web/browser.ts'

const ROUNDS = quick ? 3 : 30
const DAY_MS = 86_400_000
/** The doctor's time zone is Baku. The patient's is Istanbul, an hour behind. */
const TO_ISTANBUL = -1
const PASSWORD = 'Demo1234!'

const site = await startSite()
const browser = await launchBrowser()
try {
  const page = await signIn()
  await page.goto(`${site.url}/appointments`)
  // A patient with appointments sees their list first, as soon as it has loaded.
  await page.getByRole('tab', { name: 'Randevularım', selected: true }).waitFor()
  await page.getByRole('tab', { name: 'Yeni Randevu' }).click()
  await page.getByRole('button', { name: 'Rauf' }).click()
  await page.getByText('Canlı').first().waitFor()
  // The date field is in a collapsed section.
  await page.locator('form details > summary').click()
  const shown = await timeDates(page)
  const gone = await timeBookings(page)
  printTable([row('date chosen → its times on screen', shown), row('another books → the time is gone from the screen', gone)])
} finally {
  await browser.close()
  await site.stop()
}

function row(what: string, sample: number[]) {
  return { what, p50: milliseconds(quantile(sample, 0.5)), p95: milliseconds(quantile(sample, 0.95)), rounds: sample.length }
}

async function signIn() {
  const page = await browser.newPage({ locale: 'tr-TR', timezoneId: 'Europe/Istanbul' })
  await page.goto(`${site.url}/auth`)
  await page.locator('input[type=email]').first().fill('mehmet@demo.example')
  await page.locator('input[type=password]').first().fill(PASSWORD)
  await page.keyboard.press('Enter')
  await page.waitForURL(`${site.url}/`)
  return page
}

function dateField(page: Page) {
  return page.locator('form details input').first()
}

/** Future working days that the page has not loaded yet. */
function workingDays() {
  const days = Array.from({ length: 60 }, (_, index) => new Date(Date.now() + (index + 10) * DAY_MS))
  return days.filter((day) => day.getUTCDay() % 6 !== 0).map((day) => day.toISOString().slice(0, 10))
}

/** Includes the few milliseconds that controlling the browser takes. */
async function timeDates(page: Page) {
  const sample: number[] = []
  for (const day of workingDays().slice(0, ROUNDS)) {
    const name = new Intl.DateTimeFormat('tr-TR', { day: 'numeric', month: 'long', timeZone: 'UTC' }).format(new Date(day))
    const times = page.getByRole('group', { name: new RegExp(`^${name} .*boş saatler`) })
    const started = performance.now()
    await dateField(page).fill(day)
    await times.waitFor()
    sample.push(performance.now() - started)
  }
  return sample
}

function clock(hour: number) {
  return `${String(hour).padStart(2, '0')}:00`
}

/** From sending the booking to the frame without the slot: commit, broadcast, refetch and rendering. */
async function timeBookings(page: Page) {
  const { supabaseUrl, supabaseKey } = (await (await fetch(`${site.url}/config.json`)).json()) as Record<string, string>
  const other = createClient(supabaseUrl ?? '', supabaseKey ?? '')
  const { data } = await other.auth.signInWithPassword({ email: 'leyla@demo.example', password: PASSWORD })
  const { data: doctors } = await other.from('doctors').select('id').eq('first_name', 'Rauf')
  const [day = ''] = workingDays()
  await dateField(page).fill(day)
  const sample: number[] = []
  for (const hour of [10, 11, 12, 13, 14, 15].slice(0, ROUNDS)) {
    // A booked slot stays on screen for a moment, but disabled.
    const chip = page
      .getByRole('group', { name: /boş saatler/ })
      .getByRole('radio', { name: new RegExp(`^${clock(hour + TO_ISTANBUL)}`) })
      .and(page.locator(':not([aria-disabled=true])'))
    await chip.waitFor({ state: 'attached' })
    const started = performance.now()
    const { error } = await other.from('appointments').insert({
      user_id: data.user?.id,
      doctor_id: doctors?.[0]?.id,
      appointment_date: day,
      appointment_time: clock(hour),
      patient_complaint: 'bench',
    })
    if (error) throw new Error(error.message)
    await chip.waitFor({ state: 'detached' })
    sample.push(performance.now() - started)
  }
  await other.auth.signOut({ scope: 'local' })
  return sample
}
