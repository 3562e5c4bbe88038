// Problems while booking: the time is taken, held or too close to another, the patient has too many appointments, or the connection is
// lost.
import { isUncovered } from './access.ts'
import { book, chooseDay, chooseTime, inDays, mine, openMine, timeIn, withoutHolds } from './booking-form.ts'
import { expect, test } from './fixtures.ts'

test('two patients want one time: one gets it, the other keeps what was typed and is offered the nearest times', async ({ cast }) => {
  const doctor = await cast.doctor('Ece')
  const [first, second] = [await cast.person('Bir'), await cast.person('İki')]
  const [one, other] = [await first.open('/appointments'), await second.open('/appointments')]
  for (const page of [one, other]) {
    await withoutHolds(page)
    await chooseDay(page, doctor, inDays(7))
    await chooseTime(page, '14:00')
    await page.getByLabel('Şikayetiniz').fill('Uzun bir şikayet')
  }
  // The second page gets no update, so only the database decides.
  await other.context().setOffline(true)
  await one.getByRole('button', { name: 'Randevu Al' }).click()
  await expect(one.getByText('Randevu Oluşturuldu!')).toBeVisible()
  await other.route('**/rpc/get_available_week', (route) => route.abort())
  await other.context().setOffline(false)
  await other.getByRole('button', { name: 'Randevu Al' }).click()
  await expect(other.getByText('Bu tarih ve saatte randevu mevcut. Lütfen başka bir zaman seçin.')).toBeVisible()
  await expect(other.getByText('Randevu Hatası')).toBeVisible()
  await other.unroute('**/rpc/get_available_week')
  await expect(other.getByLabel('Şikayetiniz')).toHaveValue('Uzun bir şikayet')
  await expect(other.getByRole('alert').getByRole('button')).toHaveCount(3)
})

test('a chosen time is held with a countdown: a rival cannot take it, and gets it once it is released', { tag: '@long' }, async ({
  cast,
}) => {
  const doctor = await cast.doctor('Esra')
  const [first, second] = [await cast.person('Bir'), await cast.person('İki')]
  const [one, other] = [await first.open('/appointments'), await second.open('/appointments')]
  await chooseDay(other, doctor, inDays(7))
  await expect(timeIn(other, '14:00')).toBeAttached()
  await expect(other.getByText('Canlı').first()).toBeVisible()
  await chooseDay(one, doctor, inDays(7))
  await chooseTime(one, '14:00')
  await expect(one.getByRole('timer')).toContainText(/Sizin için tutuluyor: .?\d+\sdk/)
  await expect(timeIn(one, '14:00')).toBeChecked()
  await expect(timeIn(other, '14:00')).toHaveCount(0)
  await chooseTime(one, '18:00')
  await expect(timeIn(other, '14:00')).toBeAttached()
  await expect(timeIn(other, '18:00')).toHaveCount(0)
  await chooseTime(other, '14:00')
  await book(other, 'İkinci')
  await expect(other.getByText('Randevu Oluşturuldu!')).toBeVisible()
  await expect(timeIn(one, '14:00')).toHaveCount(0)
  await book(one, 'Birinci')
  await expect(one.getByText('Randevu Oluşturuldu!')).toBeVisible()
})

test('a hold that has expired says so, and the time can be chosen again', { tag: '@long' }, async ({ cast }) => {
  const [doctor, patient] = [await cast.doctor('Feride'), await cast.person('Ozan')]
  const page = await patient.browse()
  let holds = 0
  // The first hold ends after a second.
  await page.route('**/rpc/hold_slot', async (route) => {
    holds += 1
    return holds === 1 ? route.fulfill({ json: new Date(Date.now() + 1000).toISOString() }) : route.fallback()
  })
  await page.goto('/appointments')
  await chooseDay(page, doctor, inDays(7))
  await chooseTime(page, '14:00')
  await expect(page.getByText('Bu saat artık sizin için ayrılmıyor. Hâlâ boş olabilir; randevuyu şimdi alabilirsiniz.')).toBeVisible()
  await page.getByRole('button', { name: 'Yeniden seç' }).click()
  await expect(page.getByRole('timer')).toBeVisible()
  await expect(timeIn(page, '14:00')).toBeChecked()
})

test('a time whose hold is refused is booked without one', { tag: '@long' }, async ({ cast }) => {
  const [doctor, patient] = [await cast.doctor('Gonca'), await cast.person('Nermin')]
  const page = await patient.browse()
  const refusal = { code: 'P0001', message: 'too_many_holds', details: '{"most": 3}', hint: null }
  await page.route('**/rpc/hold_slot', (route) => route.fulfill({ status: 400, json: refusal }))
  await page.goto('/appointments')
  await chooseDay(page, doctor, inDays(7))
  const refused = page.waitForResponse('**/rpc/hold_slot')
  await chooseTime(page, '14:00')
  await refused
  await book(page, 'Baş ağrısı')
  await expect(page.getByText('Randevu Oluşturuldu!')).toBeVisible()
  await expect(page.getByRole('timer')).toHaveCount(0)
})

