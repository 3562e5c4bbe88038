import type { Page } from '@playwright/test'
import { addressOf, expectAccessible, expectNoSidewaysScroll, inEveryLanguage } from './access.ts'
import { chooseDay, chooseTime, inDays, openMine, timeIn, typeDay, withoutHolds } from './booking-form.ts'
import { expect, test } from './fixtures.ts'

const mine = (page: Page) => page.getByRole('tabpanel', { name: 'Randevularım' })

async function book(page: Page, complaint: string) {
  await page.getByLabel('Şikâyetiniz').fill(complaint)
  await page.getByRole('button', { name: 'Randevu Al' }).click()
}

test('a visitor sees doctors, days and free times, and is asked to sign in at the last step only', async ({ cast }) => {
  const doctor = await cast.doctor('Asya')
  const page = await cast.visitor({ timezoneId: 'Europe/Istanbul' })
  await page.goto('/appointments')
  const sentence = page.getByRole('heading', { name: 'Randevu almak için giriş yapmanız gerekiyor.' })
  await chooseDay(page, doctor, inDays(7))
  await expect(timeIn(page, '10:00')).toBeAttached()
  await expect(sentence).toHaveCount(0)
  await chooseTime(page, '10:00')
  await page.getByLabel('Şikâyetiniz').fill('Baş dönmesi')
  await expect(sentence).toBeVisible()
  await expect(page.getByRole('main').getByRole('link', { name: 'Giriş Yap' })).toHaveAttribute('href', '/auth')
  await expectAccessible(page, { what: 'account step', where: '#content' })
  await page.getByRole('main').getByRole('link', { name: 'Kayıt Ol' }).click()
  await expect(page).toHaveURL('/auth')
  await expect(page.getByRole('tab', { name: 'Kayıt Ol' })).toHaveAttribute('aria-selected', 'true')
  await page.goto('/appointments')
  await expect(timeIn(page, '10:00')).toBeChecked()
  await expect(page.getByLabel('Şikâyetiniz')).toHaveValue('Baş dönmesi')
  await page.getByRole('button', { name: 'Baştan başla' }).click()
  await expect(page.getByRole('button', { name: doctor.name })).toBeVisible()
  await expect.poll(() => page.evaluate(() => localStorage.getItem('booking-draft'))).toBeNull()
})

test('a link with doctor, day and time opens with all three chosen, and signing in comes back to them', async ({ cast }) => {
  const [doctor, patient] = [await cast.doctor('Berna'), await cast.person('Cem')]
  const page = await cast.visitor({ timezoneId: 'Europe/Istanbul' })
  await page.goto(`/appointments?doctor=${doctor.doctorId}&date=${inDays(7)}&time=10:00`)
  await expect(timeIn(page, '10:00')).toBeChecked()
  await page.getByLabel('Şikâyetiniz').fill('Diz ağrısı')
  await page.getByRole('main').getByRole('link', { name: 'Giriş Yap' }).click()
  await page.getByLabel('E-posta').fill(patient.email)
  await page.getByLabel('Şifre', { exact: true }).fill(patient.password)
  await page.getByRole('tabpanel').getByRole('button', { name: 'Giriş Yap' }).click()
  await expect(timeIn(page, '10:00')).toBeChecked()
  await expect(page.getByLabel('Şikâyetiniz')).toHaveValue('Diz ağrısı')
  await page.getByRole('button', { name: 'Randevu Al' }).click()
  await expect(page.getByText('Randevu Oluşturuldu!')).toBeVisible()
  await expect.poll(() => page.evaluate(() => localStorage.getItem('booking-draft'))).toBeNull()
})

