// Checks that hold for every page, in every language, theme and width.
import { addressOf, complaintsOf, expectAccessible, expectNoShift, expectNoSidewaysScroll, inEveryLanguage, watchShifts } from './access.ts'
import { inDays } from './booking-form.ts'
import { expect, test } from './fixtures.ts'

const PATHS = ['/', '/faq', '/no-such-page']
// Each of these screens has its own stories for everything else.
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

test('pages are accessible (all of axe), respect the content security policy and never scroll sideways, in every language and both themes', {
  tag: '@long',
}, async ({ cast }) => {
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

test('a screen of each kind of person is accessible (axe) and never scrolls sideways, in Turkish and Arabic', async ({ cast }) => {
  const [patient, doctor] = [await cast.person('Ela'), await cast.doctor('Deniz')]
  await cast.write('POST', '/rest/v1/user_roles', { user_id: doctor.id, role: 'admin' })
  await cast.appointment(patient, doctor, inDays(7), '10:00', 'pending')
  const [visiting, booking, working] = [await cast.visitor(), await patient.browse(), await doctor.browse()]
  const screens = [
    { path: '/', page: visiting, shown: visiting.getByRole('heading', { level: 1 }) },
    { path: '/contact', page: visiting, shown: visiting.getByRole('heading', { level: 1 }) },
    { path: '/appointments?tab=new', page: booking, shown: booking.getByText(/Deniz Hekim/).first() },
    { path: '/doctor', page: working, shown: working.getByRole('heading', { name: 'Ela Öykü' }) },
    { path: '/admin', page: working, shown: working.getByText(/Ela Öykü/).first() },
  ]
  for (const language of ['tr', 'ar'])
    for (const { path, page, shown } of screens) {
      await page.setViewportSize({ width: 1280, height: 900 })
      await page.goto(addressOf(language, path))
      await expect(shown).toBeVisible()
      await expectAccessible(page, { what: path })
      await expectNoSidewaysScroll(page)
    }
})

test('no page has a layout shift while it loads', { tag: '@long' }, async ({ page }) => {
  await watchShifts(page)
  for (const path of [...PATHS, ...OTHERS]) {
    await page.goto(path, { waitUntil: 'networkidle' })
    await expectNoShift(page)
  }
})

test('doctors that load in a high window, in the doorway of / and below the services of /healthcare, shift nothing', async ({ cast }) => {
  await cast.doctor('Selin')
  for (const [path, height, title] of [
    ['/', 1100, 'En yakın boş saatler'],
    ['/healthcare', 2200, 'Sizi dinleyecek doktorlar'],
  ] as const) {
    const page = await cast.visitor({ viewport: { width: 1280, height } })
    await watchShifts(page)
    await page.goto(path)
    const doctors = page.getByRole('region', { name: title })
    await expect(doctors.getByRole('link', { name: 'Bütün doktorlar' })).toBeInViewport()
    await page.waitForLoadState('networkidle')
    await expectNoShift(page)
  }
})

test('the drawing in the doorway of /healthcare is in the page and keeps its place while it loads', async ({ cast }) => {
  for (const [width, height] of [
    [1280, 800],
    [375, 812],
  ] as const) {
    const page = await cast.visitor({ viewport: { width, height } })
    await watchShifts(page)
    const file = page.waitForResponse((response) => response.url().includes('/video-consultation'))
    await page.goto('/healthcare')
    expect((await file).status()).toBe(200)
    await page.waitForLoadState('networkidle')
    const box = await page.getByRole('main').locator('svg:has(use)').first().boundingBox()
    expect(box?.height).toBeGreaterThan(250)
    expect(Math.ceil((box?.x ?? 0) + (box?.width ?? 0))).toBeLessThan(width)
    await expectNoShift(page)
  }
})

test('every primitive is accessible in both directions', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto('/dev/ui', { waitUntil: 'networkidle' })
  await expectAccessible(page)
})
