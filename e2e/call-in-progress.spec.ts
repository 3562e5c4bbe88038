// A running call between two real browsers: what each side sees and hears, and what an interruption does.
import type { Page, WebSocketRoute } from '@playwright/test'
import { expectNoSidewaysScroll, LANGUAGES } from './access.ts'
import { consultation, expectMoving, expectTalking, loudness, meet, own, press, remote } from './consultation.ts'
import { expect, test } from './fixtures.ts'

const REPORT = { name: 'Tahlil.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7\n%âãÏÓ\nsonuçlar') }

test('tells the other side what is switched off, and stops sending it', { tag: '@long' }, async ({ cast }) => {
  const { hers, theirs } = await meet(cast)
  await expect.poll(() => loudness(theirs), { timeout: 15_000 }).toBeGreaterThan(0.01)
  await press(hers, 'Mikrofonu kapat')
  await expect(theirs.getByText('Ela Öykü mikrofonunu kapattı')).toBeVisible()
  await expect.poll(() => loudness(theirs), { timeout: 15_000 }).toBeLessThan(0.001)
  await press(hers, 'Mikrofonu aç')
  await expect(theirs.getByText('Ela Öykü mikrofonunu kapattı')).toHaveCount(0)
  await press(hers, 'Kamerayı kapat')
  await expect(theirs.getByText('Kamera kapalı', { exact: true })).toBeVisible()
  await expect(remote(theirs)).toBeHidden()
  await expect(own(hers)).toHaveCount(0)
  await press(hers, 'Kamerayı aç')
  await expectMoving(theirs)
  const sizes = () => remote(theirs).evaluate((video: HTMLVideoElement) => video.videoWidth / video.videoHeight)
  const before = await sizes()
  await press(hers, 'Ekranı paylaş')
  await expect.poll(sizes, { timeout: 15_000 }).toBeGreaterThan(before + 0.2)
  await press(hers, 'Paylaşımı durdur')
  await expect.poll(sizes, { timeout: 15_000 }).toBeCloseTo(before, 1)
  await press(hers, 'Kamera ve mikrofon')
  const microphone = hers.getByLabel('Mikrofon', { exact: true })
  await expect(microphone.locator('option')).not.toHaveCount(0)
  const other = await microphone.locator('option').last().getAttribute('value')
  await microphone.selectOption(other)
  await expect(microphone).toHaveValue(other ?? '')
})

test('shows a camera that opens between the greeting and its answer', { tag: '@long' }, async ({ cast }) => {
  const { doctor, patient, id } = await consultation(cast)
  const theirs = await doctor.open(`/call/${id}`)
  await press(theirs, 'Hemen Görüşmeyi Başlat')
  await expect(own(theirs)).toBeVisible()

  const hers = await patient.open('/faq')
  await hers.addInitScript(() => {
    const ask = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices)
    const { promise, resolve } = Promise.withResolvers<void>()
    Object.assign(window, { allowDevices: resolve })
    navigator.mediaDevices.getUserMedia = async (wish) => promise.then(() => ask(wish))
  })
  const greeted = Promise.withResolvers<void>()
  const held: (() => void)[] = []
  let isHolding = true
  await hers.routeWebSocket(/\/realtime\/v1\/websocket/, (line) => {
    const server = line.connectToServer()
    line.onMessage((message) => {
      server.send(message)
      if (String(message).includes('"hello"')) greeted.resolve()
    })
    // Holds back every message from the welcome on, in order.
    server.onMessage((message) => {
      if (isHolding && (held.length > 0 || String(message).includes('"welcome"'))) held.push(() => line.send(message))
      else line.send(message)
    })
  })
  await hers.goto(`/call/${id}`)
  await press(hers, 'Hemen Görüşmeyi Başlat')
  await greeted.promise
  await hers.evaluate(() => (window as unknown as { allowDevices: () => void }).allowDevices())
  await expect(own(hers)).toBeVisible()
  await expect.poll(() => held.length).toBeGreaterThan(0)
  isHolding = false
  for (const deliver of held) deliver()
  await expectTalking(hers, theirs)
})

