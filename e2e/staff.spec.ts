// Admins and doctors answer requests in their panels, while patients and colleagues use the site too.
import { addressOf, expectAccessible, expectNoSidewaysScroll, inEveryLanguage } from './access.ts'
import { inDays, typeDay } from './booking-form.ts'
import { expect, test } from './fixtures.ts'
import { anAdmin } from './management.ts'
import { card, figure, mailsTo, stored, unfold } from './staff-panel.ts'

const HOURS_CODE = /\/assets\/schedule-tab-/
const NOTES_CODE = /\/assets\/notes-tab-/
const PARTS_CODE = /\/assets\/(template-list|extra-hours)-/

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
  await booking.getByLabel('Şikâyetiniz').fill('Uzun süren öksürük')
  await booking.getByRole('button', { name: 'Randevu Al' }).click()

  await expect(card(dashboard, 'Cemile')).toContainText(doctor.name)
  await unfold(dashboard, 'Cemile')
  await expect(card(dashboard, 'Cemile')).toContainText('Dahiliye')
  await expect(card(dashboard, 'Cemile')).toContainText('10:00 (İstanbul)')
  await expect(card(dashboard, 'Cemile')).toContainText('Uzun süren öksürük')
  await expect(card(dashboard, 'Cemile').getByRole('link', { name: patient.email })).toHaveAttribute('href', `mailto:${patient.email}`)
  await expect(figure(dashboard, 'Toplam')).toHaveText(String(total + 1))

  await expect(card(panel, 'Cemile')).toContainText('Beklemede')
  await expect(figure(panel, 'Yaklaşan Randevular')).toHaveText('1')
  await card(panel, 'Cemile').getByRole('button', { name: 'Onayla' }).click()
  await expect(panel.getByText('Randevu durumu güncellendi.')).toBeVisible()
  await expect(card(panel, 'Cemile')).toContainText('Onaylandı')
  await expect(card(panel, 'Cemile')).toBeFocused()

  await expect(booking.getByRole('article').filter({ hasText: doctor.name })).toContainText('Onaylandı')
  await expect(card(dashboard, 'Cemile')).toHaveCount(0)
  await expect(figure(dashboard, 'Onaylanmış')).toHaveText(String(confirmed + 1))
  await expect.poll(() => mailsTo(panel, patient)).toContainEqual(expect.stringContaining('onaylandı'))
})

