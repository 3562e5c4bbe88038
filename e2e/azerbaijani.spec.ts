// Chromium has no Azerbaijani dates and numbers. Anything that the browser formatted by itself would read "2026 M11 15", "Mon" or "2,000".
import type { Page } from '@playwright/test'
import { complaintsOf } from './access.ts'
import { inDays, typeDay } from './booking-form.ts'
import { expect, test } from './fixtures.ts'
import { anAdmin } from './management.ts'

const NOT_AZERBAIJANI =
  /\bM\d\d\b|\b(?:Mon|Tues?|Wed(?:nes)?|Thu(?:rs)?|Fri|Sat(?:ur)?|Sun)(?:day)?\b|\b(?:January|February|March|April|June|July|August|September|October|November|December|Jan|Feb|Apr|Jun|Jul|Aug|Sept?|Oct|Nov|Dec)\b|\d,\d{3}\b/
const AZERBAIJANI_DAY =
  /\d{1,2}\s(?:yanvar|fevral|mart|aprel|may|iyun|iyul|avqust|sentyabr|oktyabr|noyabr|dekabr) 20\d\d(?:, (?:bazar|şənbə|cümə|çərşənbə))?/
const SHORT_DAY = /\d{1,2}\s(?:yan|fev|mar|apr|may|iyn|iyl|avq|sen|okt|noy|dek)\b/
const PUBLIC = ['', '/healthcare', '/interior-design', '/about', '/doctors', '/contact', '/faq', '/video-test', '/auth']
const LEGAL = ['/privacy', '/terms', '/cookies']

async function expectAzerbaijani(page: Page) {
  await expect(page.locator('html')).toHaveAttribute('lang', 'az')
  // Screen readers read the text of attributes as well.
  const read = await page.evaluate(() => {
    const labels = [...document.querySelectorAll('[aria-label]')].map((each) => each.getAttribute('aria-label'))
    return `${document.body.innerText}\n${labels.join('\n')}`
  })
  expect({ path: page.url(), found: NOT_AZERBAIJANI.exec(read)?.[0] }).toEqual({ path: page.url(), found: undefined })
}

test('visitors read Azerbaijani dates and numbers, and hydration changes nothing', { tag: '@long' }, async ({ page }) => {
  const complaints = complaintsOf(page)
  for (const path of [...PUBLIC, ...LEGAL]) {
    await page.goto(`/az${path}`, { waitUntil: 'networkidle' })
    if (LEGAL.includes(path)) await expect(page.locator('main time')).toHaveText(AZERBAIJANI_DAY)
    await expectAzerbaijani(page)
  }
  expect(complaints).toEqual([])
})

