// Patients outside the ten offered zones: in Paris, Cairo and Riyadh, while travelling, and not signed in.
import type { Page } from '@playwright/test'
import { expectAccessible, expectNoSidewaysScroll } from './access.ts'
import { inDays, openMine, typeDay } from './booking-form.ts'
import type { Cast, Person } from './cast.ts'
import { expect, test } from './fixtures.ts'

const nextYear = new Date().getUTCFullYear() + 1
const times = (page: Page) => page.getByRole('group', { name: /boş saatler/ }).getByRole('radio')

async function stored(cast: Cast, { id }: Person) {
  const [profile] = await cast.write<{ timezone: string; timezone_chosen_at: string | null }[]>(
    'PATCH',
    `/rest/v1/profiles?user_id=eq.${id}`,
    {
      language: 'tr',
    },
  )
  return { timezone: profile?.timezone, isChosen: Boolean(profile?.timezone_chosen_at) }
}

/** Clears the zone, as in profiles of the first release that nobody has edited. */
const forgetZone = (cast: Cast, { id }: Person) => cast.write('PATCH', `/rest/v1/profiles?user_id=eq.${id}`, { timezone: '' })

/** Waits for the profile, because another button comes first until it has loaded. */
async function startEditing(page: Page) {
  await expect(page.getByRole('tabpanel').getByRole('textbox').first()).not.toHaveValue(/@|^$/)
  await page.getByRole('tabpanel').getByRole('button').first().click()
  await expect(page.locator('form [type=submit]')).toBeVisible()
}

test('a patient in Paris reads their own clock first, the doctor in Baku theirs', async ({ cast }) => {
  const doctor = await cast.doctor('Rauf', { timezone: 'Asia/Baku', hours: { start_time: '10:00', end_time: '18:00' } })
  const patient = await cast.person('Claire', { timezone: 'Europe/Paris' })
  const page = await patient.open('/appointments')
  await page.getByRole('button', { name: doctor.name }).click()
  // In January Paris is at UTC+1, Baku always at UTC+4.
  await typeDay(page, `${nextYear}-01-20`)
  await expect(page.getByText('Saatler sizin saatinizle: Paris (UTC+1). Doktorunki farklı: Bakü (UTC+4).')).toBeVisible()
  await expect(times(page).first()).toHaveAccessibleName('07:00, doktorda 10:00')
  await page.getByLabel('Saat', { exact: true }).selectOption({ label: '11:00 (doktorda 14:00)' })
  await page.getByLabel('Şikayetiniz').fill('Uzaktan')
  await page.getByRole('button', { name: 'Randevu Al' }).click()
  await expect(page.getByText('Randevu Oluşturuldu!')).toBeVisible()
  await openMine(page)
  const card = page.getByRole('article').filter({ hasText: doctor.name })
  await expect(card.getByText(`20 Ocak ${nextYear} Çarşamba`)).toBeVisible()
  await expect(card.getByText('11:00 Paris · sizin saatiniz')).toBeVisible()
  await expect(card.getByText('14:00 Bakü · doktorun saati')).toBeVisible()
  await card.getByRole('button', { name: 'İptal Et' }).click()
  await expect(page.getByRole('dialog')).toContainText(
    `${doctor.name}, 20 Ocak ${nextYear} Çarşamba, 11:00 (Paris), doktorda 14:00 (Bakü).`,
  )

  const theirs = await doctor.open('/doctor')
  const request = theirs.getByRole('article').filter({ hasText: 'Claire' })
  await request.getByRole('button', { name: /^Ayrıntılar/ }).click()
  await expect(request).toContainText('14:00 (Bakü)')
  await expect(request).not.toContainText('11:00')
  await request.getByRole('button', { name: 'Reddet' }).click()
  await expect(theirs.getByRole('dialog')).toContainText(`Claire Öykü, ${doctor.name}, 20 Ocak ${nextYear} Çarşamba, 14:00 (Bakü).`)
})

test('Cairo is one hour behind Istanbul in winter and on the same time in summer', { tag: '@long' }, async ({ cast }) => {
  const doctor = await cast.doctor('Aylin', { hours: { start_time: '10:00', end_time: '12:00' } })
  const page = await (await cast.person('Amr', { timezone: 'Africa/Cairo' })).open('/appointments')
  await page.getByRole('button', { name: doctor.name }).click()
  await typeDay(page, `${nextYear}-01-20`)
  await expect(times(page).first()).toHaveAccessibleName('09:00, doktorda 10:00')
  await typeDay(page, `${nextYear}-07-20`)
  await expect(times(page).first()).toHaveAccessibleName('10:00')
  await expect(page.getByText('Saatler İstanbul (UTC+3) saatiyle; sizinkiyle aynı.')).toBeVisible()
})

