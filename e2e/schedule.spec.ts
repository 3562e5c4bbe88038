// The schedule tabs as a whole: the settings, every week for an admin, failing lists and accessibility. Each story makes its own people.
import { addressOf, expectAccessible, expectNoSidewaysScroll, inEveryLanguage } from './access.ts'
import { inDays } from './booking-form.ts'
import { expect, test } from './fixtures.ts'
import { anAdmin as admin } from './management.ts'
import { addLeave, box, leaves, openSchedule, openWeeks, saveWeek } from './schedule-tabs.ts'
import { leaveForm } from './staff-panel.ts'

test('a doctor changes session length, cancellation hours and zone; booked appointments keep their time and length', async ({ cast }) => {
  const [doctor, patient] = [await cast.doctor('Ece'), await cast.person('Ada')]
  const id = await cast.appointment(patient, doctor, inDays(7), '10:00')
  const page = await openSchedule(doctor)
  await expect(page.getByLabel('Görüşme süresi (dakika)')).toHaveValue('30')
  await expect(page.getByLabel('Saat dilimi').getByRole('option')).toHaveCount(10)
  await expect(page.getByText('Mevcut randevuların saati ve süresi değişmez')).toBeVisible()
  await page.getByLabel('Görüşme süresi (dakika)').fill('45')
  await page.getByLabel('İptal süresi (saat)').fill('48')
  await page.getByLabel('Saat dilimi').selectOption('Asia/Baku')
  await page.getByRole('button', { name: 'Ayarları Kaydet' }).click()
  await expect(page.getByText('Randevu ayarları kaydedildi.')).toBeVisible()
  // Everything below follows the new clock at once.
  await expect(page.getByText('Saatler Bakü saatine göredir')).toBeVisible()
  const { body } = await cast.act<object[]>(doctor, 'GET', `/rest/v1/doctors?id=eq.${doctor.doctorId}`)
  expect(body).toMatchObject([{ session_duration: 45, cancellation_hours: 48, timezone: 'Asia/Baku' }])
  const { body: booked } = await cast.act<object[]>(patient, 'GET', `/rest/v1/appointments?id=eq.${id}`)
  expect(booked).toMatchObject([{ session_duration: 30, timezone: 'Europe/Istanbul', appointment_time: '10:00' }])
})

test('settings outside their limits are refused with a message, and a lost connection loses nothing', async ({ cast }) => {
  const doctor = await cast.doctor('Ece')
  const page = await openSchedule(doctor)
  const [session, notice] = [page.getByLabel('Görüşme süresi (dakika)'), page.getByLabel('İptal süresi (saat)')]
  const send = page.getByRole('button', { name: 'Ayarları Kaydet' })
  for (const wrong of ['14', '121', '30.5', '']) {
    await session.fill(wrong)
    await send.click()
    await expect(page.getByText('Belirtilen aralıkta bir tam sayı girin.')).toBeVisible()
    await expect(session).toBeFocused()
  }
  await session.fill('60')
  await notice.fill('73')
  await send.click()
  await expect(page.getByText('Belirtilen aralıkta bir tam sayı girin.')).toBeVisible()
  await notice.fill('72')
  await page.context().setOffline(true)
  await send.click()
  await expect(page.getByText('Ayarlar kaydedilirken hata oluştu.')).toBeVisible()
  await page.context().setOffline(false)
  await expect(session).toHaveValue('60')
  await send.click()
  await expect(page.getByText('Randevu ayarları kaydedildi.')).toBeVisible()
  const { body } = await cast.act<object[]>(doctor, 'GET', `/rest/v1/doctors?id=eq.${doctor.doctorId}`)
  expect(body).toMatchObject([{ session_duration: 60, cancellation_hours: 72 }])
})

