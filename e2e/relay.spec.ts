// Calls and their test in a network that only lets a relay through.
import type { Page } from '@playwright/test'
import { meet } from './consultation.ts'
import { test as base, expect } from './fixtures.ts'
import { openTurnServer, type TurnServer } from './turn-server.ts'

const TURN_SECRET = 'a secret shared with the relay'

const test = base.extend<object, { relay: TurnServer }>({
  relay: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of what a fixture needs from here
    async ({}, use) => {
      const relay = await openTurnServer(TURN_SECRET)
      await use(relay)
      await relay.close()
    },
    { scope: 'worker' },
  ],
  environment: [async ({ relay }, use) => use({ TURN_URLS: relay.url, TURN_SECRET, ICE_RELAY_ONLY: 'on' }), { scope: 'worker' }],
})
test.afterEach(({ relay }) => {
  relay.isSilent = false
})

const connection = (page: Page) => page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'Bağlantı', exact: true }) })

const verdict = (page: Page) => page.getByRole('main').getByRole('status').filter({ hasText: 'Test Tamamlandı' })

async function runTest(page: Page) {
  await page.getByRole('button', { name: /^Testi (?:başlat|yeniden yap)$/ }).click()
  await expect(page.getByRole('button', { name: 'Testi yeniden yap' })).toBeEnabled({ timeout: 40_000 })
}

test('connects a call through the relay alone', { tag: '@long' }, async ({ cast, relay }) => {
  const before = relay.relayed
  await meet(cast)
  expect(relay.relayed).toBeGreaterThan(before + 50)
})

test('tests the relay, and says when it is out of reach or was tested too often', { tag: '@long' }, async ({ cast, relay }) => {
  test.slow()
  const ela = await cast.person('Ela')
  const page = await ela.open('/video-test')
  const before = relay.relayed
  await runTest(page)
  await expect(connection(page)).toContainText('Başarılı')
  await expect(connection(page)).toContainText('Aktarma sunucusu da çalışıyor')
  await expect(verdict(page)).toContainText('Görüşmeye hazırsınız')
  await expect(verdict(page)).toContainText('Dört testin dördü de başarılı.')
  expect(relay.relayed).toBeGreaterThan(before)

  relay.isSilent = true
  await runTest(page)
  await expect(connection(page)).toContainText('Başarısız')
  await expect(connection(page)).toContainText('Aktarma sunucusuna ulaşılamadı')
  await expect(connection(page)).toContainText('bu ağ görüşmeleri engelliyor olabilir')

  relay.isSilent = false
  for (let count = 0; count < 4; count++) await cast.act(ela, 'POST', '/functions/v1/get-test-relay', {})
  await runTest(page)
  await expect(connection(page)).toContainText('Başarılı')
  await expect(verdict(page)).toContainText('son bir saatte sık denendi')
})

test('asks for a new sign-in when the session was ended elsewhere, instead of blaming the server', { tag: '@long' }, async ({
  cast,
  request,
  site,
}) => {
  const ela = await cast.person('Ela')
  const page = await ela.open('/video-test')
  const session = await page.evaluate(() => JSON.parse(localStorage.getItem('sb-127-auth-token') ?? '{}') as { access_token: string })
  const { supabaseKey } = (await (await request.get('/config.json')).json()) as { supabaseKey: string }
  const headers = { apikey: supabaseKey, authorization: `Bearer ${session.access_token}` }
  expect((await request.post(`${site.url}/auth/v1/logout?scope=global`, { headers })).status()).toBe(204)
  await runTest(page)
  await expect(connection(page)).toContainText('Başarılı')
  await expect(verdict(page)).toContainText('giriş yapmanız gerekir')
  // Signing in leads back to the test.
  await verdict(page).getByRole('link', { name: 'Giriş Yap' }).click()
  await page.getByLabel('E-posta', { exact: true }).fill(ela.email)
  await page.getByLabel('Şifre', { exact: true }).fill(ela.password)
  await page.getByRole('main').getByRole('button', { name: 'Giriş Yap', exact: true }).click()
  await expect(page).toHaveURL('/video-test')
})
