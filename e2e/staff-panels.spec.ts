// The panels of admins and doctors: who may see them, their addresses, long lists, parts that cannot be loaded, and accessibility.
import { addressOf, expectAccessible, expectNoSidewaysScroll, inEveryLanguage, LANGUAGES } from './access.ts'
import { inDays } from './booking-form.ts'
import { expect, test } from './fixtures.ts'
import { anAdmin, entry } from './management.ts'
import { card, unfold } from './staff-panel.ts'

const NO_HOURS = { start_time: '09:00', end_time: '17:00', is_available: false }
const HOURS_CODE = /\/assets\/schedule-tab-/
const NOTES_CODE = /\/assets\/notes-tab-/
/** The requests for extra hours are part of the tab, not of the part that loads later. */
const PARTS_CODE = /\/assets\/(template-list|extra-hours)-(?!queries|input)/

test('an admin reads what the clinic lacks, with the legal texts and doctors without hours; a doctor does not', async ({ cast }) => {
  const notice = 'Hukuki metinler henüz bir avukat tarafından onaylanmadı. Site herkese açılmadan önce onaylatın.'
  const closed = await cast.doctor('Ece', { hours: NO_HOURS })
  const [admins, doctors] = [await (await anAdmin(cast)).open('/admin'), await (await cast.doctor('Ada')).open('/admin')]
  const list = admins.getByText(/^Tamamlanacaklar \(\d+\)$/)
  await list.click()
  await expect(admins.getByText(notice)).toBeVisible()
  await expect(doctors.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(doctors.getByText(/^Tamamlanacaklar/)).toHaveCount(0)
  await admins.getByRole('link', { name: /^Çalışma saati olmayan doktorlar: \d+$/ }).click()
  await expect(entry(admins, closed.name)).toContainText('Çalışma saati yok')
  // The notice stays folded or unfolded until the site is opened again.
  await admins.getByRole('link', { name: 'Admin', exact: true }).click()
  await expect(admins.getByText(notice)).toBeVisible()
  await list.click()
  await expect(admins.getByText(notice)).toBeHidden()
})

test('a new doctor reads what is missing and where to do it, until it is done', async ({ cast }) => {
  const doctor = await cast.doctor('Ece', { hours: NO_HOURS, specialization: 'Genel', timezone_confirmed_at: null })
  const page = await doctor.open('/doctor')
  const list = page.getByRole('group').filter({ hasText: /^Tamamlanacaklar/ })
  await expect(list.getByRole('listitem')).toHaveText([
    'Haftalık çalışma saatlerinizi girin',
    'Saat diliminizi onaylayın',
    'Fotoğrafınızı ekleyin',
    'Adminden eklemesini isteyin: uzmanlık, konuştuğunuz diller, özgeçmiş, diploma tescil bilgisi',
  ])
  await expectAccessible(page, { what: 'the panel on the first day' })
  await list.getByRole('link', { name: 'Haftalık çalışma saatlerinizi girin' }).click()
  await page.getByRole('button', { name: 'Saat Dilimini Onayla' }).click()
  await expect(list.getByText('Saat diliminizi onaylayın')).toHaveCount(0)
  await page.getByRole('group', { name: 'Pazartesi', exact: true }).getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Çalışma Saatlerini Kaydet' }).click()
  await expect(list.getByText('Haftalık çalışma saatlerinizi girin')).toHaveCount(0)

  await cast.write('PATCH', `/rest/v1/doctors?id=eq.${doctor.doctorId}`, {
    specialization: 'Dahiliye',
    languages: ['tr'],
    bio: 'Dahiliye uzmanı.',
    licence_number: 'TR 1',
    photo_path: `${doctor.doctorId}/x.webp`,
  })
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByText(/^Tamamlanacaklar/)).toHaveCount(0)
})

