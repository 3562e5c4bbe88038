// When doctors work: their sessions, their week, their leaves; and what an admin sees and adds. Everybody here is made for their story.
import type { BrowserContextOptions, Page } from '@playwright/test'
import { addressOf, expectAccessible, expectNoSidewaysScroll, inEveryLanguage } from './access.ts'
import { inDays } from './booking-form.ts'
import type { Cast, Doctor, Person } from './cast.ts'
import { expect, test } from './fixtures.ts'
import { leaveForm } from './staff-panel.ts'

interface StoredWindow {
  day_of_week: number
  start_time: string
  end_time: string
  is_available: boolean
}

const PHONE = { width: 375, height: 812 }

const todayIn = (timeZone: string) => new Intl.DateTimeFormat('sv-SE', { timeZone }).format(new Date())
const inWords = (day: string) =>
  new Intl.DateTimeFormat('tr-TR', { dateStyle: 'full', timeZone: 'UTC' }).format(new Date(`${day}T00:00:00Z`))

async function storedWeek(cast: Cast, doctor: Doctor) {
  const path = `/rest/v1/doctor_availability?doctor_id=eq.${doctor.doctorId}&order=day_of_week,start_time`
  const { body } = await cast.act<StoredWindow[]>(doctor, 'GET', path)
  return body
}

/** As another window of theirs would. */
const saveWeek = (cast: Cast, who: Person, { doctorId }: Doctor, windows: Partial<StoredWindow>[]) =>
  cast.act(who, 'POST', '/rest/v1/rpc/save_working_hours', { doctor_id: doctorId, windows })

const addLeave = (cast: Cast, { doctorId }: Doctor, leave: object) =>
  cast.write('POST', '/rest/v1/doctor_leave', { doctor_id: doctorId, ...leave })

async function admin(cast: Cast) {
  const person = await cast.person('Nigar')
  await cast.write('POST', '/rest/v1/user_roles', { user_id: person.id, role: 'admin' })
  return person
}

async function openTab(person: Person, path: string, tab: number, options?: BrowserContextOptions & { language?: string }) {
  const page = await person.open(path, options)
  await page.getByRole('tab').nth(tab).click()
  return page
}

const openSchedule = async (doctor: Doctor, options?: BrowserContextOptions & { language?: string }) =>
  openTab(doctor, '/doctor', 1, options)
const openWeeks = async (person: Person, language = 'tr') => openTab(person, '/doctor-management', 2, { language })
const openLeaves = async (person: Person, language = 'tr') => openTab(person, '/doctor-management', 3, { language })

const day = (page: Page, name: string) => page.getByRole('group', { name, exact: true })
const clock = (page: Page, name: string, label: string) => day(page, name).getByLabel(label, { exact: true })
const box = (page: Page, name: string) => day(page, name).getByRole('checkbox')
const save = (page: Page) => page.getByRole('button', { name: 'Çalışma Saatlerini Kaydet' })
const leaves = (page: Page) => page.getByRole('region', { name: 'İzinler' })
const SAVED = 'Çalışma saatleri kaydedildi. Hasta randevu sayfasında güncellenmiş saatler görünecek.'

test('a doctor changes session length, cancellation hours and zone; booked appointments keep their time and length', async ({ cast }) => {
  const [doctor, patient] = [await cast.doctor('Ece'), await cast.person('Ada')]
  const id = await cast.appointment(patient, doctor, inDays(7), '10:00')
  const page = await openSchedule(doctor)
  await expect(page.getByLabel('Görüşme süresi (dakika)')).toHaveValue('30')
  await expect(page.getByLabel('Saat dilimi').getByRole('option')).toHaveCount(10)
  await expect(page.getByText('Mevcut randevuların saati ve süresi değişmez')).toBeVisible()
  await page.getByLabel('Görüşme süresi (dakika)').fill('45')
  await page.getByLabel('İptal süresi (saat)').fill('48')
  await page.getByLabel('Saat dilimi').selectOption('Asia/Baku')
  await page.getByRole('button', { name: 'Ayarları Kaydet' }).click()
  await expect(page.getByText('Randevu ayarları kaydedildi.')).toBeVisible()
  // Everything below follows the new clock at once.
  await expect(page.getByText('Saatler Bakü saatine göredir')).toBeVisible()
  const { body } = await cast.act<object[]>(doctor, 'GET', `/rest/v1/doctors?id=eq.${doctor.doctorId}`)
  expect(body).toMatchObject([{ session_duration: 45, cancellation_hours: 48, timezone: 'Asia/Baku' }])
  const { body: booked } = await cast.act<object[]>(patient, 'GET', `/rest/v1/appointments?id=eq.${id}`)
  expect(booked).toMatchObject([{ session_duration: 30, timezone: 'Europe/Istanbul', appointment_time: '10:00' }])
})