test('keeps the call running when the connection to the server drops, and delivers later changes', { tag: '@long' }, async ({ cast }) => {
  const { doctor, patient, id } = await consultation(cast)
  const hers = await patient.open('/faq')
  const lines: WebSocketRoute[] = []
  await hers.routeWebSocket(/\/realtime\/v1\/websocket/, (line) => {
    lines.push(line)
    line.connectToServer()
  })
  await hers.goto(`/call/${id}`)
  const theirs = await doctor.open(`/call/${id}`)
  for (const page of [hers, theirs]) await press(page, 'Hemen Görüşmeyi Başlat')
  await expectTalking(hers, theirs)
  const isSaid = hers.getByText('Sunucuya yeniden bağlanılıyor; görüşmeniz sürüyor.').waitFor()
  await lines.at(-1)?.close({ code: 1011 })
  await isSaid
  await expectTalking(hers, theirs)
  await expect(hers.getByText('Sunucuya yeniden bağlanılıyor; görüşmeniz sürüyor.')).toHaveCount(0, { timeout: 15_000 })
  await press(theirs, 'Mikrofonu kapat')
  await expect(hers.getByText(`${doctor.name} mikrofonunu kapattı`)).toBeVisible()
})

test('shows a dimmed picture and since when after the other browser dies, and after a minute that they may have left', {
  tag: '@long',
}, async ({ cast }) => {
  test.slow()
  const { doctor, patient, id } = await consultation(cast)
  const hers = await patient.browse({ timezoneId: 'Asia/Kathmandu' })
  await hers.clock.install()
  await hers.goto(`/call/${id}`)
  const theirs = await doctor.open(`/call/${id}`)
  for (const page of [hers, theirs]) await press(page, 'Hemen Görüşmeyi Başlat')
  await expectTalking(hers, theirs)
  await expect(remote(hers)).toHaveCSS('opacity', '1')
  void theirs.goto('chrome://crash').catch(() => {})
  await expect(hers.getByText(`${doctor.name} ile bağlantı kesildi, yeniden kuruluyor...`)).toBeVisible({ timeout: 30_000 })
  // The page uses the clock of her profile, like everything else on it, not the clock of this device.
  const clock = new Intl.DateTimeFormat('en-GB', { timeZone: 'Europe/Istanbul', hour: '2-digit', minute: '2-digit' })
  const lastMinutes = [0, 1, 2].map((minutes) => `Son bağlantı: ${clock.format(Date.now() - minutes * 60_000)}`)
  expect(lastMinutes).toContain(await hers.getByText(/^Son bağlantı/).textContent())
  await expect(remote(hers)).toHaveCSS('opacity', '0.3')
  // The room is not shown as ready while the other person is disconnected.
  await expect(hers.getByText('Bağlanıyor', { exact: true })).toBeVisible()
  await hers.clock.fastForward('01:00')
  await expect(hers.getByText(`${doctor.name} görüşmeden ayrılmış olabilir. Dönerse görüşme kendiliğinden devam eder.`)).toBeVisible()
  // When the doctor comes back in another tab, the call goes on as before.
  const again = await doctor.open(`/call/${id}`)
  await press(again, 'Hemen Görüşmeyi Başlat')
  await expectTalking(hers, again)
  await expect(hers.getByText(/^Son bağlantı/)).toHaveCount(0)
})

test('keeps the call running while a person whose session ended signs in again', { tag: '@long' }, async ({ cast }) => {
  const { patient, hers, theirs } = await meet(cast)
  await cast.signOutElsewhere(patient)
  const panel = hers.getByRole('region', { name: 'Oturumunuz sona erdi' })
  await expect(panel).toBeVisible({ timeout: 40_000 })
  await expectTalking(hers, theirs)
  await hers.getByRole('button', { name: 'Mikrofonu kapat' }).click()
  await expect(hers.getByRole('button', { name: 'Mikrofonu aç' })).toBeVisible()
  await hers.getByRole('button', { name: 'Mikrofonu aç' }).click()
  await hers.setViewportSize({ width: 375, height: 667 })
  await expectNoSidewaysScroll(hers)
  await panel.getByLabel('Şifre', { exact: true }).fill(patient.password)
  await panel.getByRole('button', { name: 'Giriş Yap' }).click()
  await expect(panel).toHaveCount(0)
  await expectTalking(hers, theirs)
})

