// Changing the address of an account, and confirming the sign-in before that.
import { createPrivateKey, generateKeyPairSync, sign } from 'node:crypto'
import type { Page } from '@playwright/test'
import { expectAccessible, expectNoSidewaysScroll } from './access.ts'
import { pressOn, setUp, WORDS } from './authenticator.ts'
import { expect, test } from './fixtures.ts'

// With the server's key, a story can make a token as it is some time after the sign-in.
const key = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' })

test.use({ environment: { JWT_SIGNING_KEY: JSON.stringify(key) } })

/** Ages the page's session, as if its sign-in was that many minutes ago. */
async function letPass(page: Page, minutes: number) {
  const stored = await page.evaluate(() => localStorage.getItem('sb-127-auth-token'))
  const session = JSON.parse(stored ?? '{}') as { access_token: string }
  const [header = '', claims = ''] = session.access_token.split('.')
  const { amr, ...others } = JSON.parse(Buffer.from(claims, 'base64url').toString()) as { amr: { timestamp: number }[] }
  const older = amr.map((entry) => ({ ...entry, timestamp: entry.timestamp - minutes * 60 }))
  const signed = `${header}.${Buffer.from(JSON.stringify({ ...others, amr: older })).toString('base64url')}`
  const signature = sign('sha256', Buffer.from(signed), {
    key: createPrivateKey({ key, format: 'jwk' }),
    dsaEncoding: 'ieee-p1363',
  }).toString('base64url')
  const next = JSON.stringify({ ...session, access_token: `${signed}.${signature}` })
  await page.evaluate((text) => localStorage.setItem('sb-127-auth-token', text), next)
  await page.reload()
}

const freshAddress = (email: string) => email.replace('@', '.yeni@')

test('an address changes once both mailboxes have confirmed it', { tag: '@long' }, async ({ cast, mailLink }) => {
  const patient = await cast.person('Leyla')
  const next = freshAddress(patient.email)
  const page = await patient.open('/profile', { viewport: { width: 375, height: 800 } })
  // On a phone the section is a row that opens.
  await page.locator('#account-title button').click()
  await page.getByRole('button', { name: 'E-posta adresini değiştir' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Yeni e-posta adresi').fill(patient.email)
  await dialog.getByRole('button', { name: 'Bağlantıları Gönder' }).click()
  await expect(dialog.getByText('Bu zaten şimdiki adresiniz.')).toBeVisible()
  await dialog.getByLabel('Yeni e-posta adresi').fill(next)
  await dialog.getByRole('button', { name: 'Bağlantıları Gönder' }).click()
  await expect(page.getByText('Onay bekleniyor')).toBeVisible()
  await expect(page.getByLabel('E-posta', { exact: true })).toHaveValue(patient.email)
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)

  // The new mailbox is open in another browser, where nobody is signed in.
  const other = await cast.visitor()
  await other.goto(await mailLink(next))
  await expect(other.getByRole('heading', { name: 'İlk adres onaylandı' })).toBeVisible()
  await expect(page.getByLabel('E-posta', { exact: true })).toHaveValue(patient.email)

  await page.goto(await mailLink(patient.email))
  await expect(page.getByRole('heading', { name: 'E-posta adresiniz değişti' })).toBeVisible()
  await expectAccessible(page, { where: '[role=dialog]' })
  await page.getByRole('dialog').getByRole('button', { name: 'Kapat' }).last().click()
  await expect(page.getByLabel('E-posta', { exact: true })).toHaveValue(next)
  await page.locator('#account-title button').click()
  await expect(page.getByRole('button', { name: 'E-posta adresini değiştir' })).toBeVisible()
})

test('an older sign-in must confirm password and factor first, and nothing typed is lost (ar)', async ({ cast }) => {
  const words = WORDS.ar
  const patient = await cast.person('Leyla', { language: 'ar' })
  const next = freshAddress(patient.email)
  const page = await patient.open('/profile')
  const { app } = await setUp(page, words)
  await pressOn(page, words.saved)
  await expect(page.getByText(words.isOn)).toBeVisible()
  await letPass(page, 16)

  await pressOn(page, 'تغيير عنوان البريد الإلكتروني')
  await expect(page.getByLabel('عنوان البريد الإلكتروني الجديد')).toBeFocused()
  await page.keyboard.type(next)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'أكدوا هويتكم' })).toBeVisible()
  const password = page.getByLabel('كلمة المرور', { exact: true })
  await expect(password).toBeFocused()
  await expectAccessible(page)
  await page.keyboard.type('Wrong1234!')
  await page.keyboard.press('Enter')
  await expect(page.getByText('كلمة المرور غير صحيحة.')).toBeVisible()
  await expect(password).toBeFocused()
  // Closing the question returns to what was typed.
  await page.keyboard.press('Escape')
  await expect(page.getByRole('heading', { name: 'أكدوا هويتكم' })).toBeHidden()
  await expect(page.getByLabel('عنوان البريد الإلكتروني الجديد')).toHaveValue(next)
  await expect(page.getByLabel('عنوان البريد الإلكتروني الجديد')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(password).toBeFocused()
  await page.keyboard.type(patient.password)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: words.step })).toBeVisible()
  await expect(page.getByRole('textbox', { name: words.code })).toBeFocused()
  await page.keyboard.type(app.next())
  await page.keyboard.press('Enter')
  await expect(page.getByText('في انتظار التأكيد')).toBeVisible()
  await expect(page.getByText(next)).toBeVisible()
  await expectAccessible(page)
})