test('settings outside their limits are refused with a message, and a lost connection loses nothing', async ({ cast }) => {
  const doctor = await cast.doctor('Ece')
  const page = await openSchedule(doctor)
  const [session, notice] = [page.getByLabel('Görüşme süresi (dakika)'), page.getByLabel('İptal süresi (saat)')]
  const send = page.getByRole('button', { name: 'Ayarları Kaydet' })
  for (const wrong of ['14', '121', '30.5', '']) {
    await session.fill(wrong)
    await send.click()
    await expect(page.getByText('15 ile 120 arasında bir tam sayı girin.')).toBeVisible()
    await expect(session).toBeFocused()
  }
  await session.fill('60')
  await notice.fill('73')
  await send.click()
  await expect(page.getByText('1 ile 72 arasında bir tam sayı girin.')).toBeVisible()
  await notice.fill('72')
  await page.context().setOffline(true)
  await send.click()
  await expect(page.getByText('Ayarlar kaydedilirken hata oluştu.')).toBeVisible()
  await page.context().setOffline(false)
  await expect(session).toHaveValue('60')
  await send.click()
  await expect(page.getByText('Randevu ayarları kaydedildi.')).toBeVisible()
  const { body } = await cast.act<object[]>(doctor, 'GET', `/rest/v1/doctors?id=eq.${doctor.doctorId}`)
  expect(body).toMatchObject([{ session_duration: 60, cancellation_hours: 72 }])
})

test('a doctor asks for notice, keeps no gap and confirms automatically, and a booking is confirmed at once', async ({ cast }) => {
  const [doctor, patient] = [await cast.doctor('Ece'), await cast.person('Nur')]
  const page = await openSchedule(doctor)
  await page.getByLabel('En geç (saat önce)').fill('169')
  await page.getByRole('button', { name: 'Ayarları Kaydet' }).click()
  await expect(page.getByText('0 ile 168 arasında bir tam sayı girin.')).toBeVisible()
  await page.getByLabel('En geç (saat önce)').fill('48')
  await page.getByLabel('Randevular arası (dakika)').fill('0')
  await page.getByLabel('Günde en fazla randevu').fill('5')
  await page.getByLabel('Randevuları otomatik onayla').check()
  await page.getByRole('button', { name: 'Ayarları Kaydet' }).click()
  await expect(page.getByText('Randevu ayarları kaydedildi.')).toBeVisible()
  await page.reload()
  await expect(page.getByLabel('Günde en fazla randevu')).toHaveValue('5')
  await expect(page.getByLabel('Randevuları otomatik onayla')).toBeChecked()

  const asked = (days: number) => ({ doctor_id: doctor.doctorId, on_date: inDays(days) })
  expect((await cast.act<object[]>(patient, 'POST', '/rest/v1/rpc/get_available_slots', asked(1))).body).toEqual([])
  await cast.appointment(patient, doctor, inDays(5), '10:00')
  const mine = await patient.open('/appointments?tab=mine')
  await expect(mine.getByRole('article')).toContainText('Onaylandı')
})

test('a week off is one form, and the appointments in it are moved at once, with a message that the patient reads', async ({ cast }) => {
  const [doctor, patient] = [await cast.doctor('Ece'), await cast.person('Nur')]
  await cast.appointment(patient, doctor, inDays(8), '10:00', 'confirmed')
  const page = await openSchedule(doctor)
  await leaveForm(page).getByLabel('Tarih').fill(inDays(7))
  await page.getByLabel('Son gün').fill(inDays(11))
  await expect(page.getByText('Bu izin 1 randevuya denk geliyor:')).toBeVisible()
  await page.getByRole('button', { name: 'İzin Ekle' }).click()
  await expect(page.getByText('İzin kaydı eklendi.')).toBeVisible()
  const affected = page.getByRole('region', { name: 'Programa uymayan randevular (1)' })
  await expect(affected).toContainText('Nur Öykü')
  await affected.getByLabel('Hastalara açıklama').fill('Kongredeyim.')
  await affected.getByRole('button', { name: 'Hepsini sonraki boş saate taşı' }).click()
  await expect(page.getByText('Taşınan: 1, taşınamayan: 0')).toBeVisible()
  await expect(affected).toHaveCount(0)
  const mine = await patient.open('/appointments?tab=mine')
  await expect(mine.getByRole('article')).toContainText('Doktor taşıdı.')
  await expect(mine.getByRole('article')).toContainText('Kongredeyim.')
  await expect(mine.getByRole('article')).toContainText('Onaylandı')
})

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

