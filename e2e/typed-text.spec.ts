// Typed text survives Escape and a reload, and a stale tab overwrites nothing unnoticed.
import type { Page } from '@playwright/test'
import { expectAccessible } from './access.ts'
import { inDays } from './booking-form.ts'
import { expect, test } from './fixtures.ts'
import { anAdmin } from './management.ts'
import { field } from './profile-page.ts'
import { box } from './schedule-tabs.ts'
import { card } from './staff-panel.ts'

const CHANGED = 'Henüz kaydedilmedi: bu bilgiler bu arada başka bir sekmede veya başka biri tarafından değiştirildi.'

test('a stale profile tab is told what was changed elsewhere, keeps what it did not touch, and the reader chooses', async ({ cast }) => {
  const person = await cast.person('Ada')
  await cast.consent(person)
  const [stale, fresh] = [await person.open('/profile'), await person.open('/profile')]
  for (const page of [stale, fresh]) await page.getByRole('button', { name: 'Düzenle' }).click()
  await fresh.getByLabel('Tıbbi geçmiş').fill('Penisilin alerjisi VAR')
  await field(fresh, 'Soyad').fill('Lovelace')
  await fresh.getByRole('button', { name: 'Bilgileri Kaydet' }).click()
  await expect(fresh.getByRole('button', { name: 'Düzenle' })).toBeVisible()

  await stale.getByLabel('Tıbbi geçmiş').fill('Astım')
  await stale.getByRole('button', { name: 'Bilgileri Kaydet' }).click()
  const conflict = stale.getByRole('alert').filter({ hasText: CHANGED })
  await expect(conflict).toContainText('Penisilin alerjisi VAR')
  await expect(stale.getByLabel('Tıbbi geçmiş')).toHaveValue('Astım')
  const history = async () =>
    (await cast.act<{ medical_history: string; last_name: string }[]>(person, 'GET', '/rest/v1/profiles?select=medical_history,last_name'))
      .body[0]
  expect(await history()).toEqual({ medical_history: 'Penisilin alerjisi VAR', last_name: 'Lovelace' })
  await expectAccessible(stale, { what: 'both versions', where: 'form' })

  await conflict.getByRole('button', { name: 'Benim yazdıklarım kalsın' }).click()
  await stale.getByRole('button', { name: 'Bilgileri Kaydet' }).click()
  await expect(stale.getByRole('button', { name: 'Düzenle' })).toBeVisible()
  // This tab did not change the name, so the name saved elsewhere stays.
  expect(await history()).toEqual({ medical_history: 'Astım', last_name: 'Lovelace' })
})

test('a stale tab does not overwrite what was changed about a child elsewhere', async ({ cast }) => {
  const mother = await cast.person('Leyla')
  const [born, version] = [`${new Date().getFullYear() - 4}-01-01`, '2026-11-18']
  const created = await cast.act<string>(mother, 'POST', '/rest/v1/rpc/create_patient', {
    patient: { first_name: 'Ali', last_name: 'Öykü', date_of_birth: born, timezone: 'Europe/Istanbul', health_consent: version },
    relationship: 'child',
    authority: 'parental',
    declaration_version: version,
  })
  expect(created.status).toBe(200)
  const [stale, fresh] = [await mother.open('/profile'), await mother.open('/profile')]
  for (const page of [stale, fresh]) {
    await page.getByRole('tab', { name: 'Yakınlarım' }).click()
    await page.getByLabel('Ali Öykü için diğer işlemler').click()
    await page.getByRole('button', { name: 'Düzenle: Ali Öykü' }).click()
    await expect(page.getByRole('dialog').getByLabel('Ad', { exact: true })).toBeFocused()
  }
  const history = (page: Page) => page.getByRole('dialog').getByLabel('Tıbbi geçmiş')
  const save = (page: Page) => page.getByRole('dialog').getByRole('button', { name: 'Bilgileri Kaydet' }).click()
  await history(fresh).fill('Penisilin alerjisi VAR')
  await fresh.getByRole('dialog').getByLabel('Soyad').fill('Məmmədov')
  await save(fresh)
  await expect(fresh.getByRole('dialog')).toHaveCount(0)

  await history(stale).fill('Astım')
  await save(stale)
  const conflict = stale.getByRole('alert').filter({ hasText: CHANGED })
  await expect(conflict).toContainText('Penisilin alerjisi VAR')
  await expectAccessible(stale, { what: 'both versions', where: '[role=dialog]' })
  const stored = async () => {
    const { body } = await cast.act<object[]>(mother, 'POST', '/rest/v1/rpc/list_my_people', {})
    return body[0]
  }
  expect(await stored()).toMatchObject({ medical_history: 'Penisilin alerjisi VAR', last_name: 'Məmmədov' })

  await history(stale).fill('Penisilin alerjisi VAR, astım')
  await conflict.getByRole('button', { name: 'Benim yazdıklarım kalsın' }).click()
  await save(stale)
  await expect(stale.getByRole('dialog')).toHaveCount(0)
  expect(await stored()).toMatchObject({ medical_history: 'Penisilin alerjisi VAR, astım', last_name: 'Məmmədov' })
})

