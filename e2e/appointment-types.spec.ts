// Doctors with types of appointments: choosing one, its fee, its questions.
import { expectAccessible, expectNoSidewaysScroll } from './access.ts'
import { book, chooseTime, inDays, mine, openMine, timeIn, typeDay } from './booking-form.ts'
import type { Cast, Doctor } from './cast.ts'
import { expect, test } from './fixtures.ts'
import { anAdmin } from './management.ts'

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
  // The days appear only after a type is chosen.
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

test('a visitor reads fees while booking only if the company shows them to everybody', async ({ cast }) => {
  const [admin, doctor] = [await anAdmin(cast), await cast.doctor('Defne')]
  await addType(cast, doctor, FIRST_VISIT)
  await addType(cast, doctor, { ...CHECK_UP, fee_minor: null })
  const show = (shown: boolean) => cast.act(admin, 'POST', '/rest/v1/rpc/set_public_fees', { shown })
  const page = await cast.visitor({ timezoneId: 'Europe/Istanbul', viewport: { width: 375, height: 812 } })
  const terms = page.getByRole('region', { name: 'Görüşme ücreti' })
  const chooseFirst = async () => {
    await page.goto(`/appointments?doctor=${doctor.doctorId}&date=${inDays(7)}`)
    await page.getByRole('radio', { name: /^İlk görüşme/ }).check()
    await chooseTime(page, '10:00')
  }
  await chooseFirst()
  await expect(page.getByRole('main').getByRole('link', { name: 'Giriş Yap' })).toBeVisible()
  await expect(page.getByText(/AZN|Ücret ayrıca/)).toHaveCount(0)
  await expect(terms).toHaveCount(0)
  await show(true)
  try {
    await chooseFirst()
    await expect(page.getByRole('radio', { name: /^İlk görüşme.*45 dakika.*120\sAZN/ })).toBeChecked()
    await expect(page.getByRole('radio', { name: /Check-up.*Ücret ayrıca bildirilir/ })).toHaveCount(1)
    await expect(terms).toContainText(/120\sAZN/)
    await expect(terms).toContainText('Randevuyu alarak bu ücreti kabul edersiniz.')
    await expectNoSidewaysScroll(page)
    await expectAccessible(page, { what: 'fees for visitors', where: '#content' })
  } finally {
    await show(false)
  }
})

test('a link to a time selects the first type, which stays selected on another day', { tag: '@long' }, async ({ cast }) => {
  const doctor = await cast.doctor('Ahu')
  await addType(cast, doctor, FIRST_VISIT)
  await addType(cast, doctor, CHECK_UP)
  const page = await cast.visitor({ timezoneId: 'Europe/Istanbul' })
  await page.goto(`/appointments?doctor=${doctor.doctorId}&date=${inDays(7)}&time=10:00`)
  await expect(timeIn(page, '10:00')).toBeChecked()
  await expect(page.getByRole('radio', { name: /^İlk görüşme/ })).toBeChecked()
  await typeDay(page, inDays(8))
  await chooseTime(page, '11:00')
  await expect(page.getByRole('radio', { name: /^İlk görüşme/ })).toBeChecked()
})

test('a type too long for the chosen time says so and offers the nearest times', async ({ cast }) => {
  const doctor = await cast.doctor('Ege', { hours: { start_time: '09:00', end_time: '12:00' } })
  await addType(cast, doctor, FIRST_VISIT)
  await addType(cast, doctor, CHECK_UP)
  const page = await cast.visitor({ timezoneId: 'Europe/Istanbul' })
  await page.goto(`/appointments?doctor=${doctor.doctorId}&date=${inDays(7)}`)
  await page.getByRole('radio', { name: /Check-up/ }).check()
  await chooseTime(page, '11:45')
  await page.getByRole('radio', { name: /^İlk görüşme/ }).check()
  await expect(page.getByText('11:45 saatinde bu görüşme için yeterli boş süre yok.')).toBeVisible()
  await page.getByRole('button', { name: '11:15', exact: true }).click()
  await expect(timeIn(page, '11:15')).toBeChecked()
})

test('a type that becomes longer than the held time says so, loses nothing typed, and offers a time that fits', { tag: '@long' }, async ({
  cast,
}) => {
  const [doctor, patient] = [await cast.doctor('Ege', { hours: { start_time: '09:00', end_time: '12:00' } }), await cast.person('Umut')]
  const type = await addType(cast, doctor, CHECK_UP)
  const page = await patient.open(`/appointments?doctor=${doctor.doctorId}&date=${inDays(7)}&time=11:45&type=${type}`)
  await page.getByLabel('Şikayetiniz').fill('Kontrol')
  await expect(page.getByRole('timer')).toBeVisible()
  await cast.write('PATCH', `/rest/v1/appointment_types?id=eq.${type}`, { minutes: 45 })
  await expect(page.getByText('11:45 saatinde bu görüşme için yeterli boş süre yok.')).toBeVisible()
  await page.getByRole('button', { name: '11:15', exact: true }).click()
  await expect(page.getByRole('timer')).toBeVisible()
  await expect(page.getByText('45 dakika').first()).toBeVisible()
  await expect(page.getByLabel('Şikayetiniz')).toHaveValue('Kontrol')
  await page.getByRole('button', { name: 'Randevu Al' }).click()
  await expect(page.getByText('Randevu Oluşturuldu!')).toBeVisible()
})

