// What holds for every page, in every language, theme and width.
import { expectAccessible, expectNoShift, expectNoSidewaysScroll, LANGUAGES, watchShifts } from './access.ts'
import { expect, test } from './fixtures.ts'

const PATHS = ['/', '/faq', '/no-such-page']
// Each has stories of its own for the rest.
const OTHERS = [
  '/healthcare',
  '/interior-design',
  '/about',
  '/doctors',
  '/contact',
  '/privacy',
  '/terms',
  '/cookies',
  '/auth',
  '/video-test',
]
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
      await page.setViewportSize({ width: 1280, height: 900 })
      await page.goto(addressOf(language, path), { waitUntil: 'networkidle' })
      await expectAccessible(page)
      await expectNoSidewaysScroll(page, [320, 360, 768, 1024, 1280])
      expect(await page.getByRole('heading', { level: 1 }).count()).toBe(1)
    }
    expect(complaints).toEqual([])
  })
}

test('no page shifts while it loads', async ({ page }) => {
  await watchShifts(page)
  for (const path of [...PATHS, ...OTHERS]) {
    await page.goto(path, { waitUntil: 'networkidle' })
    await expectNoShift(page)
  }
})

test('every primitive is accessible in both directions', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto('/dev/ui', { waitUntil: 'networkidle' })
  await expectAccessible(page)
})
