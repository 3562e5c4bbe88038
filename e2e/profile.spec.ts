// One's own page: read, changed, taken along, erased. Everybody here is made for their story.
import type { Page } from '@playwright/test'
import { addressOf, expectAccessible, expectNoSidewaysScroll, inEveryLanguage } from './access.ts'
import { inDays } from './booking-form.ts'
import type { Cast, Doctor, Person } from './cast.ts'
import { expect, test } from './fixtures.ts'

interface Stored {
  first_name: string
}

/** What stands in the database; a change of nothing gives it back. */
async function storedProfile(cast: Cast, { id }: Person) {
  const [profile] = await cast.write<Stored[]>('PATCH', `/rest/v1/profiles?user_id=eq.${id}`, { user_id: id })
  return profile
}

async function book(cast: Cast, patient: Person, doctor: Doctor, appointment_date: string, patient_complaint: string) {
  const [appointment] = await cast.write<{ id: string }[]>('POST', '/rest/v1/appointments', {
    user_id: patient.id,
    doctor_id: doctor.doctorId,
    appointment_date,
    appointment_time: '10:00',
    patient_complaint,
  })
  return appointment?.id ?? ''
}

const change = async (cast: Cast, doctor: Doctor, id: string, values: object) =>
  expect((await cast.act<object[]>(doctor, 'PATCH', `/rest/v1/appointments?id=eq.${id}`, values)).body).toHaveLength(1)

/** What signing in with these answers. */
async function tokenStatus(page: Page, email: string, password: string) {
  const { supabaseKey } = (await (await page.request.get('/config.json')).json()) as { supabaseKey: string }
  const answer = await page.request.post('/auth/v1/token?grant_type=password', {
    headers: { apikey: supabaseKey },
    data: { email, password },
  })
  return answer.status()
}

const field = (page: Page, label: string) => page.getByLabel(label, { exact: true })

test('a visitor is asked to sign in', async ({ page }) => {
  await page.goto('/profile')
  await expect(page.getByRole('heading', { name: 'Giriş yapmanız gerekiyor.' })).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: 'Giriş Yap' }).click()
  await expect(page).toHaveURL(/\/auth$/)
})

test('a user changes every field, clears one, and sees all changes after a reload', async ({ cast }) => {
  const ada = await cast.person('Ada')
  await cast.consent(ada)
  await cast.write('PATCH', `/rest/v1/profiles?user_id=eq.${ada.id}`, { phone: '+90 530 000 00 09' })
  const page = await ada.open('/profile')
  await expect(field(page, 'Ad')).toHaveValue('Ada')
  await expect(field(page, 'Ad')).not.toBeEditable()
  await expect(field(page, 'Saat dilimi')).toHaveValue('İstanbul (UTC+3)')
  await page.getByRole('button', { name: 'Düzenle' }).click()
  await field(page, 'Ad').fill('  Ayşe ')
  await page.getByLabel('Telefon').fill('')
  await page.getByLabel('Doğum tarihi').fill('1990-02-28')
  await page.getByLabel('Cinsiyet').selectOption('Belirtmek istemiyorum')
  await field(page, 'Saat dilimi').selectOption('Asia/Tehran')
  await page.getByLabel('Tıbbi geçmiş').fill('Astım')
  await page.getByRole('button', { name: 'Bilgileri Kaydet' }).click()
  await expect(page.getByText('Profil Güncellendi!')).toBeVisible()
  await expect(page.getByText('Bilgileriniz başarıyla kaydedildi.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Düzenle' })).toBeFocused()
  expect(await storedProfile(cast, ada)).toMatchObject({
    first_name: 'Ayşe',
    last_name: 'Öykü',
    phone: null,
    date_of_birth: '1990-02-28',
    gender: 'belirtmek_istemiyorum',
    medical_history: 'Astım',
    timezone: 'Asia/Tehran',
  })
  await page.reload()
  await expect(field(page, 'Ad')).toHaveValue('Ayşe')
  await expect(page.getByLabel('Telefon')).toHaveValue('')
  await expect(page.getByLabel('Doğum tarihi')).toHaveValue('28 Şubat 1990')
  await expect(field(page, 'Saat dilimi')).toHaveValue('Tahran (UTC+3:30)')
})

