import { expect, test } from './fixtures.ts'

const TITLES = {
  tr: 'Sık Sorulan Sorular',
  en: 'Frequently asked questions',
  ar: 'الأسئلة الشائعة',
}

test('choosing a language keeps the page, and the language is kept after a reload and going back', async ({ page }) => {
  await page.goto('/faq')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(TITLES.tr)
  await page.getByRole('banner').locator('summary').filter({ hasText: 'Dil: Türkçe' }).click()
  await page.getByRole('banner').getByRole('link', { name: 'العربية' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(TITLES.ar)
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
  await expect(page).toHaveURL('/faq')
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(TITLES.ar)
  await page.getByRole('contentinfo').getByRole('link', { name: 'العربية' }).waitFor()
  await page.getByRole('banner').getByRole('link', { name: /BKV/ }).click()
  await expect(page).toHaveURL('/')
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(TITLES.ar)
})

test('an address with a language opens in it, and links to the other languages', async ({ page }) => {
  await page.goto('/en/faq')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(TITLES.en)
  await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', /\/en\/faq$/)
  await expect(page.locator('link[rel=alternate]')).toHaveCount(7)
  await page.getByRole('banner').locator('summary').filter({ hasText: 'Language: English' }).click()
  await page.getByRole('banner').getByRole('link', { name: 'Русский' }).click()
  await expect(page).toHaveURL('/ru/faq')
  await expect(page.locator('html')).toHaveAttribute('lang', 'ru')
})

test('the first paint is in the stored language', { tag: '@long' }, async ({ page, context, site }) => {
  await context.addCookies([{ name: 'language', value: 'ar', url: site.url }])
  const response = await page.goto('/faq')
  expect(await response?.text()).toContain('<html lang="ar" dir="rtl">')
  expect(response?.headers()['vary']).toContain('Cookie')
})

test('a language stored only in the browser is applied before the first paint', { tag: '@long' }, async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem('language', 'en'))
  await page.goto('/faq')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(TITLES.en)
})

test('a language in the query string is stored', { tag: '@long' }, async ({ page }) => {
  await page.goto('/faq?lang=fr')
  await expect(page.locator('html')).toHaveAttribute('lang', 'fr')
  await page.goto('/faq')
  await expect(page.locator('html')).toHaveAttribute('lang', 'fr')
})

test('only the texts of the current language are loaded', { tag: '@long' }, async ({ page }) => {
  const fetched: string[] = []
  page.on('request', (request) => fetched.push(new URL(request.url()).pathname))
  await page.goto('/ru/faq', { waitUntil: 'networkidle' })
  expect(fetched.filter((path) => /\/(?:faq\.)?(?:tr|az|en|ar|fr)[.-]/.test(path))).toEqual([])
  expect(fetched.some((path) => path.includes('/faq.ru-'))).toBe(true)
})

test.describe('with JavaScript disabled', () => {
  test.use({ javaScriptEnabled: false })

  test('the pages are complete, and the languages are links', async ({ page }) => {
    await page.goto('/')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Hizmetlerimiz' })).toBeVisible()
    await page.getByRole('contentinfo').getByRole('link', { name: 'English' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/One trusted partner/)
  })
})
