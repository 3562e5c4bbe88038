// Free times on the landing page and on the list of doctors, which everybody sees.
import { addressOf, expectAccessible, expectNoShift, expectNoSidewaysScroll, inEveryLanguage, watchShifts } from './access.ts'
import type { Cast } from './cast.ts'
import { expect, test } from './fixtures.ts'

const SLOTS = '**/rest/v1/rpc/get_next_slots'

/** Takes the doctors of earlier stories off the list. */
const dismissEverybody = (cast: Cast) => cast.write('PATCH', '/rest/v1/doctors?available=is.true', { available: false })

test('a visitor sees who is free soonest on the landing page, on both clocks, and goes on to booking', async ({ cast }) => {
  await dismissEverybody(cast)
  const doctor = await cast.doctor('Aylin', { timezone: 'Asia/Baku' })
  const page = await cast.visitor({ timezoneId: 'Europe/Istanbul' })
  await watchShifts(page)
  await page.goto('/')
  const panel = page.getByRole('region', { name: 'En yakın boş saatler' })
  await expect(panel.getByRole('heading', { name: doctor.name })).toBeVisible()
  await expect(panel).toContainText('Dahiliye')
  const time = panel
    .getByRole('list', { name: `${doctor.name}: en yakın boş saatler` })
    .getByRole('link')
    .first()
  await expect(time).toHaveText(/\d\d:\d\d.*Bakü \d\d:\d\d$/)
  await expectNoShift(page)
  const [, own, theirs] = /(\d\d):\d\d.* (\d\d):\d\d$/.exec(await time.innerText().then((text) => text.replaceAll('\n', ' '))) ?? []
  expect((Number(theirs) - Number(own) + 24) % 24).toBe(1)
  await expect(panel.getByRole('link', { name: 'Bütün doktorlar' })).toHaveAttribute('href', '/doctors')
  await time.click()
  await expect(page).toHaveURL(new RegExp(`/appointments\\?doctor=${doctor.doctorId}&date=\\d{4}-\\d\\d-\\d\\d&time=${theirs}:\\d\\d$`))
})

test('the doorway on a phone keeps its height when the free times arrive', { tag: '@long' }, async ({ cast }) => {
  await dismissEverybody(cast)
  await cast.doctor('Aylin')
  await cast.doctor('Elif')
  // The window is high enough to show what stands below the doorway. The longest title is Russian.
  const page = await cast.visitor({ viewport: { width: 375, height: 1400 } })
  for (const [path, title] of [
    ['/', 'En yakın boş saatler'],
    ['/ru', 'Ближайшее свободное время'],
  ] as const) {
    const { promise: isLetGo, resolve: letGo } = Promise.withResolvers<void>()
    await page.route(SLOTS, async (route) => {
      await isLetGo
      await route.fallback()
    })
    await page.goto(path)
    const below = page.getByRole('main').getByRole('link', { name: /^(?:Sağlık hizmetleri|Медицинские услуги)$/ })
    const before = await below.boundingBox()
    expect(before).not.toBeNull()
    letGo()
    await expect(page.getByRole('region', { name: title }).getByRole('heading', { level: 3 })).toHaveCount(2)
    expect(await below.boundingBox()).toEqual(before)
    await page.unroute(SLOTS)
  }
})

test('printing shows the doctors with their free times and without buttons', { tag: '@long' }, async ({ cast }) => {
  await dismissEverybody(cast)
  const doctor = await cast.doctor('Aylin')
  const page = await cast.visitor()
  await page.emulateMedia({ media: 'print' })
  for (const path of ['/', '/doctors']) {
    await page.goto(path)
    await expect(
      page
        .getByRole('list', { name: `${doctor.name}: en yakın boş saatler` })
        .getByText(/^\d\d:\d\d$/)
        .first(),
    ).toBeVisible()
    await expect(page.getByRole('main').getByRole('link', { name: /^Randevu Al/ })).toHaveCount(0)
  }
})

test('free times are fetched again when the tab becomes visible', async ({ page, cast }) => {
  await dismissEverybody(cast)
  const doctor = await cast.doctor('Elif')
  await page.goto('/doctors')
  const times = page.getByRole('list', { name: `${doctor.name}: en yakın boş saatler` }).getByRole('link')
  await expect(times.first()).toBeVisible()
  const taken = (await times.first().getAttribute('href')) ?? ''
  await cast.write('PATCH', `/rest/v1/doctor_availability?doctor_id=eq.${doctor.doctorId}`, { is_available: false })
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await expect(page.locator(`a[href="${taken}"]`)).toHaveCount(0)
  await expect(page.getByText('Önümüzdeki haftalarda boş saat yok.')).toBeVisible()
})

test('a page whose free times cannot be loaded says so and still leads to booking; the landing page shows a drawing', {
  tag: '@long',
}, async ({ page, cast }) => {
  await dismissEverybody(cast)
  const doctor = await cast.doctor('Elif')
  await page.route(SLOTS, (route) => route.fulfill({ status: 503, json: {} }))
  // The server renders the times into the page, so loading them can fail only after a link inside the site.
  await page.goto('/faq')
  await page.getByRole('banner').locator('summary').filter({ hasText: 'Daha fazla' }).click()
  await page.getByRole('banner').getByRole('link', { name: 'Doktorlarımız' }).click()
  await expect(page.getByText('Boş saatler şu anda gösterilemiyor.')).toBeVisible()
  await expect(page.getByRole('link', { name: `Randevu Al – ${doctor.name}` })).toBeVisible()
  await page.goto('/', { waitUntil: 'networkidle' })
  await expect(page.getByText('En yakın boş saatler')).toHaveCount(0)
  await expect(page.locator('main svg:has(use)').first()).toBeInViewport()
  await expect(page.locator('[data-door-leaves]')).toHaveCount(0)
})

test('free times are accessible (axe) and never scroll sideways, in every language', { tag: '@long' }, async ({ cast }) => {
  await dismissEverybody(cast)
  for (const timezone of ['Asia/Baku', 'America/New_York', 'Europe/Moscow']) await cast.doctor('Konstantina', { timezone })
  await inEveryLanguage(cast.visitor, async (page, language) => {
    for (const path of ['/', '/doctors']) {
      await page.setViewportSize({ width: 375, height: 800 })
      await page.goto(addressOf(language, path))
      await expect(page.locator('main a[href*="&time="]').first()).toBeVisible()
      await expectNoSidewaysScroll(page)
      await expectAccessible(page, { what: path, where: 'main' })
    }
  })
})
