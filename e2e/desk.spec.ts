// The staff desk: booking for patients, working through the list, finding an appointment again.
import { readFileSync } from 'node:fs'
import { addressOf, expectAccessible, expectNoSidewaysScroll } from './access.ts'
import { chooseDay, chooseTime, inDays } from './booking-form.ts'
import { expect, test } from './fixtures.ts'
import { anAdmin } from './management.ts'
import { card, mailsTo, unfold } from './staff-panel.ts'

test('a doctor books by phone for a patient, outside working hours, and the patient sees it and gets a mail', async ({ cast }) => {
  const [doctor, patient] = [await cast.doctor('Melek', { hours: { start_time: '09:00', end_time: '12:00' } }), await cast.person('Nurgül')]
  await cast.appointment(patient, doctor, inDays(2), '09:00')
  const page = await doctor.open('/doctor')
  await page.getByRole('button', { name: 'Hasta için randevu al' }).click()
  const dialog = page.getByRole('dialog', { name: 'Hasta için randevu al' })
  // Nothing is chosen yet, so the first missing field gets the focus.
  await dialog.getByRole('button', { name: 'Randevuyu Kaydet' }).click()
  const search = dialog.getByRole('combobox', { name: 'Hasta' })
  await expect(search).toBeFocused()
  await expect(dialog.getByText('Lütfen bir hasta seçin.')).toBeVisible()

  await search.fill('nurg')
  await expect(dialog.getByRole('option', { name: /Nurgül Öykü/ })).toBeVisible()
  await search.press('Enter')
  await expect(dialog.getByText(patient.email)).toBeVisible()
  await dialog.getByText('Başka bir saat').click()
  await dialog.getByLabel('Tarih').fill(inDays(2).split('-').toReversed().join('.'))
  await dialog.getByLabel('Saat', { exact: true }).fill('09:00')
  await dialog.getByLabel('Hastanın şikâyeti').fill('Telefonla aradı')
  await dialog.getByRole('button', { name: 'Randevuyu Kaydet' }).click()
  await expect(dialog.getByRole('alert')).toContainText('Doktorun bu saatte başka bir randevusu var')

  await dialog.getByLabel('Saat', { exact: true }).fill('20:15')
  await dialog.getByRole('button', { name: 'Randevuyu Kaydet' }).click()
  await expect(page.getByText('Randevu kaydedildi')).toBeVisible()
  await expect(dialog).toHaveCount(0)
  await expect(card(page, 'Nurgül').filter({ hasText: '20:15' })).toContainText('Onaylandı')

  const own = await patient.open('/appointments')
  await expect(own.getByRole('article').filter({ hasText: '20:15' })).toContainText('Onaylandı')
  await expect.poll(() => mailsTo(page, patient)).toContainEqual(expect.stringContaining('onaylandı'))
})

test('a doctor invites a new patient by phone and saves the appointment at once, but not for a stranger who has an account', {
  tag: '@long',
}, async ({ cast }) => {
  const [doctor, stranger] = [await cast.doctor('Leman'), await cast.person('Tülin')]
  const page = await doctor.open('/doctor')
  await page.getByRole('button', { name: 'Hasta için randevu al' }).click()
  const dialog = page.getByRole('dialog', { name: 'Hasta için randevu al' })
  // The name that was searched for in vain becomes the new patient's.
  await dialog.getByRole('combobox', { name: 'Hasta' }).fill('Cansu Öykü')
  await dialog.getByRole('button', { name: 'Yeni hasta davet et' }).click()
  await expect(dialog.getByLabel('Ad ve soyad')).toBeFocused()
  await expect(dialog.getByLabel('Ad ve soyad')).toHaveValue('Cansu Öykü')
  const email = dialog.getByLabel('E-posta')
  await email.fill(stranger.email)
  await dialog.getByRole('button', { name: 'Davet Et ve Seç' }).click()
  // The doctor learns of the account only when they would book for somebody who is not their patient.
  await expect(dialog.getByText(stranger.email)).toBeVisible()
  await dialog
    .getByRole('group', { name: /boş saatler/ })
    .getByRole('radio')
    .first()
    .check({ force: true })
  await dialog.getByLabel('Hastanın şikâyeti').fill('İlk görüşme')
  await dialog.getByRole('button', { name: 'Randevuyu Kaydet' }).click()
  await expect(dialog.getByRole('alert')).toContainText('Bu adresle açılmış bir hesap var, ancak bu kişi hastanız değil.')

  const address = `yeni-${doctor.doctorId.slice(0, 8)}@story.example`
  await dialog.getByRole('button', { name: 'Başka hasta seç' }).click()
  await dialog.getByRole('button', { name: 'Yeni hasta davet et' }).click()
  await expect(dialog.getByLabel('Ad ve soyad')).toHaveValue('')
  await dialog.getByLabel('Ad ve soyad').fill('Cansu Öykü')
  await email.fill(address)
  await email.press('Enter')
  await expect(dialog.getByText(address)).toBeVisible()
  await dialog.getByRole('button', { name: 'Randevuyu Kaydet' }).click()
  await expect(page.getByText('Randevu kaydedildi')).toBeVisible()
  await expect(card(page, 'Cansu')).toContainText('Onaylandı')
  await expect.poll(() => mailsTo(page, { email: address })).toHaveLength(2)
})

