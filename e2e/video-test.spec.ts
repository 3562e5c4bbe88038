// The test of camera, microphone and connection before a call. The browser's test camera and beeping microphone stand in for real ones.
import type { Page } from '@playwright/test'
import { expectAccessible, expectNoShift, expectNoSidewaysScroll, LANGUAGES, watchShifts } from './access.ts'
import { expect, test } from './fixtures.ts'

const addressOf = (language: string) => (language === 'tr' ? '/video-test' : `/${language}/video-test`)
const BLOCKED = 'Önce tüm testlerin başarılı olduğundan emin olun.'

/**
 * Remembers every track that the browser has given, so that a story can ask which are still live. Must be called before the page is opened.
 */
async function countTracks(page: Page) {
  await page.addInitScript(() => {
    const given: MediaStreamTrack[] = []
    const ask = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices)
    navigator.mediaDevices.getUserMedia = async (wish) => {
      const stream = await ask(wish)
      given.push(...stream.getTracks())
      return stream
    }
    Object.assign(window, { givenTracks: given })
  })
  const tracks = () =>
    page.evaluate(() => (window as unknown as { givenTracks: MediaStreamTrack[] }).givenTracks.map((track) => track.readyState))
  return {
    given: async () => (await tracks()).length,
    live: async () => (await tracks()).filter((state) => state === 'live').length,
  }
}

async function refuse(page: Page, kind: 'video' | 'audio', name: string) {
  await page.addInitScript(
    ([refused, reason]) => {
      const ask = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices)
      navigator.mediaDevices.getUserMedia = async (wish) => {
        if (wish?.[refused]) throw new DOMException('as the browser says it', reason)
        return ask(wish)
      }
    },
    [kind, name] as const,
  )
}

const rowOf = (page: Page, name: string) => page.getByRole('listitem').filter({ has: page.getByRole('heading', { name, exact: true }) })
const start = (page: Page) => page.getByRole('button', { name: 'Testi başlat' }).click()
const isDone = (page: Page) => expect(page.getByRole('button', { name: 'Testi yeniden yap' })).toBeEnabled({ timeout: 30_000 })
const callButton = (page: Page) => page.getByRole('button', { name: 'Test görüşmesi başlat' })

/** The frames that the element has shown, counted from now. */
const framesOf = (page: Page, label: string, count: number) =>
  page.getByLabel(label).evaluate(
    (video, wanted) =>
      new Promise<number>((resolve) => {
        if (!(video instanceof HTMLVideoElement)) throw new Error('not a video')
        let seen = 0
        const next = () => (++seen >= wanted ? resolve(video.videoWidth) : video.requestVideoFrameCallback(next))
        video.requestVideoFrameCallback(next)
      }),
    count,
  )

test('passes all four checks, runs a test call, and closes every device afterwards', { tag: '@long' }, async ({ page }) => {
  const tracks = await countTracks(page)
  await page.goto('/video-test')
  await expect(page).toHaveTitle(/^Video görüşme testi/)
  // No check is waiting before the test starts.
  await expect(page.getByText('Bekliyor')).toHaveCount(0)
  await start(page)
  await expect(page.getByRole('button', { name: 'Test sürüyor...' })).toBeDisabled()
  await expect(page.getByText('Bekliyor').first()).toBeVisible()
  await isDone(page)
  await expect(page.getByText('Test Tamamlandı')).toBeVisible()
  for (const name of ['Kamera', 'Mikrofon', 'Görüşme teknolojisi (WebRTC)', 'Bağlantı'])
    await expect(rowOf(page, name)).toContainText('Başarılı')
  await expect(rowOf(page, 'Bağlantı')).toContainText(/yanıtı? .*\d ms|\d ms içinde yanıt/)
  // The verdict claims only what was tested, and no message covers the page.
  const verdict = page.getByRole('main').getByRole('status').filter({ hasText: 'Test Tamamlandı' })
  await expect(verdict).toContainText('Görüşmeye hazırsınız')
  await expect(verdict).toContainText('Aktarma sunucusu denenmedi: bu bölüm için giriş yapmanız gerekir.')
  await expect(verdict.getByRole('link', { name: 'Giriş Yap' })).toHaveAttribute('href', '/auth')
  await expect(page.getByText('Test Tamamlandı')).toHaveCount(1)
  expect(await framesOf(page, 'Kameranızın aynadaki gibi görüntüsü', 3)).toBeGreaterThan(0)
  await expect(page.getByText('Sesinizi duyduk; mikrofonunuz çalışıyor.')).toBeVisible()

  await callButton(page).click()
  const call = page.getByRole('region', { name: 'Test Modu' })
  await expect(call.getByText('Bağlandı')).toBeVisible({ timeout: 20_000 })
  await expect(call.getByText(/Gelen görüntü: \d+ × \d+/)).toBeVisible()
  expect(await framesOf(page, 'Görüşmeden geri gelen görüntünüz', 5)).toBeGreaterThan(0)
  await expect.poll(() => tracks.live()).toBe(2)

  await call.getByRole('button', { name: 'Test görüşmesini bitir' }).click()
  await expect(call).toHaveCount(0)
  await expect(page.getByText('Test görüşmesi bitti. Kamera ve mikrofon kapatıldı.')).toBeAttached()
  await expect(callButton(page)).toBeFocused()
  await expect.poll(() => tracks.live()).toBe(0)
})