test('a type that is switched off during a booking says so, loses nothing typed, and offers the nearest type', async ({ cast }) => {
  const [doctor, patient] = [await cast.doctor('Nehir'), await cast.person('Umut')]
  await addType(cast, doctor, FIRST_VISIT)
  const gone = await addType(cast, doctor, CHECK_UP)
  const page = await patient.open(`/appointments?doctor=${doctor.doctorId}&date=${inDays(7)}&time=10:00&type=${gone}`)
  await page.getByLabel('Şikayetiniz').fill('Kontrol')
  await expect(timeIn(page, '10:00')).toBeChecked()
  await cast.write('PATCH', `/rest/v1/appointment_types?id=eq.${gone}`, { active: false })
  // The page reloads the free times when a type changes.
  await expect(page.getByText('Seçtiğiniz görüşme türü artık sunulmuyor.')).toBeVisible()
  await page.getByRole('button', { name: 'En yakınını seç: İlk görüşme' }).click()
  await expect(timeIn(page, '10:00')).toBeChecked()
  await book(page, 'Kontrol')
  await expect(page.getByText('Randevu Oluşturuldu!')).toBeVisible()
})

test('a patient books the second of two types and reads the fee that they agreed to', async ({ cast }) => {
  const [doctor, patient] = [await cast.doctor('Rana'), await cast.person('Onur')]
  await addType(cast, doctor, FIRST_VISIT)
  const checkUp = await addType(cast, doctor, CHECK_UP)
  await cast.write('POST', '/rest/v1/appointment_questions', [
    { type_id: checkUp, texts: { tr: 'Hangi ilaçları kullanıyorsunuz?' }, kind: 'text', position: 0, choices: null },
    { type_id: checkUp, texts: { tr: 'Alerjiniz var mı?' }, kind: 'choice', choices: [{ tr: 'Evet' }, { tr: 'Hayır' }], position: 1 },
  ])
  const page = await patient.open(`/appointments?doctor=${doctor.doctorId}&date=${inDays(7)}`)
  await page.getByRole('radio', { name: /Check-up.*50 AZN/ }).check()
  await chooseTime(page, '10:15')
  const terms = page.getByRole('region', { name: 'Görüşme ücreti' })
  await expect(terms).toBeInViewport({ ratio: 1 })
  await expect(terms).toContainText('50')
  await expect(terms).toContainText('Randevuyu alarak bu ücreti kabul edersiniz.')
  await expect(terms).toContainText('Ücretsiz iptal edebileceğiniz son zaman')
  await book(page, 'Kontrol')
  const confirmation = page.getByRole('article')
  await expect(confirmation).toContainText('Check-up (English)')
  await expect(confirmation).toContainText('Kabul ettiğiniz ücret')
  await expect(confirmation).toContainText('50')
  const questions = confirmation.getByRole('region', { name: 'Doktorunuzun soruları' })
  await expect(questions).toContainText('2 soru yanıtınızı bekliyor.')
  await questions.getByRole('radio', { name: 'Hayır' }).check()
  await expect(questions).toContainText('1 soru yanıtınızı bekliyor.')
  const medicines = questions.getByLabel('Hangi ilaçları kullanıyorsunuz?')
  await medicines.fill('a'.repeat(2001))
  await expect(questions).toContainText('Yanıt en fazla 2.000 karakter olabilir.')
  await medicines.fill('Yalnızca vitamin')
  await expectAccessible(page, { what: 'questions', where: '#content' })
  // What is typed survives a reload.
  await page.goto('/appointments?tab=mine')
  await expect(mine(page).getByLabel('Hangi ilaçları kullanıyorsunuz?')).toHaveValue('Yalnızca vitamin')
  await mine(page).getByRole('button', { name: 'Yanıtı kaydet' }).click()
  await expect(mine(page)).toContainText('Bütün sorular yanıtlandı.')
  await expect(mine(page)).toContainText('kabul ettiniz, henüz ödenmedi')
})

test('a patient agrees with one click to a fee that staff entered', async ({ cast }) => {
  const [doctor, patient] = [await cast.doctor('Pelin'), await cast.person('Arda')]
  const type = await addType(cast, doctor, { ...FIRST_VISIT, fee_minor: null })
  const page = await patient.open(`/appointments?doctor=${doctor.doctorId}&date=${inDays(7)}`)
  await chooseTime(page, '10:00')
  await expect(page.getByRole('region', { name: 'Görüşme ücreti' })).toContainText('Ücret ayrıca bildirilir')
  await book(page, 'Kontrol')
  await expect(page.getByText('Randevu Oluşturuldu!')).toBeVisible()
  const [booked] = (await cast.act<{ id: string }[]>(patient, 'GET', `/rest/v1/appointments?type_id=eq.${type}&select=id`)).body
  await openMine(page)
  await expect(mine(page)).toContainText('Ücret ayrıca bildirilir')
  const fee = { appointment_id: booked?.id, fee_minor: 9000, currency: 'TRY' }
  await cast.act(doctor, 'POST', '/rest/v1/rpc/set_appointment_fee', fee)
  await mine(page)
    .getByRole('button', { name: /Ücreti kabul et: .*90/ })
    .click()
  await expect(mine(page)).toContainText('kabul ettiniz')
  await expect(mine(page).getByRole('button', { name: /Ücreti kabul et/ })).toHaveCount(0)
})

test('a fee that changes during a booking is shown again for consent, and nothing typed is lost', async ({ cast }) => {
  const [doctor, patient] = [await cast.doctor('Selin'), await cast.person('Emre')]
  const type = await addType(cast, doctor, FIRST_VISIT)
  const page = await patient.open(`/appointments?doctor=${doctor.doctorId}&date=${inDays(7)}`)
  // The only type is shown without a choice.
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
