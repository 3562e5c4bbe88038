// Sessions, and following the links in mails that the site really sends.
import type { Page } from '@playwright/test'
import { addressOf, expectAccessible, expectNoSidewaysScroll, inEveryLanguage } from './access.ts'
import { inDays } from './booking-form.ts'
import { expect, test } from './fixtures.ts'

test.use({ environment: { AUTH_CONFIRM_EMAIL: 'on' } })

const PASSWORD = 'Yeni1234!'
const freshAddress = () => `${crypto.randomUUID()}@story.example`
const keptKeys = (page: Page) => page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('sb-')))
const accountMenu = (page: Page, email: string) =>
  page
    .getByRole('banner')
    .locator('summary:visible')
    .and(page.getByLabel(`Hesabım: ${email}`))

async function signIn(page: Page, email: string, password: string) {
  await page.getByLabel('E-posta').fill(email)
  await page.getByLabel('Şifre', { exact: true }).fill(password)
  await page.getByRole('tabpanel').getByRole('button', { name: 'Giriş Yap' }).click()
}

async function signUp(page: Page, email: string) {
  await page.goto('/auth')
  await page.getByRole('tab', { name: 'Kayıt Ol' }).click()
  await fillSignUp(page, email)
}

async function fillSignUp(page: Page, email: string) {
  await page.getByLabel('Ad', { exact: true }).fill('Ayşe')
  await page.getByLabel('Soyad').fill('Yılmaz')
  await page.getByLabel('Telefon').fill('+90 555 000 00 00')
  await page.getByRole('checkbox', { name: 'açık rıza' }).check()
  await page.getByLabel('Doğum tarihi').fill('1990-05-17')
  await page.getByLabel('Cinsiyet').selectOption('Kadın')
  await page.getByLabel('Tıbbi geçmiş').fill('Yok')
  await page.getByLabel('E-posta').fill(email)
  await page.getByLabel('Şifre', { exact: true }).fill(PASSWORD)
  await page.getByRole('tabpanel').getByRole('button', { name: 'Kayıt Ol' }).click()
}

async function askForReset(page: Page, email: string) {
  await page.goto('/auth')
  await sendReset(page, email)
}

async function sendReset(page: Page, email: string) {
  await page.getByRole('button', { name: 'Şifremi unuttum' }).click()
  await page.getByRole('dialog').getByLabel('E-posta').fill(email)
  await page.getByRole('button', { name: 'Bağlantıyı Gönder' }).click()
  await expect(page.getByText('Şifre Sıfırlama Linki Gönderildi!')).toBeVisible()
}

test('the account menu has profile and appointments, and the panel for doctors only', { tag: '@long' }, async ({ cast }) => {
  const doctor = await cast.doctor('Aylin')
  const page = await doctor.open('/')
  await accountMenu(page, doctor.email).click()
  const links = page.getByRole('banner').getByRole('link')
  await expect(links.filter({ hasText: 'Doktor Paneli' })).toHaveAttribute('href', '/doctor')
  await expect(links.filter({ hasText: 'Admin Paneli' })).toHaveCount(0)
  await expect(page.getByRole('main').getByRole('link', { name: 'Profilim' })).toHaveAttribute('href', '/profile')
  const patient = await cast.person('Leyla')
  const other = await patient.open('/')
  await accountMenu(other, patient.email).click()
  await expect(other.getByRole('banner').getByRole('link').filter({ hasText: 'Randevularım' })).toBeVisible()
  await expect(other.getByRole('banner').getByRole('link').filter({ hasText: 'Doktor Paneli' })).toHaveCount(0)
})