test('a user who registers in Riyadh gets that zone without a question', async ({ cast }) => {
  const page = await cast.visitor({ timezoneId: 'Asia/Riyadh' })
  const email = `${crypto.randomUUID()}@story.example`
  await page.goto('/auth')
  await page.getByRole('tab', { name: 'Kayıt Ol' }).click()
  await page.getByLabel('Ad', { exact: true }).fill('Nur')
  await page.getByLabel('Soyad').fill('Öykü')
  await page.getByLabel('Telefon').fill('+966 50 000 00 00')
  await page.getByRole('checkbox', { name: 'açık rıza' }).check()
  await page.getByLabel('Doğum tarihi').fill('1990-05-17')
  await page.getByLabel('Cinsiyet').selectOption('Kadın')
  await page.getByLabel('Tıbbi geçmiş').fill('Yok')
  await page.getByLabel('E-posta').fill(email)
  await page.getByLabel('Şifre', { exact: true }).fill('Yeni1234!')
  await page.getByRole('tabpanel').getByRole('button', { name: 'Kayıt Ol' }).click()
  await expect(page.getByText('Kayıt Başarılı!')).toBeVisible()
  const [profile] = await cast.write<{ timezone: string; timezone_chosen_at: string | null }[]>(
    'PATCH',
    `/rest/v1/profiles?email=eq.${email}`,
    {
      language: 'tr',
    },
  )
  expect(profile).toMatchObject({ timezone: 'Asia/Riyadh', timezone_chosen_at: expect.any(String) })
})

test('a traveller is asked once in each place, and times are shown accordingly', { tag: '@long' }, async ({ cast }) => {
  const [doctor, patient] = [await cast.doctor('Ece'), await cast.person('Paul', { timezone: 'Europe/Paris' })]
  await cast.appointment(patient, doctor, `${nextYear}-01-20`, '12:00')
  const adopt = (page: Page, city: string) => page.getByRole('button', { name: `${city} saatine geç` })

  const cairo = await patient.open('/appointments', { timezoneId: 'Africa/Cairo' })
  await expect(cairo.getByText(/Tarayıcınızın saati Kahire \(UTC\+[23]\), profilinizdeki ise Paris/)).toBeVisible()
  await cairo.getByRole('button', { name: 'Paris saatinde kal' }).click()
  await expect(adopt(cairo, 'Kahire')).toHaveCount(0)
  await expect(cairo.getByText('10:00 Paris')).toBeVisible()
  await cairo.reload()
  await expect(cairo.getByText('10:00 Paris')).toBeVisible()
  await expect(adopt(cairo, 'Kahire')).toHaveCount(0)

  // Berlin's clock equals that of Paris, so nobody is asked.
  const berlin = await patient.open('/appointments', { timezoneId: 'Europe/Berlin' })
  await expect(berlin.getByText('10:00 Paris')).toBeVisible()
  await expect(adopt(berlin, 'Berlin')).toHaveCount(0)

  const dubai = await patient.open('/appointments', { timezoneId: 'Asia/Dubai' })
  await adopt(dubai, 'Dubai').click()
  await expect(dubai.getByText('13:00 Dubai')).toBeVisible()
  await expect(adopt(dubai, 'Dubai')).toHaveCount(0)
  expect(await stored(cast, patient)).toEqual({ timezone: 'Asia/Dubai', isChosen: true })
})

