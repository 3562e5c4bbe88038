// Users with a mouse see scrollbars, which take space wherever something scrolls.
import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'

/** Elements whose scrollbar scrolls only a few pixels. */
const unwantedScrollbars = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('body *')]
      .filter((each) => {
        const style = getComputedStyle(each)
        const bar =
          each.offsetWidth - each.clientWidth - Number.parseFloat(style.borderLeftWidth) - Number.parseFloat(style.borderRightWidth)
        return /auto|scroll/.test(style.overflowY) && bar > 1 && each.scrollHeight - each.clientHeight < 8
      })
      .map((each) => each.outerHTML.slice(0, 120)),
  )

test('this browser draws scrollbars that take space, or the stories below could not fail', { tag: '@long' }, async ({ page }) => {
  await page.goto('/faq')
  await expect.poll(() => page.evaluate(() => innerWidth - document.documentElement.clientWidth)).toBeGreaterThan(5)
})

test('a row of tabs has no scrollbar, on a desk or on a phone, and stays where it is when one is pressed', { tag: '@long' }, async ({
  cast,
  page,
}) => {
  const doctor = await (await cast.doctor('Sibel')).open('/doctor')
  await page.goto('/auth')
  for (const shown of [page, doctor]) {
    for (const width of [1280, 390]) {
      await shown.setViewportSize({ width, height: 900 })
      const list = shown.getByRole('tablist')
      await expect(list).toBeVisible()
      const bars = () => list.evaluate((each: HTMLElement) => [each.offsetWidth - each.clientWidth, each.offsetHeight - each.clientHeight])
      await expect.poll(bars).toEqual([0, 0])
      await expect.poll(() => unwantedScrollbars(shown)).toEqual([])
    }
  }
  await page.setViewportSize({ width: 1280, height: 900 })
  // The wide window is drawn some frames later.
  await expect.poll(() => page.getByRole('tablist').evaluate((list) => list.getBoundingClientRect().x)).toBeGreaterThan(390)
  const places = () => page.getByRole('tab').evaluateAll((tabs) => tabs.map((each) => each.getBoundingClientRect().x))
  await page.evaluate(async () => document.fonts.ready.then(() => new Promise(requestAnimationFrame)))
  const before = await places()
  const [first, second] = [page.getByRole('tab').first(), page.getByRole('tab').nth(1)]
  await second.click()
  await expect(second).toHaveAttribute('data-state', 'active')
  await expect.poll(places).toEqual(before)
  // The ring appears only for the keyboard.
  await expect(second).toHaveCSS('outline-style', 'none')
  await page.keyboard.press('ArrowLeft')
  await expect(first).toBeFocused()
  await expect(first).toHaveCSS('outline-style', 'solid')
})

test('selects are drawn by the site, and the strip of days is not a tab stop', { tag: '@long' }, async ({ cast }) => {
  const doctor = await cast.doctor('Sibel')
  const page = await (await cast.person('Can')).open('/appointments')
  await page.getByRole('button', { name: doctor.name }).click()
  await page.getByText('Başka gün seç').click()
  await expect(page.locator('select').first()).toHaveCSS('appearance', 'base-select')
  const strip = page.getByRole('group', { name: 'Yakın günler' }).locator('label').first().locator('..')
  // Firefox makes scrollable elements tab stops; a week fits without scrolling.
  await expect(strip).toHaveCSS('overflow-x', 'visible')
  await expect.poll(() => strip.evaluate((element) => element.scrollWidth - element.clientWidth)).toBeLessThanOrEqual(0)
  await expect.poll(() => unwantedScrollbars(page)).toEqual([])
})
