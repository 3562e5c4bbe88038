// Fields, lists, calendars and dialogs: their sizes and their use with the keyboard.
import type { Locator, Page } from '@playwright/test'
import { addressOf, expectAccessible } from './access.ts'
import { expect, test } from './fixtures.ts'
import { leaveForm } from './staff-panel.ts'

const heightOf = async (control: Locator) => (await control.boundingBox())?.height
const middleOf = async (control: Locator) => {
  const box = await control.boundingBox()
  return box ? box.y + box.height / 2 : Number.NaN
}

for (const language of ['tr', 'ar'])
  test(
    `a text field, a select, a date field and a button are equally high: ${language}`,
    language === 'ar' ? {} : { tag: '@long' },
    async ({ page }) => {
      const form = await openSignUp(page, language)
      for (const control of [
        form.locator('input[autocomplete="given-name"]'),
        form.locator('input[autocomplete="bday"]'),
        form.locator('select').first(),
        form.locator('button[type="submit"]'),
      ])
        await expect.poll(() => heightOf(control)).toBe(48)
    },
  )

test('the close button of a dialog is aligned with its title, and its ✕ with the edge of the content', { tag: '@long' }, async ({
  page,
}) => {
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

/** Opens sign-up with the health fields, which appear with the consent. */
async function openSignUp(page: Page, language: string) {
  await page.goto(addressOf(language, '/auth'))
  await page.getByRole('tab').nth(1).click()
  const form = page.getByRole('tabpanel').locator('form')
  await form.getByRole('checkbox').check()
  return form
}

for (const { language, woman, letter } of [
  { language: 'tr', woman: 'Kadın', letter: 'k' },
  { language: 'ar', woman: 'أنثى', letter: 'ا' },
])
  test(`a list is opened, searched and left by keyboard: ${language}`, { tag: '@long' }, async ({ page }) => {
    const form = await openSignUp(page, language)
    const select = form.getByRole('combobox')
    const chosen = select.locator('option:checked')
    await select.focus()
    await page.keyboard.press('Space')
    await expect(select).toHaveJSProperty('value', '')
    await page.keyboard.press('ArrowDown')
    await expect(select.locator('option').nth(1)).toBeFocused()
    // A letter also finds a name without its accent. Playwright has no Arabic keyboard.
    if (language === 'tr') await page.keyboard.press(letter)
    else await select.locator('option:focus').dispatchEvent('keydown', { key: letter })
    await expect(select.locator('option', { hasText: woman })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(chosen).toHaveText(woman)
    await expect(select).toBeFocused()
    await page.keyboard.press('Space')
    await page.keyboard.press('Home')
    await page.keyboard.press('Escape')
    await expect(chosen).toHaveText(woman)
    await expectAccessible(page, { what: 'select', where: '[role=tabpanel]:not([hidden])' })
  })

for (const { language, typed, shown, written, next, chosen } of [
  {
    language: 'tr',
    typed: '17051990',
    shown: '17.05.1990',
    written: '17 Mayıs 1990 Perşembe',
    next: '18 Mayıs 1990 Cuma',
    chosen: '18.06.1990',
  },
  {
    language: 'ar',
    typed: '١٧/٥/١٩٩٠',
    shown: '17/05/1990',
    written: 'الخميس، 17 مايو 1990',
    next: 'الجمعة، 18 مايو 1990',
    chosen: '18/06/1990',
  },
])
  test(`a date is typed, and changed in the calendar by keyboard: ${language}`, { tag: '@long' }, async ({ page }) => {
    const form = await openSignUp(page, language)
    const date = form.locator('input[autocomplete="bday"]')
    await date.fill('30.02.1990')
    await page.keyboard.press('Tab')
    await expect(date).toHaveAttribute('aria-invalid', 'true')
    await date.fill(typed)
    await page.keyboard.press('Tab')
    await expect(date).toHaveValue(shown)
    await expect(date).toHaveAttribute('aria-invalid', 'false')
    await expect(form.getByText(written)).toBeVisible()
    // The calendar button has the focus now.
    await page.keyboard.press('Enter')
    const calendar = page.getByRole('dialog')
    const day = calendar.locator('td :focus')
    await expect(day).toHaveAccessibleName(written)
    await expectAccessible(page, { what: 'calendar', where: '[role=dialog]' })
    await page.keyboard.press(language === 'ar' ? 'ArrowLeft' : 'ArrowRight')
    await expect(day).toHaveAccessibleName(next)
    await page.keyboard.press('PageDown')
    await page.keyboard.press('Enter')
    await expect(calendar).toHaveCount(0)
    await expect(date).toHaveValue(chosen)
    await expect(form.locator('[aria-haspopup=dialog]')).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(day).toBeVisible()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Escape')
    await expect(calendar).toHaveCount(0)
    await expect(date).toHaveValue(chosen)
  })

test('a touch screen has its own date picker, with the date in words below', async ({ browser, site }) => {
  const context = await browser.newContext({ baseURL: site.url, hasTouch: true, isMobile: true, viewport: { width: 375, height: 812 } })
  const page = await context.newPage()
  const form = await openSignUp(page, 'az')
  await form.locator('input[type="date"]').fill('1990-05-17')
  await expect(form.getByText('17 may 1990, cümə axşamı')).toBeVisible()
  await context.close()
})

test('a time is chosen from the list by keyboard, or typed to the minute', async ({ cast }) => {
  const page = await (await cast.doctor('Ece', { hours: { start_time: '09:00', end_time: '17:00' } })).open('/doctor?tab=availability')
  const start = leaveForm(page).getByRole('combobox', { name: 'Başlangıç saati' })
  await start.focus()
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('option', { name: '09:00' })).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(start).toHaveValue('09:30')
  await expect(page.getByRole('listbox')).toHaveCount(0)
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('1410')
  await page.keyboard.press('Tab')
  await expect(start).toHaveValue('14:10')
})
