// Setting up an authenticator app in a story, with the keyboard alone.
import { createHmac } from 'node:crypto'
import { expect, type Page } from '@playwright/test'

export const WORDS = {
  tr: {
    setUp: 'Doğrulama uygulaması kur',
    code: 'Kod',
    go: 'Devam Et',
    saved: 'Kodları sakladım',
    isOn: 'İki adımlı doğrulama açık.',
    step: 'İki adımlı doğrulama',
    useRecovery: 'Kurtarma kodu kullan',
    recovery: 'Kurtarma kodu',
    email: 'E-posta',
    password: 'Şifre',
    signIn: 'Giriş Yap',
    profile: 'Profilim',
  },
  ar: {
    setUp: 'إعداد تطبيق مصادقة',
    code: 'الرمز',
    go: 'متابعة',
    saved: 'حفظتُ الرموز',
    isOn: 'التحقق بخطوتين مفعل.',
    step: 'التحقق بخطوتين',
    useRecovery: 'استخدام رمز استرداد',
    recovery: 'رمز الاسترداد',
    email: 'البريد الإلكتروني',
    password: 'كلمة المرور',
    signIn: 'تسجيل الدخول',
    profile: 'ملفي الشخصي',
  },
}
export type Words = (typeof WORDS)['tr']

const STEP_MS = 30_000

/** Time that must be left for typing a code. The server also accepts the code before the current one. */
const TYPING_MS = 10_000

/** An authenticator app that gives each code once, because the server accepts each code once. */
function createApp(secret: string) {
  let used = 0
  const next = () => {
    used = Math.max(used + 1, Math.floor((Date.now() + TYPING_MS) / STEP_MS) - 1)
    return codeOf(secret, used)
  }
  return { next }
}

/** RFC 6238 with six digits and SHA-1, as authenticator apps compute it. */
function codeOf(secret: string, step: number) {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const digest = createHmac('sha1', fromBase32(secret)).update(counter).digest()
  const offset = (digest.at(-1) ?? 0) & 0xf
  return String((digest.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0')
}

function fromBase32(text: string) {
  const bits = Array.from(text, (letter) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0')).join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}

/** Presses a button with the keyboard alone, like every step of these stories. */
export async function pressOn(page: Page, name: string) {
  await page.getByRole('button', { name, exact: true }).focus()
  await page.keyboard.press('Enter')
}

export async function setUp(page: Page, words: Words) {
  await pressOn(page, words.setUp)
  return complete(page, words)
}

export async function complete(page: Page, words: Words) {
  const secret = (await page.locator('code').innerText()).replaceAll(' ', '')
  const app = createApp(secret)
  await expect(page.getByRole('textbox', { name: words.code })).toBeFocused()
  await page.keyboard.type('000000')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('textbox', { name: words.code })).toHaveAttribute('aria-invalid', 'true')
  const code = app.next()
  await page.keyboard.type(`${code.slice(0, 3)} ${code.slice(3)}`)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: words.saved })).toBeVisible()
  const codes = await page.locator('ul[dir=ltr] li').allInnerTexts()
  expect(codes).toHaveLength(10)
  return { app, codes }
}
