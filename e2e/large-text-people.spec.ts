// Booking for others, fees, questions and payments on a phone with double-size text, in the languages with the longest words and from right
// to left.
import type { Page } from '@playwright/test'
import { addressOf } from './access.ts'
import { inDays } from './booking-form.ts'
import type { Cast, Doctor } from './cast.ts'
import { consultation } from './consultation.ts'
import { expect, test } from './fixtures.ts'
import { anAdmin } from './management.ts'
import { unreadableTexts } from './text-size.ts'

const PHONE = { viewport: { width: 375, height: 812 } }
const LANGUAGES = ['ar', 'az', 'tr'] as const
const VERSION = '2026-11-18'
const FIRST_VISIT = {
  names: { tr: 'İlk beslenme görüşmesi', az: 'İlk qidalanma görüşü', ar: 'الاستشارة الغذائية الأولى' },
  descriptions: {
    tr: 'Alışkanlıklarınızı konuşur, birlikte bir plan yaparız.',
    az: 'Vərdişləriniz və plan',
    ar: 'نتحدث عن عاداتكم ونضع خطة',
  },
  minutes: 45,
  fee_minor: 12_000,
  currency: 'AZN',
  position: 0,
  preparation: { tr: 'Üç günlük beslenme günlüğü', az: 'Üç günlük qidalanma gündəliyi', ar: 'يوميات غذائية لثلاثة أيام' },
}

const NAMES = { first_name: 'Məhəmmədəli', last_name: 'Hüseynzadə' }
const SON = {
  patient: { ...NAMES, date_of_birth: `${new Date().getFullYear() - 4}-01-01`, health_consent: VERSION },
  relationship: 'child',
  authority: 'parental',
  declaration_version: VERSION,
}
const FATHER = {
  patient: { ...NAMES, phone: '+994 50 123 45 67', birth_year: 1956 },
  relationship: 'parent',
  authority: 'asked',
  declaration_version: VERSION,
}

async function addOffer(cast: Cast, doctor: Doctor) {
  const add = (type: object) => cast.write<{ id: string }[]>('POST', '/rest/v1/appointment_types', { doctor_id: doctor.doctorId, ...type })
  const [[first]] = [await add(FIRST_VISIT), await add({ ...FIRST_VISIT, minutes: 15, fee_minor: null, position: 1 })]
  const type_id = first?.id ?? ''
  await cast.write('POST', '/rest/v1/appointment_questions', [
    {
      type_id,
      texts: { tr: 'Hangi ilaçları kullanıyorsunuz?', az: 'Hansı dərmanları qəbul edirsiniz?' },
      kind: 'text',
      position: 0,
      choices: null,
    },
    {
      type_id,
      texts: { tr: 'Alerjiniz var mı?', ar: 'هل لديكم حساسية؟' },
      kind: 'choice',
      choices: [{ tr: 'Evet' }, { tr: 'Hayır' }],
      position: 1,
    },
    { type_id, texts: { tr: 'Tahlilleriniz' }, kind: 'file', position: 2, choices: null },
  ])
  return type_id
}

async function aFamily(cast: Cast, relative: object) {
  const [mother, doctor] = [await cast.person('Gülnarəxanım'), await cast.doctor('Abdurrahman')]
  const { body: person } = await cast.act<string>(mother, 'POST', '/rest/v1/rpc/create_patient', relative)
  const type = await addOffer(cast, doctor)
  const booked = {
    user_id: person,
    doctor_id: doctor.doctorId,
    appointment_date: inDays(3),
    appointment_time: '10:00',
    patient_complaint: 'Kontrol',
    type_id: type,
    fee_minor: 12_000,
    fee_currency: 'AZN',
    fee_text_version: VERSION,
    fee_language: 'tr',
  }
  await cast.act(mother, 'POST', '/rest/v1/appointments', booked)
  return { mother, doctor, person, type }
}

const problems = async (page: Page, place: string) => (await unreadableTexts(page)).map((found) => ({ place, ...found }))

for (const language of LANGUAGES) {
  test(`a mother can read what she books for her son, agrees to and is asked, with large text: ${language}`, { tag: '@long' }, async ({
    cast,
  }) => {
    test.slow()
    const { mother, doctor, person, type } = await aFamily(cast, SON)
    const page = await mother.browse({ ...PHONE, language })
    await page.goto(addressOf(language, `/appointments?doctor=${doctor.doctorId}&date=${inDays(7)}&time=10:00&type=${type}&for=${person}`))
    await expect(page.getByRole('timer')).toBeVisible()
    await expect(page.locator('#fee-terms')).toBeVisible()
    const found = await problems(page, 'booking')
    await page.goto(addressOf(language, '/appointments?tab=mine'))
    await expect(page.getByRole('article').getByRole('textbox')).toBeVisible()
    found.push(...(await problems(page, 'questions')))
    await page.goto(addressOf(language, '/profile'))
    await page.getByRole('tab').nth(2).click()
    await expect(page.getByRole('tabpanel').getByRole('listitem')).toHaveCount(1)
    found.push(...(await problems(page, 'people')))
    await page.getByRole('tabpanel').getByRole('button').first().click()
    await page.getByRole('dialog').getByRole('radio').first().check()
    await page.getByRole('dialog').getByRole('checkbox').nth(1).check()
    found.push(...(await problems(page, 'a person')))
    expect(found).toEqual([])
  })

  test(`staff can read what is offered and paid with large text: ${language}`, { tag: '@long' }, async ({ cast }) => {
    test.slow()
    const { doctor } = await aFamily(cast, FATHER)
    const page = await (await anAdmin(cast)).browse({ ...PHONE, language })
    await page.goto(addressOf(language, `/admin/appointments?doctor=${doctor.doctorId}`))
    const row = page.getByRole('article').filter({ hasText: 'Hüseynzadə' })
    await row.locator('button[aria-expanded=false]:not([aria-haspopup])').first().click()
    const offer = row.locator('section').filter({ hasText: '120' })
    await expect(offer).toBeVisible()
    const found = await problems(page, 'row')
    await offer.getByRole('button').last().click()
    await expect(page.getByRole('dialog').locator('form')).toBeVisible()
    found.push(...(await problems(page, 'payments')))
    await page.goto(addressOf(language, `/doctor-management?doctor=${doctor.doctorId}`))
    await page.locator('#schedule-types').getByRole('button').click()
    await expect(page.getByText(/120\s/).first()).toBeVisible()
    found.push(...(await problems(page, 'types')))
    expect(found).toEqual([])
  })

  test(`a patient can read the notice before a call with large text: ${language}`, { tag: '@long' }, async ({ cast }) => {
    test.slow()
    const { patient, id } = await consultation(cast)
    const page = await patient.open(addressOf(language, `/call/${id}`), { ...PHONE, hasReadNotice: false, isFirstCall: true, language })
    // The emergency number, and not part of the number of the appointment, which contains the date.
    await expect(page.getByText(/\b112\b/)).toBeVisible()
    expect(await problems(page, 'notice')).toEqual([])
  })
}