test('booking for a patient is accessible (axe), in Turkish and Arabic, and fits a phone', { tag: '@long' }, async ({ cast }) => {
  const doctor = await cast.doctor('Perihan')
  for (const [language, name] of [
    ['tr', 'Hasta için randevu al'],
    ['ar', 'حجز موعد لمريض'],
  ] as const) {
    const page = await doctor.browse({ language, viewport: { width: 375, height: 720 } })
    const held = Promise.withResolvers<void>()
    await page.route('**/rest/v1/rpc/get_doctor_stats*', async (route) => {
      await held.promise
      await route.continue()
    })
    await page.goto(addressOf(language, '/doctor'))
    const button = page.getByRole('button', { name })
    const placeholders = page.locator('dd > div')
    await expect(placeholders).toHaveCount(4)
    const before = await button.boundingBox()
    held.resolve()
    await expect(placeholders).toHaveCount(0)
    expect(await button.boundingBox(), 'the button stays where it is when the figures above it come').toEqual(before)
    await button.click()
    await expect(page.getByRole('dialog', { name }).getByRole('radio').first()).toBeVisible()
    await expectAccessible(page, { what: 'booking for a patient', where: '[role=dialog]' })
    await expectNoSidewaysScroll(page)
  }
})

test('an admin finds an appointment by text, keeps the filter in the address, and downloads the list as CSV', { tag: '@long' }, async ({
  cast,
}) => {
  const [doctor, patient, admin] = [await cast.doctor('Gülşen'), await cast.person('Şehrazat'), await anAdmin(cast)]
  await cast.appointment(patient, doctor, inDays(4), '10:00', 'confirmed')
  await cast.appointment(await cast.person('Başkası'), doctor, inDays(4), '12:00')
  const page = await admin.open('/admin')
  await page.getByRole('link', { name: 'Tüm Randevular' }).click()
  await page.getByLabel('Hasta ara').fill('şehraz')
  await expect(page.getByRole('article')).toHaveCount(1)
  await expect(card(page, 'Şehrazat')).toContainText(doctor.name)
  await expect(page).toHaveURL(/q=/)
  await page.reload()
  await expect(page.getByRole('article')).toHaveCount(1)
  await unfold(page, 'Şehrazat')
  await expect(card(page, 'Şehrazat').getByRole('link', { name: patient.email })).toBeVisible()

  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'CSV olarak indir' }).click()
  const file = readFileSync(await (await download).path(), 'utf8')
  expect(file.charCodeAt(0)).toBe(0xfeff)
  expect(file.trim().split('\r\n')).toHaveLength(2)
  expect(file).toContain('Şehrazat Öykü')
  expect(file).not.toContain('Kontrol')
  const { body } = await cast.act<{ details: { rows: number } }[]>(
    admin,
    'GET',
    `/rest/v1/audit_log?action=eq.appointments.exported&actor=eq.${admin.id}&select=details`,
  )
  expect(body).toMatchObject([{ details: { rows: 1, searched: true } }])

  await page.getByRole('article').locator('[data-refuses]').click()
  await page.getByRole('dialog').getByLabel('Neden').selectOption('Hastanın isteği üzerine.')
  await page.getByRole('button', { name: 'Evet, iptal et' }).click()
  await expect(card(page, 'Şehrazat')).toContainText('İptal Edildi')

  for (const language of ['tr', 'ar'] as const) {
    await page.goto(addressOf(language, `/admin/appointments?doctor=${doctor.doctorId}`))
    await expect(card(page, 'Şehrazat')).toBeVisible()
    await expectAccessible(page, { what: 'all appointments' })
  }
  await page.setViewportSize({ width: 375, height: 720 })
  await expectNoSidewaysScroll(page)
})