test('a patient books a time, sees it at once, and both people get an e-mail', async ({ cast, site }) => {
  const [doctor, patient] = [await cast.doctor('Ada'), await cast.person('Can')]
  const page = await patient.open('/appointments')
  const button = page.getByRole('button', { name: 'Randevu Al' })
  await page.getByRole('button', { name: doctor.name }).click()
  // The first day with a free time is chosen already.
  const days = page.getByRole('group', { name: 'Yakın günler' })
  await expect(days.getByRole('radio', { checked: true })).toHaveAccessibleName(/, \d+ boş saat$/)
  // Times to choose from: fewer appointments fit into a day.
  await expect(days.getByText(/^\d+ seçenek$/).first()).toBeVisible()
  await expect(timeIn(page, '').first()).toBeAttached()
  await expect(button).toBeDisabled()
  await typeDay(page, '')
  await expect(page.getByLabel('Saat', { exact: true })).toContainText('Önce tarih seçin')
  await typeDay(page, inDays(7))
  await chooseTime(page, '10:00')
  await expect(page.getByLabel('Saat', { exact: true })).toHaveValue('10:00')
  await button.click()
  await expect(page.getByText('Lütfen şikâyetinizi yazın.')).toBeVisible()
  await expect(page.getByLabel('Şikâyetiniz')).toBeFocused()
  await book(page, 'Baş ağrısı')
  await expect(page.getByText('Randevu Oluşturuldu!')).toBeVisible()
  // The confirmation replaces the form.
  const confirmation = page.getByRole('article')
  await expect(page.getByRole('heading', { name: 'Randevu Oluşturuldu!' })).toBeFocused()
  await expect(confirmation).toContainText('Randevunuz başarıyla kaydedildi. Onay için bekleyiniz.')
  await expect(confirmation).toContainText(doctor.name)
  await expect(confirmation).toContainText('10:00 (İstanbul)')
  await expect(confirmation).toContainText('Beklemede')
  await expect(confirmation.getByRole('button', { name: 'Takvime ekle' })).toBeVisible()
  await expect(page.getByLabel('Şikâyetiniz')).toHaveCount(0)
  await expectAccessible(page, { what: 'confirmation', where: '#content' })
  await openMine(page)
  await expect(mine(page)).toContainText('Sıradaki randevunuz')
  await expect(mine(page)).toContainText(doctor.name)
  await expect(mine(page)).toContainText('Beklemede')
  await expect(mine(page)).toContainText('Baş ağrısı')
  await page.getByRole('tab', { name: 'Yeni Randevu' }).click()
  await page.getByRole('button', { name: 'Bir randevu daha al' }).click()
  await expect(page.getByRole('button', { name: doctor.name })).toBeVisible()
  for (const { email } of [patient, doctor]) {
    await expect
      .poll(async () => (await (await page.request.get(`${site.url}/dev/mail.json?to=${email}`)).json()) as { subject: string }[])
      .toHaveLength(1)
  }
})

test('two patients want one time: one gets it, the other keeps what was typed and is offered the nearest times', async ({ cast }) => {
  const doctor = await cast.doctor('Ece')
  const [first, second] = [await cast.person('Bir'), await cast.person('İki')]
  const [one, other] = [await first.open('/appointments'), await second.open('/appointments')]
  for (const page of [one, other]) {
    await withoutHolds(page)
    await chooseDay(page, doctor, inDays(7))
    await chooseTime(page, '14:00')
    await page.getByLabel('Şikâyetiniz').fill('Uzun bir şikayet')
  }
  // The second page hears nothing of it: only the database decides.
  await other.context().setOffline(true)
  await one.getByRole('button', { name: 'Randevu Al' }).click()
  await expect(one.getByText('Randevu Oluşturuldu!')).toBeVisible()
  await other.route('**/rpc/get_available_week', (route) => route.abort())
  await other.context().setOffline(false)
  await other.getByRole('button', { name: 'Randevu Al' }).click()
  await expect(other.getByText('Bu tarih ve saatte randevu mevcut. Lütfen başka bir zaman seçin.')).toBeVisible()
  await expect(other.getByText('Randevu Hatası')).toBeVisible()
  await other.unroute('**/rpc/get_available_week')
  await expect(other.getByLabel('Şikâyetiniz')).toHaveValue('Uzun bir şikayet')
  await expect(other.getByRole('alert').getByRole('button')).toHaveCount(3)
})

