// What admins do with doctors: add them, open and close them for booking.
import type { Route } from '@playwright/test'
import { addressOf, expectAccessible, expectNoSidewaysScroll, inEveryLanguage } from './access.ts'
import { expect, test } from './fixtures.ts'
import { anAdmin, aRecord, box, entry, openForm, recordsOf, search, word } from './management.ts'

test('only admins have access: a visitor has to sign in, a doctor and a patient are turned away', { tag: '@long' }, async ({
  page,
  cast,
}) => {
  await page.goto('/doctor-management')
  await expect(page).toHaveURL(/\/auth$/)
  for (const person of [await cast.doctor('Ece'), await cast.person('Can')]) {
    const theirs = await person.open('/doctor-management')
    await expect(theirs.getByText('Erişim Reddedildi')).toBeVisible()
    await expect(theirs.getByText('Bu sayfaya erişim yetkiniz bulunmamaktadır. Gerekli rol: Admin')).toBeVisible()
    await expect(theirs).toHaveURL(/\/$/)
    await expect(theirs.getByRole('heading', { name: 'Doktor Yönetimi' })).toHaveCount(0)
  }
})

test('an admin adds a doctor, closes and opens them, and the patients’ list follows', async ({ cast }) => {
  const [admin, patient] = [await anAdmin(cast), await cast.person('Can')]
  // Adds another doctor, so that the patients' list is not empty without the new one.
  await cast.doctor('Naz')
  const page = await admin.open('/doctor-management')
  await expect(page.getByRole('heading', { level: 1, name: 'Doktor Yönetimi' })).toBeVisible()
  await expect(page.getByRole('main').getByRole('link', { name: 'Admin paneline dön' })).toHaveAttribute('href', '/admin')
  const last = word()
  await openForm(page)
  await page.getByRole('button', { name: 'Doktor Ekle' }).click()
  await expect(box(page, 'Ad').first()).toBeFocused()
  await expect(page.getByText('Bu alan gerekli.')).toHaveCount(2)
  await page.getByRole('textbox', { name: 'Ad', exact: true }).fill('Işıl')
  await box(page, 'Soyad').fill(` ${last} `)
  await page.getByRole('combobox', { name: 'Uzmanlık' }).selectOption('Göz Hastalıkları')
  await box(page, 'Telefon').fill('+994 50 000 00 00')
  await box(page, 'E-posta').fill('isil@')
  await box(page, 'Özgeçmiş').fill('Retina.\nİkinci görüş.')
  await page.getByRole('button', { name: 'Doktor Ekle' }).click()
  await expect(page.getByText('Geçerli bir e-posta adresi girin.')).toBeVisible()
  await box(page, 'E-posta').fill('isil@story.example')
  await page.getByRole('button', { name: 'Doktor Ekle' }).click()
  await expect(page.getByText('Doktor başarıyla eklendi.')).toBeVisible()
  await expect(box(page, 'Soyad')).toHaveValue('')

  const name = `Dr. Işıl ${last}`
  const doctor = entry(page, name)
  for (const text of ['Göz Hastalıkları · Bakü', '+994 50 000 00 00', 'isil@story.example', 'Aktif', 'Kullanıcı atanmamış'])
    await expect(doctor).toContainText(text)
  // The text for patients is in the record, not in the row.
  await expect(doctor).not.toContainText('Retina.')
  // The list is sorted by name.
  const names = await page.getByRole('article').getByRole('heading').allTextContents()
  expect(names).toEqual(names.toSorted((one, other) => one.localeCompare(other, 'tr')))
  expect(await recordsOf(cast, admin, `last_name=eq.${last}`)).toEqual([
    {
      first_name: 'Işıl',
      last_name: last,
      specialization: 'Göz Hastalıkları',
      bio: 'Retina.\nİkinci görüş.',
      available: true,
      user_id: null,
    },
  ])

  const theirs = await patient.open('/appointments')
  await expect(theirs.getByRole('button', { name })).toBeVisible()
  await doctor.getByRole('switch', { name: `${name}: yeni randevuya açık` }).click()
  await expect(doctor).toContainText('Pasif')
  await expect(page.getByText('Doktor durumu güncellendi.')).toBeVisible()
  await theirs.reload()
  await expect(theirs.getByText('Doktor seçin', { exact: true })).toBeVisible()
  await expect(theirs.getByRole('button', { name })).toHaveCount(0)

  await doctor.getByRole('switch').focus()
  await page.keyboard.press('Space')
  await expect(doctor).toContainText('Aktif')
  await expect(doctor.getByRole('switch')).toBeFocused()
  await expect.poll(() => recordsOf(cast, admin, `last_name=eq.${last}`)).toMatchObject([{ available: true }])
  await theirs.reload()
  await expect(theirs.getByRole('button', { name })).toBeVisible()
})

