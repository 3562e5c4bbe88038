// Types of appointments for somebody else, on a second device, and from right to left.
import { expectAccessible, expectNoSidewaysScroll } from './access.ts'
import { inDays, mine, timeIn } from './booking-form.ts'
import type { Cast, Doctor, Person } from './cast.ts'
import { expect, test } from './fixtures.ts'
import { anAdmin, box } from './management.ts'

async function addType(cast: Cast, doctor: Doctor, type: object) {
  const row = { doctor_id: doctor.doctorId, minutes: 30, currency: 'AZN', ...type }
  return (await cast.write<{ id: string }[]>('POST', '/rest/v1/appointment_types', row))[0]?.id ?? ''
}
const addSon = async (cast: Cast, mother: Person) =>
  (
    await cast.act<string>(mother, 'POST', '/rest/v1/rpc/create_patient', {
      patient: {
        first_name: 'Ali',
        last_name: 'Öykü',
        date_of_birth: `${new Date().getFullYear() - 4}-01-01`,
        health_consent: '2026-11-18',
      },
      relationship: 'child',
      authority: 'parental',
      declaration_version: '2026-11-18',
    })
  ).body
const ask = (cast: Cast, type_id: string, texts: object, position = 0, more: object = { kind: 'text' }) =>
  cast.write('POST', '/rest/v1/appointment_questions', { type_id, texts, position, ...more })

test('a mother agrees to the fee for her son, and finds on another device what she began to answer', async ({ cast }) => {
  const [mother, doctor] = [await cast.person('Leyla'), await cast.doctor('Pelin')]
  const son = await addSon(cast, mother)
  const type = await addType(cast, doctor, { names: { tr: 'İlk görüşme' }, fee_minor: null })
  await ask(cast, type, { tr: 'Aşıları tam mı?' })
  const { body: booked } = await cast.act<{ id: string }[]>(mother, 'POST', '/rest/v1/appointments', {
    user_id: son,
    doctor_id: doctor.doctorId,
    appointment_date: inDays(3),
    appointment_time: '10:00',
    patient_complaint: 'Ateş',
    type_id: type,
  })
  const id = booked[0]?.id
  await cast.act(doctor, 'POST', '/rest/v1/rpc/set_appointment_fee', { appointment_id: id, fee_minor: 9000, currency: 'TRY' })

  const page = await mother.open('/appointments?tab=mine')
  await expect(mine(page).getByRole('article')).toContainText('Ali Öykü')
  await mine(page)
    .getByRole('button', { name: /Ücreti kabul et: .*90/ })
    .click()
  await expect(mine(page)).toContainText('kabul ettiniz')
  const agreed = await cast.act(mother, 'GET', `/rest/v1/appointments?id=eq.${id}&fee_agreed_at=not.is.null&select=user_id`)
  expect(agreed.body).toEqual([{ user_id: son }])
  const answer = mine(page).getByLabel('Aşıları tam mı?')
  const kept = page.waitForResponse((response) => response.url().includes('save_answer_draft'))
  await answer.fill('İki aşısı eksik')
  await kept

  const phone = await mother.open('/appointments?tab=mine', { viewport: { width: 375, height: 812 } })
  await expect(mine(phone).getByLabel('Aşıları tam mı?')).toHaveValue('İki aşısı eksik')
  await mine(phone).getByRole('button', { name: 'Yanıtı kaydet' }).click()
  await expect(mine(phone)).toContainText('Bütün sorular yanıtlandı.')
})

test('a type for returning patients is refused for a child who is new to the doctor, and the rest is kept', async ({ cast, site }) => {
  const [mother, doctor] = [await cast.person('Leyla'), await cast.doctor('Ece')]
  await addSon(cast, mother)
  await site.asSuperuser("update public.appointments set status = 'completed' where id = $1", [
    await cast.appointment(mother, doctor, inDays(1), '09:00', 'confirmed'),
  ])
  await addType(cast, doctor, { names: { tr: 'İlk görüşme' }, minutes: 45, fee_minor: 9000, position: 0 })
  const control = await addType(cast, doctor, { names: { tr: 'Kontrol' }, fee_minor: 5000, who: 'returning', position: 1 })
  const page = await mother.open(`/appointments?doctor=${doctor.doctorId}&date=${inDays(7)}&time=10:00&type=${control}`)
  await expect(timeIn(page, '10:00')).toBeChecked()
  await page.getByLabel('Şikayetiniz').fill('Ateş')
  await page.getByRole('combobox', { name: 'Kimin için?' }).selectOption('Ali Öykü')
  await expect(page.getByText('yalnızca bu doktora daha önce gelen hastalar içindir')).toBeVisible()
  await expect(page.getByRole('radio', { name: /Kontrol/ })).toHaveCount(0)
  await page.getByRole('button', { name: 'En yakınını seç: İlk görüşme' }).click()
  await expect(timeIn(page, '10:00')).toBeChecked()
  await expect(page.getByLabel('Şikayetiniz')).toHaveValue('Ateş')
  await page.getByRole('combobox', { name: 'Kimin için?' }).selectOption('Kendim')
  await expect(page.getByRole('radio', { name: /Kontrol/ })).toHaveCount(1)
})

