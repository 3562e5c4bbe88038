// Booking for a child or an adult without an account, and everything that follows up to the call.
import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { addressOf, expectAccessible, expectNoSidewaysScroll, inEveryLanguage } from './access.ts'
import { inDays, mine, myAppointment, openMine } from './booking-form.ts'
import type { Cast, Person } from './cast.ts'
import { expect, test } from './fixtures.ts'

test.use({ environment: { AUTH_CONFIRM_EMAIL: 'on' } })

const VERSION = '2026-11-18'
const BORN = `${new Date().getFullYear() - 4}-01-01`

const addSon = async (cast: Cast, guardian: Person, first: string) =>
  add(cast, guardian, 'child', 'parental', {
    first_name: first,
    last_name: 'Öykü',
    timezone: 'Europe/Paris',
    date_of_birth: BORN,
    gender: 'erkek',
    health_consent: VERSION,
  })

const addMother = async (cast: Cast, guardian: Person) =>
  add(cast, guardian, 'parent', 'asked', { first_name: 'Nərmin', last_name: 'Məmmədova', phone: '+994 50 123 45 67', birth_year: '1956' })

async function add(cast: Cast, guardian: Person, relationship: string, authority: string, patient: object) {
  const given = { patient, relationship, authority, declaration_version: VERSION }
  const { body } = await cast.act<string>(guardian, 'POST', '/rest/v1/rpc/create_patient', given)
  return body
}

const askThroughApi = (cast: Cast, guardian: Person, user_id: string, doctor_id: string) =>
  cast.act(guardian, 'POST', '/rest/v1/appointments', {
    user_id,
    doctor_id,
    patient_complaint: 'Kontrol',
    appointment_date: inDays(7),
    appointment_time: '10:00',
  })

const forWhom = (page: Page) => page.getByRole('combobox', { name: 'Kimin için?' })
const complaint = (page: Page) => page.getByLabel('Şikayetiniz')
const bookButton = (page: Page) => page.getByRole('button', { name: 'Randevu Al' })
const askFor = (doctor: { doctorId: string }, time: string, more = '') =>
  `/appointments?doctor=${doctor.doctorId}&date=${inDays(7)}&time=${time}&tab=new${more}`

/** Noon in Istanbul, on the clock of Paris. */
const noonInParis = () =>
  new Intl.DateTimeFormat('tr', { timeZone: 'Europe/Paris', hour: '2-digit', minute: '2-digit' }).format(
    new Date(`${inDays(7)}T12:00:00+03:00`),
  )

test('a mother in Paris books a paediatrician for her son, with the keyboard only', async ({ cast, site }) => {
  const doctor = await cast.doctor('Pelin', { specialization: 'Çocuk Sağlığı ve Hastalıkları' })
  const mother = await cast.person('Leyla', { timezone: 'Europe/Paris', language: 'fr' })
  const son = await addSon(cast, mother, 'Ali')
  await addMother(cast, mother)
  const page = await mother.browse({ language: 'tr' })
  await page.goto(askFor(doctor, '12:00'))
  await expect(page.getByRole('timer')).toBeVisible()
  await forWhom(page).focus()
  await expect(forWhom(page)).toHaveValue('oneself')
  await page.keyboard.type('Al')
  await expect(forWhom(page)).toHaveValue(son)
  await complaint(page).focus()
  await page.keyboard.type('Ateş ve öksürük')
  await expect(page.getByRole('timer')).toBeVisible()
  await expect(page.getByText('Ali Öykü için')).toBeVisible()
  await bookButton(page).focus()
  await page.keyboard.press('Enter')
  const confirmation = page.getByRole('article').filter({ hasText: doctor.name })
  await expect(confirmation).toContainText('Ali Öykü için')

  await openMine(page)
  await expect(myAppointment(page, doctor.name)).toContainText('Ali Öykü için')
  const { body: booked } = await cast.act<{ id: string; user_id: string }[]>(mother, 'GET', '/rest/v1/appointments?select=id,user_id')
  expect(booked).toMatchObject([{ user_id: son }])

  const mails = async () => (await (await page.request.get(`${site.url}/dev/mail.json?to=${mother.email}`)).json()) as { text: string }[]
  await expect.poll(async () => (await mails())[0]?.text ?? '').toContain('Ali Öykü')
  const [mail] = await mails()
  expect(mail?.text).toContain(noonInParis())
  expect(mail?.text).toContain('rendez-vous')

  const saving = page.waitForEvent('download')
  await mine(page).getByRole('button', { name: 'Takvime ekle' }).click()
  const file = await readFile(await (await saving).path(), 'utf8')
  expect(file.replaceAll('\r\n ', '')).toContain('SUMMARY:Ali Öykü için randevu: Dr. Pelin')

  // The list is live without a channel of its own: the doctor confirms while it is open.
  await expect(page.getByText('Canlı').first()).toBeVisible()
  const id = booked[0]?.id ?? ''
  await cast.act(doctor, 'PATCH', `/rest/v1/appointments?id=eq.${id}`, { status: 'confirmed' })
  await expect(myAppointment(page, doctor.name)).toContainText('Onaylandı')

  const { body: card } = await cast.act<{ patient: { age: number }; guardians: { first_name: string }[] }>(
    doctor,
    'POST',
    '/rest/v1/rpc/open_patient_card',
    { appointment_id: id },
  )
  expect(card.patient.age).toBe(4)
  expect(card.guardians).toMatchObject([{ first_name: 'Leyla' }])

  // The dialog that cancels names the patient.
  await mine(page).getByRole('button', { name: 'İptal Et' }).click()
  await expect(page.getByRole('dialog')).toContainText('Ali Öykü için')

  await page.goto('/profile')
  const openings = page.getByRole('region', { name: 'Sağlık bilgilerimi kim gördü?' })
  await openings.scrollIntoViewIfNeeded()
  await expect(openings).toContainText(`${doctor.name} · Ali Öykü`)
})

