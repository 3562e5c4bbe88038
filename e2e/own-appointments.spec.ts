// A patient's own appointments: the doctor's decision, cancelling, and the file for a calendar.
import { inDays, mine } from './booking-form.ts'
import { expect, test } from './fixtures.ts'

test('the patient sees the doctor’s decision without a reload', async ({ cast }) => {
  const [doctor, patient] = [await cast.doctor('Gül'), await cast.person('Oya')]
  const id = await cast.appointment(patient, doctor, inDays(9), '09:00')
  const page = await patient.open('/appointments')
  await expect(mine(page)).toContainText('Beklemede')
  await expect(page.getByText('Canlı')).toBeVisible()
  await cast.act(doctor, 'PATCH', `/rest/v1/appointments?id=eq.${id}`, { status: 'confirmed' })
  await expect(mine(page)).toContainText('Onaylandı')
  await expect(page.getByText('Randevunuz onaylandı')).toBeVisible()
})

test('a pending appointment is cancelled after a question; too late for a confirmed one is explained', async ({ cast }) => {
  const [doctor, patient] = [await cast.doctor('Hale', { cancellation_hours: 72 }), await cast.person('Ali')]
  await cast.appointment(patient, doctor, inDays(2), '09:00')
  await cast.appointment(patient, doctor, inDays(2), '12:00', 'confirmed')
  const page = await patient.open('/appointments')
  const confirmed = mine(page).getByRole('article').filter({ hasText: 'Onaylandı' })
  await confirmed.getByRole('button', { name: 'İptal Et' }).click()
  await expect(page.getByRole('dialog')).toContainText('72 saatten az kaldı')
  await expect(
    page
      .getByRole('dialog')
      .getByRole('link', { name: /Telefon/ })
      .first(),
  ).toBeVisible()
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Evet, iptal et' })).toHaveCount(0)
  await page.keyboard.press('Escape')
  const pending = mine(page).getByRole('article').filter({ hasText: 'Beklemede' })
  await pending.getByRole('button', { name: 'İptal Et' }).click()
  await page.getByRole('button', { name: 'Hayır, kalsın' }).click()
  await expect(pending).toBeVisible()
  await pending.getByRole('button', { name: 'İptal Et' }).click()
  await page.getByRole('button', { name: 'Evet, iptal et' }).click()
  await expect(page.getByText('Randevu İptal Edildi')).toBeVisible()
  await expect(mine(page).getByText('Geçmiş ve iptal edilenler (1)')).toBeVisible()
})

test('a cancellation without a connection says so and can be tried again', async ({ cast }) => {
  const [doctor, patient] = [await cast.doctor('Nihal'), await cast.person('Rüya')]
  await cast.appointment(patient, doctor, inDays(7), '10:00')
  const page = await patient.open('/appointments')
  await mine(page).getByRole('button', { name: 'İptal Et' }).click()
  await page.route('**/rest/v1/appointments?*', (route) => (route.request().method() === 'PATCH' ? route.abort() : route.fallback()))
  await page.getByRole('button', { name: 'Evet, iptal et' }).click()
  await expect(page.getByRole('dialog').getByRole('alert')).toContainText('İptal Hatası')
  await page.unroute('**/rest/v1/appointments?*')
  await page.getByRole('button', { name: 'Evet, iptal et' }).click()
  await expect(page.getByText('Randevu İptal Edildi')).toBeVisible()
})

test('the calendar file has the same event as the e-mails', async ({ cast }) => {
  const [doctor, patient] = [await cast.doctor('Okan'), await cast.person('Selin')]
  const id = await cast.appointment(patient, doctor, inDays(7), '10:00')
  const page = await patient.open('/appointments')
  const saved = page.waitForEvent('download')
  await mine(page).getByRole('button', { name: 'Takvime ekle' }).click()
  const stream = await (await saved).createReadStream()
  const content = (await stream.toArray()).join('')
  expect(content).toContain(`UID:${id}`)
  expect(content).toContain('METHOD:PUBLISH')
  expect(content).not.toContain('Kontrol')
})
