// Admins and doctors answer requests in their panels, while patients and colleagues use the site too.
import type { Locator } from '@playwright/test'
import { addressOf } from './access.ts'
import { inDays, typeDay } from './booking-form.ts'
import { expect, test } from './fixtures.ts'
import { anAdmin } from './management.ts'
import { card, figure, mailsTo, stored, unfold } from './staff-panel.ts'

test('a patient books, the doctor and an admin see it come in, the doctor confirms, and all three see that', async ({ cast }) => {
  const [doctor, patient, admin] = [await cast.doctor('Ada'), await cast.person('Cemile'), await anAdmin(cast)]
  const booking = await patient.open('/appointments')
  const panel = await doctor.open('/doctor')
  const dashboard = await admin.open('/admin')
  await expect(panel.getByText('Henüz randevunuz yok')).toBeVisible()
  await expect(dashboard.getByText('Canlı')).toBeVisible()
  for (const name of ['Toplam', 'Onaylanmış']) await expect(figure(dashboard, name)).toHaveText(/^\d+$/)
  const total = Number(await figure(dashboard, 'Toplam').textContent())
  const confirmed = Number(await figure(dashboard, 'Onaylanmış').textContent())

  await booking.getByRole('button', { name: doctor.name }).click()
  await typeDay(booking, inDays(7))
  await booking
    .getByRole('group', { name: /boş saatler/ })
    .getByRole('radio', { name: /^10:00/ })
    .check({ force: true })
  await booking.getByLabel('Şikayetiniz').fill('Uzun süren öksürük')
  await booking.getByRole('button', { name: 'Randevu Al' }).click()

  await expect(card(dashboard, 'Cemile')).toContainText(doctor.name)
  await unfold(dashboard, 'Cemile')
  await expect(card(dashboard, 'Cemile')).toContainText('Dahiliye')
  await expect(card(dashboard, 'Cemile')).toContainText('10:00 (İstanbul)')
  await expect(card(dashboard, 'Cemile')).toContainText('Uzun süren öksürük')
  await expect(card(dashboard, 'Cemile').getByRole('link', { name: patient.email })).toHaveAttribute('href', `mailto:${patient.email}`)
  await expect(figure(dashboard, 'Toplam')).toHaveText(String(total + 1))

  await expect(card(panel, 'Cemile')).toContainText('Beklemede')
  await expect(figure(panel, 'Yaklaşan randevular')).toHaveText('1')
  await card(panel, 'Cemile').getByRole('button', { name: 'Onayla' }).click()
  await expect(panel.getByText('Randevu durumu güncellendi.')).toBeVisible()
  await expect(card(panel, 'Cemile')).toContainText('Onaylandı')
  await expect(card(panel, 'Cemile')).toBeFocused()

  await expect(booking.getByRole('article').filter({ hasText: doctor.name })).toContainText('Onaylandı')
  await expect(card(dashboard, 'Cemile')).toHaveCount(0)
  await expect(figure(dashboard, 'Onaylanmış')).toHaveText(String(confirmed + 1))
  await expect.poll(() => mailsTo(panel, patient)).toContainEqual(expect.stringContaining('onaylandı'))
})

test('the doctor reads day and time of a patient’s cancellation, but no longer the name', async ({ cast }) => {
  const [doctor, patient] = [await cast.doctor('Nazlı'), await cast.person('Nermin')]
  const id = await cast.appointment(patient, doctor, inDays(6), '10:00', 'confirmed')
  const page = await doctor.open('/doctor')
  await expect(card(page, 'Nermin')).toBeVisible()
  await expect(page.getByText('Canlı', { exact: true })).toBeVisible()
  await cast.act(patient, 'PATCH', `/rest/v1/appointments?id=eq.${id}`, { status: 'cancelled' })
  const toast = page.locator('[data-sonner-toast]').filter({ hasText: 'Hasta randevusunu iptal etti' })
  await expect(toast).toContainText('10:00')
  await expect(toast).not.toContainText('görünmez')
})