test('an Arabic reader chooses a type, agrees to its fee and answers, from right to left', async ({ cast }) => {
  const [doctor, patient] = [await cast.doctor('Yasmin'), await cast.person('Salma', { language: 'ar' })]
  await addType(cast, doctor, {
    names: { ar: 'الاستشارة الأولى' },
    descriptions: { ar: 'أربعون دقيقة مع الطبيب' },
    fee_minor: 12_000,
    position: 0,
  })
  const second = await addType(cast, doctor, {
    names: { tr: 'Kontrol görüşmesi' },
    preparation: { tr: 'Tahlil sonuçlarınızı hazırlayın.' },
    fee_minor: 5000,
    position: 1,
  })
  await ask(cast, second, { tr: 'Hangi ilaçları kullanıyorsunuz?' })
  await ask(cast, second, { ar: 'هل لديكم حساسية؟' }, 1, { kind: 'choice', choices: [{ ar: 'نعم' }, { ar: 'لا' }] })
  const page = await patient.open(`/ar/appointments?doctor=${doctor.doctorId}&date=${inDays(7)}`, { viewport: { width: 375, height: 812 } })
  const types = page.getByRole('group', { name: 'اختاروا نوع الاستشارة' }).getByRole('radio')
  await expect(types).toHaveCount(2)
  // A text in another language names that language, and amounts keep their order.
  await expect(types.nth(1)).toHaveAccessibleName(/Kontrol görüşmesi.*Türkçe.*50\sAZN/)
  await types.nth(1).locator('xpath=ancestor::label').click()
  const times = page.getByRole('group', { name: /الأوقات المتاحة/ })
  await times
    .getByRole('radio', { name: /^10:00/ })
    .locator('xpath=..')
    .click()
  // The fee that the patient agrees to is in view together with the button.
  await expect(page.getByRole('region', { name: 'رسوم الاستشارة' })).toBeInViewport({ ratio: 1 })
  await expect(page.getByRole('button', { name: 'حجز الموعد' })).toBeInViewport({ ratio: 1 })
  await expectNoSidewaysScroll(page)
  await expectAccessible(page, { what: 'types from right to left', where: '#content' })
  await page.getByLabel('سبب الاستشارة').fill('ألم في الركبة')
  await page.getByRole('button', { name: 'حجز الموعد' }).click()
  const confirmation = page.getByRole('article')
  await expect(confirmation).toContainText('الرسوم التي وافقتم عليها')
  const questions = confirmation.getByRole('region', { name: 'أسئلة من طبيبكم' })
  await expect(questions).toContainText('سؤالان بلا إجابة بعد')
  await expect(questions.getByRole('textbox')).toHaveCSS('direction', 'ltr')
  await questions.getByRole('radio', { name: 'لا' }).check()
  await expect(questions).toContainText('سؤال واحد بلا إجابة بعد')
  await expectNoSidewaysScroll(page)
  await expectAccessible(page, { what: 'questions from right to left', where: '#content' })
})

test('an admin moves another question to the top with the keyboard', { tag: '@long' }, async ({ cast }) => {
  const doctor = await cast.doctor('Nehir')
  const type = await addType(cast, doctor, { names: { tr: 'Kontrol' }, fee_minor: 5000 })
  for (const [place, text] of ['Birinci', 'İkinci', 'Üçüncü'].entries()) await ask(cast, type, { tr: text }, place)
  const page = await (await anAdmin(cast)).open(`/doctor-management?doctor=${doctor.doctorId}`)
  await page.getByRole('button', { name: 'Sorular (3): Kontrol' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Yukarı taşı: Soru 3' }).focus()
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('Soru 3: 2/3')).toBeAttached()
  await expect(dialog.getByRole('button', { name: 'Yukarı taşı: Soru 2' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('button', { name: 'Yukarı taşı: Soru 1' })).toHaveAttribute('aria-disabled', 'true')
  await expect(box(page, 'Soru metni (Türkçe)').first()).toHaveValue('Üçüncü')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Soruları kaydet' }).click()
  await expect(dialog).toHaveCount(0)
  const stored = `/rest/v1/appointment_questions?type_id=eq.${type}&select=texts&order=position`
  const { body } = await cast.act<{ texts: { tr: string } }[]>(doctor, 'GET', stored)
  expect(body.map(({ texts: { tr } }) => tr)).toEqual(['Üçüncü', 'Birinci', 'İkinci'])
})