for (const [language, labels] of [
  ['tr', ['Admin Paneli', 'Takvim', 'Tüm Randevular', 'Doktor Yönetimi', 'Kişiler ve Roller', 'Randevularım', 'Profilim']],
  ['ar', ['لوحة الإدارة', 'التقويم', 'جميع المواعيد', 'إدارة الأطباء', 'الأشخاص والأدوار', 'مواعيدي', 'ملفي الشخصي']],
] as const) {
  test(`the menu on a phone has the account links at the top, where they can be pressed: ${language}`, { tag: '@long' }, async ({
    cast,
  }) => {
    const admin = await cast.person('Nigar', { language })
    await cast.write('POST', '/rest/v1/user_roles', { user_id: admin.id, role: 'admin' })
    const page = await admin.open('/faq', { viewport: { width: 375, height: 667 } })
    const menu = page.getByRole('banner').locator('details:has(> nav)')
    await menu.locator('> summary').click()
    await expect(menu.getByText('Nigar Öykü')).toBeInViewport()
    await expect(menu.getByText(admin.email)).toBeInViewport()
    const links = menu.getByRole('link')
    for (const [place, label] of labels.entries()) {
      await expect(links.nth(place)).toHaveText(label)
      await expect(links.nth(place)).toBeInViewport({ ratio: 1 })
      // Nothing covers the link or cuts it off.
      await links.nth(place).click({ trial: true })
    }
    await expect(menu.getByRole('button')).toBeInViewport({ ratio: 1 })
    await expectAccessible(page, { what: 'menu on a phone', where: 'header' })
    await links.nth(labels.length - 1).click()
    await expect(page).toHaveURL(/\/profile$/)
    await expect(menu.getByRole('link').first()).toBeHidden()
  })
}

test('the menu has no panel link while the roles cannot be loaded', { tag: '@long' }, async ({ cast }) => {
  const doctor = await cast.doctor('Aylin')
  const page = await doctor.browse()
  await page.route('**/rest/v1/user_roles**', (route) => route.abort())
  await page.goto('/faq')
  await accountMenu(page, doctor.email).click()
  await expect(page.getByRole('banner').getByRole('link').filter({ hasText: 'Profilim' })).toBeVisible()
  await expect(page.getByRole('banner').getByRole('link').filter({ hasText: 'Doktor Paneli' })).toHaveCount(0)
})

test('signing out leads to the home page and signs out everywhere', async ({ cast, site, request }) => {
  const person = await cast.person('Leyla')
  const [page, elsewhere] = [await person.open('/'), await person.open('/')]
  const token = await elsewhere.evaluate(
    () => (JSON.parse(localStorage.getItem('sb-127-auth-token') ?? '{}') as { access_token: string }).access_token,
  )
  const { supabaseKey } = (await (await request.get('/config.json')).json()) as { supabaseKey: string }
  const headers = { apikey: supabaseKey, authorization: `Bearer ${token}` }
  const status = async () => (await request.get(`${site.url}/rest/v1/profiles`, { headers })).status()
  expect(await status()).toBe(200)
  await accountMenu(page, person.email).click()
  await page.getByRole('button', { name: 'Çıkış Yap' }).click()
  await expect(page.getByRole('banner').getByRole('link', { name: 'Giriş Yap' })).toBeVisible()
  await expect(page).toHaveURL('/')
  await expect.poll(() => keptKeys(page)).toEqual([])
  await expect.poll(status).toBe(401)
})

test('signing in or out in one tab takes effect in the other', async ({ page, context, cast }) => {
  const { email, password } = await cast.person('Leyla')
  const other = await context.newPage()
  await other.goto('/faq')
  await expect(other.getByRole('banner').getByRole('link', { name: 'Giriş Yap' })).toBeVisible()
  await page.goto('/auth')
  await signIn(page, email, password)
  await expect(accountMenu(other, email)).toBeVisible()
  await accountMenu(other, email).click()
  await other.getByRole('button', { name: 'Çıkış Yap' }).click()
  await expect(page.getByRole('banner').getByRole('link', { name: 'Giriş Yap' })).toBeVisible()
})

