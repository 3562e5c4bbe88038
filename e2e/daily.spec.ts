// With an API key for Daily, its rooms replace our own. The way in and the frame around the call stay the same.
import { type DailyStandIn, openDaily } from '../supabase/functions/_shared/testing/daily.ts'
import { consultation, press } from './consultation.ts'
import { test as base, expect } from './fixtures.ts'

const KEY = 'the key of our Daily domain'

const test = base.extend<object, { daily: DailyStandIn }>({
  daily: [
    // oxlint-disable-next-line no-empty-pattern -- what Playwright asks for
    async ({}, use) => {
      await using daily = await openDaily(KEY)
      await use(daily)
    },
    { scope: 'worker' },
  ],
  environment: [async ({ daily }, use) => use({ DAILY_API_KEY: KEY, DAILY_API_URL: daily.url }), { scope: 'worker' }],
})

test('leads both into the same private Daily room, each with their own token, and out again', async ({ cast, daily }) => {
  const { doctor, patient, id } = await consultation(cast)
  const room = `https://clinic.daily.co/room-${id.replaceAll('-', '')}`
  const tokens: (string | null)[] = []
  for (const person of [patient, doctor]) {
    const page = await person.open(`/call/${id}`, { isFirstCall: true })
    await page.context().route('https://clinic.daily.co/**', (route) => route.fulfill({ contentType: 'text/html', body: '<h1>Daily</h1>' }))
    await press(page, 'Hemen Görüşmeyi Başlat')
    const frame = page.locator('iframe')
    await expect(page.frameLocator('iframe').getByRole('heading', { name: 'Daily' })).toBeVisible()
    const address = new URL((await frame.getAttribute('src')) ?? '')
    expect(address.origin + address.pathname).toBe(room)
    tokens.push(address.searchParams.get('t'))
    await expect(frame).toHaveAttribute('allow', /camera; microphone/)
    // The preview is over, and our own camera is off: Daily asks for it itself.
    await expect(page.locator('video')).toHaveCount(0)
    await press(page, 'Görüşmeyi bitir')
    await expect(page.getByText('Görüşme sonlandırıldı.')).toBeVisible()
  }
  expect(new Set(tokens).size).toBe(2)
  expect([...daily.rooms.keys()]).toHaveLength(1)
})

test('explains an error of Daily in words', { tag: '@long' }, async ({ cast, daily }) => {
  const { patient, id } = await consultation(cast)
  daily.fault = { status: 500, body: '{}' }
  const page = await patient.open(`/call/${id}`)
  await press(page, 'Hemen Görüşmeyi Başlat')
  await expect(page.getByRole('alert')).toContainText('Oda oluşturulamadı: Video hizmetinden yanıt alınamadı.')
  daily.fault = undefined
})