test('an admin reads that the legal texts are not approved yet, a doctor does not', async ({ cast }) => {
  const notice = 'Hukuki metinler henüz bir avukat tarafından onaylanmadı. Site herkese açılmadan önce onaylatın.'
  const [admins, doctors] = [await (await anAdmin(cast)).open('/admin'), await (await cast.doctor('Ada')).open('/admin')]
  await expect(admins.getByText(notice)).toBeVisible()
  await expect(doctors.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(doctors.getByText(notice)).toHaveCount(0)
})

test('an admin rejects after a question, the patient sees it, and the focus moves to the next request', async ({ cast }) => {
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
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Admin Paneli')
  await expect(patient.getByText('Canlı')).toBeVisible()
  // Newest first.
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

test('a patient is turned away from both panels, a visitor is asked to sign in', async ({ cast, page }) => {
  const stranger = await cast.person('Yabancı')
  for (const [path, roles] of [
    ['/admin', 'Admin, Doktor'],
    ['/doctor', 'Doktor'],
  ] as const) {
    const turnedAway = await stranger.open(path)
    await expect(turnedAway.getByText('Erişim Reddedildi')).toBeVisible()
    await expect(turnedAway.getByText(`Bu sayfaya erişim yetkiniz bulunmamaktadır. Gerekli rol: ${roles}`)).toBeVisible()
    await expect(turnedAway).toHaveURL('/')
    await page.goto(path)
    await expect(page).toHaveURL('/auth')
  }
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
  // The connection is open, but nothing comes through: the page shows an old state.
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

test('confirming shows progress, cannot be pressed twice, and fails cleanly without a connection', async ({ cast }) => {
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
  await card(page, 'Oktay').getByRole('button', { name: 'İptal Et' }).click()
  await expect(page.getByRole('dialog')).toContainText('Oktay Öykü')
  await page.getByRole('button', { name: 'Evet, iptal et' }).click()
  await expect(page.getByText('Randevu durumu güncellendi.')).toBeVisible()
  await expect(coming.getByRole('article')).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'Bugün ve sonrası' })).toBeFocused()
  // After a cancellation the doctor no longer sees the patient's name, and can add no note.
  const past = page.getByRole('region', { name: 'Geçmiş ve iptal edilenler' })
  await expect(past.getByRole('article')).toContainText('İptal Edildi')
  await expect(past.getByRole('article')).not.toContainText('Oktay')
  // Nothing but the details is left.
  await expect(past.getByRole('button')).toHaveCount(1)
})

test('an unsaved note survives other tabs and a failed save, and the patient reads the saved one', async ({ cast }) => {
  const [doctor, patient, other] = [await cast.doctor('Pelin'), await cast.person('Rıza'), await cast.person('Sude')]
  const id = await cast.appointment(patient, doctor, inDays(7), '09:00', 'confirmed')
  await cast.appointment(other, doctor, inDays(7), '12:00', 'confirmed')
  const page = await doctor.open('/doctor')
  await card(page, 'Rıza').getByRole('button', { name: 'Not Ekle' }).click()
  const note = page.getByLabel('Not', { exact: true })
  await expect(note).toBeFocused()
  await expect(page.getByText('Hasta bu notu randevu geçmişinde okur.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Notu Kaydet' })).toBeDisabled()
  await note.fill('Bol su, bir hafta dinlenme.')

  // Another tab, another appointment, and back.
  await page.getByRole('tab', { name: 'Randevularım' }).click()
  await card(page, 'Sude').getByRole('button', { name: 'Not Ekle' }).click()
  await expect(page.getByRole('heading', { name: 'Sude Öykü' })).toBeVisible()
  await expect(note).toHaveValue('')
  await page.getByRole('button', { name: 'Rıza Öykü' }).click()
  await expect(note).toHaveValue('Bol su, bir hafta dinlenme.')

  await page.getByRole('banner').getByRole('link', { name: 'BKV' }).first().click()
  await page.getByRole('dialog').getByRole('button').last().press('Escape')
  await expect(note).toHaveValue('Bol su, bir hafta dinlenme.')

  await page.route(/\/rest\/v1\/appointments\?id=/, (route) => (route.request().method() === 'PATCH' ? route.abort() : route.continue()))
  await page.getByRole('button', { name: 'Notu Kaydet' }).click()
  await expect(page.getByRole('alert')).toContainText('Notlar güncellenirken hata oluştu.')
  await expect(note).toHaveValue('Bol su, bir hafta dinlenme.')
  await page.unroute(/\/rest\/v1\/appointments\?id=/)
  await page.getByRole('button', { name: 'Notu Kaydet' }).click()
  await expect(page.getByText('Hasta notları güncellendi.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Kapat', exact: true })).toBeVisible()
  expect(await stored(cast, doctor, id)).toMatchObject({ notes: 'Bol su, bir hafta dinlenme.' })

  const reading = await patient.open('/profile')
  await reading.getByRole('tab', { name: 'Randevu Geçmişi' }).click()
  await expect(reading.getByText('Bol su, bir hafta dinlenme.')).toBeVisible()

  // It is discarded only after a question.
  await note.fill('Yanlış')
  await page.getByRole('button', { name: 'Vazgeç' }).click()
  await page.getByRole('button', { name: 'Evet, vazgeç' }).click()
  await expect(page.getByText('Not yazmak için bir randevu seçin')).toBeVisible()
  await page.getByRole('tab', { name: 'Randevularım' }).click()
  await unfold(page, 'Rıza')
  await expect(card(page, 'Rıza')).toContainText('Bol su, bir hafta dinlenme.')
  await expect(card(page, 'Rıza').getByRole('button', { name: 'Notu Düzenle' })).toBeVisible()
})