test('the number of times shown for a day is what patients can book', async ({ cast }) => {
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
})

test('a closed day stays closed when the week is saved, and keeps its hours for later', async ({ cast }) => {
  const doctor = await cast.doctor('Ece', { hours: { start_time: '10:00', end_time: '15:00' } })
  const page = await openSchedule(doctor)
  await box(page, 'Pazar').uncheck()
  await save(page).click()
  await expect(page.getByText(SAVED)).toBeVisible()
  const week = await storedWeek(cast, doctor)
  expect(week.filter(({ is_available }) => is_available).map(({ day_of_week }) => day_of_week)).toEqual([0, 1, 2, 3, 4, 5])
  expect(week.at(-1)).toMatchObject({ day_of_week: 6, start_time: '10:00:00', end_time: '15:00:00', is_available: false })
})

test('hours that end before they begin or overlap are refused with a message, and nothing is saved', async ({ cast }) => {
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
  await expect(day(page, 'Cuma').getByText('Aralıklar çakışıyor: 16:59–22:00 ile 09:00–17:00')).toBeVisible()
  await clock(page, 'Cuma', '2. aralık: Başlangıç').fill('')
  await expect(day(page, 'Cuma').getByText('Başlangıç ve bitiş saatini girin.')).toBeVisible()
  expect(await storedWeek(cast, doctor)).toEqual(before)
  await day(page, 'Cuma').getByRole('button', { name: '2. aralık: Aralığı kaldır' }).click()
  await expect(day(page, 'Cuma').getByRole('button', { name: 'Aralık ekle' })).toBeFocused()
  await expect(page.getByText('Kaydedilmemiş değişiklikler var.')).toHaveCount(0)
})

