// A security key as second factor, and a passkey instead of the password. WebAuthn accepts no IP address as the name of a site, so this one
// is at localhost.
import type { Page } from '@playwright/test'
import { expectAccessible } from './access.ts'
import { pressOn, WORDS } from './authenticator.ts'
import { expect, test } from './fixtures.ts'

test.use({ environment: { HOST: 'localhost' } })

const ADD = 'Güvenlik anahtarı veya cihaz ekle'
const words = WORDS.tr

async function signOut(page: Page, email: string) {
  const menu = page
    .getByRole('banner')
    .locator('summary:visible')
    .and(page.getByLabel(`Hesabım: ${email}`))
  await menu.focus()
  await page.keyboard.press('Enter')
  await pressOn(page, 'Çıkış Yap')
  await expect(page.getByRole('banner').getByRole('link', { name: words.signIn })).toBeVisible()
}

test('a patient adds a security key, signs out, and signs in with it', { tag: '@long' }, async ({ cast }) => {
  const patient = await cast.person('Leyla')
  const page = await patient.open('/profile')
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: { protocol: 'ctap2', transport: 'usb', automaticPresenceSimulation: true },
  })

  await pressOn(page, ADD)
  const name = page.getByRole('textbox', { name: 'Ad', exact: true })
  await expect(name).toBeFocused()
  await expectAccessible(page)
  await page.keyboard.type('Mavi anahtar')
  await page.keyboard.press('Enter')
  await pressOn(page, words.saved)
  await expect(page.getByText(words.isOn)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Kaldır: Mavi anahtar' })).toBeVisible()

  await pressOn(page, ADD)
  await expect(name).toHaveValue('Güvenlik anahtarı')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert').getByText('Bu anahtar veya cihaz hesabınıza zaten kayıtlı.')).toBeVisible()
  await page.keyboard.press('Escape')

  await signOut(page, patient.email)
  await page.goto('/profile')
  await page.getByRole('main').getByRole('link', { name: words.signIn, exact: true }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('textbox', { name: words.email }).focus()
  await page.keyboard.type(patient.email)
  await page.getByLabel(words.password, { exact: true }).focus()
  await page.keyboard.type(patient.password)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: words.step })).toBeVisible()
  await expect(page.getByRole('button', { name: '“Mavi anahtar” ile devam et' })).toBeFocused()
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  await expect(page.getByText(words.isOn)).toBeVisible()
})

test('a patient adds a passkey and signs in without a password', async ({ cast }) => {
  const patient = await cast.person('Derya')
  const page = await patient.open('/profile')
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })

  await pressOn(page, 'Geçiş anahtarı ekle')
  await expect(page.getByRole('textbox', { name: 'Ad', exact: true })).toBeFocused()
  await page.keyboard.type('Telefonum')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Kaldır: Telefonum' })).toBeVisible()

  await signOut(page, patient.email)
  await page.goto('/profile')
  await page.getByRole('main').getByRole('link', { name: words.signIn, exact: true }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Geçiş anahtarıyla giriş yap' })).toBeEnabled()
  await expectAccessible(page)
  await pressOn(page, 'Geçiş anahtarıyla giriş yap')
  await expect(page.getByText(/^Son kullanım: /).first()).toBeVisible()
  await expect(page.getByRole('button', { name: 'Kaldır: Telefonum' })).toBeVisible()
})