test('a chosen time is held with a countdown: a rival cannot take it, and gets it once it is released', async ({ cast }) => {
  const doctor = await cast.doctor('Esra')
  const [first, second] = [await cast.person('Bir'), await cast.person('İki')]
  const [one, other] = [await first.open('/appointments'), await second.open('/appointments')]
  await chooseDay(other, doctor, inDays(7))
  await expect(timeIn(other, '14:00')).toBeAttached()
  await expect(other.getByText('Canlı').first()).toBeVisible()
  await chooseDay(one, doctor, inDays(7))
  await chooseTime(one, '14:00')
  await expect(one.getByRole('timer')).toContainText(/sizin için ayrıldı; kalan süre .?\d+:\d\d/)
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

test('a hold that has expired says so, and the time can be chosen again', async ({ cast }) => {
  const [doctor, patient] = [await cast.doctor('Feride'), await cast.person('Ozan')]
  const page = await patient.browse()
  let holds = 0
  // The first hold is answered as one that ends at once.
  await page.route('**/rpc/hold_slot', async (route) => {
    holds += 1
    return holds === 1 ? route.fulfill({ json: new Date(Date.now() + 1000).toISOString() }) : route.fallback()
  })
  await page.goto('/appointments')
  await chooseDay(page, doctor, inDays(7))
  await chooseTime(page, '14:00')
  await expect(page.getByText('Ayırma süresi doldu; bu saati artık başkaları da alabilir.')).toBeVisible()
  await page.getByRole('button', { name: 'Yeniden seç' }).click()
  await expect(page.getByRole('timer')).toBeVisible()
  await expect(timeIn(page, '14:00')).toBeChecked()
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
  await page.getByLabel('Şikâyetiniz').fill('Bekleyen metin')
  await cast.appointment(other, doctor, inDays(8), '11:00')
  await expect(page.getByText('Seçtiğiniz 11:00 saati az önce doldu.')).toBeVisible()
  await expect(timeIn(page, '11:00')).toHaveCount(0)
  await page.getByRole('alert').getByRole('button', { name: '11:45' }).click()
  await page.getByRole('button', { name: 'Randevu Al' }).click()
  await expect(page.getByText('Randevu Oluşturuldu!')).toBeVisible()
  await openMine(page)
  await expect(mine(page)).toContainText('11:45')
})

test('the patient sees the doctor’s decision without a reload', async ({ cast }) => {
  const [doctor, patient] = [await cast.doctor('Gül'), await cast.person('Oya')]
  const id = await cast.appointment(patient, doctor, inDays(9), '09:00')
  const page = await patient.open('/appointments')
  await expect(mine(page)).toContainText('Beklemede')
  await expect(mine(page).getByText('Canlı')).toBeVisible()
  await cast.act(doctor, 'PATCH', `/rest/v1/appointments?id=eq.${id}`, { status: 'confirmed' })
  await expect(mine(page)).toContainText('Onaylandı')
  await expect(page.getByText('Randevunuz onaylandı')).toBeVisible()
})

test('a pending appointment is cancelled after a question; too late for a confirmed one is explained', async ({ cast }) => {
  const [doctor, patient] = [await cast.doctor('Hale', { cancellation_hours: 72 }), await cast.person('Ali')]
  await cast.appointment(patient, doctor, inDays(2), '09:00')
  await cast.appointment(patient, doctor, inDays(2), '12:00', 'confirmed')
  const page = await patient.open('/appointments')
  const confirmed = mine(page).getByRole('article').filter({ hasText: 'Onaylandı' })
  await confirmed.getByRole('button', { name: 'İptal Et' }).click()
  await expect(page.getByRole('dialog')).toContainText('72 saatten az kaldı')
  await expect(
    page
      .getByRole('dialog')
      .getByRole('link', { name: /Telefon/ })
      .first(),
  ).toBeVisible()
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Evet, iptal et' })).toHaveCount(0)
  await page.keyboard.press('Escape')
  const pending = mine(page).getByRole('article').filter({ hasText: 'Beklemede' })
  await pending.getByRole('button', { name: 'İptal Et' }).click()
  await page.getByRole('button', { name: 'Hayır, kalsın' }).click()
  await expect(pending).toBeVisible()
  await pending.getByRole('button', { name: 'İptal Et' }).click()
  await page.getByRole('button', { name: 'Evet, iptal et' }).click()
  await expect(page.getByText('Randevu İptal Edildi')).toBeVisible()
  await expect(mine(page).getByText('Geçmiş ve iptal edilenler (1)')).toBeVisible()
})

test('a patient in London reads both clocks of a doctor in Baku', async ({ cast }) => {
  const doctor = await cast.doctor('Rena', { timezone: 'Asia/Baku', hours: { start_time: '10:00', end_time: '18:00' } })
  const patient = await cast.person('Jane', { timezone: 'Europe/London' })
  const page = await patient.open('/appointments')
  // In January London is at UTC+0, Baku always at UTC+4.
  await chooseDay(page, doctor, nextJanuary())
  await expect(page.getByText(/sizin saatinize göredir: Londra \(.?UTC\+0.?\).*Bakü \(.?UTC\+4.?\)/)).toBeVisible()
  await expect(timeIn(page, '06:00')).toHaveAccessibleName(/doktorda 10:00/)
  await page.getByLabel('Saat', { exact: true }).selectOption({ label: '10:00 (doktorda 14:00)' })
  await book(page, 'Uzaktan')
  await expect(page.getByText('Randevu Oluşturuldu!')).toBeVisible()
  await openMine(page)
  await expect(mine(page)).toContainText('10:00 Londra')
  await expect(mine(page)).toContainText('14:00 Bakü · doktorun saati')
})

test('the clocks of a doctor in Berlin change between two days, the patient’s in Istanbul do not', async ({ cast }) => {
  const doctor = await cast.doctor('Klara', { timezone: 'Europe/Berlin', hours: { start_time: '09:00', end_time: '12:00' } })
  const patient = await cast.person('Emre')
  const page = await patient.open('/appointments')
  const change = lastSundayOfMarch()
  await chooseDay(page, doctor, dayAfter(change, -1))
  await expect(timeIn(page, '11:00')).toHaveAccessibleName(/doktorda 09:00/)
  await typeDay(page, dayAfter(change, 1))
  await expect(timeIn(page, '10:00')).toHaveAccessibleName(/doktorda 09:00/)
})

test('a lost connection keeps everything, and the second attempt books', async ({ cast }) => {
  const [doctor, patient] = [await cast.doctor('Inci'), await cast.person('Suna')]
  const page = await patient.open('/appointments')
  await chooseDay(page, doctor, inDays(7))
  await chooseTime(page, '16:00')
  await page.context().setOffline(true)
  await book(page, 'Yolda kalan')
  await expect(page.getByText('Sunucuya ulaşılamadı.')).toBeVisible()
  await page.context().setOffline(false)
  await expect(page.getByLabel('Şikâyetiniz')).toHaveValue('Yolda kalan')
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

test('a failed list says which one it is and can be loaded again', async ({ cast }) => {
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

test('a time too close to another appointment is refused, naming the gap', async ({ cast }) => {
  const [doctor, patient, other] = [await cast.doctor('Mert'), await cast.person('Yasemin'), await cast.person('Zeki')]
  const page = await patient.open('/appointments')
  await withoutHolds(page)
  await chooseDay(page, doctor, inDays(7))
  await chooseTime(page, '10:15')
  // The page shows old times: it neither hears of the other appointment nor can ask for the times.
  await page.route('**/rpc/get_available_week', (route) => route.abort())
  await cast.appointment(other, doctor, inDays(7), '10:00')
  await book(page, 'Yakın')
  const alert = page.getByRole('alert').filter({ hasText: 'Randevu Hatası' })
  await expect(alert).toContainText(
    'Bu saatte çakışan bir randevu bulunmaktadır veya randevular arası 10 dakika ara gereklidir. Lütfen farklı bir saat seçin.',
  )
  await page.unroute('**/rpc/get_available_week')
})

test('a patient with another appointment at that time is told which, and offered times beside it', async ({ cast }) => {
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
  await expect(page.getByLabel('Şikâyetiniz')).toHaveValue('Çakışan')
  await alert.getByRole('button', { name: '10:30' }).click()
  await page.getByRole('button', { name: 'Randevu Al' }).click()
  await expect(page.getByText('Randevu Oluşturuldu!')).toBeVisible()
})

test('a cancellation without a connection says so and can be tried again', async ({ cast }) => {
  const [doctor, patient] = [await cast.doctor('Nihal'), await cast.person('Rüya')]
  await cast.appointment(patient, doctor, inDays(7), '10:00')
  const page = await patient.open('/appointments')
  await mine(page).getByRole('button', { name: 'İptal Et' }).click()
  await page.route('**/rest/v1/appointments?*', (route) => (route.request().method() === 'PATCH' ? route.abort() : route.fallback()))
  await page.getByRole('button', { name: 'Evet, iptal et' }).click()
  await expect(page.getByRole('dialog').getByRole('alert')).toContainText('İptal Hatası')
  await page.unroute('**/rest/v1/appointments?*')
  await page.getByRole('button', { name: 'Evet, iptal et' }).click()
  await expect(page.getByText('Randevu İptal Edildi')).toBeVisible()
})

test('the calendar file has the same event as the e-mails', async ({ cast }) => {
  const [doctor, patient] = [await cast.doctor('Okan'), await cast.person('Selin')]
  const id = await cast.appointment(patient, doctor, inDays(7), '10:00')
  const page = await patient.open('/appointments')
  const saved = page.waitForEvent('download')
  await mine(page).getByRole('button', { name: 'Takvime ekle' }).click()
  const stream = await (await saved).createReadStream()
  const content = (await stream.toArray()).join('')
  expect(content).toContain(`UID:${id}`)
  expect(content).toContain('METHOD:PUBLISH')
  expect(content).not.toContain('Kontrol')
})

test('an eleventh open appointment is refused, and the limit is named', async ({ cast }) => {
  const [doctor, patient] = [await cast.doctor('Polat'), await cast.person('Tülin')]
  for (let hour = 0; hour < 10; hour++) await cast.appointment(patient, doctor, inDays(7), `${String(hour + 8).padStart(2, '0')}:00`)
  const page = await patient.open('/appointments?tab=new')
  await chooseDay(page, doctor, inDays(8))
  await chooseTime(page, '10:00')
  await book(page, 'On birinci')
  await expect(page.getByRole('alert').filter({ hasText: 'Randevu Hatası' })).toContainText('en fazla 10 açık randevunuz')
})

test('the doctor in the address is chosen, and another can be chosen instead', async ({ cast }) => {
  const [doctor, patient] = [await cast.doctor('Sevda'), await cast.person('Tuna')]
  const page = await patient.open(`/appointments?doctor=${doctor.doctorId}`)
  await expect(page.getByRole('group', { name: 'Yakın günler' })).toBeVisible()
  await expect(page.getByRole('heading', { name: doctor.name })).toBeVisible()
  // In a wide window the list stays beside the days, in a narrow one it comes back.
  await expect(page.getByRole('button', { name: doctor.name })).toHaveAttribute('aria-pressed', 'true')
  await page.setViewportSize({ width: 800, height: 900 })
  await expect(page.getByRole('button', { name: doctor.name })).toHaveCount(0)
  await page.getByRole('button', { name: 'Doktoru değiştir' }).click()
  await expect(page.getByRole('button', { name: doctor.name })).toBeVisible()
  await page.goto('/appointments?doctor=nobody')
  await expect(page.getByRole('button', { name: doctor.name })).toBeVisible()
})

test('booking works with the keyboard alone', async ({ cast }) => {
  const [doctor, patient] = [await cast.doctor('Lale'), await cast.person('Nur')]
  const page = await patient.open('/appointments')
  await page.getByRole('button', { name: doctor.name }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: doctor.name })).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Baştan başla' })).toBeFocused()
  const days = page.getByRole('group', { name: 'Yakın günler' })
  await expect(days.getByRole('radio', { checked: true })).toBeAttached()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Önceki hafta' })).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await expect(days.getByRole('radio').first()).toBeFocused()
  await page.keyboard.press('End')
  await expect(days.getByRole('radio').last()).toBeChecked()
  await expect(days.getByRole('radio').last()).toBeFocused()
  const times = page.getByRole('group', { name: /boş saatler/ })
  const number = await days.locator('label').last().locator('span').nth(1).innerText()
  await expect(times.locator('legend')).toContainText(number)
  // Before its times are loaded, Tab would lead past them.
  await expect(times.getByRole('radio').first()).toBeAttached()
  await page.keyboard.press('Enter')
  await expect(times.locator('legend')).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Başka gün seç' })).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Space')
  await page.keyboard.press('ArrowRight')
  await expect(times.getByRole('radio').nth(1)).toBeChecked()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await expect(page.getByLabel('Şikâyetiniz')).toBeFocused()
  await page.keyboard.type('Klavye ile')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Randevu Oluşturuldu!')).toBeVisible()
})

test('in Arabic the left arrow leads to the next day', async ({ cast }) => {
  const [doctor, patient] = [await cast.doctor('Mona'), await cast.person('Salma', { language: 'ar' })]
  const page = await patient.open(`/ar/appointments?doctor=${doctor.doctorId}`)
  const days = page.getByRole('group', { name: 'الأيام القادمة' }).getByRole('radio')
  await days.nth(2).check({ force: true })
  await days.nth(2).focus()
  await page.keyboard.press('ArrowLeft')
  await expect(days.nth(3)).toBeChecked()
  await page.keyboard.press('ArrowRight')
  await expect(days.nth(2)).toBeChecked()
})

test('who is free soonest comes first in the list, and one press on a free time chooses doctor, day and time', async ({ cast }) => {
  const [busy, doctor, patient] = [await cast.doctor('Aaba'), await cast.doctor('Oya'), await cast.person('Sedef')]
  await cast.write('PATCH', `/rest/v1/doctors?id=eq.${busy.doctorId}`, { booking_notice_hours: 48 })
  const page = await patient.open('/appointments')
  const rows = page.getByRole('listitem').filter({ has: page.locator('button[aria-pressed]') })
  await expect(rows.filter({ hasText: busy.name })).toBeAttached()
  const names = await rows.allInnerTexts()
  const placeOf = ({ name }: { name: string }) => names.findIndex((text) => text.includes(name))
  expect(placeOf(doctor)).toBeLessThan(placeOf(busy))
  await expect(rows.filter({ hasText: doctor.name })).toContainText(/Bugün|Yarın/)
  const next = page
    .getByRole('list', { name: `${doctor.name}: ilk boş saatler` })
    .getByRole('button')
    .first()
  const clock = /\d\d:\d\d$/.exec(await next.innerText())?.[0] ?? ''
  await next.click()
  await expect(timeIn(page, clock)).toBeChecked()
  await expect(page.getByText('Acil bir durumda randevu beklemeyin')).toBeVisible()
})

test('booking is accessible (axe) and never scrolls sideways, in every language and theme', async ({ cast }) => {
  const [doctor, patient] = [await cast.doctor('Umut', { timezone: 'Asia/Baku' }), await cast.person('Ada')]
  await cast.appointment(patient, doctor, inDays(7), '10:00', 'confirmed')
  await inEveryLanguage(patient.browse, async (page, language) => {
    await page.goto(addressOf(language, '/appointments?tab=new'))
    const card = page.getByRole('button', { name: doctor.name.replace('Dr. ', '') })
    await expect(card).toBeVisible()
    await expectAccessible(page, { what: 'doctors', where: '#content' })
    await card.click()
    await typeDay(page, inDays(8))
    await page.getByRole('radio', { name: /^10:00/ }).check({ force: true })
    await expectAccessible(page, { what: 'times', where: '#content' })
    await expectNoSidewaysScroll(page)
    await page.getByRole('tab').last().click()
    await expect(page.getByRole('article').getByRole('button').last()).toBeVisible()
    await expectAccessible(page, { what: 'own appointments', where: '#content' })
    await page.getByRole('article').getByRole('button').last().click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await expectAccessible(page, { what: 'cancelling', where: '[role=dialog]' })
    await expect(page.getByRole('heading', { level: 1, includeHidden: true })).toHaveCount(1)
    // In the next language the page starts with the list of doctors again.
    await page.evaluate(() => localStorage.removeItem('booking-draft'))
  })
})

const dayAfter = (day: string, days: number) => new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10)

function nextJanuary() {
  return `${new Date().getUTCFullYear() + 1}-01-20`
}

/** The next one that is to come. */
function lastSundayOfMarch() {
  const now = new Date()
  for (const year of [now.getUTCFullYear(), now.getUTCFullYear() + 1]) {
    const last = new Date(Date.UTC(year, 2, 31))
    last.setUTCDate(31 - last.getUTCDay())
    if (last.getTime() > now.getTime() + 3 * 86_400_000) return last.toISOString().slice(0, 10)
  }
  throw new Error('there is always one')
}
