// Admins edit the company settings: accepted and refused input, and settings that cannot be stored. Uses its own server, because the
// settings apply to everybody.
import { expectAccessible, expectNoSidewaysScroll } from './access.ts'
import { chooseTime, inDays } from './booking-form.ts'
import { expect, test } from './fixtures.ts'
import { anAdmin } from './management.ts'
import { rendered } from './public-doctors.ts'

test.use({ environment: { AUTH_CONFIRM_EMAIL: 'off' } })

const ATTACK = '</script><script>document.title="taken"</script>"><img src=x onerror=alert(1)>'
const FREE_TEXTS = [
  'Psikoloji koordinatörü',
  'Adres (Türkçe)',
  'Ticari unvan (Türkçe)',
  'Çalışma saatleri (Türkçe)',
  'Ödeme yolları (Türkçe)',
]

test('script typed into any field is shown as text or rejected', async ({ cast, site }) => {
  const page = await (await anAdmin(cast)).open('/admin/site')
  for (const field of FREE_TEXTS) await page.getByLabel(field).fill(ATTACK)
  for (const field of ['Türkiye telefonu', 'WhatsApp', 'Vergi numarası', 'İznin ülkesi (kod)'])
    await page.getByLabel(field).fill('<script>')
  await page.getByRole('button', { name: 'Kaydet' }).click()
  await expect(page.getByLabel('WhatsApp')).toHaveAttribute('aria-invalid', 'true')
  for (const field of ['Türkiye telefonu', 'WhatsApp', 'Vergi numarası', 'İznin ülkesi (kod)']) await page.getByLabel(field).fill('')
  await page.getByRole('button', { name: 'Kaydet' }).click()
  await expect(page.getByText('Kaydedildi.')).toBeVisible()
  const visitor = await cast.visitor()
  for (const path of ['/', '/contact', '/about', '/healthcare', '/terms', '/profile']) {
    const address = site.url + path
    if (path !== '/profile') {
      await expect.poll(() => rendered(address)).toContain('taken')
      expect((await rendered(address)).replaceAll(/<script[^>]*>[^]*?<\/script>/g, '')).not.toContain('<script>document')
    }
    await visitor.goto(path)
    await expect(visitor).not.toHaveTitle('taken')
    await expect(visitor.locator('img[src=x]')).toHaveCount(0)
  }
})

test('a full disk loses nothing typed, and the next press saves it', { tag: '@long' }, async ({ cast }) => {
  const page = await (await anAdmin(cast)).open('/admin/site')
  let isFull = true
  await page.route('**/rest/v1/company_settings*', (route) =>
    isFull && route.request().method() === 'PATCH'
      ? route.fulfill({ status: 503, json: { code: '53100', message: 'The server could not store it', details: null, hint: null } })
      : route.fallback(),
  )
  const name = page.getByLabel('Psikoloji koordinatörü')
  await name.fill('Aysel Quliyeva')
  await page.getByRole('button', { name: 'Kaydet' }).click()
  await expect(page.getByText(/^Sunucuda yer kalmadı/)).toBeVisible()
  await expect(name).toHaveValue('Aysel Quliyeva')
  isFull = false
  await page.getByRole('button', { name: 'Kaydet' }).click()
  await expect(page.getByText('Kaydedildi.')).toBeVisible()
})

test('on a phone the sections are rows that name what is missing, and open at an invalid field', async ({ cast }) => {
  const page = await (await anAdmin(cast)).open('/admin/site', { viewport: { width: 375, height: 812 } })
  const contact = page.getByRole('button', { name: /^İletişim/ })
  const phone = page.getByLabel('Türkiye telefonu')
  const save = page.getByRole('button', { name: 'Kaydet' })
  await expect(contact).toHaveAccessibleName(/^İletişim Eksik: .*Türkiye telefonu/)
  await expect(phone).toBeHidden()
  await expectAccessible(page, { what: 'rows' })
  await contact.focus()
  await page.keyboard.press('Enter')
  await phone.fill('12')
  // Closing the row keeps what was typed.
  await contact.press('Space')
  await expect(phone).toBeHidden()
  await save.click()
  await expect(phone).toBeFocused()
  await expect(phone).toHaveAttribute('aria-invalid', 'true')
  await phone.fill('+90 212 000 00 00')
  await expect(phone).toBeVisible()
  await expect(contact).not.toHaveAccessibleName(/Türkiye telefonu/)

  await page.getByText('Diğer diller').click()
  await page.getByRole('button', { name: /^English/ }).click()
  await page.getByLabel('Adres (English)').fill('7 Nizami Street, Baku')
  await expectNoSidewaysScroll(page)
  await save.click()
  await expect(page.getByText('Kaydedildi.')).toBeVisible()
  await page.reload()
  await contact.click()
  await expect(phone).toHaveValue('+90 212 000 00 00')
})

test('the payment methods that an admin enters stand beside the fee that a patient agrees to', async ({ cast }) => {
  const [admin, doctor, patient] = [await anAdmin(cast), await cast.doctor('Defne'), await cast.person('Kaya')]
  const type = { names: { tr: 'İlk görüşme' }, minutes: 45, fee_minor: 12_000, currency: 'AZN' }
  await cast.write('POST', '/rest/v1/appointment_types', { doctor_id: doctor.doctorId, ...type })
  const page = await admin.open('/admin/site')
  await page.getByLabel('Ödeme yolları (Türkçe)').fill('Havale, ofiste kart')
  await page.getByRole('button', { name: 'Kaydet' }).click()
  await expect(page.getByText('Kaydedildi.')).toBeVisible()
  const hers = await patient.browse()
  const terms = hers.getByRole('region', { name: 'Görüşme ücreti' })
  await expect(async () => {
    await hers.goto(`/appointments?doctor=${doctor.doctorId}&date=${inDays(7)}`)
    await chooseTime(hers, '10:00')
    await expect(terms).toContainText('Ödeme yolları: Havale, ofiste kart')
  }).toPass()
  await hers.getByLabel('Şikayetiniz').fill('Kontrol')
  await hers.getByRole('button', { name: 'Randevu Al' }).click()
  await expect(hers.getByText('Randevu Oluşturuldu!')).toBeVisible()
  const agreed = await cast.act(patient, 'GET', '/rest/v1/appointments?select=fee_text_version')
  expect(agreed.body).toEqual([{ fee_text_version: '2026-11-19' }])
})
