// The staff desk: booking for patients, working through the list, finding an appointment again.
import { addressOf, expectAccessible, expectNoSidewaysScroll } from './access.ts'
import { inDays } from './booking-form.ts'
import { expect, test } from './fixtures.ts'
import { card, mailsTo } from './staff-panel.ts'

test('a doctor books by phone for a patient, outside working hours, and the patient sees it and gets a mail', async ({ cast }) => {
  const [doctor, patient] = [await cast.doctor('Melek', { hours: { start_time: '09:00', end_time: '12:00' } }), await cast.person('Nurgül')]
  await cast.appointment(patient, doctor, inDays(2), '09:00')
  const page = await doctor.open('/doctor')
  await page.getByRole('button', { name: 'Hasta için randevu al' }).click()
  const dialog = page.getByRole('dialog', { name: 'Hasta için randevu al' })
  // Nothing chosen yet: the first missing field gets the focus.
  await dialog.getByRole('button', { name: 'Randevuyu kaydet' }).click()
  const search = dialog.getByRole('combobox', { name: 'Hasta' })
  await expect(search).toBeFocused()
  await expect(dialog.getByText('Lütfen bir hasta seçin.')).toBeVisible()

  await search.fill('nurg')
  await expect(dialog.getByRole('option', { name: /Nurgül Öykü/ })).toBeVisible()
  await search.press('Enter')
  await expect(dialog.getByText(patient.email)).toBeVisible()
  await dialog.getByText('Başka bir saat').click()
  await dialog.getByLabel('Tarih').fill(inDays(2).split('-').toReversed().join('.'))
  await dialog.getByLabel('Saat', { exact: true }).fill('09:00')
  await dialog.getByLabel('Randevu nedeni').fill('Telefonla aradı')
  await dialog.getByRole('button', { name: 'Randevuyu kaydet' }).click()
  await expect(dialog.getByRole('alert')).toContainText('Doktorun bu saatte başka bir randevusu var')

  await dialog.getByLabel('Saat', { exact: true }).fill('20:15')
  await dialog.getByRole('button', { name: 'Randevuyu kaydet' }).click()
  await expect(page.getByText('Randevu kaydedildi')).toBeVisible()
  await expect(dialog).toHaveCount(0)
  await expect(card(page, 'Nurgül').filter({ hasText: '20:15' })).toContainText('Onaylandı')

  const own = await patient.open('/appointments')
  await expect(own.getByRole('article').filter({ hasText: '20:15' })).toContainText('Onaylandı')
  await expect.poll(() => mailsTo(page, patient)).toContainEqual(expect.stringContaining('onaylandı'))
})

test('booking for a patient is accessible (axe), in Turkish and Arabic, and fits a phone', async ({ cast }) => {
  const doctor = await cast.doctor('Perihan')
  for (const [language, name] of [
    ['tr', 'Hasta için randevu al'],
    ['ar', 'حجز موعد لمريض'],
  ] as const) {
    const page = await doctor.browse({ language, viewport: { width: 375, height: 720 } })
    await page.goto(addressOf(language, '/doctor'))
    await page.getByRole('button', { name }).click()
    await expect(page.getByRole('dialog', { name }).getByRole('radio').first()).toBeVisible()
    await expectAccessible(page, { what: 'booking for a patient', where: '[role=dialog]' })
    await expectNoSidewaysScroll(page)
  }
})
