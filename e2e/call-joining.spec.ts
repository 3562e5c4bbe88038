// Joining, rejoining and leaving calls between two real browsers over the real server.
import type { Page } from '@playwright/test'
import { expectAccessible } from './access.ts'
import { consultation, expectMoving, expectTalking, loudness, meet, press, remote, TEST_CODE } from './consultation.ts'
import { expect, test } from './fixtures.ts'
import { waitingUntilItListens } from './listening.ts'
import { unfold } from './staff-panel.ts'

test.use({ environment: { VIDEO_TEST_CODE: TEST_CODE } })

const ROOM = '**/functions/v1/daily-room'
const CLOSED = 'Randevu iptal edildi; görüşme odası kapandı.'
const code = (page: Page) => page.getByLabel('Görüşme kodu', { exact: true })

test('lets patient and doctor join from their lists, see each other, and leave', async ({ cast }) => {
  const { doctor, patient, id } = await consultation(cast)
  const [hers, theirs] = [await patient.open('/appointments'), await doctor.open('/doctor')]
  await press(hers, 'Hemen Görüşmeyi Başlat')
  await expect(hers).toHaveURL(`/call/${id}`)
  // The first call of a run starts the function that opens rooms, which is slow on a busy machine.
  await expect(hers.getByText('Video görüşme odası hazır!')).toBeVisible({ timeout: 30_000 })
  await expect(hers.getByText('Hazır', { exact: true })).toBeVisible()
  await expect(hers.getByText(`${doctor.name} bekleniyor`)).toBeVisible()
  await expect(hers.getByRole('banner')).toBeHidden()
  await unfold(theirs, 'Ela')
  await press(theirs, 'Hemen Görüşmeyi Başlat')
  await expectTalking(hers, theirs)
  await expect(hers.getByRole('list', { name: 'Katılımcılar' })).toContainText(doctor.name)
  for (const page of [hers, theirs]) await expect(page.getByRole('timer', { name: 'Görüşme süresi' })).toHaveText(/^0:\d\d$/)
  await press(hers, 'Görüşmeyi bitir')
  await expect(hers.getByText('Görüşme sonlandırıldı.')).toBeVisible()
  await expect(hers.getByRole('banner')).toBeVisible()
  await expect(theirs.getByText(/^Ela Öykü görüşmeden ayrıldı\./)).toBeVisible()
  await expect(remote(theirs)).toHaveCount(0)
  await expect(hers.getByRole('heading', { name: 'Görüşmeden ayrıldınız' })).toBeVisible()
  await expect(hers.getByRole('link', { name: 'Randevulara dön' })).toHaveCount(1)
  // The call is not over: somebody who left by mistake can come back, and the other side has nothing to do.
  await press(hers, 'Hemen Görüşmeyi Başlat')
  await expectTalking(hers, theirs)
})

test('rejoins after a reload, and hands the call over to a newer tab without disturbing the other side', { tag: '@long' }, async ({
  cast,
}) => {
  const { hers, theirs, patient, id } = await meet(cast)
  const seconds = async () => {
    const [minutes, rest] = (await hers.getByRole('timer', { name: 'Görüşme süresi' }).innerText()).split(':')
    return Number(minutes) * 60 + Number(rest)
  }
  await expect.poll(seconds, { timeout: 30_000 }).toBeGreaterThan(15)
  await hers.reload()
  await expect(hers.getByRole('timer', { name: 'Görüşme süresi' })).toBeVisible()
  // The timer shows the length of the call, not the age of this page.
  expect(await seconds()).toBeGreaterThan(15)
  await expectTalking(hers, theirs)
  const tab = await patient.open(`/call/${id}`)
  await press(tab, 'Hemen Görüşmeyi Başlat')
  await expect(hers.getByRole('heading', { name: 'Görüşme başka bir yerde sürüyor' })).toBeFocused({ timeout: 15_000 })
  await expectTalking(tab, theirs)
  await press(hers, 'Görüşmeyi buraya al')
  await expect(tab.getByRole('heading', { name: 'Görüşme başka bir yerde sürüyor' })).toBeVisible({ timeout: 15_000 })
  await expectTalking(hers, theirs)
})

