// A page contains the styles of what it shows first. All others come in one file later, and nothing that needs them is shown before.
import type { Page } from '@playwright/test'
import { setUp, WORDS } from './authenticator.ts'
import { expect, test } from './fixtures.ts'

const ALL_STYLES = '**/assets/styles-*.css'

/** Holds the file back until `arrive` is called. */
async function withoutAllStyles(page: Page) {
  const styles = Promise.withResolvers<void>()
  await page.route(ALL_STYLES, async (route) => {
    await styles.promise
    await route.continue()
  })
  return { arrive: styles.resolve }
}

/** Where every element is and what it looks like, with these styles and with all styles. Returns the first differences. */
const differences = (page: Page) =>
  page.evaluate(async () => {
    const looks = (): Record<string, string>[] => {
      // Chromium may report margins of an earlier layout.
      document.body.hidden = true
      document.body.getBoundingClientRect()
      document.body.hidden = false
      return [...document.body.querySelectorAll('*')].map((element) => {
        const { x, y, width, height } = element.getBoundingClientRect()
        const styles = getComputedStyle(element)
        const values = [...styles].filter((name) => !name.startsWith('--')).map((name) => [name, styles.getPropertyValue(name)])
        return {
          name: `${element.tagName} ${element.getAttribute('class')}`,
          place: [x, y, width, height].join(' '),
          ...Object.fromEntries(values),
        }
      })
    }
    await document.fonts.ready
    for (const animation of document.getAnimations()) animation.cancel()
    const first = looks()
    const all = document.createElement('link')
    all.rel = 'stylesheet'
    // Another address, which is not held back.
    all.href = `${document.querySelector<HTMLLinkElement>('link[data-styles]')?.href}?all`
    const loaded = new Promise((resolve) => all.addEventListener('load', resolve))
    document.head.append(all)
    await loaded
    const then = looks()
    const found = first.flatMap((look, place) =>
      Object.entries(look).flatMap(([name, value]) => {
        const other = then[place]?.[name]
        return other === value ? [] : [`${look['name']}: ${name} ${value} -> ${other ?? 'nothing'}`]
      }),
    )
    return { rules: all.sheet?.cssRules.length ?? 0, elements: first.length, found: found.slice(0, 10) }
  })

async function expectTheSameWithAllStyles(page: Page, path: string) {
  await withoutAllStyles(page)
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  // The first press completes menus and what else nobody sees at first.
  await page.keyboard.press('Shift')
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
  await expect(page.locator('details > div > div:empty')).toHaveCount(0)
  await page.waitForTimeout(500)
  const { rules, elements, found } = await differences(page)
  expect(rules).toBeGreaterThan(5)
  expect(elements).toBeGreaterThan(50)
  expect(found).toEqual([])
}

for (const path of ['/', '/doctors', '/healthcare', '/faq', '/ar/contact', '/auth', '/appointments', '/nowhere']) {
  test(`a visitor’s ${path} looks the same without the styles that come later`, async ({ page }) => {
    await expectTheSameWithAllStyles(page, path)
  })
}

test('the pages of patients and staff look the same without the styles that come later', async ({ cast }) => {
  const doctor = await cast.doctor('Deniz')
  await cast.write('POST', '/rest/v1/user_roles', { user_id: doctor.id, role: 'admin' })
  const page = await doctor.open('/profile')
  // Without a second factor, staff see a notice first, which is loaded later.
  await setUp(page, WORDS.tr)
  for (const path of ['/appointments?tab=new', '/profile', '/doctor', '/admin', '/admin/appointments', '/doctor-management'])
    await expectTheSameWithAllStyles(page, path)
})

test('the next page waits for its styles', async ({ page }) => {
  const { arrive } = await withoutAllStyles(page)
  await page.goto('/faq')
  const requested = page.waitForRequest(ALL_STYLES)
  await page.getByRole('contentinfo').getByRole('link', { name: 'Gizlilik' }).first().click()
  await requested
  await expect(page).toHaveURL(/\/privacy$/)
  await page.waitForLoadState('domcontentloaded')
  await expect(page.getByRole('heading', { level: 1, name: /Gizlilik/ })).toHaveCount(0)
  arrive()
  await expect(page.getByRole('heading', { level: 1, name: /Gizlilik/ })).toBeVisible()
})

test('if its styles cannot be loaded, the next page says so and can be tried again', async ({ page }) => {
  await page.route(ALL_STYLES, (route) => route.abort())
  await page.goto('/faq')
  await page.getByRole('contentinfo').getByRole('link', { name: 'Gizlilik' }).first().click()
  await expect(page.getByRole('alert').getByRole('heading', { name: 'Beklenmeyen bir sorun oluştu' })).toBeVisible()
  await page.unroute(ALL_STYLES)
  await page.getByRole('button', { name: 'Tekrar Dene' }).click()
  await expect(page.getByRole('heading', { level: 1, name: /Gizlilik/ })).toBeVisible()
})
