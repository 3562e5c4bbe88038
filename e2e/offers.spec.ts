import { expectAccessible, expectNoSidewaysScroll } from './access.ts'
import { inDays } from './booking-form.ts'
import type { Cast, Doctor, Person } from './cast.ts'
import { expect, test } from './fixtures.ts'
import { anAdmin, box } from './management.ts'

test('an admin sets up a nutritionist with two types, fees and a question', async ({ cast }) => {
  const [admin, doctor] = [await anAdmin(cast), await cast.doctor('Ece')]
  const page = await admin.open(`/doctor-management?doctor=${doctor.doctorId}`)
  const dialog = page.getByRole('dialog')

  await page.getByRole('button', { name: 'Tür ekle' }).click()
  await box(page, 'Ad (Türkçe)').fill('İlk beslenme görüşmesi')
  await box(page, 'Hazırlık (Türkçe)').fill('Üç günlük beslenme günlüğü')
  await dialog.getByLabel('Süre (dakika)').fill('45')
  // A point may also separate thousands.
  for (const amount of ['50.000', '-5', '1000000,01', '99999999999']) {
    await box(page, 'Tutar').fill(amount)
    await dialog.getByRole('button', { name: 'Ekle', exact: true }).click()
    await expect(dialog.getByText('50, 50.00 veya 50,00 gibi')).toBeVisible()
    await expect(box(page, 'Tutar')).toHaveValue(amount)
  }
  await box(page, 'Tutar').fill('50,00')
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await dialog.getByRole('button', { name: 'Ekle', exact: true }).click()
  await expect(page.getByText(/45 dk · .?50\sAZN.? · Herkes/)).toBeVisible()

  await page.getByRole('button', { name: 'Tür ekle' }).click()
  await box(page, 'Ad (Türkçe)').fill('Kontrol')
  await dialog.getByRole('checkbox').check()
  await dialog.getByLabel('Kimler alabilir').selectOption('returning')
  await dialog.getByRole('button', { name: 'Ekle', exact: true }).click()
  const up = page.getByRole('button', { name: 'Yukarı taşı: Kontrol' })
  await up.press('Enter')
  await expect(page.getByText('Kontrol: 1/2')).toBeAttached()
  await expect(up).toBeFocused()
  await page.getByRole('button', { name: 'Aşağı taşı: Kontrol' }).press('Enter')
  await expect(page.getByText('Kontrol: 2/2')).toBeAttached()

  await page.getByRole('button', { name: 'Sorular (0): İlk beslenme görüşmesi' }).click()
  await dialog.getByRole('button', { name: 'Soru ekle' }).click()
  await box(page, 'Soru metni (Türkçe)').fill('Öğünleri atlıyor musunuz?')
  await dialog.getByLabel('Yanıt türü').selectOption('choice')
  await box(page, 'Seçenekler (Türkçe)').fill('Evet\nHayır')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Soruları kaydet' }).click()
  await expect(page.getByRole('button', { name: 'Sorular (1): İlk beslenme görüşmesi' })).toBeVisible()
  await expectNoSidewaysScroll(page)
})

interface Offer {
  id: string
  fee_minor: number | null
  currency: string
}

const anOffer = async (cast: Cast, doctor: Doctor, offer: object) => {
  const given = { doctor_id: doctor.doctorId, minutes: 30, ...offer }
  const [added] = await cast.write<Offer[]>('POST', '/rest/v1/appointment_types', given)
  if (!added) throw new Error('the type was not added')
  return added
}

/** Books as the patient's page does, with the fee that was shown. */
async function bookOffer(cast: Cast, patient: Person, doctor: Doctor, { id, fee_minor, currency }: Offer, time = '11:00') {
  const { body } = await cast.act<{ id: string }[]>(patient, 'POST', '/rest/v1/appointments', {
    user_id: patient.id,
    doctor_id: doctor.doctorId,
    appointment_date: inDays(3),
    appointment_time: time,
    patient_complaint: 'Beslenme',
    type_id: id,
    ...(fee_minor !== null && { fee_minor, fee_currency: currency, fee_text_version: '2026-11-18', fee_language: 'tr' }),
  })
  const [booked] = body
  if (!booked) throw new Error('the appointment was not made')
  return booked.id
}