test('a patient reads Azerbaijani while booking, in their appointments, in files and in the profile', { tag: '@long' }, async ({
  cast,
}) => {
  const doctor = await cast.doctor('Aysel', { timezone: 'Asia/Baku' })
  const patient = await cast.person('Rəşad', { timezone: 'Europe/Berlin', language: 'az' })
  await cast.write('PATCH', `/rest/v1/profiles?user_id=eq.${patient.id}`, { date_of_birth: '1990-03-08' })
  await cast.appointment(patient, doctor, inDays(7), '10:00', 'confirmed')
  // The notice moves the next free times to days with a date, instead of today or tomorrow.
  await cast.write('PATCH', `/rest/v1/doctors?id=eq.${doctor.doctorId}`, { booking_notice_hours: 72 })
  const page = await patient.browse()
  const complaints = complaintsOf(page)
  await page.goto('/az/appointments?tab=new')
  await expect(page.getByRole('list', { name: doctor.name })).toContainText(SHORT_DAY)
  await expectAzerbaijani(page)

  await page.getByRole('button', { name: doctor.name }).click()
  const days = page.getByRole('group', { name: 'Yaxın günlər' })
  // The days are written as in the sentence above, and no style capitalizes them.
  await expect(days).toContainText(/B\.e\.|Ç\.a\.|C\.a\./, { useInnerText: true })
  await typeDay(page, inDays(8))
  await page.getByLabel('Şikayətiniz').fill('Baş ağrısı')
  await expect(page.locator('main')).toContainText('/ 2\u00A0000')
  await expectAzerbaijani(page)

  await page.getByRole('tab', { name: 'Qəbullarım' }).click()
  await expect(page.getByRole('tabpanel')).toContainText(AZERBAIJANI_DAY)
  await expectAzerbaijani(page)
  await page.getByRole('button', { name: 'Fayllar' }).first().click()
  const files = page.getByRole('dialog')
  await files.locator('input[type=file]').setInputFiles({ name: 'nəticə.txt', mimeType: 'text/plain', buffer: Buffer.alloc(1536, 'a') })
  await expect(files.getByRole('listitem').filter({ hasText: 'nəticə.txt' })).toContainText(/1,5.KB.*20\d\d, \d\d:\d\d/)
  await expectAzerbaijani(page)

  await page.goto('/az/profile')
  await expect(page.getByText('8 mart 1990').or(page.locator('[value="8\u00a0mart 1990"]')).first()).toBeVisible()
  await expectAzerbaijani(page)
  expect(complaints).toEqual([])
})

test('a doctor reads Azerbaijani in the panel, the working hours and the leaves', async ({ cast }) => {
  const doctor = await cast.doctor('Aysel', { timezone: 'Asia/Baku' })
  const patient = await cast.person('Rəşad', { timezone: 'Asia/Baku', language: 'az' })
  await cast.appointment(patient, doctor, inDays(7), '10:00')
  await cast.write('POST', '/rest/v1/doctor_leave', { doctor_id: doctor.doctorId, leave_date: inDays(9) })
  const page = await doctor.browse({ language: 'az' })
  const complaints = complaintsOf(page)
  await page.goto('/az/doctor')
  await expect(page.locator('main')).toContainText(AZERBAIJANI_DAY)
  await expectAzerbaijani(page)
  await page.goto('/az/doctor?tab=availability')
  for (const day of ['Bazar ertəsi', 'Çərşənbə axşamı', 'Çərşənbə', 'Cümə axşamı', 'Cümə', 'Şənbə', 'Bazar'])
    await expect(page.getByText(day, { exact: true }).first()).toBeVisible()
  await expect(page.locator('main time').first()).toHaveText(AZERBAIJANI_DAY)
  await expectAzerbaijani(page)
  expect(complaints).toEqual([])
})

test('an admin reads Azerbaijani on the dashboard, in the weeks and in the leaves', { tag: '@long' }, async ({ cast }) => {
  const doctor = await cast.doctor('Aysel', { timezone: 'Asia/Baku' })
  const patient = await cast.person('Rəşad', { language: 'az' })
  await cast.appointment(patient, doctor, inDays(7), '10:00')
  await cast.write('POST', '/rest/v1/doctor_leave', { doctor_id: doctor.doctorId, leave_date: inDays(9) })
  const page = await (await anAdmin(cast)).browse({ language: 'az' })
  const complaints = complaintsOf(page)
  await page.goto('/az/admin')
  const row = page.getByRole('article').filter({ hasText: doctor.name }).first()
  await expect(row.locator('time').first()).toContainText(SHORT_DAY)
  await row.getByRole('button', { name: /^Ətraflı/ }).click()
  await expect(row).toContainText(patient.email)
  await expectAzerbaijani(page)
  await page.goto('/az/doctor-management?tab=availability')
  await expect(page.getByText('Çərşənbə axşamı').first()).toBeVisible()
  await expectAzerbaijani(page)
  await page.goto('/az/doctor-management?tab=leaves')
  await expect(page.locator('main time').first()).toHaveText(AZERBAIJANI_DAY)
  await expectAzerbaijani(page)
  expect(complaints).toEqual([])
})
