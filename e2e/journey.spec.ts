// The whole journey of a patient, while the doctor and another patient use the site too.
import { expect, test } from './fixtures.ts'

// The list shows the reader's clock; here it is the doctor's as well.
test.use({ timezoneId: 'Europe/Istanbul' })

const PASSWORD = 'Yolcu1234!'
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

test('from signing up to a confirmed appointment, while others book too', async ({ page, cast }) => {
  const [doctor, other] = [await cast.doctor('Sevda'), await cast.person('Rakip')]
  const email = `${crypto.randomUUID()}@story.example`

  await page.goto('/')
  await page.getByRole('main').getByRole('link', { name: 'Randevu Al' }).first().click()
  await page.getByRole('main').getByRole('link', { name: 'Giriş Yap' }).click()
  await page.getByRole('tab', { name: 'Kayıt Ol' }).click()
  for (const [label, value] of [
    ['Ad', 'Yolcu'],
    ['Soyad', 'Öykü'],
    ['Telefon', '+90 555 000 00 00'],
    ['Doğum tarihi', '1990-05-17'],
    ['Tıbbi geçmiş', 'Yok'],
    ['E-posta', email],
    ['Şifre', PASSWORD],
  ] as const) {
    await page.getByLabel(label, { exact: true }).fill(value)
  }
  await page.getByLabel('Cinsiyet').selectOption({ label: 'Kadın' })
  await page.getByRole('tabpanel').getByRole('button', { name: 'Kayıt Ol' }).click()
  await expect(page.getByText('Kayıt Başarılı!')).toBeVisible()
  await page.getByLabel('Şifre', { exact: true }).fill(PASSWORD)
  await page.keyboard.press('Enter')
  await expect(page.getByText('Hoş Geldiniz!')).toBeVisible()

  await page.goto('/appointments')
  await page.getByRole('button', { name: doctor.name }).click()
  await page.getByLabel('Tarih').fill(inDays(7))
  const times = page.getByRole('group', { name: /boş saatler/ })
  await expect(times.getByRole('radio', { name: /^09:00/ })).toBeAttached()
  await expect(page.getByText('Canlı').first()).toBeVisible()
  await cast.appointment(other, doctor, inDays(7), '09:00')
  await expect(times.getByRole('radio', { name: /^09:00/ })).toHaveCount(0)
  await times.getByRole('radio', { name: /^11:00/ }).check({ force: true })
  await page.getByLabel('Şikayetiniz').fill('Yolculuk sonrası yorgunluk')
  await page.getByRole('button', { name: 'Randevu Al' }).click()
  const appointment = page.getByRole('article').filter({ hasText: doctor.name })
  await expect(appointment).toContainText('Beklemede')

  const { body } = await cast.act<{ id: string }[]>(doctor, 'GET', '/rest/v1/appointments?appointment_time=eq.11:00&select=id')
  await cast.act(doctor, 'PATCH', `/rest/v1/appointments?id=eq.${body[0]?.id}`, { status: 'confirmed' })
  await expect(appointment).toContainText('Onaylandı')
})
