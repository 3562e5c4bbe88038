// The weekly hours of a doctor: setting, checking and keeping them. Each story makes its own people.
import type { Page } from '@playwright/test'
import { addressOf, expectAccessible, expectNoSidewaysScroll, inEveryLanguage } from './access.ts'
import { inDays } from './booking-form.ts'
import type { Cast, Doctor } from './cast.ts'
import { expect, test } from './fixtures.ts'
import { anAdmin as admin } from './management.ts'
import { box, day, openSchedule, type StoredWindow, saveWeek } from './schedule-tabs.ts'

const PHONE = { width: 375, height: 812 }

async function storedWeek(cast: Cast, doctor: Doctor) {
  const path = `/rest/v1/doctor_availability?doctor_id=eq.${doctor.doctorId}&order=day_of_week,start_time`
  const { body } = await cast.act<StoredWindow[]>(doctor, 'GET', path)
  return body
}

const clock = (page: Page, name: string, label: string) => day(page, name).getByLabel(label, { exact: true })
const save = (page: Page) => page.getByRole('button', { name: 'Çalışma Saatlerini Kaydet' })
const SAVED = 'Çalışma saatleri kaydedildi. Hasta randevu sayfasında güncellenmiş saatler görünecek.'

test('a doctor without hours finds seven closed days, opens one with a lunch break until midnight, and the others stay closed', async ({
  cast,
}) => {
  const doctor = await cast.doctor('Ece')
  await saveWeek(cast, doctor, doctor, [])
  const page = await openSchedule(doctor)
  for (const name of ['Pazartesi', 'Salı', 'Çarşamba', 'Perşembe', 'Cuma', 'Cumartesi', 'Pazar']) {
    await expect(box(page, name)).not.toBeChecked()
    await expect(clock(page, name, 'Başlangıç')).toHaveValue('09:00')
    await expect(clock(page, name, 'Bitiş')).toHaveValue('17:00')
    await expect(clock(page, name, 'Bitiş')).toBeDisabled()
    await expect(day(page, name)).toContainText('Kapalı')
  }
  await box(page, 'Salı').check()
  await clock(page, 'Salı', 'Bitiş').fill('12:00')
  await day(page, 'Salı').getByRole('button', { name: 'Aralık ekle' }).click()
  await expect(clock(page, 'Salı', '2. aralık: Başlangıç')).toHaveValue('13:00')
  await clock(page, 'Salı', '2. aralık: Bitiş').fill('00:00')
  await expect(day(page, 'Salı')).toContainText('gece yarısı')
  await expect(day(page, 'Salı')).toContainText('Kaydedilmedi')
  await save(page).click()
  await expect(page.getByText(SAVED)).toBeVisible()
  await expect(day(page, 'Salı')).not.toContainText('Kaydedilmedi')
  const open = (await storedWeek(cast, doctor)).filter(({ is_available }) => is_available)
  expect(open).toMatchObject([
    { day_of_week: 1, start_time: '09:00:00', end_time: '12:00:00' },
    { day_of_week: 1, start_time: '13:00:00', end_time: '00:00:00' },
  ])
  expect(open).toHaveLength(2)
  await page.reload()
  await page.getByRole('tab').nth(1).click()
  await expect(box(page, 'Salı')).toBeChecked()
  await expect(box(page, 'Pazartesi')).not.toBeChecked()
})