test('the ten zones are first, each with its city and offset, followed by the search', async ({ cast }) => {
  const page = await (await cast.person('Ada')).open('/profile')
  await page.getByRole('button', { name: 'Düzenle' }).click()
  const options = field(page, 'Saat dilimi').getByRole('option')
  await expect(options).toHaveCount(11)
  const zones = await options.allTextContents()
  expect(zones.pop()).toBe('Başka bir şehir ara...')
  for (const zone of zones) expect(zone).toMatch(/^[\p{L} ]+ \(UTC[+-]\d+(:\d\d)?\)$/u)
})

test('cancelling restores the saved values', async ({ cast }) => {
  const ada = await cast.person('Ada')
  const page = await ada.open('/profile')
  await page.getByRole('button', { name: 'Düzenle' }).click()
  await field(page, 'Soyad').fill('Başka')
  await page.getByRole('button', { name: 'Vazgeç' }).click()
  await expect(field(page, 'Soyad')).toHaveValue('Öykü')
  await expect(field(page, 'Soyad')).not.toBeEditable()
  await page.getByRole('button', { name: 'Düzenle' }).click()
  await expect(field(page, 'Soyad')).toHaveValue('Öykü')
  expect(await storedProfile(cast, ada)).toMatchObject({ last_name: 'Öykü' })
})

test('without both names nothing is saved, the first missing one takes the focus, and what was typed stays', async ({ cast }) => {
  const ada = await cast.person('Ada')
  const page = await ada.open('/profile')
  await page.getByRole('button', { name: 'Düzenle' }).click()
  await field(page, 'Ad').fill('Ayla')
  await field(page, 'Soyad').fill('   ')
  await page.getByLabel('Doğum tarihi').fill('2999-01-01')
  await page.getByRole('button', { name: 'Bilgileri Kaydet' }).click()
  await expect(page.getByText('Bu alan gerekli.')).toBeVisible()
  await expect(page.getByText('1900 ile bugün arasında bir tarih girin.')).toBeVisible()
  await expect(field(page, 'Soyad')).toBeFocused()
  await expect(field(page, 'Ad')).toHaveValue('Ayla')
  expect(await storedProfile(cast, ada)).toMatchObject({ first_name: 'Ada', date_of_birth: null })
})

test('saving without a connection keeps what was typed and works on the next try', async ({ cast }) => {
  const ada = await cast.person('Ada')
  await cast.consent(ada)
  const page = await ada.open('/profile')
  await page.getByRole('button', { name: 'Düzenle' }).click()
  await page.getByLabel('Tıbbi geçmiş').fill('Migren, günde bir tablet.')
  await page.context().setOffline(true)
  await page.getByRole('button', { name: 'Bilgileri Kaydet' }).click()
  await expect(page.getByText('Güncelleme Hatası')).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: 'Ana sayfaya dön' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Sayfada kal' }).first().click()
  await expect(page.getByLabel('Tıbbi geçmiş')).toHaveValue('Migren, günde bir tablet.')
  await page.context().setOffline(false)
  await page.getByRole('button', { name: 'Bilgileri Kaydet' }).click()
  await expect(page.getByText('Profil Güncellendi!')).toBeVisible()
  expect(await storedProfile(cast, ada)).toMatchObject({ medical_history: 'Migren, günde bir tablet.' })
})

test('lists that cannot be loaded say so and can be loaded again', async ({ cast }) => {
  const page = await (await cast.person('Ada')).browse()
  await page.route(/rest\/v1\/(profiles|appointments)/, (route) => route.abort())
  await page.goto('/profile')
  await expect(page.getByText('Profil Yükleme Hatası')).toBeVisible()
  await expect(page.getByText('Randevular Yüklenemedi')).toBeVisible()
  await page.unroute(/rest\/v1\/(profiles|appointments)/)
  for (const title of ['Profil Yükleme Hatası', 'Randevular Yüklenemedi'])
    await page.getByRole('alert').filter({ hasText: title }).getByRole('button', { name: 'Tekrar Dene' }).click()
  await expect(field(page, 'Ad')).toHaveValue('Ada')
  await expect(page.getByText('Toplam randevu')).toBeVisible()
})

