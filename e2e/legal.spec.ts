// The legal documents: reading, navigating, printing and downloading them.
import { addressOf, expectAccessible, expectNoSidewaysScroll, inEveryLanguage } from './access.ts'
import { expect, test } from './fixtures.ts'

const DOCUMENTS = [
  { path: '/privacy', file: 'privacy', sections: 13 },
  { path: '/terms', file: 'terms', sections: 13 },
  { path: '/cookies', file: 'cookie-policy', sections: 7 },
]

test('the three documents are accessible (axe) and open their PDF, in every language', { tag: '@long' }, async ({ cast, request }) => {
  await inEveryLanguage(cast.visitor, async (page, language) => {
    for (const { path, file, sections } of DOCUMENTS) {
      await page.setViewportSize({ width: 1280, height: 900 })
      await page.goto(addressOf(language, path))
      await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
      // The summary and the contact block have a heading as well.
      await expect(page.locator('main').getByRole('heading', { level: 2 })).toHaveCount(sections + 2)
      await expect(page.locator('main')).not.toContainText(/[{}`]|\*\*|\]\(/)
      const pdf = page.locator(`a[href="/legal/${file}-${language}.pdf"]`)
      await expect(pdf).toHaveAttribute('target', '_blank')
      const answer = await request.get(`/legal/${file}-${language}.pdf`)
      expect(answer.status()).toBe(200)
      expect(answer.headers()['content-type']).toBe('application/pdf')
      expect((await answer.body()).subarray(0, 5).toString()).toBe('%PDF-')
      await expectAccessible(page, { what: path })
      await expectNoSidewaysScroll(page)
    }
  })
})

test('the contents lead to a section, and keyboard focus continues there', async ({ page }) => {
  await page.goto('/privacy')
  const contents = page.getByRole('navigation', { name: 'İçindekiler' })
  await contents.getByRole('link', { name: 'Ne kadar saklıyoruz' }).click()
  await expect(page).toHaveURL('/privacy#retention')
  await expect(page.getByRole('heading', { name: 'Ne kadar saklıyoruz' })).toBeInViewport()
  await expect(contents.getByRole('link', { name: 'Ne kadar saklıyoruz' })).toHaveAttribute('aria-current', 'location')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('region', { name: 'Saklama süreleri' })).toBeFocused()
})

test('the contents on a phone are collapsed until opened', { tag: '@long' }, async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 800 })
  await page.goto('/terms')
  const link = page.getByRole('link', { name: 'Ücret ve iade' })
  await expect(link).toBeHidden()
  await page.locator('summary', { hasText: 'İçindekiler' }).click()
  await link.click()
  await expect(page.getByRole('heading', { name: 'Ücret ve iade' })).toBeInViewport()
})

test('a phone shows every column of a table', { tag: '@long' }, async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 800 })
  await page.goto('/en/cookies')
  const session = page.getByRole('list', { name: 'Entries that this site keeps' }).getByRole('listitem').filter({ hasText: 'auth-token' })
  await expect(session.getByText('Until you sign out', { exact: false })).toBeVisible()
  const rightEdge = async () => {
    const box = await session.boundingBox()
    return box ? box.x + box.width : Number.POSITIVE_INFINITY
  }
  await expect.poll(rightEdge).toBeLessThanOrEqual(375)
})

test('the footer links to the legal documents in the current language', async ({ page }) => {
  await page.goto('/en/faq')
  await page.getByRole('contentinfo').getByRole('link', { name: 'Data protection' }).click()
  await expect(page).toHaveURL('/en/privacy#data-protection')
  await expect(page.getByRole('heading', { name: 'Data-protection law and legal bases' })).toBeInViewport()
})

test('changing the language changes the document, its date and its PDF', async ({ page }) => {
  await page.goto('/cookies?lang=fr')
  await expect(page.getByRole('heading', { level: 1, name: 'Politique relative aux cookies' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Ouvrir le PDF' })).toHaveAttribute('href', '/legal/cookie-policy-fr.pdf')
  await expect(page.getByText(/Version du \d+\s\p{L}+ \d{4}/u)).toBeVisible()
})

test('the documents linked at sign-up exist', async ({ page, request }) => {
  await page.goto('/auth')
  await page.getByRole('tab', { name: 'Kayıt Ol' }).click()
  const links = page.locator('form a[href^="/legal/"], form a[target=_blank]')
  await expect(links).toHaveCount(6)
  for (const link of await links.all()) expect((await request.get((await link.getAttribute('href')) ?? '')).status()).toBe(200)
})

test('printing shows only the document, dark on white', async ({ page }) => {
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  await page.goto('/privacy')
  await expect(page.locator('html.dark')).toHaveCount(1)
  for (const part of ['header', 'footer']) await expect(page.locator(part)).toBeHidden()
  await expect(page.getByRole('link', { name: 'PDF’yi aç' })).toBeHidden()
  await expect(page.locator('nav:visible')).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(255, 255, 255)')
  await expect(page.locator('body')).toHaveCSS('color', 'rgb(17, 24, 39)')
})

test('the documents are complete without JavaScript', async ({ browser, site }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: site.url })
  const page = await context.newPage()
  await page.goto('/ar/terms')
  await expect(page.locator('main').getByRole('heading', { level: 2 })).toHaveCount(15)
  await context.close()
})
