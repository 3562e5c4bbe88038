// Leaves: a doctor's own, and those that an admin adds and sees. Each story makes its own people.
import { expectAccessible } from './access.ts'
import { inDays } from './booking-form.ts'
import { expect, test } from './fixtures.ts'
import { anAdmin as admin } from './management.ts'
import { addLeave, leaves, openLeaves, openSchedule } from './schedule-tabs.ts'
import { leaveForm } from './staff-panel.ts'

const todayIn = (timeZone: string) => new Intl.DateTimeFormat('sv-SE', { timeZone }).format(new Date())
const inWords = (day: string) =>
  new Intl.DateTimeFormat('tr-TR', { dateStyle: 'full', timeZone: 'UTC' }).format(new Date(`${day}T00:00:00Z`))

test('a week off is one form, and the appointments in it are moved at once, with a message that the patient reads', async ({ cast }) => {
  const [doctor, patient] = [await cast.doctor('Ece'), await cast.person('Nur')]
  await cast.appointment(patient, doctor, inDays(8), '10:00', 'confirmed')
  const page = await openSchedule(doctor)
  await leaveForm(page).getByLabel('Tarih').fill(inDays(7))
  await page.getByLabel('Son gün').fill(inDays(11))
  // If several days are affected, each appointment is listed with its day.
  await expect(page.getByRole('status').filter({ hasText: 'Bu izin 1 randevuya denk geliyor:' })).toContainText(/\d{4} 10:00 Nur Öykü/)
  await page.getByRole('button', { name: 'İzin Ekle' }).click()
  await expect(page.getByText('İzin kaydı eklendi.')).toBeVisible()
  const affected = page.getByRole('region', { name: 'Programa uymayan randevular (1)' })
  await expect(affected).toContainText('Nur Öykü')
  await affected.getByLabel('Hastalara açıklama').fill('Kongredeyim.')
  await affected.getByRole('button', { name: 'Hepsini önerilen saate al' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Evet, değiştir' }).click()
  await expect(page.getByText('Saati değişen: 1, değiştirilemeyen: 0')).toBeVisible()
  await expect(affected).toHaveCount(0)
  const mine = await patient.open('/appointments?tab=mine')
  await expect(mine.getByRole('article')).toContainText('Saati doktor değiştirdi.')
  await expect(mine.getByRole('article')).toContainText('Kongredeyim.')
  await expect(mine.getByRole('article')).toContainText('Onaylandı')
})

test('appointments outside the schedule are one line that unfolds; each is moved, cancelled or left as it is', async ({ cast }) => {
  const [doctor, ada, nur, ela] = [await cast.doctor('Ece'), await cast.person('Ada'), await cast.person('Nur'), await cast.person('Ela')]
  await cast.appointment(ada, doctor, inDays(8), '10:00', 'confirmed')
  await cast.appointment(nur, doctor, inDays(8), '11:00', 'confirmed')
  await cast.appointment(ela, doctor, inDays(8), '12:00', 'confirmed')
  await addLeave(cast, doctor, { leave_date: inDays(8) })
  const page = await openSchedule(doctor)
  const affected = page.getByRole('region', { name: 'Programa uymayan randevular (3)' })
  await expect(affected.getByText('Ada Öykü')).toBeHidden()
  await expect(page.getByRole('heading', { name: 'Haftalık çalışma saatleri' })).toBeInViewport()
  await affected.getByRole('button', { name: 'Göster' }).click()
  await expect(affected.getByRole('listitem')).toHaveText([/10:00 Ada Öykü izin/, /11:00 Nur Öykü izin/, /12:00 Ela Öykü izin/])
  await expectAccessible(page, { what: 'affected appointments', where: '[role=tabpanel]:not([hidden])' })

  await affected.getByRole('button', { name: /^Saatini değiştir: Ada Öykü, .*, yeni saat / }).click()
  await expect(page.getByText('Saati değişen: 1, değiştirilemeyen: 0')).toBeVisible()
  const rest = page.getByRole('region', { name: 'Programa uymayan randevular (2)' })
  await rest.getByRole('button', { name: /^İptal et: Nur Öykü, / }).click()
  await expect(page.getByRole('dialog')).toContainText('1 randevu iptal edilir')
  await page.getByRole('dialog').getByRole('button', { name: 'Evet, iptal et' }).click()
  await expect(page.getByText('İptal edilen: 1, iptal edilemeyen: 0')).toBeVisible()
  const last = page.getByRole('region', { name: 'Programa uymayan randevular (1)' })
  // Appointments that are not ticked stay as they are.
  await last.getByRole('checkbox', { name: /Ela Öykü/ }).uncheck()
  await expect(last.getByRole('button', { name: 'İşaretlilerin saatini değiştir (0)' })).toBeDisabled()
  await last.getByRole('button', { name: 'Gizle' }).click()
  await expect(last.getByText('Ela Öykü')).toBeHidden()
  const { body } = await cast.act<object[]>(
    doctor,
    'GET',
    `/rest/v1/appointments?doctor_id=eq.${doctor.doctorId}&appointment_date=eq.${inDays(8)}&select=appointment_time,status&order=appointment_time`,
  )
  expect(body).toEqual([
    { appointment_time: '11:00', status: 'cancelled' },
    { appointment_time: '12:00', status: 'confirmed' },
  ])
})

test('moves after a leave show the new times first, are refused if one was taken meanwhile, and can be undone', async ({ cast }) => {
  const [doctor, ada, nur, ela] = [
    await cast.doctor('Ece', { hours: { start_time: '09:00', end_time: '17:00' } }),
    await cast.person('Ada'),
    await cast.person('Nur'),
    await cast.person('Ela'),
  ]
  await cast.appointment(ada, doctor, inDays(8), '10:00', 'confirmed')
  await cast.appointment(nur, doctor, inDays(8), '11:00', 'confirmed')
  await addLeave(cast, doctor, { leave_date: inDays(8) })
  const page = await openSchedule(doctor)
  const affected = page.getByRole('region', { name: /^Programa uymayan randevular/ })
  await affected.getByRole('button', { name: 'Göster' }).click()
  await expect(affected.getByRole('listitem')).toHaveText([/Ada Öykü.*Yeni saat: .* 09:00/, /Nur Öykü.*Yeni saat: .* 09:\d\d/])
  // This page does not learn of the new appointment in time.
  await page.route('**/rpc/list_affected_appointments*', (route) => route.abort())
  await cast.appointment(ela, doctor, inDays(9), '09:00', 'confirmed')
  await affected.getByRole('button', { name: 'Hepsini önerilen saate al' }).click()
  const dialog = page.getByRole('dialog', { name: 'Saatler değiştirilsin mi? (2)' })
  await expect(dialog.getByRole('listitem')).toHaveText([/Ada Öykü/, /Nur Öykü/])
  await dialog.getByRole('button', { name: 'Evet, değiştir' }).click()
  // Waits until now, because a list that arrived earlier would have other times.
  await page.unroute('**/rpc/list_affected_appointments*')
  await expect(page.getByText('Saati değişen: 1, değiştirilemeyen: 1')).toBeVisible()
  await expect(affected.getByRole('listitem')).toHaveText([/Ada Öykü.*Önerilen saat bu arada doldu; yeni bir saat önerildi\./])

  await page.getByRole('button', { name: 'Geri al' }).click()
  await expect(page.getByText('Geri alınan: 1, geri alınamayan: 0')).toBeVisible()
  await expect(affected.getByRole('listitem')).toHaveText([/10:00 Ada Öykü/, /11:00 Nur Öykü/])
})

test('a leave lists the affected patients before and after it is added, and is removed only after a confirmation', {
  tag: '@long',
}, async ({ cast }) => {
  const [doctor, patient] = [await cast.doctor('Ece'), await cast.person('Ada')]
  const on = inDays(7)
  await cast.appointment(patient, doctor, on, '10:00', 'confirmed')
  await cast.appointment(patient, doctor, on, '15:00')
  const page = await openSchedule(doctor)
  await expect(leaves(page)).toContainText('Henüz izin kaydı bulunmuyor.')
  await leaveForm(page).getByLabel('Tarih').fill(on)
  const warning = page.getByRole('status').filter({ hasText: 'Bu izin 2 randevuya denk geliyor:' })
  await expect(warning).toContainText('10:00 Ada Öykü (Onaylandı)')
  await expect(warning).toContainText('15:00 Ada Öykü (Beklemede)')
  await leaveForm(page).getByLabel('Başlangıç saati').fill('09:00')
  await leaveForm(page).getByLabel('Bitiş saati').fill('12:00')
  await expect(page.getByRole('status').filter({ hasText: 'Bu izin 1 randevuya denk geliyor:' })).toContainText('10:00 Ada Öykü')
  await leaveForm(page).getByLabel('Neden').fill('Kongre')
  await page.getByRole('button', { name: 'İzin Ekle' }).click()
  await expect(page.getByText('İzin kaydı eklendi.')).toBeVisible()
  await expect(leaveForm(page).getByLabel('Tarih')).toHaveValue('')
  const entry = leaves(page).getByRole('listitem').filter({ hasText: 'Kongre' })
  await expect(entry).toContainText(inWords(on))
  for (const text of ['09:00–12:00', 'İzinli', 'Bu izne denk gelen 1 randevu hâlâ geçerli:', '10:00 Ada Öykü'])
    await expect(entry).toContainText(text)

  const remove = entry.getByRole('button', { name: `İzni kaldır: ${inWords(on)}` })
  const count = async () => (await cast.act<object[]>(doctor, 'GET', `/rest/v1/doctor_leave?doctor_id=eq.${doctor.doctorId}`)).body.length
  await remove.click()
  await page.getByRole('dialog').getByRole('button', { name: 'Hayır, kalsın' }).click()
  await expect(remove).toBeFocused()
  expect(await count()).toBe(1)
  await remove.click()
  // The live channel takes the entry off the list before the response arrives.
  await page.route('**/rest/v1/doctor_leave?*', async (route) => {
    if (route.request().method() !== 'DELETE') return route.fallback()
    const response = await route.fetch()
    await expect(leaves(page)).toContainText('Henüz izin kaydı bulunmuyor.')
    await route.fulfill({ response })
  })
  await page.getByRole('dialog').getByRole('button', { name: 'Evet, kaldır' }).click()
  await expect(page.getByText('İzin kaydı kaldırıldı.')).toBeVisible()
  await expect(leaves(page)).toContainText('Henüz izin kaydı bulunmuyor.')
  await expect(page.getByRole('heading', { name: 'İzinler' })).toBeFocused()
  expect(await count()).toBe(0)
})

test('a leave with one time only says that it is the whole day, and is stored and counted as such', { tag: '@long' }, async ({ cast }) => {
  const doctor = await cast.doctor('Ece')
  const on = inDays(5)
  const page = await openSchedule(doctor)
  await leaveForm(page).getByLabel('Tarih').fill(on)
  await leaveForm(page).getByLabel('Başlangıç saati').fill('14:00')
  await expect(page.getByText('Yalnızca bir saat girdiniz: izin bütün gün sayılır.')).toBeVisible()
  await page.getByRole('button', { name: 'İzin Ekle' }).click()
  await expect(leaves(page).getByRole('listitem')).toContainText('Bütün gün')
  const path = `/rest/v1/doctor_leave?doctor_id=eq.${doctor.doctorId}`
  expect((await cast.act<object[]>(doctor, 'GET', path)).body).toMatchObject([{ leave_date: on, start_time: '14:00:00', end_time: null }])
  const { body } = await cast.act(doctor, 'POST', '/rest/v1/rpc/get_available_slots', { doctor_id: doctor.doctorId, on_date: on })
  expect(body).toEqual([])
})

test('a leave needs a day that is not in the past and hours in order; today is in the doctor’s zone', { tag: '@long' }, async ({
  cast,
}) => {
  const doctor = await cast.doctor('Ece', { timezone: 'America/New_York' })
  const page = await openSchedule(doctor)
  const date = leaveForm(page).getByLabel('Tarih')
  await leaveForm(page).getByRole('button', { name: 'Takvimi aç' }).first().click()
  await expect(page.getByRole('dialog', { name: 'Takvim' })).toBeVisible()
  // The calendar begins today, so going back a month ends at today.
  await page.keyboard.press('PageUp')
  await expect(page.getByRole('dialog').locator(':focus')).toHaveAccessibleName(inWords(todayIn('America/New_York')))
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'İzin Ekle' }).click()
  await expect(page.getByText('Lütfen bir tarih seçin.')).toBeVisible()
  await expect(date).toBeFocused()
  await date.fill(inDays(-3))
  await expect(page.getByText('Bugünden önceki bir tarih seçilemez.')).toBeVisible()
  await date.fill(inDays(3))
  await leaveForm(page).getByLabel('Başlangıç saati').fill('12:00')
  await leaveForm(page).getByLabel('Bitiş saati').fill('11:00')
  await page.getByRole('button', { name: 'İzin Ekle' }).click()
  await expect(page.getByText('Bitiş saati başlangıçtan sonra olmalı.')).toBeVisible()
  await leaveForm(page).getByLabel('Bitiş saati').fill('00:00')
  await page.context().setOffline(true)
  await page.getByRole('button', { name: 'İzin Ekle' }).click()
  await expect(page.getByText('İzin kaydı eklenirken hata oluştu.')).toBeVisible()
  await page.context().setOffline(false)
  await expect(date).toHaveValue(inDays(3).split('-').toReversed().join('.'))
  await page.getByRole('button', { name: 'İzin Ekle' }).click()
  await expect(leaves(page).getByRole('listitem')).toContainText('12:00–24:00')
})