for (const [where, viewport] of [
  ['a desktop', { width: 1280, height: 800 }],
  ['a phone', { width: 375, height: 667 }],
] as const) {
  test(`a user on ${where} types the code from the mail and continues to the page that they wanted`, async ({ page, cast, mailCode }) => {
    await page.setViewportSize(viewport)
    const doctor = await cast.doctor('Selin')
    const email = freshAddress()
    const address = `/appointments?doctor=${doctor.doctorId}&date=${inDays(7)}&time=10%3A00`
    await page.goto(address)
    await page.getByLabel('Şikayetiniz').fill('Uykusuzluk')
    await page.getByRole('main').getByRole('link', { name: 'Kayıt Ol' }).click()
    // 10:00 on the doctor's clock is 07:00 on the reader's. Nobody is told to choose a time first.
    await expect(page.getByText(new RegExp(`^Seçtiğiniz saat: ${doctor.name}, .* 07:00\\.`))).toBeInViewport()
    await expect(page.getByText('Önce saatinizi seçin, hesabı sonra açın')).toHaveCount(0)
    await fillSignUp(page, email)
    await expect(page.getByText('Kayıt Başarılı!')).toBeInViewport({ ratio: 1 })
    await expect(page.getByText(`${email} adresine bir e-\u2060posta gönderdik`)).toBeInViewport({ ratio: 1 })
    const code = page.getByLabel('Kod')
    await expect(code).toBeFocused()
    await expect(code).toBeInViewport({ ratio: 1 })
    await expect(page.locator('[data-sonner-toast]')).toHaveCount(0)
    await expect(page.getByRole('button', { name: /^Yeniden gönder \(\d+ sn\)$/ })).toBeDisabled()
    // The browser of a phone may drop the page while its owner reads the mail.
    await page.reload()
    await expect(code).toBeFocused()
    const digits = await mailCode(email)
    await code.fill(digits === '123456' ? '654321' : '123456')
    await page.keyboard.press('Enter')
    await expect(page.getByText('Kod yanlış ya da süresi dolmuş.')).toBeVisible()
    await expect(code).toBeFocused()
    await page.keyboard.type(` ${digits.slice(0, 3)} ${digits.slice(3)}`)
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(address)
    await expect(accountMenu(page, email)).toBeVisible()
    await expect(page.getByLabel('Şikayetiniz')).toHaveValue('Uykusuzluk')
    // Nothing covers the button that the user came back for.
    await expect(page.locator('[data-sonner-toast]')).toHaveCount(0)
    expect(await page.evaluate(() => sessionStorage.getItem('typed:unconfirmed'))).toBeNull()
  })
}

test('a mistyped address is corrected without typing anything else again', async ({ page, mailCode }) => {
  await signUp(page, freshAddress())
  await expect(page.getByLabel('Kod')).toBeFocused()
  await page.getByRole('button', { name: 'Başka adres kullan' }).click()
  await expect(page.getByLabel('E-posta')).toBeFocused()
  await expect(page.getByLabel('Soyad')).toHaveValue('Yılmaz')
  const email = freshAddress()
  await page.getByLabel('E-posta').fill(email)
  await page.getByRole('tabpanel').getByRole('button', { name: 'Kayıt Ol' }).click()
  await expect(page.getByText(`${email} adresine bir e-\u2060posta gönderdik`)).toBeVisible()
  await page.getByLabel('Kod').fill(await mailCode(email))
  await page.getByRole('button', { name: 'Devam Et' }).click()
  await expect(page).toHaveURL('/')
  await expect(page.getByText('Hoş Geldiniz!')).toBeVisible()
})

test('a new account is confirmed by the link in its mail, and cannot sign in before that', async ({ page, mailLink, request }) => {
  const email = freshAddress()
  await signUp(page, email)
  await expect(page.getByText('Kayıt Başarılı!')).toBeVisible()
  await page.getByRole('main').getByRole('button', { name: 'Giriş Yap' }).click()
  await expect(page.getByLabel('E-posta')).toHaveValue(email)
  await expect(page.getByLabel('Şifre', { exact: true })).toBeFocused()

  await signIn(page, email, PASSWORD)
  await expect(page.getByText('E-\u2060posta adresiniz henüz onaylanmadı')).toBeVisible()
  await expect(page.getByLabel('Kod')).toBeFocused()
  await page.getByRole('button', { name: 'Onay e-postasını yeniden gönder' }).click()
  await expect(page.getByRole('main').getByText('Güvenlik nedeniyle 60 saniyede bir kez istek yapabilirsiniz')).toBeVisible()

  const link = await mailLink(email)
  const redirected = page.waitForResponse('**/auth/v1/verify**')
  await page.goto(link)
  const token = new URLSearchParams((await redirected).headers()['location']?.split('#')[1]).get('access_token')
  await expect(page.getByText('Email Onaylandı!')).toBeVisible()
  await expect(page.getByText('Şimdi şifrenizle giriş yapabilirsiniz.')).toBeVisible()
  await expect(page).toHaveURL('/auth?confirmed=true')
  await expect(page.getByRole('tab', { name: 'Kayıt Ol' })).toBeDisabled()
  await expect.poll(() => keptKeys(page)).toEqual([])
  const { supabaseKey } = (await (await request.get('/config.json')).json()) as { supabaseKey: string }
  const headers = { apikey: supabaseKey, authorization: `Bearer ${token}` }
  await expect.poll(async () => (await request.get('/rest/v1/profiles', { headers })).status()).toBe(401)

  // The page names the address that the link confirmed.
  await expect(page.getByLabel('E-posta')).toHaveValue(email)
  await expect(page.getByLabel('Şifre', { exact: true })).toBeFocused()
  await page.keyboard.type(PASSWORD)
  await page.keyboard.press('Enter')
  await expect(page.getByText('Hoş Geldiniz!')).toBeVisible()
  await expect(page).toHaveURL('/')
  await expect(accountMenu(page, email)).toBeVisible()
})