test('the tab and the appointment are in the address: a reload stays there, going back leads back', async ({ cast }) => {
  const [doctor, patient] = [await cast.doctor('Tuna'), await cast.person('Umut')]
  const id = await cast.appointment(patient, doctor, inDays(7), '09:00')
  const page = await doctor.open('/doctor')
  await card(page, 'Umut').getByRole('button', { name: 'Not Ekle' }).click()
  await expect(page).toHaveURL(`/doctor?tab=notes&visit=${id}`)
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Umut Öykü' })).toBeVisible()
  // Going back inside the page does not ask about the unsaved text.
  await page.getByLabel('Not', { exact: true }).fill('Yarım')
  await page.goBack()
  await expect(page.getByRole('tab', { name: 'Randevularım' })).toHaveAttribute('aria-selected', 'true')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.goForward()
  await expect(page.getByLabel('Not', { exact: true })).toHaveValue('Yarım')
  await page.setViewportSize({ width: 320, height: 640 })
  await page.goto('/doctor?tab=notes&visit=nobody')
  // Everything but the line that the list has too.
  await expect(page.getByRole('tab', { name: 'Hasta Notları' })).toBeInViewport({ ratio: 0.95 })
  await expect(page.getByText('Bu randevu bulunamadı.')).toBeVisible()
})

test('the latest appointments stand beside the note, on a phone before it, and going back keeps what was written', async ({ cast }) => {
  const [doctor, first, second] = [await cast.doctor('Tülin'), await cast.person('Rana'), await cast.person('Seher')]
  const ids = [
    await cast.appointment(first, doctor, inDays(7), '09:00', 'confirmed'),
    await cast.appointment(second, doctor, inDays(7), '10:00', 'confirmed'),
  ]
  await cast.begin(new Date(`${inDays(7)}T10:00:00+03:00`), ...ids)
  const page = await doctor.open('/doctor?tab=notes')
  const list = page.getByRole('region', { name: 'Son görüşmeler' })
  const choice = (name: string) => list.getByRole('button', { name: new RegExp(`^${name} Öykü`) })
  const note = page.getByLabel('Not', { exact: true })
  await expect(page.getByText('Not yazmak için bir randevu seçin')).toBeVisible()
  await expectAccessible(page, { what: 'notes to choose from', where: '[role=tabpanel]:not([hidden])' })
  await choice('Rana').click()
  await expect(note).toBeFocused()
  await note.fill('Bol su içsin.')
  await expect(choice('Rana')).toHaveAttribute('aria-current', 'true')
  await choice('Seher').click()
  await expect(page.getByRole('heading', { name: 'Seher Öykü' })).toBeVisible()
  await expect(note).toHaveValue('')
  await expect(choice('Rana')).toContainText('Kaydedilmedi')
  await expectAccessible(page, { what: 'note beside the list', where: '[role=tabpanel]:not([hidden])' })

  await page.setViewportSize({ width: 375, height: 812 })
  await expect(list).toHaveCount(0)
  await note.fill('Dinlensin.')
  await page.getByRole('button', { name: 'Son görüşmeler' }).click()
  await expect(list.getByRole('heading')).toBeFocused()
  await expect(note).toHaveCount(0)
  await expect(choice('Seher')).toContainText('Kaydedilmedi')
  await expectAccessible(page, { what: 'list on a phone', where: '[role=tabpanel]:not([hidden])' })
  await expectNoSidewaysScroll(page)
  await choice('Seher').click()
  await expect(note).toHaveValue('Dinlensin.')
})