test('a newcomer books for somebody else, and adds the child after signing up', async ({ cast, mailCode }) => {
  const doctor = await cast.doctor('Sibel')
  const page = await cast.visitor({ timezoneId: 'Europe/Istanbul' })
  const email = `${crypto.randomUUID()}@story.example`
  await page.goto(askFor(doctor, '11:00'))
  await complaint(page).fill('Karın ağrısı')
  await page.getByRole('checkbox', { name: 'Randevuyu başkası için alıyorum' }).check()
  await page.getByRole('main').getByRole('link', { name: 'Kayıt Ol' }).click()
  for (const [label, value] of [
    ['Ad', 'Yeliz'],
    ['Soyad', 'Öykü'],
    ['Telefon', '+90 555 000 00 00'],
    ['E-posta', email],
    ['Şifre', 'Yeni1234!'],
  ] as const) {
    await page.getByLabel(label, { exact: true }).fill(value)
  }
  await page.getByRole('tabpanel').getByRole('button', { name: 'Kayıt Ol' }).click()
  await page.getByLabel('Kod').fill(await mailCode(email))
  await page.keyboard.press('Enter')

  const dialog = page.getByRole('dialog', { name: 'Yakın ekle' })
  await dialog.getByRole('radio', { name: 'Çocuğumu' }).check()
  await dialog.getByRole('textbox', { name: 'Ad', exact: true }).fill('Can')
  await dialog.getByRole('textbox', { name: 'Soyad' }).fill('Öykü')
  await dialog.getByRole('checkbox', { name: 'Bu çocuğun velisi' }).check()
  await dialog.getByRole('checkbox', { name: 'açık rıza veriyorum' }).check()
  await dialog.getByRole('textbox', { name: 'Doğum tarihi' }).fill(`01.01.${BORN.slice(0, 4)}`)
  await dialog.getByRole('button', { name: 'Yakınımı Ekle' }).click()
  await expect(dialog).toBeHidden()
  await expect(forWhom(page).locator('option:checked')).toHaveText('Can Öykü')
  await expect(complaint(page)).toHaveValue('Karın ağrısı')
  await expect(page.getByRole('timer')).toBeVisible()
  await bookButton(page).click()
  await expect(page.getByRole('article').filter({ hasText: doctor.name })).toContainText('Can Öykü için')
})

test('a patient who books for themselves sees nothing new and is asked nothing more', async ({ cast }) => {
  const [doctor, patient] = [await cast.doctor('Tuna'), await cast.person('Rana')]
  const page = await patient.browse()
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await page.goto(askFor(doctor, '11:00'))
  await expect(page.getByRole('timer')).toBeVisible()
  await expect(forWhom(page)).toHaveCount(0)
  await openMine(page)
  await expect(mine(page).getByText('Randevunuz bulunmuyor')).toBeVisible()
  const lists = asked.filter((url) => url.includes('/rest/v1/appointments'))
  expect(lists).toHaveLength(1)
  expect(
    asked.filter((url) => /list_my_people|list_appointment_people|\.(?:relatives|guardian)[.-]|for-whom|person-notes/.test(url)),
  ).toEqual([])
})