test('an admin rejects after a question, the patient sees it, and the focus moves to the next request', { tag: '@long' }, async ({
  cast,
}) => {
  const [doctor, first, second, admin] = [
    await cast.doctor('Ece'),
    await cast.person('Birsen'),
    await cast.person('İkbal'),
    await anAdmin(cast),
  ]
  await cast.appointment(second, doctor, inDays(8), '09:00')
  const id = await cast.appointment(first, doctor, inDays(8), '12:00')
  const patient = await first.open('/appointments')
  const page = await admin.open('/admin')
  await expect(page.getByText('Admin Dashboard')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Randevu yönetimi')
  await expect(patient.getByText('Canlı')).toBeVisible()
  // The newest request comes first.
  const bothNames = page
    .getByRole('article')
    .getByRole('heading')
    .filter({ hasText: /^(?:Birsen|İkbal) Öykü$/ })
  await expect(bothNames).toHaveText(['Birsen Öykü', 'İkbal Öykü'])

  await card(page, 'Birsen').getByRole('button', { name: 'Reddet' }).click()
  const question = page.getByRole('dialog', { name: 'Randevu reddedilsin mi?' })
  await expect(question).toContainText('Birsen Öykü')
  await expect(question).toContainText('12:00')
  await page.keyboard.press('Escape')
  await expect(card(page, 'Birsen').getByRole('button', { name: 'Reddet' })).toBeFocused()
  expect(await stored(cast, doctor, id)).toMatchObject({ status: 'pending' })

  await page.keyboard.press('Enter')
  await question.getByLabel('Neden').selectOption('Başka bir neden')
  await question.getByLabel('Açıklama').fill('Doktor o gün izinli.')
  await question.getByRole('button', { name: 'Evet, reddet' }).click()
  await expect(page.getByText('Randevu reddedildi.')).toBeVisible()
  await expect(card(page, 'Birsen')).toHaveCount(0)
  await expect(card(page, 'İkbal')).toBeFocused()
  await expect(patient.getByText('Randevunuz iptal edildi')).toBeVisible()
  await expect(patient.getByText('Ekibimiz iptal etti. Nedeni: Doktor o gün izinli.')).toBeVisible()
  await expect.poll(() => mailsTo(page, first)).toContainEqual(expect.stringContaining('kabul edilemedi'))

  await card(page, 'İkbal').getByRole('button', { name: 'Onayla' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Randevu onaylandı.')).toBeVisible()
  await expect(card(page, 'İkbal')).toHaveCount(0)
  await expect(page.locator(':focus')).toHaveCount(1)
})

test('requests come newest first, or in the order of their days, and the address keeps the choice', { tag: '@long' }, async ({ cast }) => {
  const doctor = await cast.doctor('Ferda')
  await cast.appointment(await cast.person('Yakın'), doctor, inDays(2), '09:00')
  await cast.appointment(await cast.person('Uzak'), doctor, inDays(9), '09:00')
  const page = await doctor.open('/admin')
  const names = page.getByRole('article').getByRole('heading')
  await expect(names).toHaveText(['Uzak Öykü', 'Yakın Öykü'])
  // All requests are pending, so no row repeats it.
  await expect(card(page, 'Uzak')).not.toContainText('Beklemede')
  await page.getByText('En yakın', { exact: true }).click()
  await expect(names).toHaveText(['Yakın Öykü', 'Uzak Öykü'])
  await expect(page.getByRole('heading', { level: 3 })).toHaveCount(2)
  await expect(page).toHaveURL(/sort=soonest/)
  await page.reload()
  await expect(names).toHaveText(['Yakın Öykü', 'Uzak Öykü'])
  await page.getByRole('radio', { name: 'En yakın' }).press('ArrowLeft')
  await expect(names).toHaveText(['Uzak Öykü', 'Yakın Öykü'])
  await expect(page).toHaveURL('/admin')
})

test('a doctor answers only requests made to them, not a colleague’s and not their own as a patient', async ({ cast }) => {
  const [doctor, colleague, patient] = [await cast.doctor('Filiz'), await cast.doctor('Gaye'), await cast.person('Hayal')]
  await cast.appointment(patient, doctor, inDays(7), '09:00')
  await cast.appointment(await cast.person('Irmak'), colleague, inDays(7), '09:00')
  await cast.appointment(doctor, colleague, inDays(7), '12:00')
  const page = await doctor.open('/admin')
  await expect(page.getByRole('heading', { level: 1, name: 'Doktor Paneli' })).toBeVisible()
  await expect(page.getByText('1 randevu yanıt bekliyor')).toBeVisible()
  await expect(page.getByRole('article')).toHaveCount(1)
  await expect(card(page, 'Hayal')).toBeVisible()
  await expect(page.getByRole('main').getByRole('link', { name: 'Doktor Yönetimi' })).toHaveCount(0)
})

test('a request that a colleague has already answered is not answered twice, and the second person is told', async ({ cast }) => {
  const [doctor, patient, admin] = [await cast.doctor('Jale'), await cast.person('Kaan'), await anAdmin(cast)]
  const id = await cast.appointment(patient, doctor, inDays(7), '09:00')
  const page = await admin.browse()
  // The connection is open, but nothing comes through, so the page shows stale requests.
  await page.routeWebSocket(/\/realtime\/v1\/websocket/, () => {})
  await page.goto('/admin')
  await card(page, 'Kaan').getByRole('button', { name: 'Reddet' }).click()
  await cast.act(doctor, 'PATCH', `/rest/v1/appointments?id=eq.${id}`, { status: 'confirmed' })
  await page.getByRole('button', { name: 'Evet, reddet' }).click()
  await expect(page.getByText('Randevunun durumu bu arada değişti; liste yenilendi.')).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(card(page, 'Kaan')).toHaveCount(0)
  expect(await stored(cast, doctor, id)).toMatchObject({ status: 'confirmed' })
})

test('confirming shows progress, cannot be pressed twice, and fails cleanly without a connection', { tag: '@long' }, async ({ cast }) => {
  const [doctor, patient] = [await cast.doctor('Lale'), await cast.person('Mert')]
  const id = await cast.appointment(patient, doctor, inDays(7), '09:00')
  const page = await doctor.open('/admin')
  let sent = 0
  let letGo = () => {}
  const held = new Promise<void>((resolve) => {
    letGo = resolve
  })
  await page.route(/\/rest\/v1\/appointments\?id=/, async (route) => {
    if (route.request().method() !== 'PATCH') return route.continue()
    sent += 1
    if (sent === 1) return route.abort()
    await held
    return route.continue()
  })
  await card(page, 'Mert').getByRole('button', { name: 'Onayla' }).click()
  await expect(page.getByText(/İşlem sırasında bir hata oluştu\. Sunucuya ulaşılamadı/)).toBeVisible()
  await expect(card(page, 'Mert')).toBeFocused()
  await card(page, 'Mert').getByRole('button', { name: 'Onayla' }).click()
  await expect(card(page, 'Mert').getByRole('button', { name: 'Onaylanıyor...' })).toBeDisabled()
  await expect(card(page, 'Mert').getByRole('button', { name: 'Reddet' })).toBeDisabled()
  letGo()
  await expect(page.getByText('Randevu onaylandı.')).toBeVisible()
  await expect(page.getByText('Bekleyen randevu yok')).toBeVisible()
  expect(sent).toBe(2)
  expect(await stored(cast, doctor, id)).toMatchObject({ status: 'confirmed' })
})

test('a doctor cancels a confirmed appointment after a question, and finds it below', async ({ cast }) => {
  const [doctor, patient] = [await cast.doctor('Naz'), await cast.person('Oktay')]
  await cast.appointment(patient, doctor, inDays(1), '09:00', 'confirmed')
  const page = await doctor.open('/doctor')
  const coming = page.getByRole('region', { name: 'Bugün ve sonrası' })
  await expect(card(page, 'Oktay').getByRole('button', { name: 'Tamamla' })).toHaveCount(0)
  // Cancelling cannot be undone, so its button is in the details, not in the row.
  await expect(card(page, 'Oktay').getByRole('button', { name: 'İptal Et' })).toHaveCount(0)
  await unfold(page, 'Oktay')
  await card(page, 'Oktay').getByRole('button', { name: 'İptal Et' }).click()
  await expect(page.getByRole('dialog')).toContainText('Oktay Öykü')
  await page.getByRole('button', { name: 'Evet, iptal et' }).click()
  await expect(page.getByText('Randevu durumu güncellendi.')).toBeVisible()
  await expect(coming.getByRole('article')).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'Bugün ve sonrası' })).toBeFocused()
  // After a cancellation the doctor no longer sees the patient's name, and cannot add a note.
  const past = page.getByRole('region', { name: 'Geçmiş ve iptal edilenler' })
  await expect(past.getByRole('article')).toContainText('İptal Edildi')
  await expect(past.getByRole('article')).not.toContainText('Oktay')
  // Only the button for the details is left.
  await expect(past.getByRole('button')).toHaveCount(1)
})