test('the list of all doctors begins now, the past is one press away, and a search finds both', async ({ cast }) => {
  const [doctor, admin] = [await cast.doctor('Gülden'), await anAdmin(cast)]
  await cast.appointment(await cast.person('Uzak'), doctor, inDays(5), '10:00')
  await cast.appointment(await cast.person('Yakın'), doctor, inDays(3), '10:00', 'confirmed')
  const gone = await cast.appointment(await cast.person('Eski'), doctor, inDays(3), '12:00', 'confirmed')
  // The appointment began an hour ago, so it ended half an hour ago.
  await cast.begin(new Date(Date.parse(`${inDays(3)}T12:00:00+03:00`) + 3_600_000), gone)
  const page = await admin.open(`/admin/appointments?doctor=${doctor.doctorId}`)
  const names = page.getByRole('article').getByRole('heading')
  await expect(names).toHaveText(['Yakın Öykü', 'Uzak Öykü'])
  await expect(page.getByRole('radio', { name: 'Yaklaşan' })).toBeChecked()

  await page.getByText('Geçmiş', { exact: true }).click()
  await expect(names).toHaveText(['Eski Öykü'])
  await expect(page).toHaveURL(/when=past/)
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'CSV olarak indir' }).click()
  const file = readFileSync(await (await download).path(), 'utf8')
  expect(file.trim().split('\r\n')).toHaveLength(2)
  expect(file).toContain('Eski Öykü')
  await page.getByRole('radio', { name: 'Geçmiş' }).press('ArrowRight')
  await expect(names).toHaveText(['Uzak Öykü', 'Yakın Öykü', 'Eski Öykü'])

  await page.goto(`/admin/appointments?doctor=${doctor.doctorId}`)
  await page.getByLabel('Hasta ara').fill('eski')
  await expect(names).toHaveText(['Eski Öykü'])
  await expect(page.getByRole('radio', { name: 'Tümü' })).toBeChecked()
})

test('a doctor keeps a template for notes, inserts it, and opens the card from the page of the call', { tag: '@long' }, async ({
  cast,
}) => {
  const [doctor, patient] = [await cast.doctor('Handan'), await cast.person('İlknur')]
  const id = await cast.appointment(patient, doctor, inDays(2), '10:00', 'confirmed')
  const page = await doctor.open(`/doctor?tab=notes&visit=${id}`)
  const note = page.getByLabel('Not', { exact: true })
  await note.fill('Bol su, bir hafta dinlenme.')
  await page.getByRole('button', { name: 'Şablonlar' }).click()
  await page.getByLabel('Şablonun adı').fill('Grip')
  await page.getByRole('button', { name: 'Şablonu Kaydet' }).click()
  await page.getByRole('button', { name: 'Adını değiştir: Grip' }).click()
  await page.getByLabel('Şablonun adı').first().fill('Soğuk algınlığı')
  await page.getByRole('button', { name: 'Şablonu Kaydet' }).first().click()
  await expect(page.getByRole('button', { name: 'Nota ekle: Soğuk algınlığı' })).toBeVisible()
  await expectAccessible(page, { what: 'templates', where: '[role=dialog]' })
  await page.keyboard.press('Escape')
  await note.fill('Ateş yok.')
  await page.getByRole('button', { name: 'Şablonlar' }).click()
  await page.getByRole('button', { name: 'Nota ekle: Soğuk algınlığı' }).click()
  await expect(note).toHaveValue('Ateş yok.\nBol su, bir hafta dinlenme.')
  await expect(note).toBeFocused()
  await page.getByRole('button', { name: 'Şablonlar' }).click()
  await page.getByRole('button', { name: 'Sil: Soğuk algınlığı' }).click()
  await page.getByRole('button', { name: 'Silmeyi onayla: Soğuk algınlığı' }).click()
  await expect(page.getByText('Henüz şablonunuz yok.')).toBeVisible()

  const call = await doctor.open(`/call/${id}`)
  await call.getByRole('button', { name: 'Hasta kartı' }).click()
  await expect(call.getByRole('dialog', { name: 'İlknur Öykü' })).toContainText('Tıbbi geçmiş')
  const theirs = await patient.open(`/call/${id}`)
  await expect(theirs.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(theirs.getByRole('button', { name: 'Hasta kartı' })).toHaveCount(0)
})

test('with automatic confirmation the patient’s mail goes out with the booking', { tag: '@long' }, async ({ cast }) => {
  const [doctor, patient] = [await cast.doctor('Oya'), await cast.person('Pervin')]
  await cast.write('PATCH', `/rest/v1/doctors?id=eq.${doctor.doctorId}`, { auto_confirm: true })
  const page = await patient.open('/appointments')
  await chooseDay(page, doctor, inDays(5))
  await chooseTime(page, '10:00')
  await page.getByLabel('Şikayetiniz').fill('Kontrol')
  const hurried = page.waitForResponse(/send-appointment-notification/)
  await page.getByRole('button', { name: 'Randevu Al' }).click()
  expect((await hurried).status()).toBe(200)
  // Nothing on the page still asks the patient to wait for a confirmation.
  const confirmation = page.getByRole('article')
  await expect(confirmation.getByRole('heading', { name: 'Randevunuz onaylandı' })).toBeVisible()
  await expect(confirmation).toContainText('Onaylandı')
  await expect(confirmation).not.toContainText('Onay için bekleyiniz')
  await expect(confirmation).not.toContainText('Doktor onayladığında')
})