test('says that the site has no relay to people who are signed in, and echoes on their private topic', { tag: '@long' }, async ({
  cast,
}) => {
  const ela = await cast.person('Ela')
  const page = await ela.browse()
  const topics: string[] = []
  page.on('websocket', (line) =>
    line.on('framesent', ({ payload }) => topics.push(...(/realtime:video-test:[\w-]+/.exec(String(payload)) ?? []))),
  )
  await page.goto('/video-test')
  await start(page)
  await isDone(page)
  await expect(rowOf(page, 'Bağlantı')).toContainText('Başarılı')
  await expect(page.getByRole('main').getByRole('status').filter({ hasText: 'Test Tamamlandı' })).toContainText(
    'Bu sitede aktarma sunucusu kurulu değil',
  )
  await expect.poll(() => [...new Set(topics)]).toEqual([`realtime:video-test:${ela.id}`])
})

test('turns the camera really off and on during the test call, and plays the user’s own sound only on request', { tag: '@long' }, async ({
  page,
}) => {
  const tracks = await countTracks(page)
  await page.goto('/video-test')
  await start(page)
  await isDone(page)
  await callButton(page).click()
  const call = page.getByRole('region', { name: 'Test Modu' })
  const picture = call.getByLabel('Görüşmeden geri gelen görüntünüz')
  await expect(call.getByText('Bağlandı')).toBeVisible({ timeout: 20_000 })

  await call.getByRole('switch', { name: 'Kamera' }).click()
  await expect(call.getByText('Kamera kapalı')).toBeVisible()
  await expect.poll(() => tracks.live()).toBe(1)
  await call.getByRole('switch', { name: 'Kamera' }).click()
  await expect(call.getByText('Kamera kapalı')).toHaveCount(0)
  expect(await framesOf(page, 'Görüşmeden geri gelen görüntünüz', 3)).toBeGreaterThan(0)

  await expect(picture).toHaveJSProperty('muted', true)
  await call.getByRole('switch', { name: 'Kendi sesimi duyayım' }).click()
  await expect(picture).toHaveJSProperty('muted', false)
  await call.getByRole('switch', { name: 'Mikrofon' }).click()
  await expect(call.getByRole('switch', { name: 'Mikrofon' })).not.toBeChecked()

  // Leaves the page without ending the call.
  await page.getByRole('banner').getByRole('link', { name: 'BKV' }).first().click()
  await expect(page).toHaveURL('/')
  await expect.poll(() => tracks.live()).toBe(0)
})

test('closes open devices before testing again, and keeps the results when they are closed without a call', { tag: '@long' }, async ({
  page,
}) => {
  const tracks = await countTracks(page)
  await page.goto('/video-test')
  await start(page)
  await isDone(page)
  await page.getByRole('button', { name: 'Testi yeniden yap' }).click()
  await expect(page.getByText('Bekliyor').first()).toBeVisible()
  await isDone(page)
  await expect.poll(() => tracks.given()).toBe(4)
  await expect.poll(() => tracks.live()).toBe(2)
  await page.getByRole('button', { name: 'Kamerayı ve mikrofonu kapat' }).click()
  await expect(page.getByText('Kamera kapalı')).toBeVisible()
  await expect.poll(() => tracks.live()).toBe(0)
  await expect(page.getByText('Başarılı', { exact: true })).toHaveCount(4)
})

