// Fields and buttons: one height, and a dialog whose close button stands in line with its title.
import type { Locator } from '@playwright/test'
import { addressOf } from './access.ts'
import { expect, test } from './fixtures.ts'

const heightOf = async (control: Locator) => (await control.boundingBox())?.height
const middleOf = async (control: Locator) => {
  const box = await control.boundingBox()
  return box ? box.y + box.height / 2 : Number.NaN
}

for (const language of ['tr', 'ar'])
  test(`a text field, a select, a date field and a button are equally high: ${language}`, async ({ page }) => {
    await page.goto(addressOf(language, '/auth'))
    await page.getByRole('tab').nth(1).click()
    const form = page.getByRole('tabpanel').locator('form')
    for (const control of [
      form.locator('input[autocomplete="given-name"]'),
      form.locator('input[type="date"]'),
      form.locator('select').first(),
      form.locator('button[type="submit"]'),
    ])
      await expect.poll(() => heightOf(control)).toBe(48)
  })

test('the close button of a dialog is in line with its title, and its ✕ with the edge of the content', async ({ page }) => {
  await page.goto('/auth')
  await page.getByRole('button', { name: 'Şifremi unuttum' }).click()
  const dialog = page.getByRole('dialog')
  const [title, close, field] = [dialog.getByRole('heading'), dialog.getByRole('button', { name: 'Kapat' }), dialog.getByRole('textbox')]
  await expect(async () => {
    expect(Math.abs((await middleOf(title)) - (await middleOf(close)))).toBeLessThanOrEqual(2)
    const [cross, edge] = [await close.locator('svg').boundingBox(), await field.boundingBox()]
    expect(Math.abs((cross?.x ?? 0) + (cross?.width ?? 0) - (edge?.x ?? 0) - (edge?.width ?? 0))).toBeLessThanOrEqual(2)
  }).toPass()
})