test('a patient is turned away from both panels, a visitor is asked to sign in', { tag: '@long' }, async ({ cast, page }) => {
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

test('a doctor without a record is told why the panel is empty', async ({ cast }) => {
  const person = await cast.person('Derin')
  await cast.write('POST', '/rest/v1/user_roles', { user_id: person.id, role: 'doctor' })
  const page = await person.open('/doctor')
  await expect(page.getByText('Hesabınız henüz bir doktor kaydına bağlı değil')).toBeVisible()
})

test('the tab and the appointment are in the address: a reload stays there, going back leads back', async ({ cast }) => {
  const [doctor, patient] = [await cast.doctor('Tuna'), await cast.person('Umut')]
  const id = await cast.appointment(patient, doctor, inDays(7), '09:00')
  const page = await doctor.open('/doctor')
  await unfold(page, 'Umut')
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
  // All of the tab is in view, except for the line that it shares with the list.
  await expect(page.getByRole('tab', { name: 'Hasta Notları' })).toBeInViewport({ ratio: 0.95 })
  await expect(page.getByText('Bu randevu bulunamadı.')).toBeVisible()
})

test('the filters do not wait for the counters, more than fifty can be loaded, and a status can be chosen', async ({ cast }) => {
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
  const page = await doctor.browse()
  const counters = Promise.withResolvers<void>()
  await page.route('**/rest/v1/rpc/get_doctor_stats', async (route) => {
    await counters.promise
    await route.continue()
  })
  await page.goto('/doctor')
  await expect(page.getByRole('article')).toHaveCount(50)
  await expect(page.getByText('50 randevu gösteriliyor')).toBeVisible()
  await expect(page.getByLabel('Durum')).toBeVisible()
  const total = page.getByRole('definition').filter({ hasText: /^54$/ })
  await expect(total).toHaveCount(0)
  counters.resolve()
  await expect(total.first()).toBeVisible()
  await page.getByRole('button', { name: 'Daha fazla göster' }).click()
  await expect(page.getByRole('article')).toHaveCount(54)
  await page.getByLabel('Durum').selectOption('Onaylandı')
  await expect(page.getByText('Bu filtrelere uyan randevu yok.')).toHaveCount(2)
  await expect(page).toHaveURL(/status=confirmed/)
})

test('a failed list says so in words and can be loaded again', { tag: '@long' }, async ({ cast }) => {
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
  await expect(failed).toContainText('Bağlantınızı kontrol edip tekrar deneyin.')
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

test('the notes say in the person’s language that their code could not be loaded, beside unsaved hours', { tag: '@long' }, async ({
  cast,
}) => {
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

test('templates and extra hours whose code cannot be loaded say so in their place, and leave the note and the week as they are', {
  tag: '@long',
}, async ({ cast }) => {
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
  await expect(page.getByRole('button', { name: 'Saat Ekle' })).toBeVisible()
  await page.getByRole('tab', { name: 'Hasta Notları' }).click()
  await page.getByRole('button', { name: 'Şablonlar' }).click()
  await expect(templates).toContainText('Henüz şablonunuz yok.')
  await expect(templates.getByRole('alert')).toHaveCount(0)
})

test('requests and confirmed appointments keep their columns below each other, in every language', { tag: '@long' }, async ({ cast }) => {
  const [doctor, admin] = [await cast.doctor('Eda'), await anAdmin(cast)]
  await cast.appointment(await cast.person('Feridun'), doctor, inDays(7), '09:00')
  await cast.appointment(await cast.person('Gonca'), doctor, inDays(7), '10:00', 'confirmed')
  const page = await admin.open('/admin')
  const places = () =>
    Promise.all(['Feridun', 'Gonca'].map(async (name) => Math.round((await card(page, name).getByText(/Eda/).boundingBox())?.x ?? 0)))
  for (const language of LANGUAGES) {
    await page.goto(addressOf(language, `/admin/appointments?doctor=${doctor.doctorId}`))
    for (const width of [375, 1024, 1280]) {
      await page.setViewportSize({ width, height: 800 })
      await expect(card(page, 'Gonca')).toBeVisible()
      await page.evaluate(async () => (await document.fonts.ready).status)
      const [request, confirmed] = await places()
      expect({ language, width, x: request }).toEqual({ language, width, x: confirmed })
    }
  }
})

test('the dashboard is accessible (axe) and does not scroll sideways on a phone, in every language', { tag: '@long' }, async ({ cast }) => {
  const [doctor, patient, admin] = [await cast.doctor('Eda', { timezone: 'Asia/Baku' }), await cast.person('Ferit'), await anAdmin(cast)]
  await cast.appointment(patient, doctor, inDays(7), '09:00')
  await inEveryLanguage(admin.browse, async (page, language) => {
    await page.goto(addressOf(language, '/admin'))
    await expect(card(page, 'Ferit')).toBeVisible()
    await expectAccessible(page, { what: 'dashboard' })
    await expectNoSidewaysScroll(page)
  })
})

test('the panel is accessible (axe) and does not scroll sideways on a phone, in every language', { tag: '@long' }, async ({ cast }) => {
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