test('a time that somebody else takes disappears at once, and the nearest times are offered', async ({ cast }) => {
  const [doctor, watcher, other] = [
    await cast.doctor('Fatma', { session_duration: 30 }),
    await cast.person('Mira'),
    await cast.person('Deniz'),
  ]
  const page = await watcher.open('/appointments')
  await withoutHolds(page)
  await chooseDay(page, doctor, inDays(8))
  await expect(page.getByText('Canlı').first()).toBeVisible()
  await chooseTime(page, '11:00')
  await page.getByLabel('Şikayetiniz').fill('Bekleyen metin')
  await cast.appointment(other, doctor, inDays(8), '11:00')
  await expect(page.getByText('Seçtiğiniz 11:00 saati az önce doldu.')).toBeVisible()
  await expect(timeIn(page, '11:00')).toHaveCount(0)
  await page.getByRole('alert').getByRole('button', { name: '11:45' }).click()
  await page.getByRole('button', { name: 'Randevu Al' }).click()
  await expect(page.getByText('Randevu Oluşturuldu!')).toBeVisible()
  await openMine(page)
  await expect(mine(page)).toContainText('11:45')
})

test('a time too close to another appointment is refused, naming the gap', async ({ cast }) => {
  const [doctor, patient, other] = [await cast.doctor('Mert'), await cast.person('Yasemin'), await cast.person('Zeki')]
  const page = await patient.open('/appointments')
  await withoutHolds(page)
  await chooseDay(page, doctor, inDays(7))
  await chooseTime(page, '10:15')
  // The page shows stale times, because it learns nothing of the other appointment and cannot reload the times.
  await page.route('**/rpc/get_available_week', (route) => route.abort())
  await cast.appointment(other, doctor, inDays(7), '10:00')
  await book(page, 'Yakın')
  const alert = page.getByRole('alert').filter({ hasText: 'Randevu Hatası' })
  await expect(alert).toContainText(
    'Bu saatte çakışan bir randevu bulunmaktadır veya randevular arası 10 dakika ara gereklidir. Lütfen farklı bir saat seçin.',
  )
  await page.unroute('**/rpc/get_available_week')
})

test('a patient with another appointment at that time reads which one, and is offered nearby times', { tag: '@long' }, async ({ cast }) => {
  const [here, there] = [await cast.doctor('Suna'), await cast.doctor('Toğrul', { timezone: 'Asia/Baku' })]
  const patient = await cast.person('Ufuk')
  // 11:00 in Baku is 10:00 for the patient in Istanbul.
  await cast.appointment(patient, there, inDays(7), '11:00')
  const page = await patient.open('/appointments?tab=new')
  await chooseDay(page, here, inDays(7))
  await chooseTime(page, '10:15')
  await book(page, 'Çakışan')
  const alert = page.getByRole('alert').filter({ hasText: 'Randevu Hatası' })
  await expect(alert).toContainText(
    new RegExp(`Bu saatte başka bir randevunuz var: ${there.name}, sizin saatinizle .*10:00\\. Lütfen farklı bir saat seçin\\.`),
  )
  await expect(alert.getByRole('button')).toHaveText(['09:30', '10:30', '10:45'])
  await expect(page.getByLabel('Şikayetiniz')).toHaveValue('Çakışan')
  await alert.getByRole('button', { name: '10:30' }).click()
  await page.getByRole('button', { name: 'Randevu Al' }).click()
  await expect(page.getByText('Randevu Oluşturuldu!')).toBeVisible()
})

test('an eleventh open appointment is refused, and the limit is named', { tag: '@long' }, async ({ cast }) => {
  const [doctor, patient] = [await cast.doctor('Polat'), await cast.person('Tülin')]
  for (let hour = 0; hour < 10; hour++) await cast.appointment(patient, doctor, inDays(7), `${String(hour + 8).padStart(2, '0')}:00`)
  const page = await patient.open('/appointments?tab=new')
  await chooseDay(page, doctor, inDays(8))
  await chooseTime(page, '10:00')
  await book(page, 'On birinci')
  await expect(page.getByRole('alert').filter({ hasText: 'Randevu Hatası' })).toContainText('en fazla 10 açık randevunuz')
})

test('a lost connection keeps everything, and the second attempt books', async ({ cast }) => {
  const [doctor, patient] = [await cast.doctor('Inci'), await cast.person('Suna')]
  const page = await patient.open('/appointments')
  await chooseDay(page, doctor, inDays(7))
  await chooseTime(page, '16:00')
  await page.context().setOffline(true)
  await book(page, 'Yolda kalan')
  // The problem is neither below the window nor behind the bar with the button.
  const problem = page.getByText('Sunucuya ulaşılamadı.')
  await expect(problem).toBeInViewport({ ratio: 1 })
  await expect.poll(() => isUncovered(problem)).toBe(true)
  await page.context().setOffline(false)
  await expect(page.getByLabel('Şikayetiniz')).toHaveValue('Yolda kalan')
  await page.getByRole('button', { name: 'Randevu Al' }).click()
  await expect(page.getByText('Randevu Oluşturuldu!')).toBeVisible()
})