test('future leaves are first, the next one on top; past ones are collapsed', { tag: '@long' }, async ({ cast }) => {
  const doctor = await cast.doctor('Ece')
  await addLeave(cast, doctor, { leave_date: inDays(20), reason: 'Tatil' })
  await addLeave(cast, doctor, { leave_date: inDays(4), reason: 'Eğitim' })
  await addLeave(cast, doctor, { leave_date: inDays(-20), reason: 'Bitti' })
  const page = await openSchedule(doctor)
  await expect(leaves(page).getByRole('listitem')).toHaveText([/Eğitim/, /Tatil/])
  await leaves(page).getByText('Geçmiş izinler (1)').click()
  await expect(leaves(page).getByRole('listitem').last()).toContainText('Bitti')
})

test('an admin adds a leave for a doctor, sees the affected patients, and removes it', { tag: '@long' }, async ({ cast }) => {
  const [doctor, patient, chief] = [await cast.doctor('Ece'), await cast.person('Ada'), await admin(cast)]
  const on = inDays(9)
  await cast.appointment(patient, doctor, on, '11:00')
  const page = await openLeaves(chief)
  await page.getByRole('button', { name: 'İzin Ekle' }).click()
  await expect(page.getByText('Lütfen bir doktor seçin.')).toBeVisible()
  await expect(page.getByText('Lütfen bir tarih seçin.')).toBeVisible()
  await page.getByLabel('Doktor', { exact: true }).selectOption(doctor.name)
  await leaveForm(page).getByLabel('Tarih').fill(on)
  await expect(page.getByRole('status').filter({ hasText: 'Bu izin 1 randevuya denk geliyor:' })).toContainText(
    '11:00 Ada Öykü (Beklemede)',
  )
  await leaveForm(page).getByLabel('Neden').fill('Hastalık')
  await page.context().setOffline(true)
  await page.getByRole('button', { name: 'İzin Ekle' }).click()
  await expect(page.getByText('İzin kaydı eklenirken bir hata oluştu.')).toBeVisible()
  await page.context().setOffline(false)
  await page.getByRole('button', { name: 'İzin Ekle' }).click()
  await expect(page.getByText('İzin kaydı başarıyla eklendi.')).toBeVisible()
  const entry = page.getByRole('listitem').filter({ hasText: doctor.name })
  for (const text of [inWords(on), 'Bütün gün', 'Hastalık', 'İzinli']) await expect(entry).toContainText(text)
  await entry.getByRole('button', { name: 'İzni kaldır' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Evet, kaldır' }).click()
  await expect(entry).toHaveCount(0)
})

test('a list without leaves says so, and a leave whose doctor is not known is still shown', { tag: '@long' }, async ({ cast }) => {
  const [doctor, chief] = [await cast.doctor('Ece'), await admin(cast)]
  await addLeave(cast, doctor, { leave_date: inDays(3), start_time: '10:00', end_time: '12:00', reason: 'Nöbet' })
  const page = await chief.browse()
  await page.route(/rest\/v1\/doctors\?/, (route) => route.fulfill({ json: [] }))
  await page.goto('/doctor-management')
  await page.getByRole('tab').nth(3).click()
  const entry = page.getByRole('listitem').filter({ hasText: 'Nöbet' })
  await expect(entry).toContainText('Bilinmeyen Doktor')
  await expect(entry).toContainText('10:00–12:00')
  await page.route(/rest\/v1\/doctor_leave/, (route) => route.fulfill({ json: [] }))
  await page.reload()
  await page.getByRole('tab').nth(3).click()
  await expect(page.getByText('Henüz izin kaydı bulunmuyor.')).toBeVisible()
})