test('a tab whose code cannot be loaded says so, is loaded again without a reload, and the other tabs keep what was typed', async ({
  cast,
}) => {
  const [doctor, patient] = [await cast.doctor('Sibel'), await cast.person('Tarık')]
  const id = await cast.appointment(patient, doctor, inDays(7), '09:00', 'confirmed')
  const page = await doctor.browse()
  await page.route(HOURS_CODE, (route) => route.abort())
  await page.goto(`/doctor?tab=notes&visit=${id}`)
  await page.evaluate(() => document.documentElement.setAttribute('data-same-page', ''))
  const note = page.getByLabel('Not', { exact: true })
  await note.fill('Bol su içsin.')
  await page.getByRole('tab', { name: 'Müsaitlik' }).click()
  const failed = page.getByRole('tabpanel').getByRole('alert')
  await expect(failed).toContainText('Veriler yüklenirken bir hata oluştu.')
  await expect(failed).toContainText('Bağlantınızı kontrol edip tekrar deneyin; yazdıklarınız duruyor.')
  const retry = failed.getByRole('button', { name: 'Tekrar Dene' })
  const isRefused = page.waitForEvent('requestfailed', (request) => HOURS_CODE.test(request.url()))
  await retry.click()
  await isRefused
  await expect(failed).toBeVisible()
  await page.unroute(HOURS_CODE)
  await retry.click()
  await expect(page.getByRole('group', { name: 'Pazartesi', exact: true })).toBeVisible()
  await expect(failed).toHaveCount(0)
  await page.getByRole('tab', { name: 'Hasta Notları' }).click()
  await expect(note).toHaveValue('Bol su içsin.')
  await expect(page.locator('html')).toHaveAttribute('data-same-page', '')
})

test('the notes say in the person’s language that their code could not be loaded, beside unsaved hours', async ({ cast }) => {
  const doctor = await cast.doctor('Sibel', { hours: { start_time: '09:00', end_time: '17:00' } })
  const page = await doctor.browse()
  await page.route(NOTES_CODE, (route) => route.abort())
  await page.goto('/ar/doctor?tab=availability')
  const end = page.getByRole('group', { name: 'الاثنين', exact: true }).getByRole('combobox').last()
  await end.fill('18:30')
  await page.getByRole('tab').last().click()
  const failed = page.getByRole('tabpanel').getByRole('alert')
  await expect(failed).toContainText('تعذر تحميل البيانات.')
  await expectAccessible(page, { what: 'tab without its code', where: '[role=tabpanel]:not([hidden])' })
  await page.unroute(NOTES_CODE)
  await failed.getByRole('button').click()
  await expect(page.getByText('لم يبدأ أي من مواعيدكم بعد.')).toBeVisible()
  await page.getByRole('tab').nth(1).click()
  await expect(end).toHaveValue('18:30')
})

test('templates and extra hours whose code cannot be loaded say so in their place, and leave the note and the week as they are', async ({
  cast,
}) => {
  const [doctor, patient] = [await cast.doctor('Sibel'), await cast.person('Tarık')]
  const id = await cast.appointment(patient, doctor, inDays(7), '09:00', 'confirmed')
  const page = await doctor.browse()
  await page.route(PARTS_CODE, (route) => route.abort())
  await page.goto(`/doctor?tab=notes&visit=${id}`)
  const note = page.getByLabel('Not', { exact: true })
  await note.fill('Bol su içsin.')
  await page.getByRole('button', { name: 'Şablonlar' }).click()
  const templates = page.getByRole('dialog', { name: 'Şablonlar' })
  await expect(templates.getByRole('alert')).toContainText('Veriler yüklenirken bir hata oluştu.')
  await page.keyboard.press('Escape')
  await expect(note).toHaveValue('Bol su içsin.')
  await page.getByRole('tab', { name: 'Müsaitlik' }).click()
  const failed = page.getByRole('tabpanel').getByRole('alert').filter({ hasText: 'Veriler yüklenirken bir hata oluştu.' })
  await expect(failed).toHaveCount(1)
  await expect(page.getByRole('group', { name: 'Pazartesi', exact: true })).toBeVisible()
  await page.unroute(PARTS_CODE)
  await failed.getByRole('button', { name: 'Tekrar Dene' }).click()
  await expect(page.getByRole('heading', { name: 'Ek çalışma saatleri' })).toBeVisible()
  await page.getByRole('tab', { name: 'Hasta Notları' }).click()
  await page.getByRole('button', { name: 'Şablonlar' }).click()
  await expect(templates).toContainText('Henüz şablonunuz yok.')
  await expect(templates.getByRole('alert')).toHaveCount(0)
})

