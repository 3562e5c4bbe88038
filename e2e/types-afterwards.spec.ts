// A booked type afterwards: agreeing to its fee from a mail, its answers and files, changes by staff, and the number of clicks.
import { expectAccessible } from './access.ts'
import { inDays, mine } from './booking-form.ts'
import type { Cast, Doctor, Person } from './cast.ts'
import { expect, test } from './fixtures.ts'
import { anAdmin, box } from './management.ts'
import { pressCounter } from './presses.ts'
import { card } from './staff-panel.ts'

const VISIT = { names: { tr: 'İlk görüşme' }, minutes: 30, fee_minor: 12_000, currency: 'AZN', position: 0 }

async function addType(cast: Cast, doctor: Doctor, type: object = {}) {
  const [row] = await cast.write<{ id: string }[]>('POST', '/rest/v1/appointment_types', { doctor_id: doctor.doctorId, ...VISIT, ...type })
  return row?.id ?? ''
}
const ask = async (cast: Cast, typeId: string, text: string, kind = 'text', position = 0) => {
  const [row] = await cast.write<{ id: string }[]>('POST', '/rest/v1/appointment_questions', {
    type_id: typeId,
    texts: { tr: text },
    kind,
    position,
  })
  return row?.id ?? ''
}

async function bookType(cast: Cast, patient: Person, doctor: Doctor, typeId: string, seen: object = {}, day = inDays(3), time = '11:00') {
  const { body } = await cast.act<{ id: string }[]>(patient, 'POST', '/rest/v1/appointments', {
    user_id: patient.id,
    doctor_id: doctor.doctorId,
    appointment_date: day,
    appointment_time: time,
    patient_complaint: 'Kontrol',
    type_id: typeId,
    ...seen,
  })
  return body[0]?.id ?? ''
}
const SEEN = { fee_minor: 12_000, fee_currency: 'AZN', fee_text_version: '2026-11-18', fee_language: 'tr' }

test('a mail about an entered fee leads to that appointment, where one click agrees', async ({ cast, site, request }) => {
  const [doctor, patient] = [await cast.doctor('Pelin'), await cast.person('Arda')]
  const type = await addType(cast, doctor, { fee_minor: null })
  // Another appointment comes first, because the mail must lead to the row below it.
  await bookType(cast, patient, doctor, type, {}, inDays(2))
  const id = await bookType(cast, patient, doctor, type)
  await cast.act(doctor, 'POST', '/rest/v1/rpc/set_appointment_fee', { appointment_id: id, fee_minor: 9000, currency: 'TRY' })
  let link = ''
  await expect
    .poll(async () => {
      await request.post(`${site.url}/functions/v1/deliver-mail`, { headers: { apikey: site.secretKey } })
      const mails = (await (await request.get(`${site.url}/dev/mail.json?to=${patient.email}`)).json()) as {
        subject: string
        text: string
      }[]
      const mail = mails.find(({ subject }) => subject.includes('ücreti belli oldu'))
      link = /http\S+appointment=\S+/.exec(mail?.text ?? '')?.[0] ?? ''
      return link
    })
    .not.toBe('')
  // Opens the link on a device where nobody is signed in.
  const page = await cast.visitor({ timezoneId: 'Europe/Istanbul' })
  await page.goto(link)
  await page.getByRole('main').getByRole('link', { name: 'Giriş Yap' }).click()
  await page.getByLabel('E-posta').fill(patient.email)
  await page.getByLabel('Şifre', { exact: true }).fill(patient.password)
  await page.getByRole('tabpanel').getByRole('button', { name: 'Giriş Yap' }).click()
  const button = mine(page).getByRole('button', { name: /Ücreti kabul et: .*90/ })
  await expect(button).toBeInViewport()
  await button.click()
  await expect(button).toHaveCount(0)
  const { body } = await cast.act<{ fee_agreed_at: string | null }[]>(
    patient,
    'GET',
    `/rest/v1/appointments?id=eq.${id}&select=fee_agreed_at`,
  )
  expect(body[0]?.fee_agreed_at).not.toBeNull()
})

test('a patient adds the file of a question once the appointment is confirmed, and answers stay readable after the start', async ({
  cast,
  site,
}) => {
  const [doctor, patient] = [await cast.doctor('Rana'), await cast.person('Onur')]
  const type = await addType(cast, doctor)
  const [medicines] = [await ask(cast, type, 'Hangi ilaçlar?'), await ask(cast, type, 'Tahlilleriniz', 'file', 1)]
  const id = await bookType(cast, patient, doctor, type, SEEN)
  const page = await patient.open('/appointments?tab=mine')
  const questions = mine(page).getByRole('region', { name: 'Doktorunuzun soruları' })
  await expect(questions).toContainText('Randevu onaylandıktan sonra buradan dosya ekleyebilirsiniz.')
  await questions.getByLabel('Hangi ilaçlar?').fill('Yalnızca vitamin')
  await questions.getByRole('button', { name: 'Yanıtı kaydet' }).click()
  await expect(questions).toContainText('1 soru yanıtınızı bekliyor.')
  await cast.act(doctor, 'PATCH', `/rest/v1/appointments?id=eq.${id}`, { status: 'confirmed' })
  const file = { name: 'Tahlil.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7\n%âãÏÓ\nx') }
  await questions.getByLabel('Dosya yükle: Tahlilleriniz').setInputFiles(file)
  await expect(questions).toContainText('Bütün sorular yanıtlandı.')
  await expect(questions.getByRole('combobox')).toContainText('Tahlil.pdf')
  await expectAccessible(page, { what: 'file question', where: '#content' })

  // A question that was removed leaves the answer with its text.
  await site.asSuperuser('delete from public.appointment_questions where id = $1', [medicines])
  await page.reload()
  await expect(questions).toContainText('Hangi ilaçlar?')
  await expect(questions).toContainText('Yalnızca vitamin')
  await site.asSuperuser(
    `update public.appointments a set starts_at = t.at, ends_at = t.at + interval '30 minutes', blocked = tstzrange(t.at, t.at + interval '40 minutes'),
       appointment_date = (t.at at time zone a.timezone)::date, appointment_time = to_char(t.at at time zone a.timezone, 'HH24:MI')
     from (select date_trunc('minute', now() - interval '5 minutes') as at) t where a.id = $1`,
    [id],
  )
  await page.reload()
  const given = mine(page).getByRole('region', { name: 'Yanıtlarınız' })
  await expect(given).toContainText('Yalnızca vitamin')
  await expect(given).toContainText('Tahlil.pdf')
  await expect(given.getByRole('textbox')).toHaveCount(0)
})