test('the number of times shown for a day is what patients can book', { tag: '@long' }, async ({ cast }) => {
  const [doctor, patient] = [await cast.doctor('Ece', { session_duration: 40 }), await cast.person('Ada')]
  const on = inDays(10)
  const name = new Intl.DateTimeFormat('tr-TR', { weekday: 'long', timeZone: 'UTC' }).format(new Date(`${on}T00:00:00Z`))
  const page = await openSchedule(doctor)
  await clock(page, name, 'Başlangıç').fill('08:10')
  await clock(page, name, 'Bitiş').fill('11:05')
  await day(page, name).getByRole('button', { name: 'Aralık ekle' }).click()
  await clock(page, name, '2. aralık: Başlangıç').fill('13:00')
  await clock(page, name, '2. aralık: Bitiş').fill('13:40')
  await save(page).click()
  await expect(page.getByText(SAVED)).toBeVisible()
  const slots = async () => {
    const { body } = await cast.act<object[]>(patient, 'POST', '/rest/v1/rpc/get_available_slots', {
      doctor_id: doctor.doctorId,
      on_date: on,
    })
    return body.length
  }
  expect(await slots()).toBeGreaterThan(5)
  await expect(day(page, name)).toContainText(`${await slots()} başlangıç saati`)
  await expect(day(page, name)).toContainText('en fazla 4 randevu')
  // The other days are alike, so one line below the week covers them.
  await expect(page.getByText(/\d+ başlangıç saati/)).toHaveCount(2)
  await expect(page.getByText(/^Açık bir günde: en fazla \d+ randevu, \d+ başlangıç saati\s· Haftada en fazla \d+ randevu$/)).toBeVisible()
})

test('a closed day stays closed when the week is saved, and keeps its hours for later', { tag: '@long' }, async ({ cast }) => {
  const doctor = await cast.doctor('Ece', { hours: { start_time: '10:00', end_time: '15:00' } })
  const page = await openSchedule(doctor)
  await box(page, 'Pazar').uncheck()
  await save(page).click()
  await expect(page.getByText(SAVED)).toBeVisible()
  const week = await storedWeek(cast, doctor)
  expect(week.filter(({ is_available }) => is_available).map(({ day_of_week }) => day_of_week)).toEqual([0, 1, 2, 3, 4, 5])
  expect(week.at(-1)).toMatchObject({ day_of_week: 6, start_time: '10:00:00', end_time: '15:00:00', is_available: false })
})

test('hours that end before they begin or overlap are refused with a message, and nothing is saved', { tag: '@long' }, async ({ cast }) => {
  const doctor = await cast.doctor('Ece', { hours: { start_time: '09:00', end_time: '17:00' } })
  const before = await storedWeek(cast, doctor)
  const page = await openSchedule(doctor)
  await clock(page, 'Çarşamba', 'Başlangıç').fill('18:00')
  await save(page).click()
  await expect(
    day(page, 'Çarşamba').getByText('Geçersiz zaman aralığı: Başlangıç saati bitiş saatinden sonra olamaz (18:00 - 17:00)'),
  ).toBeVisible()
  await expect(clock(page, 'Çarşamba', 'Başlangıç')).toBeFocused()
  await clock(page, 'Çarşamba', 'Başlangıç').fill('09:00')
  await expect(day(page, 'Çarşamba').getByRole('alert')).toHaveCount(0)
  await day(page, 'Cuma').getByRole('button', { name: 'Aralık ekle' }).click()
  await clock(page, 'Cuma', '2. aralık: Başlangıç').fill('16:59')
  await save(page).click()
  await expect(day(page, 'Cuma').getByText('Aralıklar çakışıyor: 16:59–20:00 ile 09:00–17:00')).toBeVisible()
  await clock(page, 'Cuma', '2. aralık: Başlangıç').fill('')
  await expect(day(page, 'Cuma').getByText('Başlangıç ve bitiş saatini girin.')).toBeVisible()
  expect(await storedWeek(cast, doctor)).toEqual(before)
  await day(page, 'Cuma').getByRole('button', { name: '2. aralık: Aralığı kaldır' }).click()
  await expect(day(page, 'Cuma').getByRole('button', { name: 'Aralık ekle' })).toBeFocused()
  await expect(page.getByText('Kaydedilmemiş değişiklikler var.')).toHaveCount(0)
  // Without changes there is no button to save.
  await expect(save(page)).toHaveCount(0)
})