test('a phone shows the list first, a search shortens it, and a button opens the form', { tag: '@long' }, async ({ cast }) => {
  const [admin, record, other] = [await anAdmin(cast), await aRecord(cast, 'Şükrü'), await aRecord(cast, 'Derya')]
  const page = await admin.open('/doctor-management', { viewport: { width: 375, height: 812 } })
  const find = page.getByRole('searchbox', { name: 'Doktor veya uzmanlık ara' })
  const opener = page.getByRole('button', { name: 'Yeni doktor ekle' })
  await expect(page.getByRole('article').first()).toBeInViewport()
  await expect(find).toBeInViewport()
  await expect(opener).toBeInViewport()
  await expect(box(page, 'Soyad')).toBeHidden()

  const unique = record.name.split(' ').at(-1) ?? ''
  await find.fill(`sukru noro ${unique}`)
  await expect(page.getByRole('article')).toHaveCount(1)
  await expect(page.getByText('1 doktor', { exact: true })).toBeVisible()
  await expect(entry(page, record.name)).toBeVisible()
  await find.fill(`${unique} yok`)
  await expect(page.getByText('Bu aramaya uyan doktor yok.')).toBeVisible()
  await page.getByRole('main').getByText('Aramayı temizle').click()
  await expect(find).toBeFocused()
  await expect(entry(page, other.name)).toBeVisible()

  await opener.click()
  await expect(page.getByRole('textbox', { name: 'Ad', exact: true })).toBeFocused()
  await page.keyboard.type('Gül')
  await page.getByRole('button', { name: 'Kapat', exact: true }).click()
  await expect(opener).toBeFocused()
  // Closing the form loses nothing.
  await opener.click()
  await expect(page.getByRole('textbox', { name: 'Ad', exact: true })).toHaveValue('Gül')
  const last = word()
  await box(page, 'Soyad').fill(last)
  await find.fill(unique)
  await page.getByRole('button', { name: 'Doktor Ekle', exact: true }).click()
  await expect(page.getByText('Doktor başarıyla eklendi.')).toBeVisible()
  // The whole list is shown again.
  await expect(entry(page, `Dr. Gül ${last}`)).toBeVisible()
  await expect(find).toHaveValue('')
  await expect(box(page, 'Soyad')).toBeHidden()
  await expect(opener).toBeFocused()
})

