// Doctors with types of appointments: choosing one, its fee, its questions.
import { expectAccessible, expectNoSidewaysScroll } from './access.ts'
import { book, chooseTime, inDays, timeIn } from './booking-form.ts'
import type { Cast, Doctor } from './cast.ts'
import { expect, test } from './fixtures.ts'

interface TypeRow {
  id: string
}

const FIRST_VISIT = { names: { tr: 'İlk görüşme' }, minutes: 45, fee_minor: 12_000, currency: 'AZN', position: 0 }
const CHECK_UP = {
  names: { en: 'Check-up' },
  minutes: 15,
  fee_minor: 5000,
  currency: 'AZN',
  position: 1,
  descriptions: { tr: 'İlk görüşmeden sonra' },
  preparation: { tr: 'Tahlil sonuçlarınızı hazırlayın.' },
}

async function addType(cast: Cast, doctor: Doctor, type: object): Promise<string> {
  const [row] = await cast.write<TypeRow[]>('POST', '/rest/v1/appointment_types', { doctor_id: doctor.doctorId, ...type })
  if (!row) throw new Error('the type was not made')
  return row.id
}

test('a visitor chooses a type before the time and keeps both when they sign in', async ({ cast }) => {
  const [doctor, patient] = [await cast.doctor('Defne'), await cast.person('Kaya')]
  await addType(cast, doctor, FIRST_VISIT)
  await addType(cast, doctor, CHECK_UP)
  const page = await cast.visitor({ timezoneId: 'Europe/Istanbul', viewport: { width: 375, height: 812 } })
  await page.goto(`/appointments?doctor=${doctor.doctorId}&date=${inDays(7)}`)
  const types = page.getByRole('group', { name: 'Görüşme türünü seçin' }).getByRole('radio')
  await expect(types).toHaveCount(2)
  // The days come after it.
  await expect(page.getByRole('group', { name: 'Yakın günler' })).toHaveCount(0)
  await expect(page.getByText('AZN')).toHaveCount(0)
  await types.first().focus()
  await page.keyboard.press('Space')
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('radio', { name: /Check-up.*English.*15 dakika/ })).toBeChecked()
  await expect(page.getByText('Tahlil sonuçlarınızı hazırlayın.')).toBeVisible()
  await expectNoSidewaysScroll(page)
  await expectAccessible(page, { what: 'types', where: '#content' })
  await chooseTime(page, '10:15')
  await page.getByLabel('Şikayetiniz').fill('Kontrol')
  await page.getByRole('main').getByRole('link', { name: 'Giriş Yap' }).click()
  await page.getByLabel('E-posta').fill(patient.email)
  await page.getByLabel('Şifre', { exact: true }).fill(patient.password)
  await page.getByRole('tabpanel').getByRole('button', { name: 'Giriş Yap' }).click()
  await expect(page.getByRole('radio', { name: /Check-up/ })).toBeChecked()
  await expect(timeIn(page, '10:15')).toBeChecked()
  await expect(page.getByLabel('Şikayetiniz')).toHaveValue('Kontrol')
})

test('a type that is switched off meanwhile loses nothing, and the nearest is offered', async ({ cast }) => {
  const [doctor, patient] = [await cast.doctor('Nehir'), await cast.person('Umut')]
  await addType(cast, doctor, FIRST_VISIT)
  const gone = await addType(cast, doctor, CHECK_UP)
  const page = await patient.open(`/appointments?doctor=${doctor.doctorId}&date=${inDays(7)}&time=10:00&type=${gone}`)
  await page.getByLabel('Şikayetiniz').fill('Kontrol')
  await expect(timeIn(page, '10:00')).toBeChecked()
  await cast.write('PATCH', `/rest/v1/appointment_types?id=eq.${gone}`, { active: false })
  // The free times are live, and ask again.
  await expect(page.getByText('Seçtiğiniz görüşme türü artık sunulmuyor.')).toBeVisible()
  await page.getByRole('button', { name: 'En yakınını seç: İlk görüşme' }).click()
  await expect(timeIn(page, '10:00')).toBeChecked()
  await book(page, 'Kontrol')
  await expect(page.getByText('Randevu Oluşturuldu!')).toBeVisible()
})

test('a patient books the second of two types and reads the fee that they agreed to', async ({ cast }) => {
  const [doctor, patient] = [await cast.doctor('Rana'), await cast.person('Onur')]
  await addType(cast, doctor, FIRST_VISIT)
  await addType(cast, doctor, CHECK_UP)
  const page = await patient.open(`/appointments?doctor=${doctor.doctorId}&date=${inDays(7)}`)
  await page.getByRole('radio', { name: /Check-up.*50 AZN/ }).check()
  await chooseTime(page, '10:15')
  const terms = page.getByRole('region', { name: 'Görüşme ücreti' })
  await expect(terms).toContainText('50')
  await expect(terms).toContainText('Randevuyu alarak bu ücreti kabul edersiniz.')
  await expect(terms).toContainText('Ücretsiz iptal edebileceğiniz son zaman')
  await book(page, 'Kontrol')
  const confirmation = page.getByRole('article')
  await expect(confirmation).toContainText('Check-up (English)')
  await expect(confirmation).toContainText('Kabul ettiğiniz ücret')
  await expect(confirmation).toContainText('50')
})

test('a fee that changes while somebody books is shown and asked for again, and nothing is lost', async ({ cast }) => {
  const [doctor, patient] = [await cast.doctor('Selin'), await cast.person('Emre')]
  const type = await addType(cast, doctor, FIRST_VISIT)
  const page = await patient.open(`/appointments?doctor=${doctor.doctorId}&date=${inDays(7)}`)
  // The only type is stated.
  await expect(page.getByText('İlk görüşme')).toBeVisible()
  await chooseTime(page, '10:00')
  await page.getByLabel('Şikayetiniz').fill('Baş ağrısı')
  await expect(page.getByRole('region', { name: 'Görüşme ücreti' })).toContainText('120')
  await cast.write('PATCH', `/rest/v1/appointment_types?id=eq.${type}`, { fee_minor: 15_000 })
  await page.getByRole('button', { name: 'Randevu Al' }).click()
  await expect(page.getByText('Ücret bu arada değişti.')).toContainText('150')
  await expect(page.getByRole('region', { name: 'Görüşme ücreti' })).toContainText('150')
  await expect(page.getByLabel('Şikayetiniz')).toHaveValue('Baş ağrısı')
  await page.getByRole('button', { name: 'Randevu Al' }).click()
  await expect(page.getByText('Randevu Oluşturuldu!')).toBeVisible()
  await expect(page.getByRole('article')).toContainText('150')
})