test('one day can be copied to the working days, and the copy undone', { tag: '@long' }, async ({ cast }) => {
  const doctor = await cast.doctor('Ece', { hours: { start_time: '09:00', end_time: '17:00' } })
  const page = await openSchedule(doctor)
  await clock(page, 'Pazartesi', 'Başlangıç').fill('11:00')
  await day(page, 'Pazartesi').getByLabel('Kopyala: Pazartesi').click()
  await day(page, 'Pazartesi').getByRole('button', { name: 'Hafta içi günlere' }).click()
  await expect(day(page, 'Pazartesi').getByLabel('Kopyala: Pazartesi')).toBeFocused()
  await expect(clock(page, 'Cuma', 'Başlangıç')).toHaveValue('11:00')
  await expect(clock(page, 'Cumartesi', 'Başlangıç')).toHaveValue('09:00')
  await page.getByRole('button', { name: 'Değişiklikleri geri al' }).click()
  await expect(clock(page, 'Cuma', 'Başlangıç')).toHaveValue('09:00')
  await day(page, 'Salı').getByRole('checkbox').uncheck()
  await day(page, 'Pazartesi').getByLabel('Kopyala: Pazartesi').press('Enter')
  await day(page, 'Pazartesi').getByRole('button', { name: 'Bütün günlere' }).press('Enter')
  await expect(box(page, 'Salı')).toBeChecked()
})

test('a phone shows each day as one line that unfolds, keeps what was typed, and shows errors and unsaved changes', {
  tag: '@long',
}, async ({ cast }) => {
  const doctor = await cast.doctor('Ece', { hours: { start_time: '09:00', end_time: '17:00' } })
  await inEveryLanguage(doctor.browse, async (page, language) => {
    await page.setViewportSize(PHONE)
    await page.goto(addressOf(language, '/doctor?tab=availability'))
    const lines = page.locator('fieldset fieldset').getByRole('button', { expanded: false })
    await expect(lines).toHaveCount(7)
    for (const line of await lines.all()) expect((await line.boundingBox())?.height).toBeGreaterThanOrEqual(44)
    await expectAccessible(page, { what: 'folded week', where: '[role=tabpanel]:not([hidden])' })
    await expectNoSidewaysScroll(page)
    await lines.first().click()
    await expectNoSidewaysScroll(page)
  })
  const page = await openSchedule(doctor, { viewport: PHONE })
  const line = (name: string) => day(page, name).getByRole('button', { name: new RegExp(`^${name} `) })
  const [start, end] = [clock(page, 'Çarşamba', 'Başlangıç'), clock(page, 'Çarşamba', 'Bitiş')]
  await expect(line('Çarşamba')).toHaveAccessibleName('Çarşamba 09:00–17:00')
  await expect(start).toBeHidden()
  await line('Çarşamba').press('Enter')
  await expect(line('Çarşamba')).toHaveAttribute('aria-expanded', 'true')
  await page.keyboard.press('Tab')
  await expect(start).toBeFocused()
  await start.fill('18:00')
  await line('Çarşamba').press('Space')
  await expect(start).toBeHidden()
  await expect(line('Çarşamba')).toHaveAccessibleName('Çarşamba 18:00–17:00 Bu aralığa görüşme sığmıyor Kaydedilmedi')
  // A day can be closed without unfolding it.
  await box(page, 'Pazar').uncheck()
  await expect(line('Pazar')).toHaveAccessibleName('Pazar Kapalı Kaydedilmedi')

  // Saving unfolds the day with the error, and its line keeps showing it.
  await save(page).click()
  await expect(day(page, 'Çarşamba').getByRole('alert').first()).toContainText('Geçersiz zaman aralığı')
  await expect(start).toBeFocused()
  await line('Çarşamba').click()
  await expect(start).toBeHidden()
  await expect(line('Çarşamba')).toHaveAccessibleName('Çarşamba 18:00–17:00 Saatleri kontrol edin Kaydedilmedi')
  await line('Çarşamba').click()
  await expect(start).toHaveValue('18:00')
  await end.fill('20:00')
  await save(page).click()
  await expect(page.getByText(SAVED)).toBeVisible()
  await expect(line('Çarşamba')).toHaveAccessibleName('Çarşamba 18:00–20:00')
  const week = await storedWeek(cast, doctor)
  expect(week[2]).toMatchObject({ start_time: '18:00:00', end_time: '20:00:00', is_available: true })
  expect(week[6]).toMatchObject({ is_available: false })
})