test('one day can be copied to the working days, and the copy undone', async ({ cast }) => {
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

test('on a phone each day is one line that unfolds, keeps what was typed, and shows errors and unsaved changes', async ({ cast }) => {
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

test('leaving with an unsaved week asks once, another tab loses nothing, and after saving nobody asks', async ({ cast }) => {
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

test('a week that cannot be saved keeps what was set', async ({ cast }) => {
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

test('a leave lists the affected patients before and after it is added, and is removed only after a confirmation', async ({ cast }) => {
  const [doctor, patient] = [await cast.doctor('Ece'), await cast.person('Ada')]
  const on = inDays(7)
  await cast.appointment(patient, doctor, on, '10:00', 'confirmed')
  await cast.appointment(patient, doctor, on, '15:00')
  const page = await openSchedule(doctor)
  await expect(leaves(page)).toContainText('Henüz izin kaydı bulunmuyor.')
  await leaveForm(page).getByLabel('Tarih').fill(on)
  const warning = page.getByRole('status').filter({ hasText: 'Bu izin 2 randevuya denk geliyor:' })
  await expect(warning).toContainText('10:00 Ada Öykü (Onaylandı)')
  await expect(warning).toContainText('15:00 Ada Öykü (Beklemede)')
  await leaveForm(page).getByLabel('Başlangıç saati').fill('09:00')
  await leaveForm(page).getByLabel('Bitiş saati').fill('12:00')
  await expect(page.getByRole('status').filter({ hasText: 'Bu izin 1 randevuya denk geliyor:' })).toContainText('10:00 Ada Öykü')
  await leaveForm(page).getByLabel('Neden').fill('Kongre')
  await page.getByRole('button', { name: 'İzin Ekle' }).click()
  await expect(page.getByText('İzin kaydı eklendi.')).toBeVisible()
  await expect(leaveForm(page).getByLabel('Tarih')).toHaveValue('')
  const entry = leaves(page).getByRole('listitem').filter({ hasText: 'Kongre' })
  await expect(entry).toContainText(inWords(on))
  for (const text of ['09:00 - 12:00', 'İzinli', 'Bu izne denk gelen 1 randevu hâlâ geçerli:', '10:00 Ada Öykü'])
    await expect(entry).toContainText(text)

  const remove = entry.getByRole('button', { name: `İzni kaldır: ${inWords(on)}` })
  const count = async () => (await cast.act<object[]>(doctor, 'GET', `/rest/v1/doctor_leave?doctor_id=eq.${doctor.doctorId}`)).body.length
  await remove.click()
  await page.getByRole('dialog').getByRole('button', { name: 'Hayır, kalsın' }).click()
  await expect(remove).toBeFocused()
  expect(await count()).toBe(1)
  await remove.click()
  // The live channel takes the entry off the list before the response arrives.
  await page.route('**/rest/v1/doctor_leave?*', async (route) => {
    if (route.request().method() !== 'DELETE') return route.fallback()
    const response = await route.fetch()
    await expect(leaves(page)).toContainText('Henüz izin kaydı bulunmuyor.')
    await route.fulfill({ response })
  })
  await page.getByRole('dialog').getByRole('button', { name: 'Evet, kaldır' }).click()
  await expect(page.getByText('İzin kaydı kaldırıldı.')).toBeVisible()
  await expect(leaves(page)).toContainText('Henüz izin kaydı bulunmuyor.')
  await expect(page.getByRole('heading', { name: 'İzinler' })).toBeFocused()
  expect(await count()).toBe(0)
})

test('a leave with one time only says that it is the whole day, and is stored and counted as such', async ({ cast }) => {
  const doctor = await cast.doctor('Ece')
  const on = inDays(5)
  const page = await openSchedule(doctor)
  await leaveForm(page).getByLabel('Tarih').fill(on)
  await leaveForm(page).getByLabel('Başlangıç saati').fill('14:00')
  await expect(page.getByText('Yalnızca bir saat girdiniz: izin bütün gün sayılır.')).toBeVisible()
  await page.getByRole('button', { name: 'İzin Ekle' }).click()
  await expect(leaves(page).getByRole('listitem')).toContainText('Bütün gün')
  const path = `/rest/v1/doctor_leave?doctor_id=eq.${doctor.doctorId}`
  expect((await cast.act<object[]>(doctor, 'GET', path)).body).toMatchObject([{ leave_date: on, start_time: '14:00:00', end_time: null }])
  const { body } = await cast.act(doctor, 'POST', '/rest/v1/rpc/get_available_slots', { doctor_id: doctor.doctorId, on_date: on })
  expect(body).toEqual([])
})

test('a leave needs a day that is not in the past and hours in order; today is in the doctor’s zone', async ({ cast }) => {
  const doctor = await cast.doctor('Ece', { timezone: 'America/New_York' })
  const page = await openSchedule(doctor)
  const date = leaveForm(page).getByLabel('Tarih')
  await leaveForm(page).getByRole('button', { name: 'Takvimi aç' }).first().click()
  await expect(page.getByRole('dialog', { name: 'Takvim' })).toBeVisible()
  // The calendar begins today: a month earlier is as far as that.
  await page.keyboard.press('PageUp')
  await expect(page.getByRole('dialog').locator(':focus')).toHaveAccessibleName(inWords(todayIn('America/New_York')))
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'İzin Ekle' }).click()
  await expect(page.getByText('Lütfen bir tarih seçin.')).toBeVisible()
  await expect(date).toBeFocused()
  await date.fill(inDays(-3))
  await expect(page.getByText('Bugünden önceki bir tarih seçilemez.')).toBeVisible()
  await date.fill(inDays(3))
  await leaveForm(page).getByLabel('Başlangıç saati').fill('12:00')
  await leaveForm(page).getByLabel('Bitiş saati').fill('11:00')
  await page.getByRole('button', { name: 'İzin Ekle' }).click()
  await expect(page.getByText('Bitiş saati başlangıçtan sonra olmalı.')).toBeVisible()
  await leaveForm(page).getByLabel('Bitiş saati').fill('00:00')
  await page.context().setOffline(true)
  await page.getByRole('button', { name: 'İzin Ekle' }).click()
  await expect(page.getByText('İzin kaydı eklenirken hata oluştu.')).toBeVisible()
  await page.context().setOffline(false)
  await expect(date).toHaveValue(inDays(3).split('-').toReversed().join('.'))
  await page.getByRole('button', { name: 'İzin Ekle' }).click()
  await expect(leaves(page).getByRole('listitem')).toContainText('12:00 - 00:00')
})

test('future leaves are first, the next one on top; past ones are collapsed', async ({ cast }) => {
  const doctor = await cast.doctor('Ece')
  await addLeave(cast, doctor, { leave_date: inDays(20), reason: 'Tatil' })
  await addLeave(cast, doctor, { leave_date: inDays(4), reason: 'Eğitim' })
  await addLeave(cast, doctor, { leave_date: inDays(-20), reason: 'Bitti' })
  const page = await openSchedule(doctor)
  await expect(leaves(page).getByRole('listitem')).toHaveText([/Eğitim/, /Tatil/])
  await leaves(page).getByText('Geçmiş izinler (1)').click()
  await expect(leaves(page).getByRole('listitem').last()).toContainText('Bitti')
})

test('lists that cannot be loaded say so and can be loaded again', async ({ cast }) => {
  const doctor = await cast.doctor('Ece', { hours: { start_time: '09:00', end_time: '17:00' } })
  const page = await doctor.browse()
  await page.route(/rest\/v1\/(doctor_availability|doctor_leave)/, (route) => route.abort())
  await page.goto('/doctor')
  await page.getByRole('tab').nth(1).click()
  const failed = page.getByRole('tabpanel').getByRole('alert').filter({ hasText: 'Veriler yüklenirken bir hata oluştu.' })
  await expect(failed).toHaveCount(2)
  await page.unroute(/rest\/v1\/(doctor_availability|doctor_leave)/)
  await failed.first().getByRole('button', { name: 'Tekrar Dene' }).click()
  await expect(box(page, 'Pazartesi')).toBeChecked()
  await failed.first().getByRole('button', { name: 'Tekrar Dene' }).click()
  await expect(leaves(page)).toContainText('Henüz izin kaydı bulunmuyor.')
})

test('an admin sees every doctor’s week, with live updates', async ({ cast }) => {
  const [doctor, chief] = [await cast.doctor('Ece', { timezone: 'Asia/Baku' }), await admin(cast)]
  await saveWeek(cast, doctor, doctor, [
    { day_of_week: 0, start_time: '09:00', end_time: '12:00' },
    { day_of_week: 0, start_time: '13:00', end_time: '17:30' },
    { day_of_week: 6, start_time: '09:00', end_time: '17:00', is_available: false },
  ])
  const page = await openWeeks(chief)
  const week = page.getByRole('article', { name: doctor.name })
  const hours = week.getByRole('definition')
  await expect(hours).toHaveText(['09:00 - 12:0013:00 - 17:30', ...Array.from({ length: 6 }, () => 'Kapalı')])
  await expect(week.getByRole('term')).toHaveText(['Pazartesi', 'Salı', 'Çarşamba', 'Perşembe', 'Cuma', 'Cumartesi', 'Pazar'])
  await expect(week).toContainText('Bakü (UTC+4)')
  await expect(page.getByText('Canlı')).toBeVisible()
  await saveWeek(cast, doctor, doctor, [{ day_of_week: 2, start_time: '10:00', end_time: '00:00' }])
  await expect(hours.nth(2)).toHaveText('10:00 - 00:00')
  await expect(hours.first()).toHaveText('Kapalı')
})

test('an admin adds a leave for a doctor, sees the affected patients, and removes it', async ({ cast }) => {
  const [doctor, patient, chief] = [await cast.doctor('Ece'), await cast.person('Ada'), await admin(cast)]
  const on = inDays(9)
  await cast.appointment(patient, doctor, on, '11:00')
  const page = await openLeaves(chief)
  await page.getByRole('button', { name: 'İzin Ekle' }).click()
  await expect(page.getByText('Lütfen bir doktor seçin.')).toBeVisible()
  await expect(page.getByText('Lütfen bir tarih seçin.')).toBeVisible()
  await page.getByLabel('Doktor', { exact: true }).selectOption(doctor.name)
  await leaveForm(page).getByLabel('Tarih').fill(on)
  await expect(page.getByRole('status').filter({ hasText: 'Bu izin 1 randevuya denk geliyor:' })).toContainText(
    '11:00 Ada Öykü (Beklemede)',
  )
  await leaveForm(page).getByLabel('Neden').fill('Hastalık')
  await page.context().setOffline(true)
  await page.getByRole('button', { name: 'İzin Ekle' }).click()
  await expect(page.getByText('İzin kaydı eklenirken bir hata oluştu.')).toBeVisible()
  await page.context().setOffline(false)
  await page.getByRole('button', { name: 'İzin Ekle' }).click()
  await expect(page.getByText('İzin kaydı başarıyla eklendi.')).toBeVisible()
  const entry = page.getByRole('listitem').filter({ hasText: doctor.name })
  for (const text of [inWords(on), 'Bütün gün', 'Hastalık', 'İzinli']) await expect(entry).toContainText(text)
  await entry.getByRole('button', { name: 'İzni kaldır' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Evet, kaldır' }).click()
  await expect(entry).toHaveCount(0)
})

test('a list without leaves says so, and a leave whose doctor is not known is still shown', async ({ cast }) => {
  const [doctor, chief] = [await cast.doctor('Ece'), await admin(cast)]
  await addLeave(cast, doctor, { leave_date: inDays(3), start_time: '10:00', end_time: '12:00', reason: 'Nöbet' })
  const page = await chief.browse()
  await page.route(/rest\/v1\/doctors\?/, (route) => route.fulfill({ json: [] }))
  await page.goto('/doctor-management')
  await page.getByRole('tab').nth(3).click()
  const entry = page.getByRole('listitem').filter({ hasText: 'Nöbet' })
  await expect(entry).toContainText('Bilinmeyen Doktor')
  await expect(entry).toContainText('10:00 - 12:00')
  await page.route(/rest\/v1\/doctor_leave/, (route) => route.fulfill({ json: [] }))
  await page.reload()
  await page.getByRole('tab').nth(3).click()
  await expect(page.getByText('Henüz izin kaydı bulunmuyor.')).toBeVisible()
})

test('a doctor’s schedule is accessible (axe) and never scrolls sideways, in every language', async ({ cast }) => {
  const [doctor, patient] = [await cast.doctor('Ece', { hours: { start_time: '09:00', end_time: '17:00' } }), await cast.person('Ada')]
  await cast.appointment(patient, doctor, inDays(7), '10:00', 'confirmed')
  await addLeave(cast, doctor, { leave_date: inDays(7), reason: 'Kongre' })
  await inEveryLanguage(doctor.browse, async (page, language) => {
    await page.goto(addressOf(language, '/doctor'))
    await page.getByRole('tab').nth(1).click()
    await expect(page.locator('html')).toHaveAttribute('dir', language === 'ar' ? 'rtl' : 'ltr')
    const days = page.getByRole('tabpanel').locator('fieldset fieldset').getByRole('checkbox')
    await expect(days).toHaveCount(7)
    await days.last().uncheck()
    // With a break, a fault, what is unsaved, and whom a leave touches.
    const monday = page.getByRole('tabpanel').locator('fieldset fieldset').first()
    await monday.getByRole('button').first().click()
    await monday.locator('input[role=combobox]').last().fill('10:00')
    await page.getByRole('tabpanel').locator('form').nth(1).locator('[type=submit]').click()
    await expect(monday.getByRole('alert').first()).toBeVisible()
    await page.getByRole('tabpanel').locator('input[name=leave_date]').fill(inDays(7))
    await expect(page.getByRole('status').filter({ hasText: 'Ada Öykü' })).toBeVisible()
    await expectAccessible(page, { what: 'schedule', where: '[role=tabpanel]:not([hidden])' })
    await expectNoSidewaysScroll(page)
    await page.getByRole('tabpanel').getByRole('listitem').getByRole('button').last().click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await expectAccessible(page, { what: 'removing', where: '[role=dialog]' })
  })
})

test('the admin’s schedule tabs are accessible (axe) and never scroll sideways, in every language', async ({ cast }) => {
  const [doctor, chief] = [await cast.doctor('Ece'), await admin(cast)]
  await addLeave(cast, doctor, { leave_date: inDays(7), reason: 'Kongre' })
  await inEveryLanguage(chief.browse, async (page, language) => {
    await page.goto(addressOf(language, '/doctor-management'))
    await page.getByRole('tab').nth(2).click()
    await expect(page.getByRole('article').filter({ hasText: doctor.name.replace('Dr. ', '') })).toBeVisible()
    await expectAccessible(page, { what: 'weeks', where: '[role=tabpanel]:not([hidden])' })
    await expectNoSidewaysScroll(page)
    await page.getByRole('tab').nth(3).click()
    await expect(page.getByRole('listitem').filter({ hasText: 'Kongre' }).first()).toBeVisible()
    await expectAccessible(page, { what: 'leaves', where: '[role=tabpanel]:not([hidden])' })
    await expectNoSidewaysScroll(page)
  })
})
