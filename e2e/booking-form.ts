// Filling in the booking form, for every story that books through the page.
import { expect, type Locator, type Page } from '@playwright/test'

/** The date in `days` days in Istanbul, where most people of the stories live. */
export const inDays = (days: number) =>
  new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Istanbul' }).format(Date.now() + days * 86_400_000)

/** Opens the part of the form with the date field and the list of times. */
async function openOtherWays(page: Page) {
  const summary = page.locator('form details > summary')
  await summary.waitFor()
  const isOpen = await summary.evaluate((element) => (element.parentElement as HTMLDetailsElement).open)
  if (!isOpen) await summary.click()
}

/** Types the day into the date field. */
export async function typeDay(page: Page, day: string) {
  await openOtherWays(page)
  await page.locator('form details input').first().fill(day)
}

/** Chooses the doctor in the list, and types the day. */
export async function chooseDay(page: Page, doctor: { name: string }, day: string) {
  await page.getByRole('button', { name: doctor.name }).click()
  await typeDay(page, day)
}

const timesIn = (page: Page, clock: string) =>
  page.getByRole('group', { name: /boş saatler/ }).getByRole('radio', { name: new RegExp(`^${clock}`) })

/** A free time in the grid, on the reader's clock. */
export const timeIn = (page: Page, clock: string) => timesIn(page, clock).and(page.locator(':not([aria-disabled=true])'))

/** A time that somebody else has taken a moment ago. */
export const takenTimeIn = (page: Page, clock: string) => timesIn(page, clock).and(page.locator('[aria-disabled=true]'))

export async function chooseTime(page: Page, clock: string) {
  const time = timeIn(page, clock)
  // Clicks the label, as people do: the input itself is hidden, and could be below a bar at the bottom.
  await time.locator('xpath=..').click()
  await expect(time).toBeChecked()
}

/** Lets every hold fail, as if the connection was lost at that moment, so that others can still take the chosen time. */
export const withoutHolds = (page: Page) => page.route('**/rpc/hold_slot', (route) => route.abort())

/** The tab with the patient's own appointments. */
export const openMine = (page: Page) => page.getByRole('tab', { name: 'Randevularım' }).click()

/** The panel of that tab. */
export const mine = (page: Page) => page.getByRole('tabpanel', { name: 'Randevularım' })

/** One of the patient's own appointments. All but the next one are rows, which must be opened. */
export const myAppointment = (page: Page, text: string | RegExp) => mine(page).getByRole('article').filter({ hasText: text })
export const openRow = (row: Locator) => row.locator('summary').first().click()

/** The last step, once doctor, day and time are chosen. */
export async function book(page: Page, complaint: string) {
  await page.getByLabel('Şikayetiniz').fill(complaint)
  await page.getByRole('button', { name: 'Randevu Al' }).click()
}