const LONG_COMPLAINT = 'Üç gündür süren baş ağrısı, ışığa hassasiyet ve mide bulantısı; daha önce de oldu'

test('a phone shows two full lines of a request’s complaint, and both answers below with room for a thumb, in every language', {
  tag: '@long',
}, async ({ cast, site }) => {
  const [doctor, admin] = [await cast.doctor('Rana'), await anAdmin(cast)]
  const patient = await cast.person('Selin')
  await cast.act(patient, 'POST', '/rest/v1/appointments', {
    user_id: patient.id,
    doctor_id: doctor.doctorId,
    appointment_date: inDays(7),
    appointment_time: '09:00',
    patient_complaint: LONG_COMPLAINT,
  })
  await cast.appointment(await cast.person('Sevda'), doctor, inDays(7), '10:00', 'confirmed')
  const page = await admin.browse({ viewport: { width: 375, height: 812 } })
  for (const [language, reject, confirm] of [
    ['tr', 'Reddet', 'Onayla'],
    ['az', 'Rədd et', 'Təsdiqlə'],
    ['en', 'Reject', 'Confirm'],
    ['ru', 'Отклонить', 'Подтвердить'],
    ['ar', 'رفض', 'تأكيد'],
    ['fr', 'Refuser', 'Confirmer'],
  ] as const) {
    await page.goto(addressOf(language, `/admin/appointments?doctor=${doctor.doctorId}`))
    const row = card(page, 'Selin')
    const complaint = await boxOf(row.getByRole('paragraph').filter({ hasText: LONG_COMPLAINT }))
    expect({ language, isWide: complaint.width >= 185, lines: Math.round(complaint.height / 17) }).toEqual({
      language,
      isWide: true,
      lines: 2,
    })
    const boxes = []
    for (const word of [reject, confirm]) {
      const button = row.getByRole('button', { name: word, exact: true })
      await expect(button.getByText(word)).toBeVisible()
      const { x, y, width, height } = await boxOf(button)
      expect({ language, word, isBigEnough: width >= 44 && height >= 44 }).toEqual({ language, word, isBigEnough: true })
      expect(Math.round(y - complaint.y - complaint.height)).toBeGreaterThanOrEqual(8)
      boxes.push({ x, end: x + width })
    }
    const [first, second] = boxes.toSorted((one, other) => one.x - other.x)
    expect((second?.x ?? 0) - (first?.end ?? 0)).toBeGreaterThanOrEqual(4)
    expect({ language, isLow: (await boxOf(row)).height <= 129 }).toEqual({ language, isLow: true })
    expect({ language, isLow: (await boxOf(card(page, 'Sevda'))).height <= 84 }).toEqual({ language, isLow: true })
  }
  await page.goto(`/admin/appointments?doctor=${doctor.doctorId}`)
  await expect(card(page, 'Selin')).toContainText(/Talep (?:az|\d+ dk) önce geldi/)
  // In a list of requests only those that have waited for a day say so.
  await page.goto('/admin')
  await expect(card(page, 'Selin')).toContainText(LONG_COMPLAINT)
  await expect(card(page, 'Selin')).not.toContainText('önce geldi')
  await site.asSuperuser(
    `set session_replication_role = replica; update public.appointments set created_at = created_at - interval '25 hours' where user_id = '${patient.id}'`,
    [],
  )
  await page.reload()
  await expect(card(page, 'Selin')).toContainText('Talep 1 gün önce geldi')
})

