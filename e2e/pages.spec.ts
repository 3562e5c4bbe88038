// What holds for every page, in every language, theme and width.
import { AxeBuilder } from '@axe-core/playwright'
import { expect, test } from './fixtures.ts'

const LANGUAGES = ['tr', 'az', 'en', 'ru', 'ar', 'fr']
const PATHS = ['/', '/faq', '/no-such-page']
const addressOf = (language: string, path: string) => (language === 'tr' ? path : `/${language}${path === '/' ? '' : path}`)

for (const language of LANGUAGES) {
  test(`in ${language} nothing keeps anybody out (axe), nothing breaks the policy, nothing scrolls sideways or shifts`, async ({
    page,
  }) => {
    const complaints: string[] = []
    page.on('console', (message) => {
      const isExpected404 = message.text().includes('404 (Not Found)')
      if (message.type() === 'error' && !isExpected404) complaints.push(message.text())
    })
    page.on('pageerror', (error) => complaints.push(error.message))
    for (const path of PATHS) {
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
        await page.setViewportSize({ width: 1280, height: 900 })
        await page.goto(addressOf(language, path), { waitUntil: 'networkidle' })
        const { violations } = await new AxeBuilder({ page })
          .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
          .analyze()
        expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([])
      }
      for (const width of [320, 360, 768, 1024, 1280]) {
        await page.setViewportSize({ width, height: 800 })
        const overflow = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
        expect({ path, width, overflow }).toEqual({ path, width, overflow: 0 })
      }
      expect(await page.getByRole('heading', { level: 1 }).count()).toBe(1)
    }
    expect(complaints).toEqual([])
  })
}

test('no page shifts while it loads', async ({ page }) => {
  await page.addInitScript(() => {
    let shift = 0
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) shift += 'value' in entry ? Number(entry.value) : 0
      document.documentElement.dataset['shift'] = shift.toFixed(4)
    }).observe({ type: 'layout-shift', buffered: true })
  })
  for (const path of PATHS) {
    await page.goto(path, { waitUntil: 'networkidle' })
    expect(Number((await page.locator('html').getAttribute('data-shift')) ?? 0)).toBeLessThan(0.01)
  }
})

test('every primitive is accessible in both directions', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto('/dev/ui', { waitUntil: 'networkidle' })
  const { violations } = await new AxeBuilder({ page }).withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']).analyze()
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([])
})