test('the history shows doctor, specialty, day, both clocks, complaint, note, status and day of booking, and updates live with the counters', async ({
  cast,
}) => {
  const [ada, doctor] = [await cast.person('Ada', { timezone: 'Asia/Baku' }), await cast.doctor('Ece')]
  const page = await ada.open('/profile')
  await page.getByRole('tab', { name: 'Randevu Geçmişi' }).click()
  await expect(page.getByText('Henüz randevunuz bulunmuyor.')).toBeVisible()
  await expect(page.getByRole('tabpanel').getByRole('link', { name: 'Randevu Al' })).toHaveAttribute('href', '/appointments')
  const counter = (name: string) => page.locator('dl > div', { hasText: name }).getByRole('definition')
  await expect(counter('Toplam randevu')).toHaveText('0')

  const day = inDays(7)
  const first = await book(cast, ada, doctor, day, 'Göğüs ağrısı\nikinci satır')
  const second = await book(cast, ada, doctor, inDays(8), 'Kontrol')
  await change(cast, doctor, first, { status: 'confirmed', notes: 'Aç karnına gelin.' })
  await change(cast, doctor, second, { status: 'cancelled' })
  // Nobody reloads: the page follows.
  const entries = page.getByRole('tabpanel').getByRole('listitem')
  await expect(entries).toHaveCount(2)
  const entry = entries.filter({ hasText: 'Göğüs ağrısı' })
  await expect(entry.getByRole('heading')).toHaveText(doctor.name)
  const date = { day: 'numeric', month: 'long', year: 'numeric' } as const
  const [on, today] = [
    new Intl.DateTimeFormat('tr-TR', { ...date, timeZone: 'UTC' }).format(new Date(`${day}T00:00:00Z`)),
    new Intl.DateTimeFormat('tr-TR', { ...date, timeZone: 'Asia/Baku' }).format(new Date()),
  ]
  const texts = ['Dahiliye', on, '10:00', '11:00', 'Şikayet', 'ikinci satır', 'Doktor Notu', 'Aç karnına gelin.', 'Onaylandı']
  for (const text of [...texts, `Oluşturulma: ${today}`]) await expect(entry).toContainText(text)
  await expect(counter('Toplam randevu')).toHaveText('2')
  await expect(counter('Bekleyen')).toHaveText('0')
  await expect(counter('Tamamlanan')).toHaveText('0')
  await expect(counter('İptal edilen')).toHaveText('1')
  // Newest first.
  await expect(entries.first()).toContainText('Kontrol')
})

test('quick actions lead to a new appointment and, in a new tab, to WhatsApp', async ({ cast }) => {
  const page = await (await cast.person('Ada')).open('/profile')
  await expect(page.getByRole('main').getByRole('link', { name: 'Yeni randevu' })).toHaveAttribute('href', '/appointments')
  const whatsApp = page.getByRole('main').getByRole('link', { name: 'WhatsApp’tan yazın (yeni sekmede açılır)' })
  await expect(whatsApp).toHaveAttribute('href', /^https:\/\/wa\.me\/\d+$/)
  await expect(whatsApp).toHaveAttribute('target', '_blank')
  await page.getByRole('main').getByRole('link', { name: 'Ana sayfaya dön' }).click()
  await expect(page).toHaveURL(/\/$/)
})

test('the address is shown with the way to support; the password is changed there', async ({ cast }) => {
  const ada = await cast.person('Ada')
  const page = await ada.open('/profile')
  await expect(page.getByLabel('E-posta')).toHaveValue(ada.email)
  await expect(page.getByLabel('E-posta')).not.toBeEditable()
  await expect(page.getByText('Eski adresinize artık erişemiyorsanız destek ekibimize yazın:')).toBeVisible()
  await page.getByRole('button', { name: 'Şifreyi değiştir' }).click()
  const dialog = page.getByRole('dialog')
  const save = dialog.getByRole('button', { name: 'Şifreyi Kaydet' })
  await dialog.getByLabel('Mevcut şifre').fill('Yanlis1234!')
  await dialog.getByLabel('Yeni şifre').fill('Yepyeni1234!')
  await save.click()
  await expect(dialog.getByText('Mevcut şifre doğru değil.')).toBeVisible()
  await dialog.getByLabel('Mevcut şifre').fill(ada.password)
  await dialog.getByLabel('Yeni şifre').fill('Password1!')
  await save.click()
  await expect(dialog.getByText('Bu şifre çok yaygın')).toBeVisible()
  await dialog.getByLabel('Yeni şifre').fill('Yepyeni1234!')
  await save.click()
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(page.getByRole('button', { name: 'Şifreyi değiştir' })).toBeFocused()
  await expect.poll(() => tokenStatus(page, ada.email, 'Yepyeni1234!')).toBe(200)
  expect(await tokenStatus(page, ada.email, ada.password)).toBe(400)
})