test('an admin records a payment that a colleague has recorded too, and a refund', async ({ cast }) => {
  const [admin, colleague, patient, doctor] = [
    await anAdmin(cast),
    await anAdmin(cast),
    await cast.person('Pelin'),
    await cast.doctor('Ece'),
  ]
  const offer = await anOffer(cast, doctor, { names: { tr: 'İlk beslenme görüşmesi' }, fee_minor: 5000, currency: 'AZN' })
  const id = await bookOffer(cast, patient, doctor, offer)
  const list = `/admin/appointments?doctor=${doctor.doctorId}`
  const page = await admin.open(`${list}&payment=unpaid`)
  const row = page.getByRole('article', { name: 'Pelin Öykü' })
  await expect(row).toContainText(/İlk beslenme görüşmesi · .?50\sAZN.? · Ödenmedi/)
  await row.getByRole('button', { name: 'ayrıntı' }).click()
  await row.getByRole('button', { name: 'Ödemeler' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText('Henüz kayıt yok.')).toBeVisible()

  // Meanwhile a colleague records the same payment.
  const paid = { appointment_id: id, kind: 'paid', amount_minor: 5000, on_date: inDays(0), reference: 'M-17' }
  expect((await cast.act(colleague, 'POST', '/rest/v1/rpc/record_payment', paid)).status).toBe(200)
  await dialog.getByLabel('Makbuz veya işlem no').fill('M-17')
  await dialog.getByRole('button', { name: 'Kaydet' }).click()
  // The page says so at once, or else when the database refuses the second entry.
  await expect(dialog.getByText('Bu sırada başka biri bir kayıt ekledi.')).toBeVisible()
  await expect(dialog.getByRole('listitem')).toHaveText([/Ödeme alındı.*50\sAZN.*M-17/])

  await dialog.getByLabel('Ne oldu').selectOption('refunded')
  for (const amount of ['-5', '50,001', '99999999999']) {
    await box(page, 'Tutar (AZN)').fill(amount)
    await dialog.getByRole('button', { name: 'Kaydet' }).click()
    await expect(dialog.getByText('50, 50.00 veya 50,00 gibi')).toBeVisible()
  }
  await box(page, 'Tutar (AZN)').fill('50,01')
  await dialog.getByRole('button', { name: 'Kaydet' }).click()
  await expect(dialog.getByText(/En çok .?50\sAZN.? kaydedilebilir/)).toBeVisible()
  await box(page, 'Tutar (AZN)').fill('50')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Kaydet' }).click()
  await expect(dialog.getByRole('listitem')).toHaveCount(2)
  await expect(dialog.getByRole('listitem').last()).toContainText('İade edildi')
  await dialog.getByRole('button', { name: 'Geri' }).click()

  // Nothing is owed any more.
  await expect(row).toHaveCount(0)
  await page.goto(list)
  await expect(page.getByRole('article', { name: 'Pelin Öykü' })).toContainText('İade edildi')
})

test('a doctor enters a fee on request, and reads what the patient answered', async ({ cast }) => {
  const [patient, doctor] = [await cast.person('Rana'), await cast.doctor('Ece')]
  const offer = await anOffer(cast, doctor, { names: { en: 'Second opinion' }, fee_minor: null })
  const ask = (texts: object, position: number) =>
    cast.write<{ id: string }[]>('POST', '/rest/v1/appointment_questions', { type_id: offer.id, kind: 'text', texts, position })
  const [[first]] = [await ask({ tr: 'İlaç kullanıyor musunuz?' }, 0), await ask({ tr: 'Alerjiniz var mı?' }, 1)]
  const id = await bookOffer(cast, patient, doctor, offer)
  // The response is empty, which is not JSON. The card below shows whether the answer was saved.
  await cast
    .act(patient, 'POST', '/rest/v1/rpc/save_answer', { appointment_id: id, question_id: first?.id, answer: 'Hayır, hiçbiri' })
    .catch(() => {})
  const page = await doctor.open('/doctor')
  const row = page.getByRole('article', { name: 'Rana Öykü' })
  await expect(row).toContainText('Second opinion (English) · Ücret henüz girilmedi')
  await row.getByRole('button', { name: 'ayrıntı' }).click()
  await row.getByRole('button', { name: 'Ücreti gir' }).click()
  const dialog = page.getByRole('dialog')
  for (const amount of ['1.250', '-120', '1000000,01']) {
    await box(page, 'Tutar').fill(amount)
    await dialog.getByRole('button', { name: 'Kaydet' }).click()
    await expect(dialog.getByText('50, 50.00 veya 50,00 gibi')).toBeVisible()
  }
  await box(page, 'Tutar').fill('120')
  await dialog.getByRole('button', { name: 'Kaydet' }).click()
  await expect(row).toContainText('Hasta ücreti henüz onaylamadı')
  await expect(row.getByRole('button', { name: 'Ödemeler' })).toHaveCount(0)

  await row.getByRole('button', { name: 'Hasta kartı' }).first().click()
  const answers = dialog.getByRole('region', { name: 'Hastanın yanıtları' })
  await expect(answers).toContainText('Hayır, hiçbiri')
  await expect(answers).toContainText('Henüz yanıtlanmadı')
  await expectAccessible(page)
})

test('a doctor books a type for a patient on the phone, and gives it another type with the move', async ({ cast }) => {
  const [patient, doctor] = [await cast.person('Sezen'), await cast.doctor('Ece')]
  // Makes the patient known to the doctor.
  await cast.appointment(patient, doctor, inDays(2), '09:00')
  await anOffer(cast, doctor, { names: { tr: 'İlk görüşme' }, fee_minor: 5000, currency: 'AZN' })
  const long = await anOffer(cast, doctor, {
    names: { tr: 'Uzun görüşme' },
    minutes: 90,
    fee_minor: 9000,
    currency: 'AZN',
    who: 'staff',
    position: 1,
  })
  const page = await doctor.open('/doctor')
  await page.getByRole('button', { name: 'Hasta için randevu al' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('combobox', { name: 'Hasta' }).fill('seze')
  await dialog.getByRole('option', { name: /Sezen Öykü/ }).click()
  await dialog.getByLabel('Randevu türü').selectOption(long.id)
  await dialog.getByText('Başka bir saat').click()
  await dialog.getByLabel('Tarih').fill(inDays(4).split('-').toReversed().join('.'))
  await dialog.getByLabel('Saat', { exact: true }).fill('13:00')
  await dialog.getByLabel('Hastanın şikâyeti').fill('Telefonla aradı')
  await dialog.getByRole('button', { name: 'Randevuyu Kaydet' }).click()
  await expect(dialog).toHaveCount(0)
  const row = page.getByRole('article', { name: 'Sezen Öykü' }).filter({ hasText: '13:00' })
  await expect(row).toContainText(/Uzun görüşme · .?90\sAZN.? · Hasta ücreti henüz onaylamadı/)

  await row.getByRole('button', { name: 'ayrıntı' }).click()
  await row.getByRole('button', { name: 'Saatini değiştir' }).click()
  await dialog.getByLabel('Randevu türü').selectOption({ label: 'Aynı kalsın' })
  await dialog.getByLabel('Randevu türü').selectOption({ index: 1 })
  await dialog
    .getByRole('group', { name: /boş saatler/ })
    .getByRole('radio')
    .first()
    .check({ force: true })
  await dialog.getByRole('button', { name: 'Saati Değiştir' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(page.getByRole('article', { name: 'Sezen Öykü' }).filter({ hasText: 'Telefonla aradı' })).toContainText('İlk görüşme')
})
