// The owner's changes at /admin/site show on the public pages within seconds. Uses its own server, because the settings apply to everybody.
import { expectAccessible, expectNoSidewaysScroll } from './access.ts'
import { expect, test } from './fixtures.ts'

test.use({ environment: { AUTH_CONFIRM_EMAIL: 'off' } })

test('the owner changes the phone number, and a visitor without scripts reads it on the contact page and in the footer', async ({
  cast,
  site,
  browser,
}) => {
  const admin = await cast.person('Nigar')
  await cast.write('POST', '/rest/v1/user_roles', { user_id: admin.id, role: 'admin' })
  const page = await admin.open('/admin')
  await page.getByText(/^Tamamlanacaklar/).click()
  await page.getByRole('link', { name: /^Şirket bilgilerinde eksik: .*Azerbaycan telefonu/ }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Site içeriği' })).toBeVisible()
  await expect(page.getByText(/Eksik bilgiler: .*Vergi numarası/)).toBeVisible()
  await expectAccessible(page, { what: 'site content' })
  const phone = page.getByLabel('Azerbaycan telefonu')
  await phone.fill('javascript:alert(1)')
  await page.getByRole('button', { name: 'Kaydet' }).click()
  await expect(page.getByText('Ülke koduyla yazın')).toBeVisible()
  await phone.fill('+994 12 500 10 20')
  await page.getByLabel('Marka').fill('Nar <script>')
  await page.getByLabel('Adres (Türkçe)').fill('Nizami Sokağı 7, Bakü')
  await page.getByRole('button', { name: 'Kaydet' }).click()
  await expect(page.getByText('Kaydedildi.')).toBeVisible()

  const visitor = await (await browser.newContext({ javaScriptEnabled: false, baseURL: site.url })).newPage()
  // The page changes within seconds. A server that is busy with other stories sends the page as it was built until it has rendered it.
  const open = (path: string) =>
    expect(async () => {
      await visitor.goto(path)
      await expect(visitor.getByRole('contentinfo')).toContainText('+994 12 500 10 20', { timeout: 100 })
    }).toPass({ timeout: 20_000 })
  await open('/contact')
  await expect(visitor.getByRole('contentinfo').getByRole('link', { name: '+994 12 500 10 20' })).toBeVisible()
  await expect(visitor.getByRole('main').getByRole('link', { name: '+994 12 500 10 20' }).first()).toHaveAttribute(
    'href',
    'tel:+994125001020',
  )
  await expect(visitor.getByRole('contentinfo')).toContainText('Nar <script>')
  await expect(visitor).toHaveTitle(/Nar <script>/)
  // A text that is missing in the reader's language is shown in another one, which is named.
  await open('/en/faq')
  await expect(visitor.getByRole('contentinfo')).toContainText('Nizami Sokağı 7, Bakü')
  await open('/nowhere')
  // The name is also in pages that only the browser renders, before their scripts run, and in the manifest.
  await expect.poll(async () => (await fetch(`${site.url}/profile`)).text()).toMatch(/<title>[^<]* – Nar &#60;script&#62;<\/title>/)
  await expect
    .poll(async () => (await fetch(`${site.url}/manifest.webmanifest`)).json())
    .toMatchObject({ name: 'Nar <script>', short_name: 'Nar <script>' })
  await visitor.context().close()

  const faults: string[] = []
  const reader = await cast.visitor({ viewport: { width: 375, height: 800 } })
  reader.on('console', (message) => message.type() === 'error' && faults.push(message.text()))
  reader.on('pageerror', (error) => faults.push(error.message))
  await reader.goto('/contact')
  await expect(reader.getByRole('contentinfo').getByRole('link', { name: '+994 12 500 10 20' })).toBeVisible()
  await expectNoSidewaysScroll(reader)
  expect(faults).toEqual([])
})

test('the second of two admins sees what the first has saved, and chooses between the two', async ({ cast }) => {
  const admin = await cast.person('Rena')
  await cast.write('POST', '/rest/v1/user_roles', { user_id: admin.id, role: 'admin' })
  const [first, second] = [await admin.open('/admin/site'), await admin.open('/admin/site')]
  await first.getByLabel('Psikoloji koordinatörü').fill('Aysel Quliyeva')
  await second.getByLabel('Psikoloji koordinatörü').fill('Nigar Həsənova')
  await first.getByRole('button', { name: 'Kaydet' }).click()
  await expect(first.getByText('Kaydedildi.')).toBeVisible()
  await second.getByRole('button', { name: 'Kaydet' }).click()
  await expect(second.getByRole('alert')).toContainText('Aysel Quliyeva')
  await second.getByRole('button', { name: 'Oradaki değerler kalsın' }).click()
  await expect(second.getByLabel('Psikoloji koordinatörü')).toHaveValue('Aysel Quliyeva')
})

test('the page of a doctor has fees only while an admin shows them to everybody', async ({ cast, site, browser }) => {
  const [admin, doctor] = [await cast.person('Sevil'), await cast.doctor('Defne')]
  await cast.write('POST', '/rest/v1/user_roles', { user_id: admin.id, role: 'admin' })
  const type = { doctor_id: doctor.doctorId, minutes: 45, currency: 'AZN' }
  await cast.write('POST', '/rest/v1/appointment_types', [
    { ...type, names: { tr: 'İlk görüşme' }, fee_minor: 12_000, position: 0 },
    { ...type, names: { tr: 'Kontrol' }, fee_minor: null, position: 1 },
  ])
  const address = `/doctors/${doctor.doctorId.slice(0, 8)}`
  const visitor = await (await browser.newContext({ javaScriptEnabled: false, baseURL: site.url })).newPage()
  const offered = visitor.getByRole('region', { name: 'Görüşme türleri' })
  const expectOffered = (text: RegExp) =>
    expect(async () => {
      await visitor.goto(address)
      await expect(offered).toHaveText(text, { timeout: 200 })
    }).toPass({ timeout: 20_000 })
  await expectOffered(/İlk görüşme 45 dakikaKontrol 45 dakika$/)

  const page = await admin.open('/admin/site')
  const shown = page.getByRole('switch', { name: 'Ücretleri herkese göster' })
  await expect(shown).not.toBeChecked()
  await shown.click()
  await expect(page.getByText('Ücretler artık doktorların sayfalarında görünüyor.')).toBeVisible()
  await expectOffered(/İlk görüşme 45 dakika.?120\sAZN.?Kontrol 45 dakikaÜcret ayrıca bildirilir$/)
  // A page that the server rendered without the fees requests them itself.
  const reader = await cast.visitor()
  await reader.goto('/doctors')
  await reader.goto(address)
  await expect(reader.getByRole('region', { name: 'Görüşme türleri' })).toContainText('120')
  await expectNoSidewaysScroll(reader)

  await page.reload()
  await expect(shown).toBeChecked()
  await shown.click()
  await expectOffered(/İlk görüşme 45 dakikaKontrol 45 dakika$/)
  await visitor.context().close()
})