test('confirming the address leads back to the page that the user wanted, also in another tab', { tag: '@long' }, async ({
  page,
  context,
  cast,
  mailLink,
}) => {
  const doctor = await cast.doctor('Selin')
  const email = freshAddress()
  const address = `/appointments?doctor=${doctor.doctorId}&date=${inDays(7)}&time=10%3A00`
  await page.goto(address)
  await page.getByLabel('Şikayetiniz').fill('Uykusuzluk')
  await page.getByRole('main').getByRole('link', { name: 'Kayıt Ol' }).click()
  await fillSignUp(page, email)
  await expect(page.getByText('Kayıt Başarılı!')).toBeVisible()
  const tab = await context.newPage()
  await tab.goto(await mailLink(email))
  await expect(tab.getByText('Email Onaylandı!')).toBeVisible()
  await expect(tab.getByLabel('E-posta')).toHaveValue(email)
  await tab.getByLabel('Şifre', { exact: true }).fill(PASSWORD)
  await tab.getByRole('tabpanel').getByRole('button', { name: 'Giriş Yap' }).click()
  await expect(tab).toHaveURL(address)
  await expect(tab.getByLabel('Şikayetiniz')).toHaveValue('Uykusuzluk')
  await expect.poll(() => tab.evaluate(() => localStorage.getItem('return-to'))).toBeNull()
})

test('resetting the password leads to the page that the user wanted', { tag: '@long' }, async ({ page, cast, mailLink }) => {
  const { email } = await cast.person('Ada')
  await page.goto('/profile')
  await page.getByRole('main').getByRole('link', { name: 'Giriş Yap' }).click()
  await sendReset(page, email)
  await page.goto(await mailLink(email))
  await page.getByRole('button', { name: 'Şimdi değil' }).click()
  await expect(page).toHaveURL('/profile')
  await expect(page.getByLabel('Ad', { exact: true })).toHaveValue('Ada')
})

test('signing up with an address that has an account says so, whatever the mail settings', async ({ page, cast }) => {
  const { email } = await cast.person('Ada')
  await signUp(page, email)
  await expect(page.getByText('Kayıt Hatası')).toBeVisible()
  await expect(page.getByText('Bu e-posta adresi zaten kayıtlı')).toBeVisible()
})

test('a used confirmation link says so, and a new one can be requested', { tag: '@long' }, async ({ page, mailLink }) => {
  const email = freshAddress()
  await signUp(page, email)
  const link = await mailLink(email)
  await page.goto(link)
  await expect(page.getByText('Email Onaylandı!')).toBeVisible()
  await page.goto(link)
  await expect(page.getByText('Bağlantı artık geçerli değil')).toBeVisible()
  await expect(page.getByText('Email Onaylandı!')).toHaveCount(0)
  await expect(page).toHaveURL('/auth')
  await page.getByRole('button', { name: 'Yeni bağlantı iste' }).click()
  await page.getByRole('dialog').getByLabel('E-posta').fill(freshAddress())
  await page.getByRole('dialog').getByRole('button', { name: 'Bağlantıyı Gönder' }).click()
  await expect(page.getByText('Onay e-postası gönderildi')).toBeVisible()
})

