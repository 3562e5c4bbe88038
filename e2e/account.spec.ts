import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'

/** Signed in as the client keeps it; the sign-in page has its own stories. */
async function signIn(page: Page, email: string) {
  await page.goto('/')
  await page.evaluate(async (address) => {
    const { supabaseUrl, supabaseKey } = JSON.parse(document.getElementById('config')?.textContent ?? '{}') as Record<string, string>
    const response = await fetch(`${supabaseUrl}/auth/v1/token?grant_type=password`, {
      method: 'POST',
      headers: { apikey: supabaseKey ?? '', 'content-type': 'application/json' },
      body: JSON.stringify({ email: address, password: 'Demo1234!' }),
    })
    if (!response.ok) throw new Error(await response.text())
    localStorage.setItem('sb-127-auth-token', await response.text())
  }, email)
  await page.reload()
}

test('a doctor finds profile, appointments and panel in the account menu, a patient no panel', async ({ page }) => {
  await signIn(page, 'aylin@demo.example')
  await page.getByRole('banner').locator('summary:visible').and(page.getByLabel('Hesabım: aylin@demo.example')).click()
  const links = page.getByRole('banner').getByRole('link')
  await expect(links.filter({ hasText: 'Doktor Paneli' })).toHaveAttribute('href', '/doctor')
  await expect(links.filter({ hasText: 'Admin Paneli' })).toHaveCount(0)
  await expect(page.getByRole('main').getByRole('link', { name: 'Profilim' })).toHaveAttribute('href', '/profile')
  await signIn(page, 'leyla@demo.example')
  await page.getByRole('banner').locator('summary:visible').and(page.getByLabel('Hesabım: leyla@demo.example')).click()
  await expect(links.filter({ hasText: 'Randevularım' })).toBeVisible()
  await expect(links.filter({ hasText: 'Doktor Paneli' })).toHaveCount(0)
})

test('who signs out is at home, signed out everywhere at once', async ({ page, site }) => {
  await signIn(page, 'leyla@demo.example')
  const token = await page.evaluate(
    () => (JSON.parse(localStorage.getItem('sb-127-auth-token') ?? '{}') as { access_token: string }).access_token,
  )
  const { supabaseKey } = (await (await page.request.get('/config.json')).json()) as { supabaseKey: string }
  const headers = { apikey: supabaseKey, authorization: `Bearer ${token}` }
  expect((await page.request.get(`${site.url}/rest/v1/profiles`, { headers })).status()).toBe(200)
  await page.getByRole('banner').locator('summary:visible').and(page.getByLabel('Hesabım: leyla@demo.example')).click()
  await page.getByRole('button', { name: 'Çıkış Yap' }).click()
  await expect(page.getByRole('banner').getByRole('link', { name: 'Giriş Yap' })).toBeVisible()
  expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('sb-')))).toEqual([])
  await expect.poll(async () => (await page.request.get(`${site.url}/rest/v1/profiles`, { headers })).status()).toBe(401)
})
