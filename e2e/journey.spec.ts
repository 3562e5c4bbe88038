// The whole journey of a patient, while the doctor and another patient use the site too.
import { chooseDay, chooseTime, inDays, timeIn } from './booking-form.ts'
import { expect, test } from './fixtures.ts'

// The list shows the reader's clock, which is the doctor's here.
test.use({ timezoneId: 'Europe/Istanbul' })

const PASSWORD = 'Yolcu1234!'

test('a visitor signs up and gets a confirmed appointment while others book too', async ({ page, cast }) => {
  const [doctor, other] = [await cast.doctor('Sevda'), await cast.person('Rakip')]
  const email = `${crypto.randomUUID()}@story.example`

  await page.goto('/')
  await page.getByRole('main').getByRole('link', { name: 'Randevu Al' }).first().click()
  await chooseDay(page, doctor, inDays(7))
  await chooseTime(page, '11:00')
  await page.getByLabel('Şikayetiniz').fill('Yolculuk sonrası yorgunluk')
  await page.getByRole('main').getByRole('link', { name: 'Kayıt Ol' }).click()
  for (const [label, value] of [
    ['Ad', 'Yolcu'],
    ['Soyad', 'Öykü'],
    ['Telefon', '+90 555 000 00 00'],
    ['E-posta', email],
    ['Şifre', PASSWORD],
  ] as const) {
    await page.getByLabel(label, { exact: true }).fill(value)
  }
  await page.getByRole('tabpanel').getByRole('button', { name: 'Kayıt Ol' }).click()
  await expect(page.getByText('Kayıt Başarılı!')).toBeVisible()
  await page.getByLabel('Şifre', { exact: true }).fill(PASSWORD)
  await page.keyboard.press('Enter')

  // Nothing is asked twice: doctor, day, time and complaint are the same as before signing up.
  await expect(timeIn(page, '11:00')).toBeChecked()
  await expect(page.getByLabel('Şikayetiniz')).toHaveValue('Yolculuk sonrası yorgunluk')
  await expect(timeIn(page, '09:00')).toBeAttached()
  await expect(page.getByText('Canlı').first()).toBeVisible()
  await cast.appointment(other, doctor, inDays(7), '09:00')
  await expect(timeIn(page, '09:00')).toHaveCount(0)
  await page.getByRole('button', { name: 'Randevu Al' }).click()
  const appointment = page.getByRole('article').filter({ hasText: doctor.name })
  await expect(appointment).toContainText('Beklemede')

  const { body } = await cast.act<{ id: string }[]>(doctor, 'GET', '/rest/v1/appointments?appointment_time=eq.11:00&select=id')
  await cast.act(doctor, 'PATCH', `/rest/v1/appointments?id=eq.${body[0]?.id}`, { status: 'confirmed' })
  await expect(appointment).toContainText('Onaylandı')
})