test('the page warns about a second child at the same time, and refuses a second booking for the same child', { tag: '@long' }, async ({
  cast,
}) => {
  const [one, other] = [await cast.doctor('Umay'), await cast.doctor('Vildan')]
  const mother = await cast.person('Leyla')
  const [ali, ece] = [await addSon(cast, mother, 'Ali'), await addSon(cast, mother, 'Ece')]
  await askThroughApi(cast, mother, ali, one.doctorId)
  const page = await mother.browse()
  await page.goto(askFor(other, '10:00', `&for=${ece}`))
  await expect(page.getByText(`Aynı saatte başka bir randevu var: Ali Öykü, ${one.name}`)).toBeVisible()
  await complaint(page).fill('Kontrol')
  await forWhom(page).selectOption('Ali Öykü')
  await bookButton(page).click()
  await expect(page.getByRole('alert').filter({ hasText: `Bu saatte Ali Öykü için başka bir randevu var: ${one.name}` })).toBeVisible()
  await forWhom(page).selectOption('Ece Öykü')
  await bookButton(page).click()
  await openMine(page)
  await expect(mine(page).getByRole('article')).toHaveCount(2)
  await page.getByRole('combobox', { name: 'Kimin randevuları' }).selectOption('Ece Öykü')
  await expect(mine(page).getByRole('article')).toHaveText(new RegExp(other.name))
})

test('an open tab says when the right to act for somebody has ended, and keeps what was typed', async ({ cast, site }) => {
  const doctor = await cast.doctor('Yonca')
  const mother = await cast.person('Leyla')
  const ali = await addSon(cast, mother, 'Ali')
  const page = await mother.browse()
  await page.goto(askFor(doctor, '10:00', `&for=${ali}`))
  await complaint(page).fill('Öksürük')
  await expect(page.getByRole('timer')).toBeVisible()
  await site.asSuperuser('delete from public.guardians where patient_id = $1', [ali])
  await bookButton(page).click()
  await expect(page.getByText('Artık bu kişi için randevu alamazsınız')).toBeVisible()
  await expect(complaint(page)).toHaveValue('Öksürük')
  await expect(page.getByText('Yapılamadı')).toHaveCount(0)
  await page.getByRole('button', { name: 'Kendim için al' }).click()
  await expect(page.getByText('Artık bu kişi için randevu alamazsınız')).toBeHidden()
  await bookButton(page).click()
  await expect(page.getByRole('article').filter({ hasText: doctor.name })).not.toContainText('Ali')
})

test('a link with another user’s patient does not book for that patient', async ({ cast }) => {
  const [doctor, mother, stranger] = [await cast.doctor('Zerrin'), await cast.person('Leyla'), await cast.person('Mert')]
  const ali = await addSon(cast, mother, 'Ali')
  const page = await stranger.browse()
  await page.goto(askFor(doctor, '10:00', `&for=${ali}`))
  await expect(page.getByText('Artık bu kişi için randevu alamazsınız')).toBeVisible()
  await complaint(page).fill('Öksürük')
  await bookButton(page).click()
  await expect(page.getByText('Lütfen randevunun kimin için olduğunu seçin.')).toBeVisible()
  await expect(forWhom(page)).toBeFocused()
})

test('booking for others and their list fit a phone in every language', { tag: '@long' }, async ({ cast }) => {
  const doctor = await cast.doctor('Şermin')
  const mother = await cast.person('Leyla')
  const ali = await addSon(cast, mother, 'Ali')
  await askThroughApi(cast, mother, ali, doctor.doctorId)
  await inEveryLanguage(
    () => mother.browse(),
    async (page, language) => {
      await page.goto(addressOf(language, askFor(doctor, '11:00', `&for=${ali}`)))
      await page.locator('select[name=for-whom]').waitFor()
      await page.getByRole('timer').waitFor()
      await expectAccessible(page)
      await expectNoSidewaysScroll(page)
      await page.goto(addressOf(language, '/appointments?tab=mine'))
      await page.getByRole('article').first().waitFor()
      await expectAccessible(page)
      await expectNoSidewaysScroll(page)
    },
  )
})
