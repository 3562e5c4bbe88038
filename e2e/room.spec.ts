// Everything around the picture of a call: the lobby, the connection in words, and the telephone when nothing works.
import type { Page } from '@playwright/test'
import { expectAccessible, expectNoSidewaysScroll } from './access.ts'
import { consultation, expectMoving, expectTalking, loudness, own, press, remote } from './consultation.ts'
import { expect, test } from './fixtures.ts'

const ROOM = '**/functions/v1/daily-room'

test('shows the user’s own picture before the first call, and remembers the choices made there', { tag: '@long' }, async ({ cast }) => {
  const { doctor, patient, id } = await consultation(cast)
  const page = await patient.open(`/call/${id}`, { isFirstCall: true, viewport: { width: 375, height: 740 } })
  const lobby = page.getByRole('region', { name: 'Görüşmeye hazır mısınız?' })
  await expect(lobby).toBeVisible()
  const start = page.getByRole('button', { name: 'Hemen Görüşmeyi Başlat' })
  await expect(start).toBeInViewport({ ratio: 1 })
  await expectMoving(page, page.getByLabel('Kendi görüntünüz', { exact: true }))
  // The picture is as large as the window allows, and never pushes the button out of it.
  const pictureWidth = async () => (await page.getByLabel('Kendi görüntünüz', { exact: true }).boundingBox())?.width ?? 0
  expect(await pictureWidth()).toBeGreaterThan(250)
  await page.setViewportSize({ width: 360, height: 640 })
  await expect(start).toBeInViewport({ ratio: 1 })
  await expect(page.getByRole('heading', { name: doctor.name })).toBeInViewport({ ratio: 1 })
  await page.setViewportSize({ width: 375, height: 812 })
  await expect(start).toBeInViewport({ ratio: 1 })
  expect(await pictureWidth()).toBeGreaterThan(300)
  await page.setViewportSize({ width: 375, height: 740 })
  await expect(lobby.getByText('Sesinizi duyduk; mikrofonunuz çalışıyor.')).toBeVisible({ timeout: 15_000 })
  await lobby.getByText('Kamera ve mikrofon', { exact: true }).click()
  await lobby.getByRole('button', { name: 'Sesi dene' }).click()
  await expect(lobby.getByRole('button', { name: 'Sesi dene' })).toBeEnabled()
  const microphone = lobby.getByLabel('Mikrofon', { exact: true })
  await expect(microphone.locator('option')).toHaveCount(3)
  const chosen = (await microphone.locator('option').last().getAttribute('value')) ?? ''
  const chosenName = (await microphone.locator('option').last().textContent()) ?? ''
  await microphone.selectOption(chosen)
  await expect(microphone).toHaveValue(chosen)
  await press(page, 'Kamerayı kapat')
  await expect(page.getByText('Kameranız kapalı.')).toBeVisible()
  await expectNoSidewaysScroll(page)
  await expectAccessible(page, { what: 'lobby' })

  await press(page, 'Hemen Görüşmeyi Başlat')
  await expect(page.getByText(`${doctor.name} bekleniyor`)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Kamerayı aç' })).toBeVisible()
  await press(page, 'Kamera ve mikrofon')
  const settings = page.getByRole('dialog')
  await expect(settings.getByLabel('Mikrofon', { exact: true })).toHaveValue(chosen)
  await expect(settings.getByRole('img', { name: 'Bu görüşmenin adresi, QR kodu olarak' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(settings).toHaveCount(0)
  // A reload leads straight back in, and the camera stays off.
  await page.reload()
  await expect(page.getByText(`${doctor.name} bekleniyor`)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Kamerayı aç' })).toBeVisible()
  await expect(own(page)).toHaveCount(0)
  // This browser gives its devices new ids at every load, so the chosen one is found by its name.
  await press(page, 'Kamera ve mikrofon')
  await expect(settings.getByLabel('Mikrofon', { exact: true }).locator('option:checked')).toHaveText(chosenName)
  await page.keyboard.press('Escape')
  await expect(settings).toHaveCount(0)
  // A person who has left reads what comes next. The camera does not open again.
  await press(page, 'Görüşmeyi bitir')
  await expect(page.getByRole('heading', { name: 'Doktorunuzun notu' })).toBeVisible()
  await expect(lobby).toHaveCount(0)
  await press(page, 'Hemen Görüşmeyi Başlat')
  await expect(page.getByText(`${doctor.name} bekleniyor`)).toBeVisible()
  await expect(lobby).toHaveCount(0)
})

test('lets somebody join without a camera and a microphone', async ({ cast }) => {
  const { doctor, patient, id } = await consultation(cast)
  const page = await patient.browse({ isFirstCall: true })
  await page.addInitScript(() => {
    navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('denied', 'NotAllowedError'))
  })
  await page.goto(`/call/${id}`)
  const lobby = page.getByRole('region', { name: 'Görüşmeye hazır mısınız?' })
  await expect(lobby.getByRole('alert')).toContainText('Kamera erişim hatası: Tarayıcınızın ayarlarından bu siteye izin verin.')
  await expect(lobby.getByRole('alert')).toContainText('Mikrofon erişim hatası')
  await press(page, 'Hemen Görüşmeyi Başlat')
  await expect(page.getByText(`${doctor.name} bekleniyor`)).toBeVisible()
})

test('says before the call that the devices are opening while the browser asks for permission', { tag: '@long' }, async ({ cast }) => {
  const { patient, id } = await consultation(cast)
  const page = await patient.browse({ isFirstCall: true })
  await page.addInitScript(() => {
    navigator.mediaDevices.getUserMedia = () => new Promise(() => {})
  })
  await page.goto(`/call/${id}`)
  const lobby = page.getByRole('region', { name: 'Görüşmeye hazır mısınız?' })
  await expect(lobby.getByText('Mikrofon açılıyor. Tarayıcınız sorarsa izin verin.')).toBeVisible()
  await expect(page.getByText('Kamera açılıyor. Tarayıcınız sorarsa izin verin.')).toBeVisible()
  await expect(lobby.getByText('Mikrofonunuz kapalı.')).toHaveCount(0)
})

test('says once that the session of a waiting patient has ended, and nothing else about waiting', { tag: '@long' }, async ({ cast }) => {
  const { doctor, patient, id } = await consultation(cast)
  const page = await patient.open(`/call/${id}`)
  await press(page, 'Hemen Görüşmeyi Başlat')
  const away = page.getByText(/^Doktorunuz şu anda sitede değil/)
  await expect(away).toBeVisible()
  await cast.signOutElsewhere(patient)
  const panel = page.getByRole('region', { name: 'Oturumunuz sona erdi' })
  await expect(panel).toBeVisible({ timeout: 40_000 })
  await expect(away).toHaveCount(0)
  await expect(page.getByText(/^Sunucuya (?:ulaşılamıyor|bağlanılamıyor)/)).toHaveCount(0)
  await panel.getByLabel('Şifre', { exact: true }).fill(patient.password)
  await panel.getByRole('button', { name: 'Giriş Yap' }).click()
  await expect(panel).toHaveCount(0)
  await expect(page.getByText(`${doctor.name} bekleniyor`)).toBeVisible()
  await expect(away).toBeVisible({ timeout: 40_000 })
})

/** The browser reports these figures instead of what this machine happens to measure; everything else is real. */
async function reportLoss(page: Page) {
  await page.addInitScript(() => {
    // oxlint-disable-next-line typescript/unbound-method -- it is called with its connection below
    const measure = RTCPeerConnection.prototype.getStats
    RTCPeerConnection.prototype.getStats = async function getStats() {
      const loss = (window as { loss?: number }).loss ?? 0
      const fixed: Record<string, object> = {
        'remote-inbound-rtp': { fractionLost: loss, roundTripTime: 0.03, jitter: 0.005 },
        'inbound-rtp': { packetsLost: 0, jitter: 0.005 },
        'candidate-pair': { currentRoundTripTime: 0.03, availableOutgoingBitrate: 1_000_000 },
      }
      const report = await measure.call(this)
      return new Map([...report].map(([id, record]: [string, { type: string }]) => [id, { ...record, ...fixed[record.type] }]))
    }
  })
}

test('tells both how good the connection is, gives up the video on a poor one, and resumes it on request', { tag: '@long' }, async ({
  cast,
}) => {
  const { doctor, patient, id } = await consultation(cast)
  const [hers, theirs] = [await patient.browse(), await doctor.browse()]
  await hers.clock.install()
  for (const page of [hers, theirs]) {
    await reportLoss(page)
    await page.goto(`/call/${id}`)
    await press(page, 'Hemen Görüşmeyi Başlat')
  }
  await expectTalking(hers, theirs)
  // The page measures every two seconds of its own clock.
  const soon = (check: () => Promise<void>) =>
    expect(async () => {
      await hers.clock.runFor(2000)
      await check()
    }).toPass({ intervals: [200], timeout: 20_000 })
  await soon(() => expect(hers.getByText('Bağlantı iyi', { exact: true })).toBeVisible({ timeout: 200 }))
  await expect(theirs.getByText('Bağlantı iyi', { exact: true })).toBeVisible({ timeout: 15_000 })

  await hers.evaluate(() => Object.assign(window, { loss: 0.4 }))
  await soon(() => expect(hers.getByText('Bağlantınız zayıf')).toBeVisible({ timeout: 200 }))
  await expect(theirs.getByText('Ela Öykü: bağlantı zayıf')).toBeVisible()
  // A good connection is not mentioned beside a bad one.
  for (const page of [hers, theirs]) await expect(page.getByText('Bağlantı iyi', { exact: true })).toHaveCount(0)
  await soon(() =>
    expect(hers.getByText('Bağlantı zayıf olduğu için görüntünüz gönderilmiyor; sesiniz iletiliyor.')).toBeVisible({ timeout: 200 }),
  )
  await expect(theirs.getByText('Bağlantı zayıf olduğu için Ela Öykü şimdilik yalnızca sesle katılıyor.')).toBeVisible()
  await expect(remote(theirs)).toBeHidden()
  await expect.poll(() => loudness(theirs), { timeout: 15_000 }).toBeGreaterThan(0.01)
  await expectMoving(hers)

  await press(hers, 'Görüntüyü yeniden aç')
  await expectMoving(theirs)
  await expect(hers.getByText(/görüntünüz gönderilmiyor/)).toHaveCount(0)
})

test('offers the telephone in a browser that has no video calls', { tag: '@long' }, async ({ cast }) => {
  const { patient, id } = await consultation(cast)
  const page = await patient.browse()
  await page.addInitScript(() => Reflect.deleteProperty(window, 'RTCPeerConnection'))
  await page.goto(`/call/${id}`)
  await press(page, 'Hemen Görüşmeyi Başlat')
  await expect(page.getByRole('heading', { name: 'WebRTC desteklenmiyor' })).toBeVisible({ timeout: 30_000 })
  const phone = page.getByRole('region', { name: 'Telefonla devam edin' })
  await expect(phone.getByRole('link', { name: '+994 12 000 00 00' })).toHaveAttribute('href', 'tel:+994120000000')
})

test('offers the telephone to both when no connection can be made', async ({ cast }) => {
  const { doctor, patient, id } = await consultation(cast)
  await cast.write('PATCH', `/rest/v1/profiles?user_id=eq.${patient.id}`, { phone: '+90 532 000 11 22' })
  const pages = [await patient.browse(), await doctor.browse()] as const
  for (const page of pages) {
    await page.clock.install()
    // Only a relay may be used, and there is none.
    await page.route(ROOM, async (route) => {
      const room = (await (await route.fetch()).json()) as object
      await route.fulfill({ json: { ...room, relay_only: true, ice_servers: [] } })
    })
    await page.goto(`/call/${id}`)
    await press(page, 'Hemen Görüşmeyi Başlat')
  }
  const [hers, theirs] = pages
  await expect(hers.getByText(/ ile bağlantı (?:kuruluyor|kesildi)/)).toBeVisible()
  await expect(theirs.getByText(/ ile bağlantı (?:kuruluyor|kesildi)/)).toBeVisible()
  for (const page of pages) {
    await expect(page.getByRole('region', { name: 'Telefonla devam edin' })).toHaveCount(0)
    await page.clock.fastForward('00:31')
    await expect(page.getByRole('region', { name: 'Telefonla devam edin' })).toBeVisible()
  }
  await expect(hers.getByRole('link', { name: '+994 12 000 00 00' })).toHaveAttribute('href', 'tel:+994120000000')
  await expect(hers.getByText('+90 532 000 11 22')).toHaveCount(0)
  await expect(theirs.getByRole('link', { name: '+90 532 000 11 22' })).toHaveAttribute('href', 'tel:+905320001122')
})
