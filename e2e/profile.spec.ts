// The profile page as a whole: the appointment history, where it leads, and the password. Each story makes its own people.
import { addressOf, expectAccessible, expectNoSidewaysScroll, inEveryLanguage } from './access.ts'
import { inDays } from './booking-form.ts'
import { expect, test } from './fixtures.ts'
import { book, change, field, tokenStatus } from './profile-page.ts'

test('a visitor is asked to sign in', async ({ page }) => {
  await page.goto('/profile')
  await expect(page.getByRole('heading', { name: 'Giriş yapmanız gerekiyor.' })).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: 'Giriş Yap' }).click()
  await expect(page).toHaveURL(/\/auth$/)
})

test('lists that cannot be loaded say so and can be loaded again', { tag: '@long' }, async ({ cast }) => {
  const page = await (await cast.person('Ada')).browse()
  await page.route(/rest\/v1\/(profiles|appointments)/, (route) => route.abort())
  await page.goto('/profile')
  await expect(page.getByText('Profil Yükleme Hatası')).toBeVisible()
  await expect(page.getByText('Randevular Yüklenemedi')).toBeVisible()
  await page.unroute(/rest\/v1\/(profiles|appointments)/)
  for (const title of ['Profil Yükleme Hatası', 'Randevular Yüklenemedi'])
    await page.getByRole('alert').filter({ hasText: title }).getByRole('button', { name: 'Tekrar Dene' }).click()
  await expect(field(page, 'Ad')).toHaveValue('Ada')
  await expect(page.getByText('Toplam randevu')).toBeVisible()
})