test('the export contains all of the user’s data as JSON, and names files that could not be fetched', async ({ cast, site, request }) => {
  const [ada, doctor] = [await cast.person('Ada'), await cast.doctor('Ece')]
  await cast.write('PATCH', `/rest/v1/profiles?user_id=eq.${ada.id}`, { medical_history: 'Penisilin alerjisi' })
  const id = await book(cast, ada, doctor, inDays(7), 'Baş dönmesi')
  await change(cast, doctor, id, { status: 'confirmed', notes: 'Su için.' })
  const page = await ada.open('/profile')
  const take = async () => {
    const waiting = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Verilerimi indir' }).click()
    const download = await waiting
    expect(download.suggestedFilename()).toMatch(/^bkv-data-\d{4}-\d\d-\d\d\.json$/)
    const chunks: Buffer[] = []
    for await (const chunk of await download.createReadStream()) chunks.push(chunk as Buffer)
    return JSON.parse(Buffer.concat(chunks).toString('utf8')) as Record<string, unknown>
  }
  expect(await take()).toMatchObject({
    account: { id: ada.id, email: ada.email },
    profile: { first_name: 'Ada', last_name: 'Öykü', medical_history: 'Penisilin alerjisi' },
    appointments: [
      { id, patient_complaint: 'Baş dönmesi', notes: 'Su için.', status: 'confirmed', doctor: doctor.name.replace('Dr. ', '') },
    ],
    files: [],
  })
  await expect(page.getByText('Verileriniz indirildi.')).toBeVisible()

  // A record whose file was lost.
  const record = {
    appointment_id: id,
    file_name: 'Tahlil sonucu.pdf',
    file_path: `${id}/1-tahlil.pdf`,
    file_size: 4,
    file_type: 'application/pdf',
  }
  const stored = `${site.url}/storage/v1/object/appointment-files/${record.file_path}`
  const headers = { apikey: site.secretKey }
  await request.post(stored, { headers: { ...headers, 'content-type': 'application/pdf' }, data: Buffer.from('%PDF') })
  await cast.write('POST', '/rest/v1/appointment_files', { ...record, uploaded_by: ada.id })
  expect((await request.delete(stored, { headers })).ok()).toBe(true)
  expect(await take()).toMatchObject({ files: [record] })
  await expect(page.getByRole('alert').filter({ hasText: 'İndirilen veriler tam değil: 1 dosya alınamadı.' })).toContainText(
    'Tahlil sonucu.pdf',
  )
})

test('an account is erased only after its address was typed, and permanently', async ({ cast }) => {
  const [ada, doctor] = [await cast.person('Ada'), await cast.doctor('Ece')]
  const id = await book(cast, ada, doctor, inDays(7), 'Gizli kalsın')
  const page = await ada.open('/profile')
  await page.getByRole('button', { name: 'Hesabımı sil' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('Bu işlem geri alınamaz.')
  await expect(dialog).toContainText('Randevuların doktoru, tarihi, saati ve durumu')
  await dialog.getByRole('button', { name: 'Hesabımı kalıcı olarak sil' }).click()
  await expect(dialog.getByText('Bu alan gerekli.')).toBeVisible()
  await dialog.getByRole('textbox').fill('baska@example.com')
  await dialog.getByRole('button', { name: 'Hesabımı kalıcı olarak sil' }).click()
  await expect(dialog.getByText('Yazdığınız adres hesabınızın adresi değil. Hiçbir şey silinmedi.')).toBeVisible()
  await expect(dialog.getByRole('textbox')).toBeFocused()
  expect(await storedProfile(cast, ada)).toMatchObject({ first_name: 'Ada' })

  await dialog.getByRole('textbox').fill(ada.email.toUpperCase())
  await dialog.getByRole('button', { name: 'Hesabımı kalıcı olarak sil' }).click()
  await expect(page.getByText('Hesabınız silindi')).toBeVisible()
  await expect(page).toHaveURL(/\/$/)
  await expect(page.getByRole('banner').getByRole('link', { name: 'Giriş Yap' })).toBeVisible()
  await expect.poll(() => page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('sb-')))).toEqual([])
  expect(await tokenStatus(page, ada.email, ada.password)).toBe(400)
  const kept = await cast.act(doctor, 'GET', `/rest/v1/appointments?id=eq.${id}&select=status,patient_complaint`)
  expect(kept.body).toEqual([{ status: 'cancelled', patient_complaint: null }])
})