test('announces a file shared during the call, opens it with one press, and removes it when it is taken back', { tag: '@long' }, async ({
  cast,
}) => {
  const { hers, theirs } = await meet(cast)
  await press(theirs, 'Dosyalar')
  await theirs.getByLabel(/Dosyaları buraya bırakın/).setInputFiles(REPORT)
  // A toast stays while the pointer is on it.
  await hers.getByText('Tahlil.pdf paylaşıldı').hover()
  const toggle = hers.getByRole('button', { name: /^Dosyalar(?: yeni)?$/ })
  await expect(toggle).toContainText('yeni')
  await press(hers, 'Göster')
  const side = hers.getByRole('complementary', { name: 'Dosyalar' })
  await expect(side.getByText('Karşı taraf')).toBeVisible()
  await expect(toggle).not.toContainText('yeni')
  await press(theirs, 'Tahlil.pdf dosyasını sil')
  await theirs.getByRole('dialog').getByRole('button', { name: 'Dosyayı sil' }).click()
  await expect(side.getByText('Henüz dosya yok')).toBeVisible()
  await hers.keyboard.press('Escape')
  await expect(side).toHaveCount(0)
  await expect(toggle).toBeFocused()
  await expectTalking(hers, theirs)
})

test('fills the whole screen of a phone held sideways, with every button within reach', { tag: '@long' }, async ({ cast }) => {
  const { hers, theirs } = await meet(cast)
  await hers.setViewportSize({ width: 812, height: 375 })
  await expect.poll(() => remote(hers).boundingBox()).toEqual({ x: 0, y: 0, width: 812, height: 375 })
  for (const name of ['Dosyalar', 'Mikrofonu kapat', 'Kamerayı kapat', 'Kamera ve mikrofon', 'Görüşmeyi bitir'])
    await expect(hers.getByRole('button', { name, exact: true })).toBeInViewport({ ratio: 1 })
  await press(hers, 'Mikrofonu kapat')
  await expect(theirs.getByText('Ela Öykü mikrofonunu kapattı')).toBeVisible()
})

test('lets the self-view be moved with the mouse and the keyboard', { tag: '@long' }, async ({ cast }) => {
  const { patient, id } = await consultation(cast)
  const page = await patient.open(`/call/${id}`)
  await press(page, 'Hemen Görüşmeyi Başlat')
  await expectMoving(page, own(page).locator('video'))
  const corner = async () => {
    const box = await own(page).boundingBox()
    const { width, height } = page.viewportSize() ?? { width: 0, height: 0 }
    return box && `${box.y < height / 2 ? 'top' : 'bottom'} ${box.x < width / 2 ? 'left' : 'right'}`
  }
  await expect.poll(corner).toBe('bottom right')
  await own(page).focus()
  await page.keyboard.press('ArrowUp')
  await expect.poll(corner).toBe('top right')
  await page.keyboard.press('ArrowLeft')
  await expect.poll(corner).toBe('top left')
  // Hovering waits until the picture has stopped moving.
  await own(page).hover({ position: { x: 20, y: 20 } })
  const box = await own(page).boundingBox()
  if (!box) throw new Error('one’s own picture is not shown')
  await page.mouse.down()
  await page.mouse.move(box.x + 700, box.y + 400, { steps: 4 })
  await page.mouse.up()
  await expect.poll(corner).toBe('bottom right')
})

/** The button that joins, in any language: the other buttons belong to the preview. */
const joinIn = (page: Page) => page.getByRole('main').locator('button:not(fieldset button, select button)').last()

test('cuts a long Latin name at its end in the Arabic top bar', { tag: '@long' }, async ({ cast }) => {
  const { doctor, patient, id } = await consultation(cast)
  const name = 'Maximiliana Konstantinopolskaya-Wolfeschlegelsteinhausen'
  await cast.write('PATCH', `/rest/v1/doctors?id=eq.${doctor.doctorId}`, { first_name: name })
  const page = await patient.open(`/call/${id}`, { language: 'ar', viewport: { width: 375, height: 812 } })
  await joinIn(page).click()
  const bar = page.getByRole('list', { name: 'المشاركون' }).getByTitle(name)
  await expect(bar).toContainText(`د. \u2068${name}`)
  const whatIsSeen = () =>
    bar.evaluate((element, latin) => {
      const text = element.firstChild
      const at = element.textContent.indexOf(latin)
      const room = element.getBoundingClientRect()
      const isSeen = (index: number) => {
        if (!text) return false
        const range = document.createRange()
        range.setStart(text, index)
        range.setEnd(text, index + 1)
        const { left, right, top } = range.getBoundingClientRect()
        return left >= room.left - 1 && right <= room.right + 1 && top < room.bottom - 1
      }
      return { isFirstSeen: isSeen(at), isLastSeen: isSeen(at + latin.length - 1) }
    }, name)
  await expect.poll(whatIsSeen).toEqual({ isFirstSeen: true, isLastSeen: false })
})