test('a filter counts and shows doctors without licence details; a doctor without a user leads to the assignment', {
  tag: '@long',
}, async ({ cast }) => {
  const [admin, record, licensed] = [await anAdmin(cast), await aRecord(cast, 'Sedef'), await aRecord(cast, 'Sedat')]
  await cast.write('PATCH', `/rest/v1/doctors?id=eq.${licensed.id}`, { licence_number: 'TR 1', licence_authority: 'Sağlık Bakanlığı' })
  const page = await admin.open('/doctor-management')
  await expect(entry(page, licensed.name)).not.toContainText('Diploma eksik')
  const mark = entry(page, record.name).getByText('Diploma eksik')
  const widthOfMark = async () => (await mark.boundingBox())?.width ?? 0
  expect(await widthOfMark()).toBeGreaterThan(44)
  const filter = page.getByRole('button', { name: /^\d+ doktorun diploma tescil bilgisi eksik/ })
  await filter.click()
  await expect(entry(page, licensed.name)).toHaveCount(0)
  // Where every row lacks the details, only the line above shows it visually.
  await expect(mark).toBeAttached()
  expect(await widthOfMark()).toBeLessThan(2)
  await filter.click()
  await expect(entry(page, licensed.name)).toBeVisible()

  // Doctors without a user are a filter too.
  await page.getByRole('button', { name: /^\d+ doktora kullanıcı atanmamış/ }).click()
  await expect(entry(page, record.name)).toBeVisible()

  await entry(page, record.name).getByRole('link', { name: 'Kullanıcı atanmamış' }).click()
  await expect(page.getByRole('tab', { name: 'Kullanıcı Atama' })).toHaveAttribute('aria-selected', 'true')
  await expect(page.getByText(`${record.name} – Nöroloji`)).toBeVisible()
  // The list of records without a user marks the same record.
  const waiting = page.getByRole('region', { name: /^Kullanıcı atanmamış kayıtlar/ })
  const all = waiting.getByRole('button', { name: 'Hepsini göster' })
  if (await all.isVisible()) await all.click()
  await waiting.getByRole('button', { name: record.name }).click()
  await expect(waiting.getByRole('button', { name: record.name, pressed: true })).toBeVisible()
  await expect(search(page)).toBeFocused()
  await search(page).fill(admin.email)
  await page.getByRole('button', { name: admin.email }).click()
  await expect(page.getByRole('combobox', { name: 'Doktor kaydı' })).toHaveValue(record.id)
})

test('a new doctor is in the leave form and in the weeks without a reload', { tag: '@long' }, async ({ cast }) => {
  const page = await (await anAdmin(cast)).open('/doctor-management')
  const last = word()
  await openForm(page)
  await page.getByRole('textbox', { name: 'Ad', exact: true }).fill('Selin')
  await box(page, 'Soyad').fill(last)
  await page.getByRole('button', { name: 'Doktor Ekle' }).click()
  await expect(page.getByText('Doktor başarıyla eklendi.')).toBeVisible()
  await page.getByRole('tab', { name: 'İzinler' }).click()
  await page.getByRole('combobox', { name: 'Doktor' }).selectOption({ label: `Dr. Selin ${last}` })
  await page.getByRole('tab', { name: 'Müsaitlik' }).click()
  await expect(page.getByRole('heading', { name: `Dr. Selin ${last}` })).toBeVisible()
})

test('adding a doctor can be retried after an error or a lost response, and adds the doctor once', { tag: '@long' }, async ({ cast }) => {
  const admin = await anAdmin(cast)
  const page = await admin.open('/doctor-management')
  const last = word()
  await openForm(page)
  await page.getByRole('textbox', { name: 'Ad', exact: true }).fill('Doğa')
  await box(page, 'Soyad').fill(last)
  await box(page, 'Telefon').fill('+994 50 000 00 01')
  await page.route(/rpc\/add_doctor/, (route) => route.abort())
  await page.getByRole('button', { name: 'Doktor Ekle' }).click()
  await expect(page.getByText('Doktor eklenirken bir hata oluştu.')).toBeVisible()
  await expect(page.getByText(/^Doktor oluşturma hatası: Sunucuya ulaşılamadı/)).toBeVisible()
  expect(await recordsOf(cast, admin, `last_name=eq.${last}`)).toEqual([])
  await expect(box(page, 'Soyad')).toHaveValue(last)

  // The database adds the doctor, but the browser never gets the response.
  await page.unroute(/rpc\/add_doctor/)
  await page.route(/rpc\/add_doctor/, async (route) => {
    await route.fetch()
    await route.abort()
  })
  await page.getByRole('button', { name: 'Doktor Ekle' }).click()
  await expect.poll(() => recordsOf(cast, admin, `last_name=eq.${last}`)).toHaveLength(1)
  await expect(page.getByRole('button', { name: 'Doktor Ekle' })).toBeEnabled()
  await page.unroute(/rpc\/add_doctor/)
  await page.getByRole('button', { name: 'Doktor Ekle' }).click()
  await expect(page.getByText('Doktor başarıyla eklendi.')).toBeVisible()
  expect(await recordsOf(cast, admin, `last_name=eq.${last}`)).toHaveLength(1)
  await expect(entry(page, `Dr. Doğa ${last}`)).toHaveCount(1)
  await expect(entry(page, `Dr. Doğa ${last}`)).toContainText('+994 50 000 00 01')
  await expect(entry(page, `Dr. Doğa ${last}`)).toContainText('Genel')
})