test('a card and a dialog whose code cannot be loaded say so in their place, and what was typed stays', async ({ cast }) => {
  const page = await (await cast.person('Ada')).browse()
  const CODE = /\/assets\/(security-card|dialog-window)-/
  await page.route(CODE, (route) => route.abort())
  await page.goto('/profile')
  await page.getByRole('button', { name: 'Düzenle' }).click()
  await field(page, 'Soyad').fill('Başka')
  await page.getByRole('heading', { name: 'Hesap', exact: true }).scrollIntoViewIfNeeded()
  const alerts = page.getByRole('alert').filter({ hasText: 'Sunucuya ulaşılamadı.' })
  await expect(alerts).toHaveCount(1)
  await page.getByRole('button', { name: 'Şifreyi değiştir' }).click()
  await expect(alerts).toHaveCount(2)

  await page.unroute(CODE)
  await alerts.first().getByRole('button', { name: 'Tekrar Dene' }).click()
  await expect(alerts).toHaveCount(1)
  await alerts.first().getByRole('button', { name: 'Tekrar Dene' }).click()
  await expect(page.getByRole('dialog', { name: 'Şifreyi değiştir' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByText('İki adımlı doğrulama kapalı.')).toBeVisible()
  await expect(field(page, 'Soyad')).toHaveValue('Başka')
})

test('the history shows doctor, specialty, day, both clocks, complaint, note, status and day of booking, and updates live with the counters', async ({
  cast,
}) => {
  const [ada, doctor] = [await cast.person('Ada', { timezone: 'Asia/Baku' }), await cast.doctor('Ece')]
  const page = await ada.open('/profile')
  await page.getByRole('tab', { name: 'Randevu Geçmişi' }).click()
  await expect(page.getByText('Henüz randevunuz bulunmuyor.')).toBeVisible()
  await expect(page.getByRole('tabpanel').getByRole('link', { name: 'Randevu Al' })).toHaveAttribute('href', '/appointments')
  const counter = (name: string) => page.locator('dl > div', { hasText: name }).getByRole('definition')
  await expect(counter('Toplam randevu')).toHaveText('0')
  const next = page.getByRole('region', { name: 'Sıradaki randevunuz' })
  await expect(next).toBeHidden()

  const day = inDays(7)
  const first = await book(cast, ada, doctor, day, 'Göğüs ağrısı\nikinci satır')
  const second = await book(cast, ada, doctor, inDays(8), 'Kontrol')
  await change(cast, doctor, first, { status: 'confirmed', notes: 'Aç karnına gelin.' })
  await change(cast, doctor, second, { status: 'cancelled' })
  // The page updates without a reload.
  const entries = page.getByRole('tabpanel').getByRole('listitem')
  await expect(entries).toHaveCount(2)
  const entry = entries.filter({ hasText: 'Göğüs ağrısı' })
  await expect(entry.getByRole('heading')).toHaveText(doctor.name)
  const date = { day: 'numeric', month: 'long', year: 'numeric' } as const
  const [on, today] = [
    new Intl.DateTimeFormat('tr-TR', { ...date, timeZone: 'UTC' }).format(new Date(`${day}T00:00:00Z`)),
    new Intl.DateTimeFormat('tr-TR', { ...date, timeZone: 'Asia/Baku' }).format(new Date()),
  ]
  const texts = ['Dahiliye', on, '10:00', '11:00', 'Şikayet', 'ikinci satır', 'Doktor Notu', 'Aç karnına gelin.', 'Onaylandı']
  for (const text of [...texts, `Oluşturulma: ${today}`]) await expect(entry).toContainText(text)
  await expect(counter('Toplam randevu')).toHaveText('2')
  await expect(counter('Bekleyen')).toHaveText('0')
  await expect(counter('Tamamlanan')).toHaveText('0')
  await expect(counter('İptal edilen')).toHaveText('1')
  // The newest appointment comes first.
  await expect(entries.first()).toContainText('Kontrol')
  // The cancelled appointment is not upcoming. The next one is named without the year, so that it fits on one line of a phone.
  const soon = on.replace(/ \d{4}$/, '')
  for (const text of [soon, '11:00', '10:00', 'Onaylandı']) await expect(next).toContainText(text)
  await next.getByRole('link', { name: doctor.name }).click()
  await expect(page.getByRole('tab', { name: 'Randevularım' })).toHaveAttribute('aria-selected', 'true')
})

test('quick actions lead to a new appointment and, in a new tab, to WhatsApp', { tag: '@long' }, async ({ cast }) => {
  const page = await (await cast.person('Ada')).open('/profile')
  await expect(page.getByRole('main').getByRole('link', { name: 'Yeni Randevu' })).toHaveAttribute('href', '/appointments')
  const whatsApp = page.getByRole('main').getByRole('link', { name: 'WhatsApp’tan yazın (yeni sekmede açılır)' })
  await expect(whatsApp).toHaveAttribute('href', /^https:\/\/wa\.me\/\d+$/)
  await expect(whatsApp).toHaveAttribute('target', '_blank')
  await page.getByRole('banner').getByRole('link', { name: /BKV/ }).first().click()
  await expect(page).toHaveURL(/\/$/)
})

test('the address is shown with the way to support; the password is changed there', { tag: '@long' }, async ({ cast }) => {
  const ada = await cast.person('Ada')
  const page = await ada.open('/profile')
  await expect(page.getByLabel('E-posta')).toHaveValue(ada.email)
  await expect(page.getByLabel('E-posta')).not.toBeEditable()
  await expect(page.getByText('Eski adresinize artık erişemiyorsanız destek ekibimize yazın:')).toBeVisible()
  await page.getByRole('button', { name: 'Şifreyi değiştir' }).click()
  const dialog = page.getByRole('dialog')
  const save = dialog.getByRole('button', { name: 'Şifreyi Kaydet' })
  await dialog.getByLabel('Mevcut şifre').fill('Yanlis1234!')
  await dialog.getByLabel('Yeni şifre').fill('Yepyeni1234!')
  await save.click()
  await expect(dialog.getByText('Mevcut şifre doğru değil.')).toBeVisible()
  await dialog.getByLabel('Mevcut şifre').fill(ada.password)
  await dialog.getByLabel('Yeni şifre').fill('Password1!')
  await save.click()
  await expect(dialog.getByText('Bu şifre çok yaygın')).toBeVisible()
  await dialog.getByLabel('Yeni şifre').fill('Yepyeni1234!')
  await save.click()
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(page.getByRole('button', { name: 'Şifreyi değiştir' })).toBeFocused()
  await expect.poll(() => tokenStatus(page, ada.email, 'Yepyeni1234!')).toBe(200)
  expect(await tokenStatus(page, ada.email, ada.password)).toBe(400)
})

test('the profile is accessible (axe) and never scrolls sideways, in every language and both themes', { tag: '@long' }, async ({
  cast,
}) => {
  const [ada, doctor] = [await cast.person('Ada', { timezone: 'Asia/Baku' }), await cast.doctor('Ece')]
  await book(cast, ada, doctor, inDays(7), 'Kontrol')
  // The browser is in another zone, so the page offers it.
  const browse = () => ada.browse({ timezoneId: 'Europe/London' })
  await inEveryLanguage(browse, async (page, language) => {
    await page.goto(addressOf(language, '/profile'))
    await expect(page.locator('html')).toHaveAttribute('dir', language === 'ar' ? 'rtl' : 'ltr')
    const [details, history] = [page.getByRole('tab').first(), page.getByRole('tab').nth(1)]
    await expect(page.getByRole('tabpanel').getByRole('textbox').first()).toHaveValue('Ada')
    await expectAccessible(page, { what: 'reading', where: '#content' })
    await page.getByRole('tabpanel').getByRole('button').first().click()
    await expectAccessible(page, { what: 'editing', where: '#content' })
    await history.click()
    await expect(page.getByRole('tabpanel').getByRole('listitem')).toHaveCount(1)
    await expectAccessible(page, { what: 'history', where: '#content' })
    for (const tab of [history, details]) {
      await tab.click()
      await expectNoSidewaysScroll(page)
    }
    const erase = page.locator('section[aria-labelledby="erase-title"]')
    // On a phone the section is a row that opens.
    const row = erase.locator('button[aria-expanded=false]:not([aria-haspopup])')
    if (await row.isVisible()) await row.click()
    await erase.getByRole('button').last().click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await expectAccessible(page, { what: 'erasing', where: '[role=dialog]' })
  })
})
