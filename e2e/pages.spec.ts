// What holds for every page, in every language, theme and width.
import { addressOf, complaintsOf, expectAccessible, expectNoShift, expectNoSidewaysScroll, inEveryLanguage, watchShifts } from './access.ts'
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

test('pages are accessible (all of axe), respect the content security policy and never scroll sideways, in every language and both themes', async ({
  cast,
}) => {
  await inEveryLanguage(cast.visitor, async (page, language) => {
    const complaints = complaintsOf(page)
    for (const path of PATHS) {
      await page.setViewportSize({ width: 1280, height: 900 })
      await page.goto(addressOf(language, path))
      const isQuiet = page.waitForLoadState('networkidle')
      await expectAccessible(page, { what: path, everything: true })
      await expectNoSidewaysScroll(page, [320, 360, 768, 1024, 1280])
      await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
      await isQuiet
    }
    expect(complaints.filter((complaint) => !complaint.includes('404 (Not Found)'))).toEqual([])
  })
})

test('no page has a layout shift while it loads', async ({ page }) => {
  await watchShifts(page)
  for (const path of [...PATHS, ...OTHERS]) {
    await page.goto(path, { waitUntil: 'networkidle' })
    await expectNoShift(page)
  }
})

test('in a high window, the doctors who come below the picture of /healthcare move nothing', async ({ cast }) => {
  await cast.doctor('Selin')
  const page = await cast.visitor({ viewport: { width: 1280, height: 1100 } })
  await watchShifts(page)
  await page.goto('/healthcare')
  await expect(page.getByRole('heading', { name: 'En yakın boş saatler' })).toBeInViewport()
  await page.waitForLoadState('networkidle')
  await expectNoShift(page)
})

test('every primitive is accessible in both directions', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto('/dev/ui', { waitUntil: 'networkidle' })
  await expectAccessible(page)
})
