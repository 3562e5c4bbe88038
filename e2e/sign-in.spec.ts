// Signing in and up where an account needs no confirmation, and everything that can go wrong with it.
import type { Page } from '@playwright/test'
import { addressOf, complaintsOf, expectAccessible, expectNoSidewaysScroll, inEveryLanguage } from './access.ts'
import { inDays, typeDay } from './booking-form.ts'
import { expect, test } from './fixtures.ts'

// Uses its own server, because these stories exhaust the rate limits.
test.use({ environment: { AUTH_CONFIRM_EMAIL: 'off' } })

const PASSWORD = 'Yeni1234!'
const HINT = 'Şifre en az 8 karakter olmalı, büyük harf, küçük harf, rakam ve özel karakter içermelidir'
const freshAddress = () => `${crypto.randomUUID()}@story.example`
const keptKeys = (page: Page) => page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('sb-')))

async function fillSignIn(page: Page, email: string, password: string) {
  await page.getByLabel('E-posta').fill(email)
  await page.getByLabel('Şifre', { exact: true }).fill(password)
}

const pressSignIn = (page: Page) => page.getByRole('tabpanel').getByRole('button', { name: 'Giriş Yap' }).click()
const pressSignUp = (page: Page) => page.getByRole('tabpanel').getByRole('button', { name: 'Kayıt Ol' }).click()

async function fillSignUp(page: Page, email: string) {
  await page.getByRole('tab', { name: 'Kayıt Ol' }).click()
  await page.getByLabel('Ad', { exact: true }).fill('Ayşe')
  await page.getByLabel('Soyad').fill('Yılmaz')
  await page.getByLabel('Telefon').fill('+90 555 000 00 00')
  await page.getByRole('checkbox', { name: 'açık rıza' }).check()
  await page.getByLabel('Doğum tarihi').fill('1990-05-17')
  await page.getByLabel('Cinsiyet').selectOption({ label: 'Kadın' })
  await page.getByLabel('Tıbbi geçmiş').fill('Yok')
  await page.getByLabel('E-posta').fill(email)
  await page.getByLabel('Şifre', { exact: true }).fill(PASSWORD)
}

test('the first screen of a small phone shows the whole sign-in form', { tag: '@long' }, async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 667 })
  await page.goto('/auth')
  const promise = page.getByText('Randevunuzun dosyalarını yalnızca siz ve doktorunuz görür.').filter({ visible: true })
  for (const part of [promise, page.getByLabel('E-posta'), page.getByRole('tabpanel').getByRole('button', { name: 'Giriş Yap' })])
    await expect(part).toBeInViewport({ ratio: 1 })
})

test('a user registers, is not signed in automatically, signs in and is welcomed on the home page', async ({ page, cast }) => {
  const email = freshAddress()
  await page.goto('/auth')
  const title = page.getByRole('heading', { level: 1 })
  await expect(title).toHaveText('Giriş yapın')
  await expect(page.getByText('Health Center')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Hesap İşlemleri' })).toBeVisible()
  await fillSignUp(page, email)
  await expect(title).toHaveText('Hesap açın')
  await expect(page.getByText(HINT)).toBeVisible()
  const asked = page.waitForRequest('**/auth/v1/signup**')
  await pressSignUp(page)
  expect(new URL((await asked).url()).searchParams.get('redirect_to')).toBe(`${new URL(page.url()).origin}/auth?confirmed=true`)
  await expect(page.getByText('Kayıt Başarılı!')).toBeInViewport()
  await expect(page.getByText('Hesabınız oluşturuldu. Giriş yapabilirsiniz.')).toBeInViewport()
  await expect(page.locator('[data-sonner-toast]')).toHaveCount(0)
  await expect(page.getByRole('tab', { name: 'Giriş Yap' })).toHaveAttribute('aria-selected', 'true')
  await expect(title).toHaveText('Giriş yapın')
  await expect(page.getByLabel('E-posta')).toHaveValue(email)
  await expect(page.getByLabel('Şifre', { exact: true })).toBeFocused()
  await expect.poll(() => keptKeys(page)).toEqual([])

  await page.keyboard.type(PASSWORD)
  await page.keyboard.press('Enter')
  await expect(page.getByText('Hoş Geldiniz!')).toBeVisible()
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('banner').getByLabel(`Hesabım: ${email}`).first()).toBeAttached()

  const profile = await cast.write<object[]>('PATCH', `/rest/v1/profiles?email=eq.${email}`, { timezone: 'Asia/Baku' })
  expect(profile).toMatchObject([
    {
      first_name: 'Ayşe',
      last_name: 'Yılmaz',
      phone: '+90 555 000 00 00',
      date_of_birth: '1990-05-17',
      gender: 'kadın',
      medical_history: 'Yok',
      language: 'tr',
    },
  ])
})