test('a doctor with open appointments is told to settle them first', async ({ cast }) => {
  const doctor = await cast.doctor('Ece')
  await book(cast, await cast.person('Ada'), doctor, inDays(7), 'Kontrol')
  const page = await doctor.open('/profile')
  await page.getByRole('button', { name: 'Hesabımı sil' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('Hastalarınızın randevu kayıtlarında doktor olarak adınız')
  await dialog.getByRole('textbox').fill(doctor.email)
  await dialog.getByRole('button', { name: 'Hesabımı kalıcı olarak sil' }).click()
  await expect(dialog.getByRole('alert').filter({ hasText: 'Hesap silinemedi' })).toContainText('açık randevularınız var')
  await dialog.getByRole('button', { name: 'Hesabımı koru' }).click()
  await expect(page.getByRole('button', { name: 'Hesabımı sil' })).toBeFocused()
})

test('leaving with unsaved changes by a link, Back or closing asks first; another tab or language loses nothing', async ({ cast }) => {
  const page = await (await cast.person('Ada')).open('/profile')
  await page.getByRole('button', { name: 'Düzenle' }).click()
  await field(page, 'Soyad').fill('Yeni')
  await page.getByRole('tab', { name: 'Randevu Geçmişi' }).click()
  await page.getByRole('tab', { name: 'Profil Bilgileri' }).click()
  const languages = page.getByRole('banner')
  await languages.locator('summary').filter({ hasText: 'Dil: Türkçe' }).click()
  await languages.getByRole('link', { name: 'English' }).click()
  await expect(page.getByLabel('Last name')).toHaveValue('Yeni')
  await languages.locator('summary').filter({ hasText: 'Language: English' }).click()
  await languages.getByRole('link', { name: 'Türkçe' }).click()

  const asked = page.getByRole('dialog', { name: 'Değişiklikler kaydedilmedi' })
  const back = page.getByRole('main').getByRole('link', { name: 'Ana sayfaya dön' })
  await back.click()
  await asked.getByRole('button', { name: 'Sayfada kal' }).first().click()
  await expect(back).toBeFocused()
  await expect(field(page, 'Soyad')).toHaveValue('Yeni')

  let closings = 0
  page.on('dialog', (dialog) => {
    closings++
    void dialog.dismiss()
  })
  await page.evaluate(() => location.reload())
  await expect.poll(() => closings).toBe(1)

  await back.click()
  await asked.getByRole('button', { name: 'Kaydetmeden ayrıl' }).click()
  await expect(page).toHaveURL(/\/$/)

  // Arrived by a link, so that there is something to go back to without leaving the site.
  await page.getByRole('main').getByRole('link', { name: 'Profilim' }).click()
  await page.getByRole('button', { name: 'Düzenle' }).click()
  await field(page, 'Soyad').fill('Yeni')
  await page.evaluate(() => history.back())
  await asked.getByRole('button', { name: 'Sayfada kal' }).first().click()
  await expect(page).toHaveURL(/\/profile$/)
  await expect(field(page, 'Soyad')).toHaveValue('Yeni')
  await page.evaluate(() => history.back())
  await asked.getByRole('button', { name: 'Kaydetmeden ayrıl' }).click()
  await expect(page).toHaveURL(/\/$/)
  await expect(page.getByRole('tab', { name: 'Profil Bilgileri' })).toBeHidden()
})

test('after saving, leaving asks nothing', async ({ cast }) => {
  const page = await (await cast.person('Ada')).open('/profile')
  await page.getByRole('button', { name: 'Düzenle' }).click()
  await field(page, 'Soyad').fill('Yeni')
  await page.getByRole('button', { name: 'Bilgileri Kaydet' }).click()
  await expect(page.getByText('Profil Güncellendi!')).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: 'Ana sayfaya dön' }).click()
  await expect(page).toHaveURL(/\/$/)
})

