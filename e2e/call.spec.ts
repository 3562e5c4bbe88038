// Calls between two real browsers over the real server.
import type { Page, WebSocketRoute } from '@playwright/test'
import { expectAccessible, expectNoSidewaysScroll, LANGUAGES } from './access.ts'
import { consultation, expectMoving, expectTalking, loudness, meet, own, press, remote } from './consultation.ts'
import { expect, test } from './fixtures.ts'
import { waitingUntilItListens } from './listening.ts'

const TEST_CODE = 'Prova 2026'
test.use({ environment: { VIDEO_TEST_CODE: TEST_CODE } })

const ROOM = '**/functions/v1/daily-room'
const REPORT = { name: 'Tahlil.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7\n%âãÏÓ\nsonuçlar') }
const code = (page: Page) => page.getByLabel('Görüşme kodu', { exact: true })

test('lets patient and doctor join from their lists, see each other, and leave', async ({ cast }) => {
  const { doctor, patient, id } = await consultation(cast)
  const [hers, theirs] = [await patient.open('/appointments'), await doctor.open('/doctor')]
  await press(hers, 'Hemen Görüşmeyi Başlat')
  await expect(hers).toHaveURL(`/call/${id}`)
  // The first call of a run starts the function that opens rooms, which takes its time on a busy machine.
  await expect(hers.getByText('Video görüşme odası hazır!')).toBeVisible({ timeout: 30_000 })
  await expect(hers.getByText('Hazır', { exact: true })).toBeVisible()
  await expect(hers.getByText(`${doctor.name} bekleniyor`)).toBeVisible()
  await expect(hers.getByRole('banner')).toBeHidden()
  await press(theirs, 'Hemen Görüşmeyi Başlat')
  await expectTalking(hers, theirs)
  await expect(hers.getByRole('list', { name: 'Katılımcılar' })).toContainText(doctor.name)
  await press(hers, 'Görüşmeyi bitir')
  await expect(hers.getByText('Görüşme sonlandırıldı.')).toBeVisible()
  await expect(hers.getByRole('banner')).toBeVisible()
  await expect(theirs.getByText(/^Ela Öykü görüşmeden ayrıldı\./)).toBeVisible()
  await expect(remote(theirs)).toHaveCount(0)
  // The call is not over: somebody who left by mistake can come back, and the other side has nothing to do.
  await press(hers, 'Hemen Görüşmeyi Başlat')
  await expectTalking(hers, theirs)
})