test('a doctor changes the type without moving the appointment, and reads why one does not fit', async ({ cast }) => {
  const [doctor, patient, other] = [await cast.doctor('Ece'), await cast.person('Sezen'), await cast.person('Deniz')]
  const type = await addType(cast, doctor)
  const longer = await addType(cast, doctor, { names: { tr: 'Uzun görüşme' }, minutes: 45, fee_minor: 20_000, position: 1 })
  const longest = await addType(cast, doctor, { names: { tr: 'Çok uzun' }, minutes: 180, position: 2 })
  await bookType(cast, patient, doctor, type, SEEN)
  await bookType(cast, other, doctor, type, SEEN, inDays(3), '12:30')
  const page = await doctor.open('/doctor')
  const row = card(page, 'Sezen')
  await row.getByRole('button', { name: 'ayrıntı' }).click()
  await row.getByRole('button', { name: 'Türünü değiştir' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Randevu türü').selectOption(longest)
  await dialog.getByRole('button', { name: 'Kaydet' }).click()
  await expect(dialog.getByText('Bu türün süresi bu saate sığmıyor')).toBeVisible()
  await expectAccessible(page)
  await dialog.getByLabel('Randevu türü').selectOption(longer)
  await dialog.getByRole('button', { name: 'Kaydet' }).click()
  await expect(page.getByText('Tür değiştirildi')).toBeVisible()
  await expect(row).toContainText(/Uzun görüşme · .?200\sAZN.? · Hasta ücreti henüz onaylamadı/)
  await expect(row).toContainText('11:00')
})

test('two people who edit the questions of a type keep both changes, and choose where these conflict', async ({ cast }) => {
  const doctor = await cast.doctor('Nehir')
  const type = await addType(cast, doctor)
  const [first] = [await ask(cast, type, 'Birinci'), await ask(cast, type, 'İkinci', 'text', 1)]
  const page = await (await anAdmin(cast)).open(`/doctor-management?doctor=${doctor.doctorId}`)
  await page.getByRole('button', { name: 'Sorular (2): İlk görüşme' }).click()
  const dialog = page.getByRole('dialog')
  const texts = box(page, 'Soru metni (Türkçe)')
  await texts.first().fill('Burada')
  await cast.write('PATCH', `/rest/v1/appointment_questions?id=eq.${first}`, { texts: { tr: 'Orada' } })
  await dialog.getByRole('button', { name: 'Soruları kaydet' }).click()
  const conflict = dialog.getByRole('alert').filter({ hasText: 'Orada' })
  await expect(conflict).toBeVisible()
  await expect(conflict).not.toContainText('İkinci')
  await expectAccessible(page)
  await conflict.getByRole('button').last().click()
  await dialog.getByRole('button', { name: 'Soruları kaydet' }).click()
  await expect(dialog).toHaveCount(0)
  const stored = await cast.act<{ texts: { tr: string } }[]>(
    doctor,
    'GET',
    `/rest/v1/appointment_questions?type_id=eq.${type}&select=texts&order=position`,
  )
  expect(stored.body.map(({ texts: { tr } }) => tr)).toEqual(['Burada', 'İkinci'])
})

for (const [count, clicks] of [
  [1, 2],
  [3, 3],
] as const) {
  test(`a signed-in patient books a doctor with ${count} type${count > 1 ? 's' : ''} with ${clicks} clicks and the complaint`, async ({
    cast,
  }) => {
    const [doctor, patient] = [await cast.doctor('Defne'), await cast.person('Kaya')]
    for (let position = 0; position < count; position++)
      await addType(cast, doctor, { names: { tr: `Tür ${position + 1}` }, minutes: 30 + 15 * position, position })
    const page = await patient.open(`/appointments?doctor=${doctor.doctorId}`)
    const { press, fill, take } = pressCounter()
    if (count > 1) await press(page.getByRole('radio', { name: /^Tür 2/ }).locator('xpath=ancestor::label'))
    const times = page.getByRole('group', { name: /boş saatler/ }).getByRole('radio')
    await press(times.and(page.locator(':not([aria-disabled=true])')).first().locator('xpath=..'))
    await fill(page.getByLabel('Şikayetiniz'), 'Baş ağrısı')
    await press(page.getByRole('button', { name: 'Randevu Al' }))
    await expect(page.getByText('Randevu Oluşturuldu!')).toBeVisible()
    // Subtracts the complaint, which is typed.
    expect(take() - 1).toBe(clicks)
  })
}