test('cuts the user’s own name before that of the other person when the panel is open', { tag: '@long' }, async ({ cast }) => {
  const { doctor, id } = await consultation(cast)
  const name = 'Maximiliana Konstantinopolskaya-Wolfeschlegelsteinhausen-Bergerdorffhohenzollern'
  await cast.write('PATCH', `/rest/v1/doctors?id=eq.${doctor.doctorId}`, { first_name: name })
  const page = await doctor.open(`/call/${id}`, { viewport: { width: 1100, height: 800 } })
  await press(page, 'Hemen Görüşmeyi Başlat')
  await press(page, 'Not')
  await expect(page.getByRole('complementary', { name: 'Not' })).toBeVisible()
  const names = page.getByRole('list', { name: 'Katılımcılar' })
  // A name that is cut continues below the one visible line.
  const isCut = (title: string | RegExp) => names.getByTitle(title).evaluate((element) => element.scrollHeight > element.clientHeight)
  await expect.poll(() => isCut(/^Dr\. Maximiliana/)).toBe(true)
  expect(await isCut('Ela Öykü')).toBe(false)
})

test('never scrolls sideways on a phone, in any language', { tag: '@long' }, async ({ cast }) => {
  test.slow()
  const { patient, id } = await consultation(cast)
  for (const language of LANGUAGES) {
    const page = await patient.open(`/call/${id}?code`, { language })
    await expect(page.getByRole('textbox')).toHaveCount(2)
    await expectNoSidewaysScroll(page)
    await page.goto(`/call/${id}`)
    await joinIn(page).click()
    await expect(page.locator('ul[aria-label] bdi')).toHaveCount(2)
    await expect(page.locator('video')).toHaveCount(1)
    await expectNoSidewaysScroll(page)
    // Everything fits, so the button that ends the call is never below the fold.
    await expect(page.locator('fieldset button').last()).toBeInViewport({ ratio: 1 })
    await page.context().close()
  }
})

test('grows the picture out of the arch of the portrait, without delaying anybody', async ({ cast }) => {
  const { doctor, patient, id } = await consultation(cast)
  const hers = await patient.browse({ reducedMotion: 'no-preference' })
  await hers.addInitScript(() => {
    const seen: unknown[] = []
    Object.assign(window, { seen })
    for (const name of ['animationstart', 'animationend'] as const)
      document.addEventListener(name, (event) => {
        if (event.animationName !== 'arch-grows' || !(event.target instanceof HTMLElement)) return
        const { left, width } = event.target.getBoundingClientRect()
        // Whether the middle of the window takes presses during the movement.
        const takesPresses = document.elementFromPoint(left + width / 2, 24)?.closest('[inert]') === null
        seen.push({ name, focus: document.activeElement?.getAttribute('aria-label')?.split(':')[0], scrolled: scrollY, takesPresses })
        if (name === 'animationstart')
          Object.assign(window, { milliseconds: event.target.getAnimations()[0]?.effect?.getTiming().duration })
      })
  })
  await hers.goto(`/call/${id}`)
  await press(hers, 'Hemen Görüşmeyi Başlat')
  await expect(hers.getByText(`${doctor.name} bekleniyor`)).toBeVisible()
  await hers.getByRole('button', { name: /^Kendi görüntünüz/ }).focus()
  const theirs = await doctor.open(`/call/${id}`)
  await press(theirs, 'Hemen Görüşmeyi Başlat')
  await expectTalking(hers, theirs)
  const step = { focus: 'Kendi görüntünüz', scrolled: 0, takesPresses: true }
  await expect
    .poll(() => hers.evaluate(() => (window as { seen?: unknown[] }).seen))
    .toEqual([
      { name: 'animationstart', ...step },
      { name: 'animationend', ...step },
    ])
  expect(await hers.evaluate(() => (window as { milliseconds?: number }).milliseconds)).toBe(400)
  // The call is announced once, in words.
  await expect(hers.locator('[aria-live=polite]', { hasText: `${doctor.name} ile görüşüyorsunuz` })).toHaveCount(1)
  // Nothing moves for those who asked for less motion.
  expect(await remote(theirs).evaluate((video) => getComputedStyle(video).animationName)).toBe('none')
})
