// Toasts: where they stand, and that none hides another.
import type { Locator, Page } from '@playwright/test'
import { consultation, meet, own, press } from './consultation.ts'
import { expect, test } from './fixtures.ts'

const PHONE = { width: 375, height: 812 }

async function boxOf(locator: Locator) {
  const box = await locator.boundingBox()
  if (!box) throw new Error('it is not on the screen')
  return { ...box, right: box.x + box.width, bottom: box.y + box.height }
}

async function doOverlap(one: Locator, other: Locator) {
  const [a, b] = [await boxOf(one), await boxOf(other)]
  return a.x < b.right && b.x < a.right && a.y < b.bottom && b.y < a.bottom
}

const toastOf = (page: Page, text: string) => page.locator('[data-sonner-toast]').filter({ hasText: text })

for (const [where, viewport, isAtTop] of [
  ['a phone', PHONE, true],
  ['a desktop', { width: 1280, height: 800 }, false],
] as const) {
  test(
    `an error on ${where} stays readable when a success follows, with its ✕ inside`,
    where === 'a phone' ? {} : { tag: '@long' },
    async ({ page }) => {
      await page.setViewportSize(viewport)
      await page.goto('/dev/ui')
      await page.getByRole('button', { name: 'Error toast' }).first().click()
      await page.getByRole('button', { name: 'Toast', exact: true }).first().click()
      const [error, success] = [toastOf(page, 'Try again.'), toastOf(page, 'Everything is kept.')]
      for (const toast of [error, success]) await expect(toast).toBeInViewport({ ratio: 1 })
      await expect.poll(() => doOverlap(error, success)).toBe(false)
      await expect(async () => {
        const [box, close] = [await boxOf(error), await boxOf(error.getByRole('button', { name: 'Bildirimi kapat' }))]
        expect(close.x).toBeGreaterThan(box.x)
        expect(close.right).toBeLessThan(box.right)
        expect(close.y).toBeGreaterThan(box.y)
        expect(close.bottom).toBeLessThan(box.bottom)
        const header = await boxOf(page.getByRole('banner'))
        if (isAtTop) expect(box.y).toBeGreaterThanOrEqual(header.bottom)
        expect(box.y < viewport.height / 2).toBe(isAtTop)
      }).toPass({ timeout: 5000 })
    },
  )
}

test('many successes never hide an error; the oldest successes disappear', { tag: '@long' }, async ({ page }) => {
  await page.setViewportSize(PHONE)
  await page.goto('/dev/ui')
  await page.getByRole('button', { name: 'Error toast' }).first().click()
  const error = toastOf(page, 'Try again.')
  await expect(error).toBeVisible()
  // Messages stay while the pointer is over them.
  await error.hover()
  for (let message = 0; message < 6; message++) {
    await page
      .getByRole('button', { name: 'Toast', exact: true })
      .first()
      .evaluate((button: HTMLElement) => button.click())
  }
  await expect(toastOf(page, 'Everything is kept.').last()).toBeVisible()
  await expect(page.locator('[data-sonner-toast][data-removed=false]')).toHaveCount(4)
  await expect(error).toHaveAttribute('data-visible', 'true')
  await expect(error).toBeInViewport({ ratio: 1 })
})

for (const [where, viewport] of [
  ['a phone', PHONE],
  ['a phone held sideways', { width: 812, height: 375 }],
  ['a desktop', { width: 1280, height: 800 }],
] as const) {
  test(
    `in a call on ${where} no message covers the self-view or the controls`,
    where === 'a phone' ? {} : { tag: '@long' },
    async ({ cast }) => {
      const { patient, id } = await consultation(cast)
      const page = await patient.open(`/call/${id}`, { viewport })
      await press(page, 'Hemen Görüşmeyi Başlat')
      await expect(own(page)).toBeVisible()
      const toast = toastOf(page, 'Video görüşme odası hazır!')
      await toast.hover()
      await expect(toast).toBeInViewport({ ratio: 1 })
      await expect.poll(() => doOverlap(toast, own(page))).toBe(false)
      for (const name of ['Mikrofonu kapat', 'Dosyalar', 'Görüşmeyi bitir'])
        await expect.poll(() => doOverlap(toast, page.getByRole('button', { name, exact: true }))).toBe(false)
      if (viewport.width < 1280) return
      // On a desktop the panel is beside the call. The pointer stays on the message, which keeps it open.
      await page.getByRole('button', { name: 'Dosyalar', exact: true }).evaluate((button: HTMLElement) => button.click())
      const panel = page.getByRole('complementary', { name: 'Dosyalar' })
      await expect(panel).toBeVisible()
      await expect(toast).toBeVisible()
      expect(await doOverlap(toast, panel)).toBe(false)
    },
  )
}

test('in a call on a phone a message covers neither the other person nor the chat that it announces', async ({ cast }) => {
  const { doctor, id, hers } = await meet(cast)
  await hers.setViewportSize(PHONE)
  const says = (body: string) => cast.act(doctor, 'POST', '/rest/v1/appointment_messages', { appointment_id: id, body })
  await says('Merhaba')
  const toast = toastOf(hers, 'Merhaba')
  await toast.hover()
  await expect(hers.getByRole('list', { name: 'Bağlantı kalitesi' })).toBeVisible()
  for (const words of [
    hers.getByRole('list', { name: 'Katılımcılar' }),
    hers.getByText(/ ile görüşüyorsunuz$/),
    hers.getByRole('list', { name: 'Bağlantı kalitesi' }),
    own(hers),
  ])
    await expect.poll(() => doOverlap(toast, words)).toBe(false)
  await hers.getByRole('button', { name: /^Mesajlar/ }).evaluate((button: HTMLElement) => button.click())
  await expect(hers.getByRole('complementary', { name: 'Mesajlar' }).getByText('Merhaba')).toBeVisible()
  await expect(toast).toHaveCount(0)
})

test('signing in offline says so at the form, and keeps what was typed', async ({ page, context }) => {
  await page.goto('/auth', { waitUntil: 'networkidle' })
  await page.getByLabel('E-posta').fill('ada@story.example')
  await page.getByLabel('Şifre', { exact: true }).fill('Yanlis123!')
  const submit = page.getByRole('tabpanel').getByRole('button', { name: 'Giriş Yap' })
  await context.setOffline(true)
  await submit.click()
  await expect(page.getByRole('tabpanel').getByText('Sunucuya ulaşılamadı.')).toBeVisible()
  await expect(page.getByLabel('E-posta')).toHaveValue('ada@story.example')
  await context.setOffline(false)
  await submit.click()
  await expect(page.getByRole('tabpanel').getByText('E-posta veya şifre hatalı')).toBeVisible()
  await expect(page.getByLabel('E-posta')).toHaveValue('ada@story.example')
})

test('requesting a reset link offline shows an error', async ({ page, context }) => {
  await page.goto('/auth', { waitUntil: 'networkidle' })
  await page.getByRole('button', { name: 'Şifremi unuttum' }).click()
  const dialog = page.getByRole('dialog', { name: 'Şifre sıfırlama' })
  await dialog.getByLabel('E-posta').fill('ada@story.example')
  await page.waitForLoadState('networkidle')
  await context.setOffline(true)
  await dialog.getByRole('button', { name: 'Bağlantıyı Gönder' }).click()
  await expect(toastOf(page, 'Şifre Sıfırlama Hatası')).toBeVisible()
  await expect(dialog.getByLabel('E-posta')).toHaveValue('ada@story.example')
})