test('a busy site says so, keeps everything, and the second attempt books', { tag: '@long' }, async ({ cast }) => {
  const [doctor, patient] = [await cast.doctor('Inci'), await cast.person('Suna')]
  const page = await patient.open('/appointments')
  await chooseDay(page, doctor, inDays(7))
  await chooseTime(page, '16:00')
  const busy = {
    status: 503,
    headers: { 'retry-after': '1' },
    json: { code: '57014', message: 'canceling statement due to statement timeout' },
  }
  const bookings = '**/rest/v1/appointments*'
  await page.route(bookings, (route) => (route.request().method() === 'POST' ? route.fulfill(busy) : route.fallback()))
  await book(page, 'Yoğun saatte')
  await expect(page.getByText('Sistem şu anda yoğun.')).toBeVisible()
  await page.unroute(bookings)
  await expect(page.getByLabel('Şikayetiniz')).toHaveValue('Yoğun saatte')
  await page.getByRole('button', { name: 'Randevu Al' }).click()
  await expect(page.getByText('Randevu Oluşturuldu!')).toBeVisible()
})

test('a request whose answer is lost books once, and the patient is told so', async ({ cast }) => {
  const [doctor, patient] = [await cast.doctor('Jale'), await cast.person('Tuna')]
  const page = await patient.open('/appointments')
  await chooseDay(page, doctor, inDays(7))
  await chooseTime(page, '16:00')
  await page.route('**/rest/v1/appointments*', async (route) => {
    if (route.request().method() !== 'POST') return route.fallback()
    await route.fetch()
    return route.abort()
  })
  await book(page, 'Cevabı kayıp')
  await expect(page.getByText('Randevu Oluşturuldu!')).toBeVisible()
  await openMine(page)
  await expect(mine(page).getByRole('article')).toHaveCount(1)
})

test('a failed list says which one it is and can be loaded again', { tag: '@long' }, async ({ cast }) => {
  const [doctor, patient] = [await cast.doctor('Kaan'), await cast.person('Pelin')]
  const page = await patient.browse()
  const cut = async (path: string) => page.route(path, (route) => route.fulfill({ status: 503, json: { code: 'PGRST002', message: 'no' } }))
  const retry = (title: string) => page.getByRole('alert').filter({ hasText: title }).getByRole('button', { name: 'Tekrar Dene' })
  await cut('**/rest/v1/doctors?*')
  await cut('**/rest/v1/appointments?*')
  await page.goto('/appointments')
  await expect(retry('Doktor Listesi Hatası')).toBeVisible({ timeout: 15_000 })
  await openMine(page)
  await expect(retry('Randevular Yüklenemedi')).toBeVisible({ timeout: 15_000 })
  await page.getByRole('tab', { name: 'Yeni Randevu' }).click()
  await page.unroute('**/rest/v1/doctors?*')
  await retry('Doktor Listesi Hatası').click()
  await cut('**/rpc/get_available_week')
  await chooseDay(page, doctor, inDays(7))
  await expect(retry('Müsait Saatler Yüklenemedi')).toBeVisible({ timeout: 15_000 })
  const times = page.getByLabel('Saat', { exact: true })
  await expect(times.getByRole('option')).toHaveText(['Müsait Saatler Yüklenemedi'])
  await expect(times).toBeDisabled()
  await expect(page.getByRole('button', { name: 'Randevu Al' })).toBeDisabled()
  await page.unroute('**/rpc/get_available_week')
  await retry('Müsait Saatler Yüklenemedi').click()
  await expect(timeIn(page, '10:00')).toBeAttached()
})

const PICKER_CODE = /\/assets\/booking-details-.*\.js$/

test('days and times whose code cannot be loaded say so in their place, and are loaded again without a reload', { tag: '@long' }, async ({
  cast,
}) => {
  const [doctor, patient] = [await cast.doctor('Kaan'), await cast.person('Pelin')]
  const page = await patient.browse()
  await page.route(PICKER_CODE, (route) => route.abort())
  await page.goto('/appointments')
  await page.evaluate(() => document.documentElement.setAttribute('data-same-page', ''))
  await page.getByRole('button', { name: doctor.name }).click()
  const failed = page.getByRole('alert').filter({ hasText: 'Müsait Saatler Yüklenemedi' })
  await expect(failed).toContainText('Bağlantınızı kontrol edip tekrar deneyin')
  await page.unroute(PICKER_CODE)
  await failed.getByRole('button', { name: 'Tekrar Dene' }).click()
  await expect(page.getByLabel('Şikayetiniz')).toBeVisible()
  await expect(failed).toHaveCount(0)
  await expect(page.locator('html')).toHaveAttribute('data-same-page', '')
})