test('a switch shows its new state at once, cannot be pressed twice, and reverts if refused', { tag: '@long' }, async ({ cast }) => {
  const [admin, record] = [await anAdmin(cast), await aRecord(cast, 'Deniz')]
  const page = await admin.open('/doctor-management')
  const doctor = entry(page, record.name)
  const held: Route[] = []
  await page.route(`**/rest/v1/doctors?id=eq.${record.id}*`, (route) => void held.push(route))
  await doctor.getByRole('switch').click()
  await expect(doctor).toContainText('Pasif')
  await expect(doctor.getByRole('switch')).toHaveAttribute('aria-busy', 'true')
  await doctor.getByRole('switch').press('Space')
  await doctor.getByRole('switch').click({ force: true })
  expect(held).toHaveLength(1)
  await held[0]?.abort()
  await expect(page.getByText('Doktor durumu güncellenirken bir hata oluştu.')).toBeVisible()
  await expect(doctor).toContainText('Aktif')
  await expect(doctor.getByRole('switch')).toBeChecked()
  expect(await recordsOf(cast, admin, `id=eq.${record.id}`)).toMatchObject([{ available: true }])
})

test('doctors that cannot be loaded say so and can be tried again', { tag: '@long' }, async ({ cast }) => {
  const [admin, record] = [await anAdmin(cast), await aRecord(cast, 'Deniz')]
  const page = await admin.browse()
  await page.route(/rest\/v1\/doctors\?/, (route) => route.abort())
  await page.goto('/doctor-management')
  await expect(page.getByText('Doktorlar yüklenirken bir hata oluştu.')).toBeVisible()
  await page.unroute(/rest\/v1\/doctors\?/)
  await page.getByRole('button', { name: 'Tekrar Dene' }).click()
  await expect(entry(page, record.name)).toBeVisible()
})

test('the tab is in the address, and typed text survives switching tabs', { tag: '@long' }, async ({ cast }) => {
  const page = await (await anAdmin(cast)).open('/doctor-management')
  await openForm(page)
  await box(page, 'Soyad').fill('Yarım')
  for (const [name, tab] of Object.entries({ 'Kullanıcı Atama': 'assign', Müsaitlik: 'availability', İzinler: 'leaves' })) {
    await page.getByRole('tab', { name }).click()
    await expect(page).toHaveURL(`/doctor-management?tab=${tab}`)
  }
  await page.getByRole('tab', { name: 'Doktorlar' }).click()
  await expect(box(page, 'Soyad')).toHaveValue('Yarım')
  await page.goto('/doctor-management?tab=assign')
  await expect(page.getByRole('tab', { name: 'Kullanıcı Atama' })).toHaveAttribute('aria-selected', 'true')
  await expect(search(page)).toBeVisible()
})

test('the page is accessible (axe) and never scrolls sideways, in every language and both themes', { tag: '@long' }, async ({ cast }) => {
  const [admin, user] = [await anAdmin(cast), await cast.person('Ada')]
  await aRecord(cast, 'Deniz')
  await inEveryLanguage(admin.browse, async (page, language) => {
    await page.goto(addressOf(language, '/doctor-management'))
    await expect(page.getByRole('article').first()).toBeVisible()
    await expectAccessible(page, { what: 'doctors' })
    await expectNoSidewaysScroll(page)
    await page.goto(addressOf(language, '/doctor-management?tab=assign'))
    await page.getByRole('searchbox').fill(user.email)
    await page.getByRole('button', { name: user.email }).click()
    await expectAccessible(page, { what: 'new record' })
    await page.getByRole('switch').click()
    await expect(page.getByRole('combobox')).toBeVisible()
    await expectAccessible(page, { what: 'existing record' })
    await expectNoSidewaysScroll(page)
  })
})