test('the time filter stands above all appointments, and the box that selects all is in the line of the first day', {
  tag: '@long',
}, async ({ cast }) => {
  const doctor = await cast.doctor('Rengin')
  for (const [name, time] of [
    ['Selda', '09:00'],
    ['Seher', '10:00'],
  ] as const)
    await cast.appointment(await cast.person(name), doctor, inDays(7), time)
  const page = await (await anAdmin(cast)).open(`/admin/appointments?doctor=${doctor.doctorId}`)
  const all = await boxOf(page.getByLabel('Tümünü seç (2)'))
  const choice = await boxOf(page.getByRole('group', { name: 'Zaman', exact: true }))
  const day = await boxOf(page.getByRole('heading', { level: 2 }).first())
  expect(choice.y + choice.height).toBeLessThanOrEqual(day.y)
  const middleOf = (box: { y: number; height: number }) => box.y + box.height / 2
  expect(Math.abs(middleOf(all) - middleOf(day))).toBeLessThan(12)
})

test('times are the doctor’s: another clock is named once, or in each row if there are several, with the reader’s time beside it', async ({
  cast,
}) => {
  const [istanbul, dubai] = [await cast.doctor('Rüya'), await cast.doctor('Rahşan', { timezone: 'Asia/Dubai' })]
  await cast.appointment(await cast.person('Saadet'), istanbul, inDays(7), '09:00')
  await cast.appointment(await cast.person('Saadetnur'), dubai, inDays(7), '12:00')
  const admin = await anAdmin(cast)
  await cast.act(admin, 'PATCH', `/rest/v1/profiles?user_id=eq.${admin.id}`, { timezone: 'Asia/Baku' })
  const page = await admin.open(`/admin/appointments?doctor=${istanbul.doctorId}`)
  await expect(page.getByText('Saatler: İstanbul (UTC+3), doktorun saati')).toBeVisible()
  await expect(card(page, 'Saadet')).toContainText('09:00')
  await expect(card(page, 'Saadet')).toContainText('sizde 10:00')
  await expect(card(page, 'Saadet')).not.toContainText('İstanbul')
  // Dubai has the same time as Baku, but not the same as Istanbul.
  await page.goto(`/admin/appointments?doctor=${dubai.doctorId}`)
  await expect(card(page, 'Saadetnur')).toContainText('12:00')
  await expect(card(page, 'Saadetnur')).not.toContainText('sizde')
  await expect(page.getByText('doktorun saati')).toHaveCount(0)
  await page.goto('/admin/appointments?q=Saadet')
  await expect(card(page, 'Saadet')).toContainText('09:00 İstanbul')
  await expect(card(page, 'Saadetnur')).toContainText('12:00 Dubai')
  await expect(page.getByText('doktorun saati')).toHaveCount(0)
})

const boxOf = async (place: Locator) => (await place.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