test('a visitor without an account gets from the sign-in form to the sign-up form', { tag: '@long' }, async ({ page }) => {
  await page.goto('/auth')
  await page.getByRole('main').getByRole('button', { name: 'Hesap açın' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Hesap açın')
  await expect(page.getByRole('tab', { name: 'Kayıt Ol' })).toHaveAttribute('aria-selected', 'true')
  await expect(page.getByLabel('Ad', { exact: true })).toBeFocused()
})

test('a user who registers while booking returns to the chosen doctor', async ({ page, cast }) => {
  const doctor = await cast.doctor('Selin')
  const email = freshAddress()
  await page.goto('/doctors?q=Selin')
  await page.locator(`main a[href$="${doctor.doctorId}"]`).click()
  await typeDay(page, inDays(7))
  await page.getByLabel('Saat', { exact: true }).selectOption({ label: '07:00 (doktorda 10:00)' })
  await page.getByRole('main').getByRole('link', { name: 'Kayıt Ol' }).click()
  await expect(page).toHaveURL('/auth')
  await page.reload()
  await fillSignUp(page, email)
  await pressSignUp(page)
  await expect(page.getByText('Kayıt Başarılı!')).toBeVisible()
  await fillSignIn(page, email, PASSWORD)
  await pressSignIn(page)
  await expect(page).toHaveURL(`/appointments?doctor=${doctor.doctorId}&date=${inDays(7)}&time=10%3A00`)
  // No greeting covers the button that the user came back to press.
  await expect(page.getByText('Hoş Geldiniz!')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Baştan başla' })).toBeVisible()
  await expect(page.getByRole('heading', { name: doctor.name })).toBeVisible()
  // Back does not lead to the sign-in page.
  await page.goBack()
  await expect(page).not.toHaveURL('/auth')
})

test('a wrong password says so and keeps the address; the button is disabled during the request', async ({ page, cast }) => {
  const { email } = await cast.person('Ada')
  await page.goto('/auth')
  await fillSignIn(page, email, 'Yanlis123!')
  let answer = () => {}
  const held = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route('**/auth/v1/token**', async (route) => {
    await held
    await route.continue()
  })
  await pressSignIn(page)
  await expect(page.getByRole('button', { name: 'Giriş yapılıyor...' })).toBeDisabled()
  answer()
  // The error stays at the form. A toast in a corner would cover the next button.
  const fault = page.getByRole('tabpanel').getByRole('alert')
  await expect(fault).toContainText('Giriş Hatası')
  await expect(fault).toContainText('E-posta veya şifre hatalı')
  await expect(page.locator('[data-sonner-toast]')).toHaveCount(0)
  await page.getByRole('button', { name: 'Şifremi unuttum' }).click({ trial: true })
  await expect(page.getByLabel('E-posta')).toHaveValue(email)
  await expect(page.getByLabel('Şifre', { exact: true })).toBeFocused()
})

test('an address that is registered already says so, and nothing typed is lost', async ({ page, cast }) => {
  const { email } = await cast.person('Ada')
  const said: string[] = []
  page.on('console', (message) => said.push(message.text()))
  await page.goto('/auth')
  await fillSignUp(page, email)
  await pressSignUp(page)
  const fault = page.getByRole('tabpanel').getByRole('alert')
  await expect(fault).toContainText('Kayıt Hatası')
  await expect(fault).toContainText('Bu e-posta adresi zaten kayıtlı')
  await expect(fault).toBeInViewport({ ratio: 1 })
  await expect(page.locator('[data-sonner-toast]')).toHaveCount(0)
  await expect(page.getByLabel('E-posta')).toBeFocused()
  const again = page.waitForResponse('**/auth/v1/signup**')
  await pressSignUp(page)
  await again
  expect(said.filter((text) => text.includes('GoTrueClient'))).toEqual([])
  await page.getByRole('tab', { name: 'Giriş Yap' }).click()
  await page.getByRole('tab', { name: 'Kayıt Ol' }).click()
  await expect(page.getByLabel('Tıbbi geçmiş')).toHaveValue('Yok')
  await expect(page.getByLabel('Cinsiyet')).toHaveValue('Kadın')
  await expect(page.getByLabel('Şifre', { exact: true })).toHaveValue(PASSWORD)
})

test('a user who consents to keeping health data must fill in every field, and the first missing one gets the focus', async ({ page }) => {
  await page.goto('/auth')
  await page.getByRole('tab', { name: 'Kayıt Ol' }).click()
  await pressSignUp(page)
  await expect(page.getByText('Bu alan gerekli.')).toHaveCount(5)
  await page.getByRole('checkbox', { name: 'açık rıza' }).check()
  await pressSignUp(page)
  await expect(page.getByText('Bu alan gerekli.')).toHaveCount(8)
  await expect(page.getByLabel('Ad', { exact: true })).toBeFocused()
  await fillSignUp(page, 'ayse@')
  await page.getByLabel('Doğum tarihi').fill('2999-01-01')
  await pressSignUp(page)
  await expect(page.getByText('Geçerli bir doğum tarihi seçin.')).toBeVisible()
  await expect(page.getByText('Geçerli bir e-posta adresi yazın.')).toBeVisible()
})

const WEAK = [
  ['Kisa1!', 'En az 8 karakter yazın.'],
  ['kucukharf1!', 'Bir büyük harf, bir küçük harf, bir rakam'],
  ['Rakamsiz!', 'Bir büyük harf, bir küçük harf, bir rakam'],
  ['İşaretli123!', 'Türkçeye özgü harfler'],
  ['Bosluklu 123!', 'Türkçeye özgü harfler'],
  [`${'Uzun123!'.repeat(9)}a`, 'Şifre en fazla 72 karakter olabilir.'],
] as const

test('a password that breaks a rule says which one', { tag: '@long' }, async ({ page }) => {
  await page.goto('/auth')
  await fillSignUp(page, freshAddress())
  for (const [password, told] of WEAK) {
    await page.getByLabel('Şifre', { exact: true }).fill(password)
    await pressSignUp(page)
    await expect(page.getByText(told)).toBeVisible()
  }
  await expect(page.getByText('Kayıt Başarılı!')).toHaveCount(0)
})

test('a connection that is lost loses nothing typed, and the next try succeeds', async ({ page, cast }) => {
  const { email, password } = await cast.person('Ada')
  await page.goto('/auth')
  await fillSignIn(page, email, password)
  await page.route('**/auth/v1/token**', (route) => route.abort())
  await pressSignIn(page)
  await expect(page.getByText('Sunucuya ulaşılamadı.')).toBeVisible()
  await expect(page.getByLabel('Şifre', { exact: true })).toHaveValue(password)
  await page.unroute('**/auth/v1/token**')
  await pressSignIn(page)
  await expect(page.getByText('Hoş Geldiniz!')).toBeVisible()
})

test('a user has to wait after too many attempts', async ({ page, cast, request }) => {
  const { email, password } = await cast.person('Ada')
  const { supabaseKey } = (await (await request.get('/config.json')).json()) as { supabaseKey: string }
  for (let guess = 0; guess < 10; guess++) {
    await request.post('/auth/v1/token?grant_type=password', {
      headers: { apikey: supabaseKey },
      data: { email, password: `Tahmin${guess}!` },
    })
  }
  await page.goto('/auth')
  await fillSignIn(page, email, password)
  await pressSignIn(page)
  await expect(page.getByText('Giriş Hatası')).toBeVisible()
  await expect(page.getByRole('tabpanel').getByText('Çok fazla deneme yapıldı. Lütfen biraz bekleyip tekrar deneyin.')).toBeVisible()
})

test('a reset link is promised to every address alike, at most once a minute', { tag: '@long' }, async ({ page }) => {
  const email = freshAddress()
  await page.goto('/auth')
  await page.getByLabel('E-posta').fill(email)
  await page.getByRole('button', { name: 'Şifremi unuttum' }).click()
  const dialog = page.getByRole('dialog', { name: 'Şifre sıfırlama' })
  await expect(dialog.getByLabel('E-posta')).toHaveValue(email)
  await dialog.getByLabel('E-posta').fill('')
  await dialog.getByRole('button', { name: 'Bağlantıyı Gönder' }).click()
  await expect(dialog.getByText('Bu alan gerekli.')).toBeVisible()
  await dialog.getByLabel('E-posta').fill(email)
  const asked = page.waitForRequest('**/auth/v1/otp**')
  await dialog.getByRole('button', { name: 'Bağlantıyı Gönder' }).click()
  expect((await asked).postDataJSON()).toMatchObject({ email, create_user: false })
  await expect(page.getByText('Şifre Sıfırlama Linki Gönderildi!')).toBeVisible()
  await expect(dialog).toBeHidden()

  await page.getByRole('button', { name: 'Şifremi unuttum' }).click()
  await dialog.getByRole('button', { name: 'Bağlantıyı Gönder' }).click()
  await expect(page.getByText('Şifre Sıfırlama Hatası')).toBeVisible()
  await expect(page.getByText('Güvenlik nedeniyle 60 saniyede bir kez istek yapabilirsiniz')).toBeVisible()
  await expect(dialog.getByLabel('E-posta')).toHaveValue(email)
})

test('a signed-in user sees their account, and can continue or sign out', async ({ cast }) => {
  const { email, open } = await cast.person('Ada')
  const page = await open('/auth')
  await expect(page.getByRole('main').getByText(email)).toBeVisible()
  await expect(page.getByRole('tab')).toHaveCount(0)
  await expect(page.getByRole('main').getByRole('link', { name: 'Ana sayfaya devam et' })).toHaveAttribute('href', '/')
  await page.getByRole('main').getByRole('button', { name: 'Çıkış Yap' }).click()
  await expect(page.getByRole('tab', { name: 'Giriş Yap' })).toBeVisible()
  await expect.poll(() => keptKeys(page)).toEqual([])
})

test('everything works with the keyboard alone, and the password can be shown', async ({ page, cast }) => {
  const { email, password } = await cast.person('Ada')
  await page.goto('/auth')
  const tabTo = async (target: ReturnType<Page['getByLabel']>) => {
    for (let step = 0; step < 40; step++) {
      if (await target.evaluate((element) => element === document.activeElement)) return
      await page.keyboard.press('Tab')
    }
    throw new Error('the keyboard does not lead there')
  }
  await tabTo(page.getByRole('tab', { name: 'Giriş Yap' }))
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('tab', { name: 'Kayıt Ol' })).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('ArrowLeft')
  await tabTo(page.getByLabel('E-posta'))
  await page.keyboard.type(email)
  await tabTo(page.getByLabel('Şifre', { exact: true }))
  await page.keyboard.type(password)
  await tabTo(page.getByRole('button', { name: 'Şifreyi göster' }))
  await page.keyboard.press('Space')
  await expect(page.getByLabel('Şifre', { exact: true })).toHaveAttribute('type', 'text')
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Hoş Geldiniz!')).toBeVisible()
})

test('a hint appears while caps lock is on', { tag: '@long' }, async ({ page }) => {
  await page.goto('/auth')
  const field = page.getByLabel('Şifre', { exact: true })
  // Retries until the page handles events.
  await expect(async () => {
    await field.dispatchEvent('keydown', { key: 'A', modifierCapsLock: true })
    await expect(page.getByText('Caps Lock açık')).toBeVisible({ timeout: 500 })
  }).toPass({ timeout: 10_000 })
  await field.dispatchEvent('keydown', { key: 'a' })
  await expect(page.getByText('Caps Lock açık')).toBeHidden()
})

test('every field has an autocomplete attribute', { tag: '@long' }, async ({ page }) => {
  await page.goto('/auth')
  const tokens = () =>
    page
      .getByRole('tabpanel')
      .locator('[autocomplete]')
      .evaluateAll((all) => all.map((each) => each.getAttribute('autocomplete')))
  await expect.poll(tokens).toEqual(['username', 'current-password'])
  await page.getByRole('tab', { name: 'Kayıt Ol' }).click()
  await page.getByRole('checkbox', { name: 'açık rıza' }).check()
  await expect.poll(tokens).toEqual(['given-name', 'family-name', 'tel', 'email', 'new-password', 'bday', 'sex'])
})

test('registering names the three documents, as pages and as files in the reader’s language', async ({ page }) => {
  await page.goto('/en/auth')
  await page.getByRole('tab', { name: 'Sign up' }).click()
  const links = page.getByRole('tabpanel').getByRole('link')
  const addresses = () => links.evaluateAll((all) => all.map((each) => each.getAttribute('href')))
  await expect
    .poll(addresses)
    .toEqual(['/en/privacy', '/legal/privacy-en.pdf', '/en/terms', '/legal/terms-en.pdf', '/en/cookies', '/legal/cookie-policy-en.pdf'])
})

test.describe('before hydration', () => {
  test.use({ javaScriptEnabled: false })

  test('the form is visible, and submitting it cannot put the password into the address', async ({ page }) => {
    await page.goto('/auth')
    await expect(page.getByLabel('E-posta')).toBeVisible()
    await expect(page.getByRole('tabpanel').getByRole('button', { name: 'Giriş Yap' })).toBeDisabled()
    await page.getByLabel('Şifre', { exact: true }).fill(PASSWORD)
    await page.getByLabel('Şifre', { exact: true }).press('Enter')
    await expect(page).toHaveURL('/auth')
  })
})

test('the account page is accessible (axe) and never scrolls sideways, in every language', { tag: '@long' }, async ({ cast }) => {
  await inEveryLanguage(cast.visitor, async (page, language) => {
    const complaints = complaintsOf(page)
    await page.goto(addressOf(language, '/auth'))
    const isQuiet = page.waitForLoadState('networkidle')
    await expectAccessible(page, { what: 'signing in' })
    await page.getByRole('tab').nth(1).click()
    await page.getByRole('tabpanel').locator('button[type=submit]').click()
    await expectAccessible(page, { what: 'signing up' })
    await expectNoSidewaysScroll(page)
    await page.getByRole('tab').first().click()
    await page.getByRole('tabpanel').locator('button[aria-haspopup=dialog]').click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await expectAccessible(page, { what: 'forgotten' })
    await expect(page.getByRole('heading', { level: 1, includeHidden: true })).toHaveCount(1)
    await isQuiet
    expect(complaints).toEqual([])
  })
})