test('a name can be changed and the history opened with the keyboard alone', async ({ cast }) => {
  const ada = await cast.person('Ada')
  const page = await ada.open('/profile')
  await expect(page.getByRole('button', { name: 'Düzenle' })).toBeVisible()
  const reach = async (name: string, role: 'tab' | 'button') => {
    for (let presses = 0; presses < 30; presses++) {
      if (await page.getByRole(role, { name }).evaluate((element) => element === document.activeElement)) return
      await page.keyboard.press('Tab')
    }
    throw new Error(`${name} was not reached`)
  }
  await reach('Profil Bilgileri', 'tab')
  await page.keyboard.press('ArrowRight')
  await expect(page.getByText('Henüz randevunuz bulunmuyor.')).toBeVisible()
  await page.keyboard.press('ArrowLeft')
  await reach('Düzenle', 'button')
  await page.keyboard.press('Enter')
  await expect(field(page, 'Ad')).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('Klavye')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Profil Güncellendi!')).toBeVisible()
  expect(await storedProfile(cast, ada)).toMatchObject({ last_name: 'Klavye' })
})

test('in London the browser’s zone is offered once: declined, the question stays away; accepted, it is saved', async ({ cast }) => {
  const [ada, eve] = [await cast.person('Ada'), await cast.person('Eve')]
  const hers = await ada.open('/profile', { timezoneId: 'Europe/London' })
  await expect(hers.getByText(/Tarayıcınızın saati Londra \(UTC\+[01]\), profilinizdeki ise İstanbul \(UTC\+3\)/)).toBeVisible()
  await hers.getByRole('button', { name: 'İstanbul saatinde kal' }).click()
  await hers.reload()
  await expect(field(hers, 'Saat dilimi')).toHaveValue('İstanbul (UTC+3)')
  await expect(hers.getByRole('button', { name: 'Londra saatine geç' })).toHaveCount(0)

  const page = await eve.open('/profile', { timezoneId: 'Europe/London' })
  // In the middle of changing something else, which is neither lost nor puts the old zone back.
  await page.getByRole('button', { name: 'Düzenle' }).click()
  await field(page, 'Soyad').fill('Thames')
  await page.getByRole('button', { name: 'Londra saatine geç' }).click()
  await expect(field(page, 'Saat dilimi')).toHaveValue('Europe/London')
  await expect(page.getByRole('button', { name: 'Londra saatine geç' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Bilgileri Kaydet' }).click()
  await expect(field(page, 'Saat dilimi')).toHaveValue(/^Londra/)
  expect(await storedProfile(cast, eve)).toMatchObject({ timezone: 'Europe/London', last_name: 'Thames' })
})

test('the profile is accessible (axe) and never scrolls sideways, in every language and both themes', async ({ cast }) => {
  const [ada, doctor] = [await cast.person('Ada', { timezone: 'Asia/Baku' }), await cast.doctor('Ece')]
  await book(cast, ada, doctor, inDays(7), 'Kontrol')
  // With the offer of another zone.
  const browse = () => ada.browse({ timezoneId: 'Europe/London' })
  await inEveryLanguage(browse, async (page, language) => {
    await page.goto(addressOf(language, '/profile'))
    await expect(page.locator('html')).toHaveAttribute('dir', language === 'ar' ? 'rtl' : 'ltr')
    const [details, history] = [page.getByRole('tab').first(), page.getByRole('tab').last()]
    await expect(page.getByRole('tabpanel').getByRole('textbox').first()).toHaveValue('Ada')
    await expectAccessible(page, { what: 'reading', where: '#content' })
    await page.getByRole('tabpanel').getByRole('button').first().click()
    await expectAccessible(page, { what: 'editing', where: '#content' })
    await history.click()
    await expect(page.getByRole('tabpanel').getByRole('listitem')).toHaveCount(1)
    await expectAccessible(page, { what: 'history', where: '#content' })
    for (const tab of [history, details]) {
      await tab.click()
      await expectNoSidewaysScroll(page)
    }
    await page.locator('section[aria-labelledby="erase-title"] button').click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await expectAccessible(page, { what: 'erasing', where: '[role=dialog]' })
  })
})