test('confirming an address signs the current user out in this browser only', { tag: '@long' }, async ({ cast }) => {
  const person = await cast.person('Ada')
  const [page, elsewhere] = [await person.open('/auth?confirmed=true'), await person.open('/faq')]
  await expect(page.getByText('Email Onaylandı!')).toBeVisible()
  await expect(page.getByText('Lütfen şifrenizle giriş yapın.')).toBeVisible()
  await expect.poll(() => keptKeys(page)).toEqual([])
  await elsewhere.reload()
  await expect(accountMenu(elsewhere, person.email)).toBeVisible()
  const { status } = await cast.act(person, 'GET', '/rest/v1/profiles?select=user_id')
  expect(status).toBe(200)
})

test('a forgotten password is replaced with the link in the mail', async ({ page, cast, mailLink }) => {
  const { email, password } = await cast.person('Ada')
  await askForReset(page, email)
  await page.goto(await mailLink(email))
  await expect(page).toHaveURL('/')
  const dialog = page.getByRole('dialog', { name: 'Yeni şifre belirleyin' })
  await expect(dialog.getByLabel('Yeni şifre')).toBeFocused()
  await dialog.getByLabel('Yeni şifre').fill(password)
  await dialog.getByRole('button', { name: 'Şifreyi Kaydet' }).click()
  await expect(dialog.getByText('Yeni şifre eskisinden farklı olmalı.')).toBeVisible()
  await dialog.getByLabel('Yeni şifre').fill('kisa')
  await dialog.getByRole('button', { name: 'Şifreyi Kaydet' }).click()
  await expect(dialog.getByText('En az 8 karakter yazın.')).toBeVisible()
  await dialog.getByLabel('Yeni şifre').fill(PASSWORD)
  await dialog.getByRole('button', { name: 'Şifreyi Kaydet' }).click()
  await expect(page.getByText('Şifreniz değiştirildi')).toBeVisible()
  await expect(dialog).toBeHidden()
  await accountMenu(page, email).click()
  await page.getByRole('button', { name: 'Çıkış Yap' }).click()
  await expect(page.getByRole('banner').getByRole('link', { name: 'Giriş Yap' })).toBeVisible()
  await page.goto('/auth')
  await signIn(page, email, password)
  await expect(page.getByText('E-posta veya şifre hatalı')).toBeVisible()
  await signIn(page, email, PASSWORD)
  await expect(page.getByText('Hoş Geldiniz!')).toBeVisible()
})