test('tells the other side what is switched off, and stops sending it', async ({ cast }) => {
  const { hers, theirs } = await meet(cast)
  await expect.poll(() => loudness(theirs), { timeout: 15_000 }).toBeGreaterThan(0.01)
  await press(hers, 'Mikrofonu kapat')
  await expect(theirs.getByText('Ela Öykü mikrofonunu kapattı')).toBeVisible()
  await expect.poll(() => loudness(theirs), { timeout: 15_000 }).toBeLessThan(0.001)
  await press(hers, 'Mikrofonu aç')
  await expect(theirs.getByText('Ela Öykü mikrofonunu kapattı')).toHaveCount(0)
  await press(hers, 'Kamerayı kapat')
  await expect(theirs.getByText('Kamera kapalı')).toBeVisible()
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

test('shows a camera that opens between the greeting and its answer', async ({ cast }) => {
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
    // Everything from the welcome on is held back, in order.
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

test('rejoins after a reload, and hands the call over to a newer tab without disturbing the other side', async ({ cast }) => {
  const { hers, theirs, patient, id } = await meet(cast)
  await hers.reload()
  await expectTalking(hers, theirs)
  const tab = await patient.open(`/call/${id}`)
  await press(tab, 'Hemen Görüşmeyi Başlat')
  await expect(hers.getByRole('heading', { name: 'Görüşme başka bir yerde sürüyor' })).toBeFocused({ timeout: 15_000 })
  await expectTalking(tab, theirs)
  await press(hers, 'Görüşmeyi buraya al')
  await expect(tab.getByRole('heading', { name: 'Görüşme başka bir yerde sürüyor' })).toBeVisible({ timeout: 15_000 })
  await expectTalking(hers, theirs)
})

test('keeps a tab at the entrance while another tab is in the call, and counts leaving the page as leaving the call', async ({ cast }) => {
  const { doctor, patient, id } = await consultation(cast)
  const hers = await patient.open(`/call/${id}`)
  const idle = waitingUntilItListens(await hers.context().newPage())
  await idle.goto(`/call/${id}`)
  const entrance = idle.getByRole('button', { name: 'Hemen Görüşmeyi Başlat' })
  await expect(entrance).toBeVisible()
  await press(hers, 'Hemen Görüşmeyi Başlat')
  await expect(hers.getByText(`${doctor.name} bekleniyor`)).toBeVisible()
  // Every page of the appointment is told that the call has begun, and reloads its data.
  const looked = idle.waitForResponse('**/rest/v1/rpc/get_call')
  const theirs = await doctor.open(`/call/${id}`)
  await press(theirs, 'Hemen Görüşmeyi Başlat')
  await looked
  await expectTalking(hers, theirs)
  await expect(entrance).toBeVisible()
  await hers.goto('/faq')
  await expect(theirs.getByText(/^Ela Öykü görüşmeden ayrıldı\./)).toBeVisible()
  await idle.reload()
  await expectTalking(idle, theirs)
})

test('keeps the call running when the connection to the server drops, and delivers later changes', async ({ cast }) => {
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

test('shows a dimmed picture and since when after the other browser dies, and after a minute that they may have left', async ({ cast }) => {
  test.slow()
  const { doctor, patient, id } = await consultation(cast)
  const hers = await patient.browse()
  await hers.clock.install()
  await hers.goto(`/call/${id}`)
  const theirs = await doctor.open(`/call/${id}`)
  for (const page of [hers, theirs]) await press(page, 'Hemen Görüşmeyi Başlat')
  await expectTalking(hers, theirs)
  await expect(remote(hers)).toHaveCSS('opacity', '1')
  void theirs.goto('chrome://crash').catch(() => {})
  await expect(hers.getByText(`${doctor.name} ile bağlantı kesildi, yeniden kuruluyor...`)).toBeVisible({ timeout: 30_000 })
  await expect(hers.getByText(/^Son bağlantı: \d\d:\d\d$/)).toBeVisible()
  await expect(remote(hers)).toHaveCSS('opacity', '0.3')
  await hers.clock.fastForward('01:00')
  await expect(hers.getByText(`${doctor.name} görüşmeden ayrılmış olabilir. Dönerse görüşme kendiliğinden sürer.`)).toBeVisible()
  // When the doctor comes back in another tab, the call goes on as before.
  const again = await doctor.open(`/call/${id}`)
  await press(again, 'Hemen Görüşmeyi Başlat')
  await expectTalking(hers, again)
  await expect(hers.getByText(/^Son bağlantı/)).toHaveCount(0)
})

test('fills the whole screen of a phone held sideways, with every button within reach', async ({ cast }) => {
  const { hers, theirs } = await meet(cast)
  await hers.setViewportSize({ width: 812, height: 375 })
  await expect.poll(() => remote(hers).boundingBox()).toEqual({ x: 0, y: 0, width: 812, height: 375 })
  for (const name of ['Dosyalar', 'Mikrofonu kapat', 'Kamerayı kapat', 'Kamera ve mikrofon', 'Görüşmeyi bitir'])
    await expect(hers.getByRole('button', { name, exact: true })).toBeInViewport({ ratio: 1 })
  await press(hers, 'Mikrofonu kapat')
  await expect(theirs.getByText('Ela Öykü mikrofonunu kapattı')).toBeVisible()
})

test('can be entered, muted and left with the keyboard alone', async ({ cast }) => {
  const { doctor, patient, id } = await consultation(cast)
  const page = await patient.open(`/call/${id}`)
  await expect(page.getByRole('button', { name: 'Hemen Görüşmeyi Başlat' })).toBeVisible()
  const reach = async (name: string) => {
    const wanted = page.getByRole('button', { name, exact: true })
    for (let presses = 0; presses < 60 && !(await wanted.evaluate((each) => each === document.activeElement)); presses++)
      await page.keyboard.press('Tab')
    await expect(wanted).toBeFocused()
    await page.keyboard.press('Enter')
  }
  await reach('Hemen Görüşmeyi Başlat')
  await expect(page.getByText(`${doctor.name} bekleniyor`)).toBeVisible()
  await reach('Mikrofonu kapat')
  await expect(page.getByRole('button', { name: 'Mikrofonu aç' })).toBeFocused()
  // A message returns the focus when Tab leaves the page from it, and this browser has nothing but the page.
  await expect(page.getByText('Video görüşme odası hazır!')).toHaveCount(0)
  await reach('Dosyalar')
  await expect(page.getByRole('heading', { name: 'Dosyalar' })).toBeFocused()
  await page.keyboard.press('Escape')
  await reach('Görüşmeyi bitir')
  await expect(page.getByRole('main')).toBeFocused()
})

test('announces a file shared during the call, opens it with one press, and removes it when it is taken back', async ({ cast }) => {
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

const CLOSED = 'Randevu tamamlandı ya da iptal edildi; görüşme odası kapandı.'

test('ends the call for both when the appointment is cancelled', async ({ cast }) => {
  const { hers, theirs, doctor, id } = await meet(cast)
  await cast.act(doctor, 'PATCH', `/rest/v1/appointments?id=eq.${id}`, { status: 'cancelled' })
  for (const page of [hers, theirs]) await expect(page.getByText(CLOSED)).toBeVisible()
  await press(hers, 'Randevulara dön')
  await expect(hers).toHaveURL('/appointments')
  await press(theirs, 'Randevulara dön')
  await expect(theirs).toHaveURL('/doctor')
  // Opening the address later shows the same, without the patient's name, which the doctor may no longer see.
  await theirs.goto(`/call/${id}`)
  await expect(theirs.getByRole('main').getByRole('heading', { name: 'Hasta', exact: true })).toBeVisible()
  await expect(theirs.getByText('İptal Edildi')).toBeVisible()
  await expect(theirs.getByText(CLOSED)).toBeVisible()
})

test('opens the room 15 minutes before a confirmed appointment, to its two people only', async ({ cast }) => {
  const { patient, id } = await consultation(cast, { inMinutes: 45 })
  const page = await patient.open(`/call/${id}`)
  await expect(page.getByText(/^Video görüşme (?:29|30|31) dakika sonra başlatılabilir\.$/)).toBeVisible()
  await press(page, 'Hemen Görüşmeyi Başlat')
  await expect(page.getByText(/dakika sonra başlatılabilir/)).toHaveCount(2)
  await expect(page).toHaveURL(`/call/${id}`)
  await expect(page.getByRole('banner')).toBeVisible()

  const stranger = await (await cast.person('Naz')).open(`/call/${id}`)
  await expect(stranger.getByText('Bu görüşmeye katılamazsınız')).toBeVisible()
  await stranger.goto('/call/nothing')
  await expect(stranger.getByText('Bu görüşmeye katılamazsınız')).toBeVisible()

  const asked = await consultation(cast, { status: 'pending' })
  const waiting = await asked.patient.open(`/call/${asked.id}`)
  await expect(waiting.getByText('Video görüşme için randevunun onaylanması bekleniyor.')).toBeVisible()
  await expect(waiting.getByRole('button', { name: 'Hemen Görüşmeyi Başlat' })).toBeDisabled()
  await expect(waiting.getByRole('button', { name: 'Kod ile Bağlan' })).toBeDisabled()
  await cast.act(asked.doctor, 'PATCH', `/rest/v1/appointments?id=eq.${asked.id}`, { status: 'confirmed' })
  await expect(waiting.getByRole('button', { name: 'Hemen Görüşmeyi Başlat' })).toBeEnabled()
})

test('joins by code: names what is missing or wrong, accepts sloppy typing, and shows the chosen name to the other side', async ({
  cast,
}) => {
  const { doctor, patient, id, code: expected } = await consultation(cast)
  const page = await patient.open(`/call/${id}`)
  await page.getByRole('link', { name: 'Kod ile Bağlan' }).click()
  const name = page.getByLabel('Görünecek isim')
  await expect(name).toHaveValue('Ela Öykü')
  await name.fill('')
  await press(page, 'Görüşmeye Katıl')
  await expect(page.getByText('Kod Gerekli')).toBeVisible()
  await expect(page.getByText('Lütfen görüşme kodunu girin.').first()).toBeVisible()
  await expect(page.getByText('Lütfen görüşmede görünecek isminizi girin.')).toBeVisible()
  await expect(code(page)).toBeFocused()
  await name.fill('Ela (telefondan)')
  await code(page).fill('BKV-00000000-000000')
  await press(page, 'Görüşmeye Katıl')
  await expect(page.getByText('Geçersiz Kod')).toBeVisible()
  await expect(page.getByText(`Bu randevunun kodu: ${expected}`).first()).toBeVisible()
  await expect(name).toHaveValue('Ela (telefondan)')
  await code(page).fill(` ${expected.toLowerCase().replace('-', ' -')} `)
  await page.keyboard.press('Enter')
  await expect(page.getByText(`${doctor.name} bekleniyor`)).toBeVisible()
  const theirs = await doctor.open(`/call/${id}`)
  await press(theirs, 'Hemen Görüşmeyi Başlat')
  await expect(theirs.getByText('Ela (telefondan) ile görüşüyorsunuz')).toBeVisible({ timeout: 20_000 })
})

test('lets a confirmed appointment be tried at any time with the test code', async ({ cast }) => {
  const { patient, doctor, id } = await consultation(cast, { inMinutes: 45 })
  const page = await patient.open(`/call/${id}?code`)
  await press(page, 'Test Kodu Kullan')
  await expect(code(page)).toHaveValue(TEST_CODE)
  await press(page, 'Görüşmeye Katıl')
  await expect(page.getByText('Test Modu').first()).toBeVisible()
  await expect(page.getByText(`${doctor.name} bekleniyor`)).toBeVisible()
})

test('says why the room could not be opened, and succeeds on the next try', async ({ cast }) => {
  const { doctor, patient, id } = await consultation(cast)
  const page = await patient.open(`/call/${id}`)
  await page.route(ROOM, (route) => route.abort())
  await press(page, 'Hemen Görüşmeyi Başlat')
  const alert = page.getByRole('alert')
  await expect(alert).toContainText('Video görüşme başlatılamadı. Lütfen tekrar deneyin.')
  await expect(alert).toContainText('Oda oluşturulamadı: Sunucuya ulaşılamadı.')
  await expect(page.getByText('Hata', { exact: true })).toBeVisible()
  await page.unroute(ROOM)
  await page.route(ROOM, (route) => route.fulfill({ json: { room_url: 'nowhere' } }))
  await press(page, 'Tekrar Dene')
  await expect(alert).toContainText('Sunucudan geçersiz bir oda yanıtı geldi.')
  await page.unroute(ROOM)
  await press(page, 'Tekrar Dene')
  await expect(page.getByText(`${doctor.name} bekleniyor`)).toBeVisible()
})

test('says why there is no camera, and still sends sound', async ({ cast }) => {
  const { doctor, patient, id } = await consultation(cast)
  const hers = await patient.open('/faq')
  await hers.addInitScript(() => {
    const ask = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices)
    navigator.mediaDevices.getUserMedia = async (wish) => {
      if (wish?.video) throw new DOMException('denied', 'NotAllowedError')
      return ask(wish)
    }
  })
  await hers.goto(`/call/${id}`)
  await press(hers, 'Hemen Görüşmeyi Başlat')
  await expect(hers.getByRole('alert')).toContainText('Kamera erişim hatası: Tarayıcınızın ayarlarından bu siteye izin verin.')
  await expect(hers.getByRole('alert')).not.toContainText('Mikrofon')
  const theirs = await doctor.open(`/call/${id}`)
  await press(theirs, 'Hemen Görüşmeyi Başlat')
  await expect(theirs.getByText('Kamera kapalı')).toBeVisible({ timeout: 20_000 })
  await expect.poll(() => loudness(theirs), { timeout: 15_000 }).toBeGreaterThan(0.01)
  await expectMoving(hers)
})

test('lets the self-view be moved with the mouse and the keyboard', async ({ cast }) => {
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

for (const language of ['tr', 'ar']) {
  test(`has no accessibility violations at the entrance, in the code form and in the call, in ${language}`, async ({ cast }) => {
    const { patient, id } = await consultation(cast)
    const page = await patient.open(`/call/${id}`, { language })
    await expect(page.getByRole('main').getByRole('heading', { level: 2 })).toBeVisible()
    await expectAccessible(page, { what: 'entrance' })
    await page.goto(`/call/${id}?code`)
    await expect(page.getByRole('textbox')).toHaveCount(2)
    await page.locator('form [type=submit]').click()
    await expect(page.getByRole('textbox').first()).toBeFocused()
    await expectAccessible(page, { what: 'code' })
    await page.goto(`/call/${id}`)
    await page.getByRole('main').getByRole('button').first().click()
    await expect(page.locator('video')).toHaveCount(1)
    await expectAccessible(page, { what: 'call' })
    await page.getByRole('main').locator('[aria-expanded]').first().click()
    await expect(page.getByRole('complementary')).toBeVisible()
    await expectAccessible(page, { what: 'files' })
  })
}

test('cuts a long Latin name at its end in the Arabic top bar', async ({ cast }) => {
  const { doctor, patient, id } = await consultation(cast)
  const name = 'Maximiliana Konstantinopolskaya-Wolfeschlegelsteinhausen'
  await cast.write('PATCH', `/rest/v1/doctors?id=eq.${doctor.doctorId}`, { first_name: name })
  const page = await patient.open(`/call/${id}`, { language: 'ar', viewport: { width: 375, height: 812 } })
  await page.getByRole('main').getByRole('button').first().click()
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

test('never scrolls sideways on a phone, in any language', async ({ cast }) => {
  test.slow()
  const { patient, id } = await consultation(cast)
  for (const language of LANGUAGES) {
    const page = await patient.open(`/call/${id}?code`, { language })
    await expect(page.getByRole('textbox')).toHaveCount(2)
    await expectNoSidewaysScroll(page)
    await page.goto(`/call/${id}`)
    await page.getByRole('main').getByRole('button').first().click()
    await expect(page.locator('video')).toHaveCount(1)
    await expectNoSidewaysScroll(page)
    // Everything fits: the button that ends the call is never below the fold.
    await expect(page.locator('fieldset button').last()).toBeInViewport({ ratio: 1 })
    await page.context().close()
  }
})

test('goes on while a person whose session ended signs in again beside it', async ({ cast }) => {
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
