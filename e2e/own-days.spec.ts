// Readers so far from the doctor that their days differ: the picker shows the reader's days and stores the doctor's.
import type { Page } from '@playwright/test'
import { book, chooseTime, inDays, openMine, takenTimeIn, timeIn, typeDay } from './booking-form.ts'
import { expect, test } from './fixtures.ts'

const nextYear = new Date().getUTCFullYear() + 1
// In January Los Angeles is eleven hours behind Istanbul, and Tokyo always six ahead.
const MORNING = { start_time: '09:00', end_time: '12:00' }

const stripIn = (page: Page) => page.getByRole('group', { name: 'Yakın günler' })
const grid = (page: Page) => page.getByRole('group', { name: /boş saatler/ })
const startsIn = (page: Page) =>
  grid(page)
    .getByRole('radio')
    .evaluateAll((radios) => radios.map((radio) => radio.getAttribute('data-start') ?? ''))
const dayIn = (zone: string, at: string | number | Date) => new Intl.DateTimeFormat('en-CA', { timeZone: zone }).format(new Date(at))
const inWords = (day: string) =>
  new Intl.DateTimeFormat('tr', { day: 'numeric', month: 'long' }).format(new Date(`${day}T12:00`)).replace(' ', '\u00a0')

test('a day of a patient in Los Angeles has times of two of the doctor’s days, and names the doctor’s day', async ({ cast }) => {
  const doctor = await cast.doctor('Melis', { hours: MORNING })
  const page = await (await cast.person('Dana', { timezone: 'America/Los_Angeles' })).open('/appointments')
  await page.getByRole('button', { name: doctor.name }).click()
  await typeDay(page, `${nextYear}-01-20`)
  await expect(timeIn(page, '00:00')).toHaveAccessibleName('00:00, doktorda 11:00')
  const evening = `21 Oca ${new Intl.DateTimeFormat('tr', { weekday: 'short' }).format(new Date(`${nextYear}-01-21T12:00`))}`
  await expect(timeIn(page, '22:00')).toHaveAccessibleName(`22:00, doktorda ${evening} 09:00`)
  await expect(grid(page).getByText(`Akşam · İstanbul: ${evening}`)).toBeVisible()
  await expect(grid(page).getByText('Gece', { exact: true })).toBeVisible()
  const days = new Set((await startsIn(page)).map((start) => dayIn('America/Los_Angeles', start)))
  expect([...days]).toEqual([`${nextYear}-01-20`])
  // The list of times shows the same.
  await page.getByLabel('Saat', { exact: true }).selectOption({ label: `22:00 (doktorda ${evening} 09:00)` })
  await book(page, 'Uzaktan')
  await expect(page.getByText('Randevu Oluşturuldu!')).toBeVisible()
  const [stored] = await cast.write<{ appointment_date: string; appointment_time: string }[]>(
    'PATCH',
    `/rest/v1/appointments?doctor_id=eq.${doctor.doctorId}`,
    { notes: null },
  )
  expect(stored).toMatchObject({ appointment_date: `${nextYear}-01-21`, appointment_time: '09:00' })
})

for (const [zone, clock] of [
  ['America/Los_Angeles', '2[23]:00'],
  ['Asia/Tokyo', '15:00'],
] as const) {
  test(`days, counts and a link to a time follow the reader's calendar in ${zone}`, { tag: '@long' }, async ({ cast }) => {
    const doctor = await cast.doctor('Sibel', { hours: MORNING })
    const [patient, rival] = [await cast.person('Robin', { timezone: zone }), await cast.person('Kaan')]
    const page = await patient.open(`/appointments?doctor=${doctor.doctorId}`)
    const today = dayIn(zone, Date.now())
    await expect(stripIn(page).getByRole('radio').first()).toHaveAccessibleName(new RegExp(`^${inWords(today)}`))
    // The first day with a free time is open, and every day has as many times as it says.
    await expect(stripIn(page).getByRole('radio', { checked: true })).toHaveAccessibleName(/boş saat/)
    for (const index of [2, 6]) {
      const day = stripIn(page).getByRole('radio').nth(index)
      await day.check({ force: true })
      // The last day reaches into the doctor's next week, which is loaded after the first one.
      await expect(day).toHaveAccessibleName(/ boş saat$/)
      await expect(grid(page).getByRole('radio').first()).toBeAttached()
      const starts = await startsIn(page)
      expect(starts.length).toBeGreaterThan(0)
      await expect(day).toHaveAccessibleName(new RegExp(`, ${starts.length} boş saat$`))
      expect(new Set(starts.map((start) => dayIn(zone, start))).size).toBe(1)
      await expect(day).toHaveAccessibleName(new RegExp(`^${inWords(dayIn(zone, starts[0] ?? ''))}`))
    }

    // Opens a link like those on the landing page and in the list of doctors.
    await page.goto(`/appointments?doctor=${doctor.doctorId}&date=${inDays(4)}&time=09:00`)
    const own = dayIn(zone, `${inDays(4)}T06:00:00Z`)
    await expect(stripIn(page).getByRole('radio', { checked: true })).toHaveAccessibleName(new RegExp(`^${inWords(own)}`))
    await expect(grid(page).getByRole('radio', { checked: true })).toHaveAccessibleName(new RegExp(`^${clock}, doktorda `))

    // Somebody else takes another time of that day.
    await cast.appointment(rival, doctor, inDays(4), '10:00')
    await expect(takenTimeIn(page, '.*doktorda .*10:00')).toBeAttached()
  })
}

test('a patient in Los Angeles moves an appointment within their own days', { tag: '@long' }, async ({ cast }) => {
  const zone = 'America/Los_Angeles'
  const doctor = await cast.doctor('Gonca', { hours: MORNING })
  const patient = await cast.person('Lee', { timezone: zone })
  await cast.appointment(patient, doctor, inDays(6), '09:00', 'confirmed')
  const page = await patient.open('/appointments')
  await openMine(page)
  await page.getByLabel('Diğer', { exact: true }).click()
  await page.getByRole('button', { name: 'Saatini değiştir', exact: true }).click()
  const dialog = page.getByRole('dialog')
  // 09:00 in Istanbul is the evening before in Los Angeles.
  const own = dayIn(zone, `${inDays(6)}T06:00:00Z`)
  await expect(stripIn(page).getByRole('radio', { checked: true })).toHaveAccessibleName(new RegExp(`^${inWords(own)}`))
  await chooseTime(page, '23:30')
  await dialog.getByRole('button', { name: 'Saati Değiştir' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('article')).toContainText('23:30')
})
