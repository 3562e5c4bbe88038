import { expect, test } from './fixtures.ts'

test('a visitor opens the site and finds the company', async ({ page }) => {
  const response = await page.goto('/')
  expect(response?.status()).toBe(200)
  await expect(page.getByRole('heading', { level: 1, name: 'BKV' })).toBeVisible()
})

test('a visitor who follows a wrong link is told so and finds the way home', async ({ page }) => {
  const response = await page.goto('/no-such-page')
  expect(response?.status()).toBe(404)
  await expect(page.getByRole('heading', { name: 'Oops! Page not found' })).toBeVisible()
  await page.getByRole('link', { name: 'BKV' }).click()
  await expect(page).toHaveURL('/')
})