test('a patient without a chosen zone reads the browser’s time, and is asked about mails', async ({ cast }) => {
  const [doctor, patient] = [await cast.doctor('Eda'), await cast.person('Omar')]
  await cast.appointment(patient, doctor, `${nextYear}-01-20`, '12:00')
  await forgetZone(cast, patient)
  const page = await patient.open('/appointments', { timezoneId: 'Africa/Cairo' })
  await expect(page.getByText('11:00 Kahire')).toBeVisible()
  await expect(page.getByText(/Tarayıcınızın saat dilimi Kahire.*E-\u2060postalarda/)).toBeVisible()
  await page.getByRole('tab', { name: 'Yeni Randevu' }).click()
  await page.getByRole('button', { name: doctor.name }).click()
  await typeDay(page, `${nextYear}-01-21`)
  await expect(page.getByText(/^Saatler sizin saatinizle: Kahire \(UTC/)).toBeVisible()
  expect(await stored(cast, patient)).toEqual({ timezone: 'Europe/Istanbul', isChosen: false })
  await page.getByRole('button', { name: 'Kahire saatine geç' }).click()
  await expect(page.getByRole('button', { name: 'Kahire saatine geç' })).toHaveCount(0)
  expect(await stored(cast, patient)).toEqual({ timezone: 'Africa/Cairo', isChosen: true })
})

test('in Istanbul the fallback is saved as the user’s zone without a question', { tag: '@long' }, async ({ cast }) => {
  const patient = await cast.person('Deniz')
  await forgetZone(cast, patient)
  await patient.open('/appointments', { timezoneId: 'Europe/Istanbul' })
  await expect.poll(() => stored(cast, patient)).toEqual({ timezone: 'Europe/Istanbul', isChosen: true })
})

test('any city is found by search, with the keyboard alone, in Arabic on a phone', { tag: '@long' }, async ({ cast }) => {
  const patient = await cast.person('Hala', { timezone: 'Asia/Dubai', language: 'ar' })
  const page = await patient.open('/ar/profile', { viewport: { width: 360, height: 740 } })
  await startEditing(page)
  const list = page.getByLabel('المنطقة الزمنية', { exact: true })
  await list.selectOption({ label: 'البحث عن مدينة أخرى…' })
  const search = page.getByLabel('البحث عن مدينة', { exact: true })
  await expect(search).toBeFocused()
  await page.keyboard.type('القاهره')
  await expect(page.getByRole('button', { name: /^القاهرة/ })).toBeVisible()
  await expectAccessible(page, { what: 'searching', where: '#content' })
  await expectNoSidewaysScroll(page)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(list).toBeFocused()
  await expect(list).toHaveValue('Africa/Cairo')
  await page.keyboard.press('Tab')
  await page.locator('form [type=submit]').click()
  await expect.poll(() => stored(cast, patient)).toEqual({ timezone: 'Africa/Cairo', isChosen: true })
})

test('a city is found with Azerbaijani letters, and leaving the search changes nothing', { tag: '@long' }, async ({ cast }) => {
  const page = await (await cast.person('Aysel', { timezone: 'Asia/Baku', language: 'az' })).open('/az/profile')
  await startEditing(page)
  const list = page.getByLabel('Saat qurşağı', { exact: true })
  await list.selectOption({ label: 'Başqa şəhər axtar…' })
  await page.keyboard.type('ər-ri')
  await expect(page.getByRole('button', { name: /^Ər-Riyad \(UTC\+3\)/ })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(list).toBeFocused()
  await expect(list).toHaveValue('Asia/Baku')
})

test('a visitor who is not signed in reads the doctors’ clocks beside their own', async ({ cast }) => {
  const doctor = await cast.doctor('Karim', { timezone: 'Asia/Dubai' })
  const page = await cast.visitor({ timezoneId: 'Asia/Riyadh' })
  await page.clock.install({ time: new Date('2027-01-20T10:00:00Z') })
  await page.goto('/doctors?q=Karim')
  const card = page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: doctor.name }) })
  await card.getByRole('button', { name: /^Doktor hakkında/ }).click()
  await expect(card.getByText('Sizde şu an 13:00, doktorda 14:00')).toBeVisible()
})

test('the call panel names day and time on the reader’s clock until the last hour', async ({ cast }) => {
  const doctor = await cast.doctor('Rena', { timezone: 'Asia/Baku' })
  const patient = await cast.person('Zoe', { timezone: 'Europe/Paris' })
  await cast.appointment(patient, doctor, inDays(9), '14:00', 'confirmed')
  const page = await patient.open('/appointments')
  // 13:45 in Baku is 10:45 in Paris, or 11:45 during summer time.
  await expect(page.getByText(/Görüşme odası o gün şu saatte açılır: 1[01]:45 \(Paris\)\./)).toBeVisible()
  await expect(page.getByText(/dakika sonra başlatılabilir/)).toHaveCount(0)
  const theirs = await doctor.open('/doctor')
  await theirs.getByRole('button', { name: /^Ayrıntılar/ }).click()
  await expect(theirs.getByText(/Görüşme odasının açılışı: .* 13:45 \(Bakü\)\./)).toBeVisible()
})