test('the reset link signs in even without a new password, also in Arabic', { tag: '@long' }, async ({ page, cast, mailLink }) => {
  const { email } = await cast.person('Ada', { language: 'ar' })
  await page.goto('/ar/auth')
  await page.getByRole('button', { name: 'نسيت كلمة المرور' }).click()
  await page.getByRole('dialog').getByLabel('البريد الإلكتروني').fill(email)
  await page.getByRole('button', { name: 'إرسال الرابط' }).click()
  await expect(page.getByText('أُرسل رابط إعادة التعيين')).toBeVisible()
  await page.goto(await mailLink(email))
  await expect(page).toHaveURL('/ar')
  await page.getByRole('dialog', { name: 'تعيين كلمة مرور جديدة' }).getByRole('button', { name: 'ليس الآن' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.reload()
  await expect(page.getByRole('banner').getByLabel(`حسابي: ${email}`).first()).toBeAttached()
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('a link for another account changes nothing until the user agrees', { tag: '@long' }, async ({ page, cast, mailLink }) => {
  const [ada, stranger] = [await cast.person('Ada'), await cast.person('Yabancı')]
  await askForReset(page, stranger.email)
  const link = await mailLink(stranger.email)
  const hers = await ada.open('/faq')
  const { headers } = await page.request.get(link, { maxRedirects: 0 }).then((answer) => ({ headers: answer.headers() }))
  const arrival = headers['location'] ?? ''
  await hers.goto(arrival)
  const dialog = hers.getByRole('dialog', { name: 'Bu bağlantı başka bir hesaba ait' })
  await expect(dialog).toContainText(ada.email)
  await expect(dialog).toContainText(stranger.email)
  await dialog.getByRole('button', { name: 'Bu hesapta kal' }).click()
  await expect(hers.getByRole('dialog')).toHaveCount(0)
  await expect(accountMenu(hers, ada.email)).toBeVisible()
})

test('a reset link that was used before offers a new one', async ({ page, cast, mailLink }) => {
  const { email } = await cast.person('Ada')
  await askForReset(page, email)
  const link = await mailLink(email)
  await page.request.get(link)
  await page.goto(link)
  await expect(page).toHaveURL('/')
  const dialog = page.getByRole('dialog', { name: 'Bağlantı artık geçerli değil' })
  await expect(dialog.getByLabel('E-posta')).toBeFocused()
  await dialog.getByLabel('E-posta').fill(freshAddress())
  await dialog.getByRole('button', { name: 'Bağlantıyı Gönder' }).click()
  await expect(page.getByText('Şifre Sıfırlama Linki Gönderildi!')).toBeVisible()
  await expect(dialog).toBeHidden()
  await expect.poll(() => keptKeys(page)).toEqual([])
})

test('a link opened with a bad connection can be tried again', { tag: '@long' }, async ({ page, cast, mailLink }) => {
  const { email } = await cast.person('Ada')
  await askForReset(page, email)
  await page.route('**/auth/v1/user', (route) => route.abort())
  await page.goto(await mailLink(email))
  await expect(page.getByRole('dialog', { name: 'Bağlantıyla giriş yapılamadı' })).toBeVisible()
  await page.unroute('**/auth/v1/user')
  await page.getByRole('button', { name: 'Tekrar Dene' }).click()
  await expect(page.getByRole('dialog', { name: 'Yeni şifre belirleyin' })).toBeVisible()
})

test('mails use the language that a signed-in user chose', { tag: '@long' }, async ({ cast, site, request }) => {
  const person = await cast.person('Ada')
  const page = await person.open('/faq')
  await expect(accountMenu(page, person.email)).toBeVisible()
  await page.getByRole('banner').locator('summary').filter({ hasText: 'Dil: Türkçe' }).click()
  await page.getByRole('banner').getByRole('link', { name: 'English' }).click()
  const languageOf = async () =>
    (await cast.write<{ language: string }[]>('PATCH', `/rest/v1/profiles?user_id=eq.${person.id}`, { timezone: 'Asia/Baku' }))[0]?.language
  await expect.poll(languageOf).toBe('en')
  const headers = { apikey: site.secretKey }
  const metadata = async () =>
    ((await (await request.get(`/auth/v1/admin/users/${person.id}`, { headers })).json()) as { user_metadata: object }).user_metadata
  await expect.poll(metadata).toMatchObject({ language: 'en', first_name: 'Ada' })
})

test('the landing page loads nothing about accounts unless opened by a link from a mail', { tag: '@long' }, async ({ page }) => {
  const fetched: string[] = []
  page.on('request', (request) => fetched.push(new URL(request.url()).pathname))
  await page.goto('/', { waitUntil: 'networkidle' })
  expect(fetched.filter((path) => /supabase|account|arrival-dialog|session-client/.test(path))).toEqual([])
})

test('the dialogs after a link from a mail are accessible (axe), in every language', { tag: '@long' }, async ({ cast, mailLink }) => {
  await inEveryLanguage(cast.visitor, async (page, language) => {
    const { email } = await cast.person('Ada', { language })
    await page.goto(addressOf(language, '/auth'))
    await page.getByRole('tabpanel').locator('button[aria-haspopup=dialog]').click()
    await page.getByRole('dialog').locator('input').fill(email)
    await page.getByRole('dialog').locator('input').press('Enter')
    const link = await mailLink(email)
    await page.setViewportSize({ width: 320, height: 800 })
    await page.goto(link)
    await expect(page.getByRole('dialog').locator('input[autocomplete=new-password]')).toBeFocused()
    await expectAccessible(page, { what: 'new password' })
    await page.goto(addressOf(language, '/auth?confirmed=true'))
    await expect(page.getByRole('tab').nth(1)).toBeDisabled()
    await expectAccessible(page, { what: 'confirmed' })
    await expectNoSidewaysScroll(page, [320])
  })
})