test('keeps a tab at the entrance while another tab is in the call, and counts leaving the page as leaving the call', {
  tag: '@long',
}, async ({ cast }) => {
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

test('opens the room of any confirmed appointment at any time with the test code', { tag: '@long' }, async ({ cast }) => {
  const { patient, doctor, id } = await consultation(cast, { inMinutes: 45 })
  const page = await patient.open(`/call/${id}?code`)
  await press(page, 'Test Kodu Kullan')
  await expect(code(page)).toHaveValue(TEST_CODE)
  await press(page, 'Görüşmeye Katıl')
  await expect(page.getByText('Test Modu').first()).toBeVisible()
  await expect(page.getByText(`${doctor.name} bekleniyor`)).toBeVisible()
})

test('says why the room could not be opened, and succeeds on the next try', { tag: '@long' }, async ({ cast }) => {
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

test('says why there is no camera, and still sends sound', { tag: '@long' }, async ({ cast }) => {
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
  await expect(theirs.getByText('Kamera kapalı', { exact: true })).toBeVisible({ timeout: 20_000 })
  // Screen readers are not told either that she switched it off.
  await expect(theirs.getByText('Ela Öykü: kamera kapalı')).toBeAttached()
  await expect.poll(() => loudness(theirs), { timeout: 15_000 }).toBeGreaterThan(0.01)
  await expectMoving(hers)
})

test('can be entered, muted and left with the keyboard alone', { tag: '@long' }, async ({ cast }) => {
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
  // A toast returns the focus when Tab leaves the page from it, so it must be gone first: this browser has nothing but the page.
  await expect(page.getByText('Video görüşme odası hazır!')).toHaveCount(0)
  await reach('Dosyalar')
  await expect(page.getByRole('heading', { name: 'Dosyalar' })).toBeFocused()
  await page.keyboard.press('Escape')
  await reach('Görüşmeyi bitir')
  await expect(page.getByRole('main')).toBeFocused()
})

for (const language of ['tr', 'ar']) {
  test(`has no accessibility violations at the entrance, in the code form and in the call, in ${language}`, { tag: '@long' }, async ({
    cast,
  }) => {
    const { patient, id } = await consultation(cast)
    const page = await patient.open(`/call/${id}`, { language })
    await expect(page.getByLabel(language === 'tr' ? 'Kendi görüntünüz' : 'صورتكم', { exact: true })).toBeVisible()
    await expectAccessible(page, { what: 'entrance' })
    await page.goto(`/call/${id}?code`)
    await expect(page.getByRole('textbox')).toHaveCount(2)
    await page.locator('form [type=submit]').click()
    await expect(page.getByRole('textbox').first()).toBeFocused()
    await expectAccessible(page, { what: 'code' })
    await page.goto(`/call/${id}`)
    await page
      .getByRole('main')
      .getByRole('button', { name: language === 'tr' ? 'Hemen Görüşmeyi Başlat' : 'بدء المكالمة الآن' })
      .click()
    await expect(page.getByRole('main').locator('[aria-expanded]')).not.toHaveCount(0)
    await expect(page.locator('video')).toHaveCount(1)
    await expectAccessible(page, { what: 'call' })
    await page.getByRole('main').locator('[aria-expanded]').first().click()
    await expect(page.getByRole('complementary')).toBeVisible()
    await expectAccessible(page, { what: 'files' })
  })
}

test('ends the call for both when the appointment is cancelled', { tag: '@long' }, async ({ cast }) => {
  const { hers, theirs, doctor, id } = await meet(cast)
  await cast.act(doctor, 'PATCH', `/rest/v1/appointments?id=eq.${id}`, { status: 'cancelled' })
  for (const page of [hers, theirs]) await expect(page.getByText(CLOSED)).toBeVisible()
  await press(hers, 'Randevulara dön')
  await expect(hers).toHaveURL('/appointments')
  await press(theirs, 'Randevulara dön')
  await expect(theirs).toHaveURL('/doctor')
  // A later visit shows the same, without the patient's name, which the doctor may no longer see.
  await theirs.goto(`/call/${id}`)
  await expect(theirs.getByRole('main').getByRole('heading', { name: 'Hasta', exact: true })).toBeVisible()
  await expect(theirs.getByText('İptal Edildi')).toBeVisible()
  await expect(theirs.getByText(CLOSED)).toBeVisible()
})