test('a doctor asks for notice, keeps no gap and confirms automatically, and a booking is confirmed at once', { tag: '@long' }, async ({
  cast,
}) => {
  const [doctor, patient] = [await cast.doctor('Ece'), await cast.person('Nur')]
  const page = await openSchedule(doctor)
  await page.getByLabel('Son başvuru (saat)').fill('169')
  await page.getByRole('button', { name: 'Ayarları Kaydet' }).click()
  await expect(page.getByText('Belirtilen aralıkta bir tam sayı girin.')).toBeVisible()
  await page.getByLabel('Son başvuru (saat)').fill('48')
  await page.getByLabel('Randevular arası (dakika)').fill('0')
  await page.getByLabel('Günde en fazla randevu').fill('5')
  await page.getByLabel('Randevuları otomatik onayla').check()
  await page.getByRole('button', { name: 'Ayarları Kaydet' }).click()
  await expect(page.getByText('Randevu ayarları kaydedildi.')).toBeVisible()
  await page.reload()
  await expect(page.getByLabel('Günde en fazla randevu')).toHaveValue('5')
  await expect(page.getByLabel('Randevuları otomatik onayla')).toBeChecked()

  const asked = (days: number) => ({ doctor_id: doctor.doctorId, on_date: inDays(days) })
  expect((await cast.act<object[]>(patient, 'POST', '/rest/v1/rpc/get_available_slots', asked(1))).body).toEqual([])
  await cast.appointment(patient, doctor, inDays(5), '10:00')
  const mine = await patient.open('/appointments?tab=mine')
  await expect(mine.getByRole('article')).toContainText('Onaylandı')
})

test('an admin sees every doctor’s week, with live updates', async ({ cast }) => {
  const [doctor, chief] = [await cast.doctor('Ece', { timezone: 'Asia/Baku' }), await admin(cast)]
  await saveWeek(cast, doctor, doctor, [
    { day_of_week: 0, start_time: '09:00', end_time: '12:00' },
    { day_of_week: 0, start_time: '13:00', end_time: '17:30' },
    { day_of_week: 6, start_time: '09:00', end_time: '17:00', is_available: false },
  ])
  const page = await openWeeks(chief)
  const week = page.getByRole('article', { name: doctor.name })
  const hours = week.getByRole('definition')
  await expect(hours).toHaveText(['09:00–12:0013:00–17:30', ...Array.from({ length: 6 }, () => 'Kapalı')])
  await expect(week.getByRole('term')).toHaveText(['Pazartesi', 'Salı', 'Çarşamba', 'Perşembe', 'Cuma', 'Cumartesi', 'Pazar'])
  await expect(week).toContainText('Bakü (UTC+4)')
  // On a phone, consecutive days with the same hours are one line.
  await page.setViewportSize({ width: 375, height: 812 })
  await expect(week.getByRole('term')).toHaveText(['Pazartesi', 'Salı – Pazar'])
  await expect(hours).toHaveText(['09:00–12:0013:00–17:30', 'Kapalı'])
  await page.setViewportSize({ width: 1280, height: 800 })
  await expect(page.getByText('Canlı')).toBeVisible()
  await saveWeek(cast, doctor, doctor, [{ day_of_week: 2, start_time: '10:00', end_time: '00:00' }])
  await expect(hours.nth(2)).toHaveText('10:00–24:00')
  await expect(hours.first()).toHaveText('Kapalı')
})

test('lists that cannot be loaded say so and can be loaded again', { tag: '@long' }, async ({ cast }) => {
  const doctor = await cast.doctor('Ece', { hours: { start_time: '09:00', end_time: '17:00' } })
  const page = await doctor.browse()
  await page.route(/rest\/v1\/(doctor_availability|doctor_leave)/, (route) => route.abort())
  await page.goto('/doctor')
  await page.getByRole('tab').nth(1).click()
  const failed = page.getByRole('tabpanel').getByRole('alert').filter({ hasText: 'Veriler yüklenirken bir hata oluştu.' })
  await expect(failed).toHaveCount(2)
  await page.unroute(/rest\/v1\/(doctor_availability|doctor_leave)/)
  await failed.first().getByRole('button', { name: 'Tekrar Dene' }).click()
  await expect(box(page, 'Pazartesi')).toBeChecked()
  await failed.first().getByRole('button', { name: 'Tekrar Dene' }).click()
  await expect(leaves(page)).toContainText('Henüz izin kaydı bulunmuyor.')
})