test('a stale record of a doctor does not overwrite what another admin has saved', async ({ cast }) => {
  const [doctor, first, second] = [await cast.doctor('Ece'), await anAdmin(cast), await anAdmin(cast)]
  const address = `/doctor-management?doctor=${doctor.doctorId}`
  const [stale, fresh] = [await first.open(address), await second.open(address)]
  await expect(stale.getByLabel('Unvan')).toBeVisible()
  await fresh.getByLabel('Unvan').fill('Prof.')
  await fresh.getByLabel('Diploma tescil no').fill('TR-77')
  await fresh.getByRole('button', { name: 'Bilgileri Kaydet' }).click()
  await expect(fresh.getByText('Doktor kaydı güncellendi.')).toBeVisible()

  // Changes another field than the other admin, so both changes are kept.
  await stale.getByLabel('Veren kurum').fill('Sağlık Bakanlığı')
  await stale.getByRole('button', { name: 'Bilgileri Kaydet' }).click()
  await expect(stale.getByText('Doktor kaydı güncellendi.')).toBeVisible()
  await expect(stale.getByLabel('Unvan')).toHaveValue('Prof.')

  // Changes the same field, so the reader chooses.
  await fresh.getByLabel('Unvan').fill('Doç. Dr.')
  await stale.getByLabel('Unvan').fill('Uzm. Dr.')
  await fresh.getByRole('button', { name: 'Bilgileri Kaydet' }).click()
  await expect(fresh.getByText('Doktor kaydı güncellendi.').last()).toBeVisible()
  const record = async () => {
    const path = `/rest/v1/doctors?id=eq.${doctor.doctorId}&select=title,licence_number,licence_authority`
    return (await cast.act<object[]>(first, 'GET', path)).body[0]
  }
  await expect.poll(record).toMatchObject({ title: 'Doç. Dr.', licence_number: 'TR-77', licence_authority: 'Sağlık Bakanlığı' })
  await stale.getByRole('button', { name: 'Bilgileri Kaydet' }).click()
  const conflict = stale.getByRole('alert').filter({ hasText: CHANGED })
  await expect(conflict).toContainText('Doç. Dr.')
  expect(await record()).toMatchObject({ title: 'Doç. Dr.' })
  await conflict.getByRole('button', { name: 'Oradaki değerler kalsın' }).click()
  await expect(stale.getByLabel('Unvan')).toHaveValue('Doç. Dr.')
})

