// What keeps nobody out: asked of every screen in every language and both themes.
import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

export const LANGUAGES = ['tr', 'az', 'en', 'ru', 'ar', 'fr']
const QUESTIONS = {
  light: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
  // What a theme can change is colour: the rest has been asked.
  dark: ['color-contrast', 'link-in-text-block'],
}

/** In both themes, the page as it stands. */
export async function expectAccessible(page: Page, { what = '', where = 'html' } = {}) {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await expect(page.locator('html.dark')).toHaveCount(colorScheme === 'dark' ? 1 : 0)
    const { violations } = await new AxeBuilder({ page })
      // There are no frames to look into, which halves the time.
      .setLegacyMode(true)
      .include(where)
      .options({ runOnly: QUESTIONS[colorScheme] })
      .analyze()
    const found = violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)
    expect({ what, colorScheme, found }).toEqual({ what, colorScheme, found: [] })
  }
}

export async function expectNoSidewaysScroll(page: Page, widths = [320, 375]) {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 })
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
    expect({ path: page.url(), width, overflow }).toEqual({ path: page.url(), width, overflow: 0 })
  }
}

/** To be called before the page is opened. */
export async function watchShifts(page: Page) {
  await page.addInitScript(() => {
    let shift = 0
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) shift += 'value' in entry ? Number(entry.value) : 0
      document.documentElement.dataset['shift'] = shift.toFixed(4)
    }).observe({ type: 'layout-shift', buffered: true })
  })
}

export async function expectNoShift(page: Page) {
  expect(Number((await page.locator('html').getAttribute('data-shift')) ?? 0)).toBeLessThan(0.01)
}