test('leaving with an unsaved week asks once, another tab loses nothing, and after saving nobody asks', { tag: '@long' }, async ({
  cast,
}) => {
  const doctor = await cast.doctor('Ece', { hours: { start_time: '09:00', end_time: '17:00' } })
  const page = await openSchedule(doctor)
  await clock(page, 'Pazartesi', 'Bitiş').fill('18:00')
  // Two forms of the page are unsaved now.
  await page.getByLabel('Görüşme süresi (dakika)').fill('20')
  await page.getByRole('tab').first().click()
  await page.getByRole('tab').nth(1).click()
  const home = page.getByRole('banner').getByRole('link', { name: /BKV/ })
  await home.click()
  const asked = page.getByRole('dialog', { name: 'Değişiklikler kaydedilmedi' })
  await asked.getByRole('button', { name: 'Sayfada kal' }).first().click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(clock(page, 'Pazartesi', 'Bitiş')).toHaveValue('18:00')
  await save(page).click()
  await expect(page.getByText(SAVED)).toBeVisible()
  await home.click()
  await expect(asked).toBeVisible()
  await asked.getByRole('button', { name: 'Sayfada kal' }).first().click()
  await page.getByRole('button', { name: 'Ayarları Kaydet' }).click()
  await expect(page.getByText('Randevu ayarları kaydedildi.')).toBeVisible()
  await home.click()
  await expect(page).toHaveURL('/')
})

test('a week that cannot be saved keeps what was set', { tag: '@long' }, async ({ cast }) => {
  const doctor = await cast.doctor('Ece', { hours: { start_time: '09:00', end_time: '17:00' } })
  const page = await openSchedule(doctor)
  await clock(page, 'Pazartesi', 'Bitiş').fill('18:30')
  await page.context().setOffline(true)
  await save(page).click()
  await expect(page.getByText('Çalışma saatleri kaydedilirken hata oluştu.')).toBeVisible()
  await page.context().setOffline(false)
  await expect(clock(page, 'Pazartesi', 'Bitiş')).toHaveValue('18:30')
  await save(page).click()
  await expect(page.getByText(SAVED)).toBeVisible()
  expect((await storedWeek(cast, doctor))[0]).toMatchObject({ end_time: '18:30:00' })
})

test('a week changed elsewhere is shown automatically; with unsaved changes there is only a notice', async ({ cast }) => {
  const doctor = await cast.doctor('Ece', { hours: { start_time: '09:00', end_time: '17:00' } })
  const chief = await admin(cast)
  const page = await openSchedule(doctor)
  await expect(page.getByText('Canlı')).toBeVisible()
  await saveWeek(cast, chief, doctor, [{ day_of_week: 0, start_time: '08:00', end_time: '12:00' }])
  await expect(clock(page, 'Pazartesi', 'Başlangıç')).toHaveValue('08:00')
  await expect(box(page, 'Salı')).not.toBeChecked()

  await clock(page, 'Pazartesi', 'Bitiş').fill('13:00')
  await saveWeek(cast, chief, doctor, [{ day_of_week: 0, start_time: '07:00', end_time: '11:00' }])
  await expect(page.getByText('Çalışma saatleri bu arada başka bir yerde değişti.')).toBeVisible()
  await expect(clock(page, 'Pazartesi', 'Başlangıç')).toHaveValue('08:00')
  await expect(clock(page, 'Pazartesi', 'Bitiş')).toHaveValue('13:00')
  await page.getByRole('button', { name: 'Yeni saatleri göster' }).click()
  await expect(clock(page, 'Pazartesi', 'Başlangıç')).toHaveValue('07:00')
  await expect(page.getByText('Çalışma saatleri bu arada başka bir yerde değişti.')).toHaveCount(0)
})