test('on a phone the sections are rows with their state, which open and keep what was typed', { tag: '@long' }, async ({ cast }) => {
  const doctor = await cast.doctor('Ece', { hours: { start_time: '09:00', end_time: '17:00' } })
  await addLeave(cast, doctor, { leave_date: inDays(7) })
  const page = await doctor.open('/doctor?tab=availability', { viewport: { width: 375, height: 700 } })
  const rows = page.getByRole('tabpanel').getByRole('heading', { level: 2 }).getByRole('button')
  await expect(rows).toHaveText([
    /^Haftalık çalışma saatleri\s*$/,
    /^Ek çalışma saatleri Ek saat yok/,
    /^İzin yönetimi\s.+\s·\sBütün gün/,
    /^Randevu türleri Henüz tür yok/,
    /^Randevu ayarları Görüşme\s30\sdk\s· iptal\s\d+\ssaat/,
    /^Fotoğraf Henüz eklenmedi/,
  ])
  await expect(page.getByRole('tabpanel').getByRole('button', { expanded: true })).toHaveText(/^Haftalık çalışma saatleri/)
  await expect(box(page, 'Pazartesi')).toBeVisible()
  await rows.first().click()
  await expect(rows.first()).toContainText('7 gün açık')
  await expect(box(page, 'Pazartesi')).toBeHidden()
  await expectAccessible(page, { what: 'folded sections', where: '[role=tabpanel]:not([hidden])' })
  await expectNoSidewaysScroll(page)

  // A link to a section opens it, also for the second time.
  await page.getByText(/^Tamamlanacaklar/).click()
  for (const time of ['first', 'second']) {
    await page.getByRole('link', { name: 'Fotoğrafınızı ekleyin' }).click()
    await expect(page.getByRole('button', { name: 'Fotoğraf seç', exact: true }), time).toBeInViewport()
    await rows.last().click()
    await expect(page.getByRole('button', { name: 'Fotoğraf seç', exact: true }), time).toBeHidden()
  }

  const settings = rows.nth(4)
  const [session, save] = [page.getByLabel('Görüşme süresi (dakika)'), page.getByRole('button', { name: 'Ayarları Kaydet' })]
  await settings.click()
  await session.fill('121')
  // The button stays in view although the form is longer than the window.
  await expect(save).toBeInViewport({ ratio: 1 })
  await save.click()
  await expect(page.getByText('Belirtilen aralıkta bir tam sayı girin.')).toBeVisible()
  await settings.click()
  await expect(session).toBeHidden()
  await expect(settings).toContainText('Alanları kontrol edin')
  await settings.click()
  await expect(session).toHaveValue('121')
  await session.fill('45')
  await settings.click()
  await expect(settings).toContainText('Kaydedilmedi')

  // The question about unsaved changes opens the section that has them.
  await page.getByRole('banner').getByRole('link', { name: /BKV/ }).click()
  await page.getByRole('dialog', { name: 'Değişiklikler kaydedilmedi' }).getByRole('button', { name: 'Sayfada kal' }).first().click()
  await expect(session).toHaveValue('45')
  await save.click()
  await expect(page.getByText('Randevu ayarları kaydedildi.')).toBeVisible()
  await settings.click()
  await expect(settings).toHaveText(/^Randevu ayarları Görüşme\s45\sdk\s· iptal\s\d+\ssaat\s*$/)
})

