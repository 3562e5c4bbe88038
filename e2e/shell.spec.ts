// The shell of the signed-in screens: its links by role, the bar at the bottom of a phone, the keyboard.
import type { Page } from '@playwright/test'
import { addressOf, expectAccessible, expectNoSidewaysScroll } from './access.ts'
import type { Cast, Person } from './cast.ts'
import { consultation, press } from './consultation.ts'
import { expect, test } from './fixtures.ts'

const PHONE = { width: 360, height: 740 }
const ownLinks = (page: Page, name = 'Hesap menüsü') => page.getByRole('navigation', { name }).getByRole('link')

async function anAdmin(cast: Cast): Promise<Person> {
  const admin = await cast.person('Nigar')
  await cast.write('POST', '/rest/v1/user_roles', { user_id: admin.id, role: 'admin' })
  return admin
}

test('the header of signed-in screens has the links of the user’s roles; the services are behind the brand', { tag: '@long' }, async ({
  cast,
}) => {
  const [patient, doctor, admin] = [await cast.person('Leyla'), await cast.doctor('Aylin'), await anAdmin(cast)]
  for (const [person, path, labels, current] of [
    [patient, '/profile', ['Randevular', 'Profil'], 'Profil'],
    [doctor, '/doctor', ['Panel', 'Takvim', 'Profil'], 'Panel'],
    [admin, '/doctor-management', ['Admin', 'Takvim', 'Randevular', 'Doktorlar', 'Profil'], 'Doktorlar'],
  ] as const) {
    const page = await person.open(path)
    await expect(ownLinks(page)).toHaveText([...labels])
    await expect(ownLinks(page).and(page.locator('[aria-current=page]'))).toHaveText(current)
    const banner = page.getByRole('banner')
    await expect(banner.getByRole('link', { name: 'Gayrimenkul' })).toBeHidden()
    await banner.getByLabel('Ana menü').click()
    await expect(banner.getByRole('link', { name: 'Gayrimenkul' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(banner.getByLabel('Ana menü')).toBeFocused()
    await expect(page.getByRole('contentinfo')).toContainText('© 2025')
    await expect(page.getByRole('contentinfo').getByRole('link')).toHaveCount(4)
    await page.context().close()
  }
})

test('‘Randevular’ leads admins to the appointments of all doctors; their own as a patient are in the account menu', async ({ cast }) => {
  const page = await (await anAdmin(cast)).open('/admin')
  await ownLinks(page).filter({ hasText: 'Randevular' }).click()
  await expect(page.getByRole('heading', { name: 'Tüm Randevular' })).toBeVisible()
  await expect(ownLinks(page).and(page.locator('[aria-current=page]'))).toHaveText('Randevular')
  await page.getByRole('banner').getByLabel('Hesabım').click()
  await page.getByRole('banner').getByRole('link', { name: 'Randevularım' }).click()
  await expect(page).toHaveURL(/\/appointments$/)
})

test('a visitor keeps the site’s own header, whose button leads to booking and whose text link signs in', async ({ page }) => {
  for (const path of ['/', '/appointments']) {
    await page.goto(path)
    const banner = page.getByRole('banner')
    await expect(banner.getByRole('link', { name: 'Randevu Al' })).toHaveAttribute('href', '/appointments')
    await expect(banner.getByRole('link', { name: 'Giriş Yap' })).toHaveAttribute('href', '/auth')
    await expect(banner.getByRole('link', { name: 'Gayrimenkul' })).toBeVisible()
    await expect(ownLinks(page)).toHaveCount(0)
  }
})

test('the header marks the current page, and its booking button is not highlighted there', { tag: '@long' }, async ({ page }) => {
  const banner = page.getByRole('banner')
  const colourOf = (name: string) => banner.getByRole('link', { name }).evaluate((link) => getComputedStyle(link).backgroundColor)
  await page.goto('/healthcare')
  await expect(banner.locator('[aria-current=page]:visible')).toHaveText(['Sağlık'])
  const loud = await colourOf('Randevu Al')
  await page.goto('/appointments')
  await expect(banner.locator('[aria-current=page]:visible')).toHaveText(['Randevu Al'])
  expect(await colourOf('Randevu Al')).not.toBe(loud)
  await page.goto('/auth')
  await expect(banner.locator('[aria-current=page]:visible')).toHaveText(['Giriş Yap'])
  expect(await colourOf('Randevu Al')).toBe(loud)
})

test('the public header leads signed-in people to the form, not to their list', async ({ cast }) => {
  const page = await (await cast.person('Selda')).open('/')
  await expect(page.getByRole('banner').getByRole('link', { name: 'Randevu Al' })).toHaveAttribute('href', '/appointments?tab=new')
})

for (const [language, name] of [
  ['tr', 'Hesap menüsü'],
  ['ar', 'قائمة الحساب'],
] as const) {
  test(`a phone has the links in a bar at the bottom, which covers nothing: ${language}`, { tag: '@long' }, async ({ cast }) => {
    const admin = await cast.person('Nigar', { language })
    await cast.write('POST', '/rest/v1/user_roles', { user_id: admin.id, role: 'admin' })
    const page = await admin.open(addressOf(language, '/profile'), { viewport: PHONE })
    const links = ownLinks(page, name)
    await expect(links).toHaveCount(5)
    for (const link of await links.all()) {
      await expect(link).toBeInViewport({ ratio: 1 })
      const { width = 0, height = 0 } = (await link.boundingBox()) ?? {}
      expect(Math.min(width, height)).toBeGreaterThanOrEqual(44)
    }
    await expectNoSidewaysScroll(page)
    // The window is as high as the page, because the rule about target sizes does not know that content under the bar can be scrolled.
    await page.setViewportSize({ ...PHONE, height: 3000 })
    await expectAccessible(page, { what: 'profile on a phone' })
    await page.setViewportSize(PHONE)
    // The end of the page is above the bar, and a link there can be pressed.
    const last = page.getByRole('contentinfo').getByRole('link').last()
    await last.scrollIntoViewIfNeeded()
    await last.click({ trial: true })
    // The element with the keyboard focus is not under the bar.
    await last.focus()
    for (let step = 0; step < 12; step++) {
      await page.keyboard.press('Shift+Tab')
      const isCovered = () =>
        page.evaluate(() => {
          const { activeElement } = document
          if (!activeElement || activeElement.closest('header, [data-bottom-bar]')) return false
          const bar = document.querySelector('[data-bottom-bar]')?.getBoundingClientRect().top ?? 0
          return activeElement.getBoundingClientRect().bottom > bar + 1
        })
      await expect.poll(isCovered).toBe(false)
    }
    await links.first().click()
    await expect(page).toHaveURL(/\/admin$/)
    await expect(links.first()).toHaveAttribute('aria-current', 'page')
  })
}

test('public pages do not have the bar', { tag: '@long' }, async ({ cast }) => {
  const page = await (await cast.person('Leyla')).open('/faq', { viewport: PHONE })
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(ownLinks(page)).toHaveCount(0)
})

test('the entrance of a call has the bar, and the call fills the whole window', async ({ cast }) => {
  const { patient, id } = await consultation(cast)
  const page = await patient.open(`/call/${id}`, { viewport: PHONE })
  await expect(ownLinks(page).first()).toBeVisible()
  await expect(page.getByRole('link', { name: 'Giriş Yap' })).toHaveCount(0)
  await press(page, 'Hemen Görüşmeyi Başlat')
  await expect(page.getByRole('button', { name: 'Görüşmeyi bitir' })).toBeVisible()
  await expect(ownLinks(page)).toHaveCount(0)
  await expect(page.getByRole('banner')).toHaveCount(0)
})