test('working hours that somebody else has changed unseen are announced before they are replaced', { tag: '@long' }, async ({ cast }) => {
  const doctor = await cast.doctor('Ece')
  const page = await doctor.browse()
  // The connection is open, but nothing comes through, so the page shows a stale week.
  await page.routeWebSocket(/\/realtime\/v1\/websocket/, () => {})
  await page.goto('/doctor?tab=availability')
  const windows = async () => {
    const path = `/rest/v1/doctor_availability?doctor_id=eq.${doctor.doctorId}&is_available=is.true&select=start_time&order=day_of_week`
    return (await cast.act<{ start_time: string }[]>(doctor, 'GET', path)).body.map(({ start_time }) => start_time)
  }
  await box(page, 'Pazartesi').uncheck()
  await cast.act(doctor, 'POST', '/rest/v1/rpc/save_working_hours', {
    doctor_id: doctor.doctorId,
    windows: [{ day_of_week: 2, start_time: '11:00', end_time: '12:00', is_available: true }],
  })
  await page.getByRole('button', { name: 'Çalışma Saatlerini Kaydet' }).click()
  await expect(page.getByText('Çalışma saatleri bu arada başka bir yerde değişti.')).toBeVisible()
  expect(await windows()).toEqual(['11:00:00'])
})

test('a reason, a message and a question survive Escape and a reload, and signing out deletes them', async ({ cast }) => {
  const [doctor, patient] = [await cast.doctor('Jale'), await cast.person('Kaan')]
  await cast.appointment(patient, doctor, inDays(7), '09:00')
  const page = await doctor.open('/doctor')
  const refuse = async () => {
    await card(page, 'Kaan').getByRole('button', { name: 'Reddet' }).click()
    return page.getByRole('dialog', { name: 'Randevu reddedilsin mi?' })
  }
  const question = await refuse()
  await question.getByLabel('Neden').selectOption('Başka bir neden')
  await question.getByLabel('Açıklama').fill('O gün kongredeyim.')
  await page.keyboard.press('Escape')
  await expect(question).toHaveCount(0)
  await refuse()
  await expect(question.getByLabel('Açıklama')).toHaveValue('O gün kongredeyim.')
  await page.reload()
  await refuse()
  await expect(question.getByLabel('Açıklama')).toHaveValue('O gün kongredeyim.')
  await page.keyboard.press('Escape')
  const typed = () => page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.startsWith('typed:')).length)
  expect(await typed()).toBe(1)
  await page
    .getByRole('banner')
    .locator('summary:visible')
    .and(page.getByLabel(`Hesabım: ${doctor.email}`))
    .click()
  await page.getByRole('button', { name: 'Çıkış Yap' }).click()
  await expect(page.getByRole('banner').getByRole('link', { name: 'Giriş Yap' })).toBeVisible()
  expect(await typed()).toBe(0)

  // Writes a visitor's message to the company.
  await page.goto('/contact')
  await page.getByLabel('Mesajınız', { exact: true }).fill('Bakü’de bir ev arıyorum.')
  await page.reload()
  await expect(page.getByLabel('Mesajınız', { exact: true })).toHaveValue('Bakü’de bir ev arıyorum.')
})

test('closing the form that books for a patient asks first', async ({ cast }) => {
  const admin = await anAdmin(cast)
  await cast.doctor('Jale')
  const page = await admin.open('/admin/appointments')
  await page.getByRole('button', { name: 'Hasta için randevu al' }).click()
  const form = page.getByRole('dialog').filter({ has: page.getByLabel('Hastanın şikâyeti') })
  await form.getByLabel('Hastanın şikâyeti').fill('Baş ağrısı')
  await page.keyboard.press('Escape')
  const question = page.getByRole('dialog', { name: 'Değişiklikler kaydedilmedi' })
  await question.getByRole('button', { name: 'Yazmaya devam et' }).first().click()
  await expect(form.getByLabel('Hastanın şikâyeti')).toHaveValue('Baş ağrısı')
  await page.keyboard.press('Escape')
  await question.getByRole('button', { name: 'Kaydetmeden kapat' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
})