test('in a wide window an index names the sections with their state, and leads to them', async ({ cast }) => {
  const doctor = await cast.doctor('Ece', { hours: { start_time: '09:00', end_time: '17:00' } })
  const page = await openSchedule(doctor)
  const entries = page.getByRole('navigation', { name: 'Müsaitlik bölümleri' }).getByRole('link')
  const entry = (name: string) => entries.filter({ hasText: name })
  await expect(entries).toHaveCount(6)
  await expect(entry('Haftalık çalışma saatleri')).toContainText('7 gün açık')
  await expect(entry('Haftalık çalışma saatleri')).toHaveAttribute('aria-current', 'location')
  for (const name of ['Fotoğraf', 'İzin yönetimi']) {
    await entry(name).press('Enter')
    await expect(page.getByRole('heading', { level: 2, name })).toBeFocused()
    await expect(page.getByRole('heading', { level: 2, name })).toBeInViewport()
    await expect(entry(name)).toHaveAttribute('aria-current', 'location')
    // The index stays beside the sections.
    await expect(entry(name)).toBeInViewport()
  }
  await leaveForm(page).getByLabel('Neden').fill('Kongre')
  await expect(entry('İzin yönetimi')).toContainText('Kaydedilmedi')
})

test('a doctor’s schedule is accessible (axe) and never scrolls sideways, in every language', { tag: '@long' }, async ({ cast }) => {
  const [doctor, patient] = [await cast.doctor('Ece', { hours: { start_time: '09:00', end_time: '17:00' } }), await cast.person('Ada')]
  await cast.appointment(patient, doctor, inDays(7), '10:00', 'confirmed')
  await addLeave(cast, doctor, { leave_date: inDays(7), reason: 'Kongre' })
  await inEveryLanguage(doctor.browse, async (page, language) => {
    await page.goto(addressOf(language, '/doctor'))
    await page.getByRole('tab').nth(1).click()
    await expect(page.locator('html')).toHaveAttribute('dir', language === 'ar' ? 'rtl' : 'ltr')
    const days = page.getByRole('tabpanel').locator('fieldset fieldset').getByRole('checkbox')
    await expect(days).toHaveCount(7)
    await days.last().uncheck()
    // Shows a break, an error, unsaved changes, and the patient whom a leave affects.
    const monday = page.getByRole('tabpanel').locator('fieldset fieldset').first()
    await monday.getByRole('button').first().click()
    await monday.locator('input[role=combobox]').last().fill('10:00')
    const week = page
      .getByRole('tabpanel')
      .locator('form')
      .filter({ has: page.locator('fieldset fieldset') })
    await week.locator('[type=submit]').click()
    await expect(monday.getByRole('alert').first()).toBeVisible()
    await page.getByRole('tabpanel').locator('input[name=leave_date]').fill(inDays(7))
    await expect(page.getByRole('status').filter({ hasText: 'Ada Öykü' })).toBeVisible()
    await expectAccessible(page, { what: 'schedule', where: '[role=tabpanel]:not([hidden])' })
    await expectNoSidewaysScroll(page)
    await page.getByRole('tabpanel').getByRole('listitem').getByRole('button').last().click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await expectAccessible(page, { what: 'removing', where: '[role=dialog]' })
  })
})

test('the admin’s schedule tabs are accessible (axe) and never scroll sideways, in every language', { tag: '@long' }, async ({ cast }) => {
  const [doctor, chief] = [await cast.doctor('Ece'), await admin(cast)]
  await addLeave(cast, doctor, { leave_date: inDays(7), reason: 'Kongre' })
  await inEveryLanguage(chief.browse, async (page, language) => {
    await page.goto(addressOf(language, '/doctor-management'))
    await page.getByRole('tab').nth(2).click()
    await expect(page.getByRole('article').filter({ hasText: doctor.name.replace('Dr. ', '') })).toBeVisible()
    await expectAccessible(page, { what: 'weeks', where: '[role=tabpanel]:not([hidden])' })
    await expectNoSidewaysScroll(page)
    await page.getByRole('tab').nth(3).click()
    await expect(page.getByRole('listitem').filter({ hasText: 'Kongre' }).first()).toBeVisible()
    await expectAccessible(page, { what: 'leaves', where: '[role=tabpanel]:not([hidden])' })
    await expectNoSidewaysScroll(page)
  })
})