test('a failed list says so in words and can be loaded again', async ({ cast }) => {
  const doctor = await cast.doctor('Cansu')
  const page = await doctor.browse()
  await page.route(/\/rest\/v1\/(rpc\/get_dashboard_stats|appointments|doctors)\b/, (route) =>
    route.fulfill({ status: 403, json: { code: '42501', message: 'no', details: null, hint: null } }),
  )
  await page.goto('/admin')
  await expect(page.getByText('Randevular yüklenirken bir hata oluştu: Bu işlem için yetkiniz yok.')).toBeVisible()
  await expect(page.getByText('İstatistikler yüklenirken bir hata oluştu: Bu işlem için yetkiniz yok.')).toBeVisible()
  await page.goto('/doctor')
  await expect(page.getByText('Veriler yüklenirken bir hata oluştu.')).toBeVisible()
  await page.unroute(/\/rest\/v1\/(rpc\/get_dashboard_stats|appointments|doctors)\b/)
  await page.getByRole('button', { name: 'Tekrar Dene' }).click()
  await expect(page.getByText('Henüz randevunuz yok')).toBeVisible()
})

test('a doctor without a record is told why the panel is empty', async ({ cast }) => {
  const person = await cast.person('Derin')
  await cast.write('POST', '/rest/v1/user_roles', { user_id: person.id, role: 'doctor' })
  const page = await person.open('/doctor')
  await expect(page.getByText('Hesabınız henüz bir doktor kaydına bağlı değil')).toBeVisible()
})

test('the dashboard is accessible (axe) and does not scroll sideways on a phone, in every language', async ({ cast }) => {
  const [doctor, patient, admin] = [await cast.doctor('Eda', { timezone: 'Asia/Baku' }), await cast.person('Ferit'), await anAdmin(cast)]
  await cast.appointment(patient, doctor, inDays(7), '09:00')
  await inEveryLanguage(admin.browse, async (page, language) => {
    await page.goto(addressOf(language, '/admin'))
    await expect(card(page, 'Ferit')).toBeVisible()
    await expectAccessible(page, { what: 'dashboard' })
    await expectNoSidewaysScroll(page)
  })
})

test('the panel is accessible (axe) and does not scroll sideways on a phone, in every language', async ({ cast }) => {
  const [doctor, patient] = [await cast.doctor('Eda', { timezone: 'Asia/Baku' }), await cast.person('Ferit')]
  const id = await cast.appointment(patient, doctor, inDays(7), '09:00')
  await inEveryLanguage(doctor.browse, async (page, language) => {
    await page.goto(addressOf(language, '/doctor'))
    await expect(card(page, 'Ferit')).toBeVisible()
    await expectAccessible(page, { what: 'panel' })
    await expectNoSidewaysScroll(page)
    await card(page, 'Ferit').locator('[data-refuses]').click()
    await expectAccessible(page, { what: 'question', where: '[role=dialog]' })
    await page.goto(addressOf(language, `/doctor?tab=notes&visit=${id}`))
    await expect(page.getByRole('heading', { name: 'Ferit Öykü' })).toBeVisible()
    await expectAccessible(page, { what: 'note' })
    await expectNoSidewaysScroll(page)
  })
})

test('after the first fifty more can be loaded, and a status can be chosen', async ({ cast }) => {
  const doctor = await cast.doctor('Bahar', { session_duration: 15 })
  for (let group = 0; group < 6; group += 1) {
    const { id: user_id } = await cast.person(`Grup${group}`)
    const times = Array.from({ length: 9 }, (_, hour) => `${String(hour + 8).padStart(2, '0')}:00`)
    await cast.write(
      'POST',
      '/rest/v1/appointments',
      times.map((appointment_time) => ({
        user_id,
        doctor_id: doctor.doctorId,
        appointment_date: inDays(7 + group),
        appointment_time,
        patient_complaint: 'Kontrol',
      })),
    )
  }
  const page = await doctor.open('/doctor')
  await expect(page.getByRole('article')).toHaveCount(50)
  await expect(page.getByText('50 randevu gösteriliyor')).toBeVisible()
  await page.getByRole('button', { name: 'Daha fazla göster' }).click()
  await expect(page.getByRole('article')).toHaveCount(54)
  await page.getByLabel('Durum').selectOption('Onaylandı')
  await expect(page.getByText('Bu filtrelere uyan randevu yok.')).toHaveCount(2)
  await expect(page).toHaveURL(/status=confirmed/)
})
