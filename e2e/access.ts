// What keeps nobody out: asked of every screen in every language and both themes.
import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

export const LANGUAGES = ['tr', 'az', 'en', 'ru', 'ar', 'fr']
export const THEMES = ['light', 'dark'] as const

export async function expectAccessible(page: Page, { what = '', where = 'html' } = {}) {
  const { violations } = await new AxeBuilder({ page })
    // There are no frames to look into, which halves the time.
    .setLegacyMode(true)
    .include(where)
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
    .analyze()
  expect({ what, violations: violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`) }).toEqual({ what, violations: [] })
}

export async function expectNoSidewaysScroll(page: Page, widths = [320, 375]) {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 })
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
    expect({ path: page.url(), width, overflow }).toEqual({ path: page.url(), width, overflow: 0 })
  }
}