test('starts from the beginning with every device closed after being stopped halfway', { tag: '@long' }, async ({ page }) => {
  const tracks = await countTracks(page)
  await page.goto('/video-test')
  await start(page)
  await expect(rowOf(page, 'Kamera')).toContainText('Başarılı')
  await page.getByRole('button', { name: 'Testi durdur' }).click()
  await expect(rowOf(page, 'Kamera')).not.toContainText('Başarılı')
  await expect(page.getByText('Bekliyor')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Testi başlat' })).toBeEnabled()
  await expect.poll(() => tracks.live()).toBe(0)
})

test('lets another microphone be chosen', { tag: '@long' }, async ({ page }) => {
  const tracks = await countTracks(page)
  await page.goto('/video-test')
  await start(page)
  await isDone(page)
  const choice = page.getByLabel('Mikrofon seçin')
  await expect.poll(() => choice.locator('option').count()).toBeGreaterThan(1)
  const before = await choice.inputValue()
  const options = await choice.locator('option').evaluateAll((all) => all.map((option) => (option as HTMLOptionElement).value))
  const other = options.find((id) => id !== before) ?? ''
  await choice.selectOption(other)
  await expect(rowOf(page, 'Mikrofon')).toContainText('Başarılı')
  await expect(choice).toHaveValue(other)
  await expect.poll(() => tracks.live()).toBe(2)
  await expect(callButton(page)).toBeEnabled()
})

test('explains a refused camera in plain words and keeps the test call disabled', async ({ page }) => {
  await refuse(page, 'video', 'NotAllowedError')
  await page.goto('/video-test')
  await start(page)
  await isDone(page)
  const row = rowOf(page, 'Kamera')
  await expect(row).toContainText('Başarısız')
  await expect(row).toContainText('Kamera erişim hatası: izin verilmedi')
  await expect(row).toContainText('Adres çubuğundaki simgeden')
  await expect(rowOf(page, 'Mikrofon')).toContainText('Başarılı')
  await expect(callButton(page)).toHaveAccessibleDescription(BLOCKED)
  await expect(page.getByText('Görüşmeye henüz hazır değilsiniz')).toBeVisible()
  await expect(page.getByText(BLOCKED)).toBeHidden()
  await callButton(page).click()
  await expect(page.getByRole('alert').filter({ hasText: BLOCKED })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Test Modu' })).toHaveCount(0)
})

test('tells a refused microphone from a browser without WebRTC', { tag: '@long' }, async ({ page }) => {
  await refuse(page, 'audio', 'NotAllowedError')
  await page.addInitScript(() => Reflect.deleteProperty(window, 'RTCPeerConnection'))
  await page.goto('/video-test')
  await start(page)
  await isDone(page)
  await expect(rowOf(page, 'Mikrofon')).toContainText('Mikrofon erişim hatası: izin verilmedi')
  await expect(rowOf(page, 'Görüşme teknolojisi (WebRTC)')).toContainText('WebRTC desteklenmiyor')
  await expect(rowOf(page, 'Kamera')).toContainText('Başarılı')
})

test('says in words that the microphone is silent', { tag: '@long' }, async ({ page }) => {
  await page.addInitScript(() => {
    AnalyserNode.prototype.getFloatTimeDomainData = (samples) => void samples.fill(0)
  })
  await page.goto('/video-test')
  await start(page)
  await isDone(page)
  await expect(page.getByText(/^Henüz bir ses duyulmadı/)).toBeVisible({ timeout: 10_000 })
})

test('says in the last check that there is no network', { tag: '@long' }, async ({ page, context }) => {
  await page.goto('/video-test', { waitUntil: 'networkidle' })
  await context.setOffline(true)
  await start(page)
  await isDone(page)
  await expect(rowOf(page, 'Bağlantı')).toContainText('İnternet bağlantınız yok')
  await expect(page.getByText('Test Tamamlandı')).toBeVisible()
})

test('says that the server does not answer, and passes once it does', { tag: '@long' }, async ({ page }) => {
  let isAway = true
  await page.routeWebSocket(/\/realtime\/v1\/websocket/, (line) => {
    if (isAway) void line.close({ code: 1011 })
    else line.connectToServer()
  })
  await page.goto('/video-test')
  await start(page)
  await isDone(page)
  await expect(rowOf(page, 'Bağlantı')).toContainText('Sunucumuza ulaşılamadı')
  isAway = false
  await page.getByRole('button', { name: 'Testi yeniden yap' }).click()
  await expect(page.getByText('Bekliyor').first()).toBeVisible()
  await isDone(page)
  await expect(rowOf(page, 'Bağlantı')).toContainText('Başarılı')
})

test('works with the keyboard alone and never loses focus', async ({ page }) => {
  await page.goto('/video-test')
  await page.getByRole('button', { name: 'Testi başlat' }).focus()
  await page.keyboard.press('Enter')
  await isDone(page)
  await expect(page.getByRole('button', { name: 'Testi yeniden yap' })).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(callButton(page)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Test Modu' })).toBeFocused()
  await expect(page.getByText('Bağlandı')).toBeVisible({ timeout: 20_000 })
  for (const name of ['Kamera', 'Mikrofon', 'Kendi sesimi duyayım']) {
    await page.keyboard.press('Tab')
    await expect(page.getByRole('switch', { name })).toBeFocused()
  }
  await page.keyboard.press('Space')
  await expect(page.getByRole('switch', { name: 'Kendi sesimi duyayım' })).toBeChecked()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(callButton(page)).toBeFocused()
})

test('goes back to the previous page, or home', { tag: '@long' }, async ({ page }) => {
  await page.goto('/video-test')
  await page.getByRole('link', { name: 'Geri' }).click()
  await expect(page).toHaveURL('/')
  await page.goto('/faq')
  await page.evaluate(() => history.pushState({ idx: 1, key: 'here' }, '', '/video-test'))
  await page.reload()
  await page.getByRole('link', { name: 'Geri' }).click()
  await expect(page).toHaveURL('/faq')
})

test.describe('with JavaScript disabled', () => {
  test.use({ javaScriptEnabled: false })

  test('says what the page is for, what it checks and what it needs', async ({ page }) => {
    await page.goto('/video-test')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Video görüşme testi')
    await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(4)
    await expect(page.getByText('Hiçbir şey kaydedilmez.')).toBeVisible()
    await expect(page.locator('noscript p')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Testi başlat' })).toBeHidden()
  })
})

test('has a title, no layout shift and no sideways scrolling in all six languages', { tag: '@long' }, async ({ page }) => {
  await watchShifts(page)
  for (const language of LANGUAGES) {
    await page.setViewportSize({ width: 1280, height: 900 })
    await page.goto(addressOf(language), { waitUntil: 'networkidle' })
    await expectNoShift(page)
    await expect(page).toHaveTitle(/BKV$/)
    await expect(page.locator('meta[name=description]')).toHaveAttribute('content', /.{80}/)
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
    await expectNoSidewaysScroll(page, [320, 375, 768, 1280])
  }
})

for (const [language, startName, callName, end] of [
  ['tr', 'Testi başlat', 'Test görüşmesi başlat', 'Test görüşmesini bitir'],
  ['ar', 'بدء الاختبار', 'بدء مكالمة تجريبية', 'إنهاء المكالمة التجريبية'],
] as const) {
  test(`has no accessibility violations before, after and during the call, in ${language}`, { tag: '@long' }, async ({ page }) => {
    const complaints: string[] = []
    page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()))
    page.on('pageerror', (error) => complaints.push(error.message))
    await page.goto(addressOf(language), { waitUntil: 'networkidle' })
    await expectAccessible(page, { what: 'before' })
    await page.getByRole('button', { name: startName }).click()
    await expect(page.getByRole('button', { name: callName })).toBeEnabled({ timeout: 30_000 })
    await expectAccessible(page, { what: 'after' })
    await expectNoSidewaysScroll(page)
    await page.getByRole('button', { name: callName }).click()
    await expect(page.getByText('×')).toBeVisible({ timeout: 20_000 })
    await expectAccessible(page, { what: 'call' })
    await expectNoSidewaysScroll(page)
    await page.getByRole('button', { name: end }).click()
    await expect(page.getByRole('button', { name: callName })).toBeEnabled()
    expect(complaints).toEqual([])
  })
}

test('has no accessibility violations when checks fail, on a phone too', { tag: '@long' }, async ({ page, context }) => {
  await refuse(page, 'video', 'NotAllowedError')
  await page.goto('/video-test', { waitUntil: 'networkidle' })
  await context.setOffline(true)
  await start(page)
  await isDone(page)
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
})
