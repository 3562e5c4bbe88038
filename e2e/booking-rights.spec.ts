// Rights that end, and requests that are refused, while somebody books for another person in an open tab. Nothing typed is lost.
import type { Page } from '@playwright/test'
import { inDays } from './booking-form.ts'
import type { Cast, Doctor, Person } from './cast.ts'
import { expect, test } from './fixtures.ts'

const VERSION = '2026-11-18'
const YEAR = new Date().getFullYear()
const LOST = 'Artık bu kişi için randevu alamazsınız'

async function add(cast: Cast, guardian: Person, relationship: string, authority: string, patient: object) {
  const given = { patient, relationship, authority, declaration_version: VERSION }
  return (await cast.act<string>(guardian, 'POST', '/rest/v1/rpc/create_patient', given)).body
}
const addChild = async (cast: Cast, guardian: Person, first = 'Ali') =>
  add(cast, guardian, 'child', 'parental', {
    first_name: first,
    last_name: 'Öykü',
    timezone: 'Europe/Istanbul',
    date_of_birth: `${YEAR - 4}-01-01`,
    health_consent: VERSION,
  })

async function typeBooking(guardian: Person, doctor: Doctor, patient: string): Promise<Page> {
  const page = await guardian.open(`/appointments?doctor=${doctor.doctorId}&date=${inDays(7)}&time=10:00&tab=new&for=${patient}`)
  await page.getByLabel('Şikayetiniz').fill('Öksürük')
  await expect(page.getByRole('timer')).toBeVisible()
  return page
}

async function expectRefusedInWords(page: Page) {
  await page.getByRole('button', { name: 'Randevu Al' }).click()
  await expect(page.getByText(LOST)).toBeVisible()
  await expect(page.getByLabel('Şikayetiniz')).toHaveValue('Öksürük')
  await expect(page.getByText('Yapılamadı')).toHaveCount(0)
}

test('a child turns 18 at midnight while the booking is being typed', async ({ cast, site }) => {
  const [mother, doctor] = [await cast.person('Leyla'), await cast.doctor('Yonca')]
  const son = await addChild(cast, mother)
  const page = await typeBooking(mother, doctor, son)
  await site.asSuperuser(
    `set session_replication_role = replica;
     update only private.profiles set date_of_birth = ((now() at time zone 'Europe/Istanbul')::date - interval '18 years')::date where user_id = '${son}'`,
    [],
  )
  await expectRefusedInWords(page)
  expect((await cast.act(mother, 'GET', `/rest/v1/appointments?user_id=eq.${son}&select=id`)).body).toEqual([])
})

test('a grandmother claims her record while her daughter types a booking for her', async ({ cast, site, request }) => {
  const [daughter, grandmother, doctor] = [await cast.person('Leyla'), await cast.person('Nərmin'), await cast.doctor('Zehra')]
  const patient = { first_name: 'Nərmin', last_name: 'Məmmədova', phone: '+994 50 123 45 67', birth_year: 1956 }
  const record = await add(cast, daughter, 'parent', 'asked', patient)
  const page = await typeBooking(daughter, doctor, record)
  await cast.act(daughter, 'POST', '/rest/v1/rpc/invite_patient_to_claim', { patient_id: record, email: grandmother.email })
  let token = ''
  await expect
    .poll(async () => {
      await request.post(`${site.url}/functions/v1/deliver-mail`, { headers: { apikey: site.secretKey } })
      const mails = (await (await request.get(`${site.url}/dev/mail.json?to=${grandmother.email}`)).json()) as { text: string }[]
      token = /\/invitation#(\S+)$/m.exec(mails[0]?.text ?? '')?.[1] ?? ''
      return token
    })
    .not.toBe('')
  expect((await cast.act(grandmother, 'POST', '/rest/v1/rpc/accept_patient_invitation', { token })).status).toBe(200)
  await expectRefusedInWords(page)
  // The time that was held for her is free for the daughter.
  await page.getByRole('button', { name: 'Kendim için al' }).click()
  await page.getByRole('button', { name: 'Randevu Al' }).click()
  await expect(page.getByText('Randevu Oluşturuldu!')).toBeVisible()
})

test('the dialog of the booking page refuses an eleventh person, and keeps what was typed', async ({ cast }) => {
  const [mother, doctor] = [await cast.person('Leyla'), await cast.doctor('Umay')]
  const first = await addChild(cast, mother)
  const page = await typeBooking(mother, doctor, first)
  for (let number = 2; number <= 10; number++) await addChild(cast, mother, `Çocuk ${number}`)
  await page.getByRole('button', { name: 'Yakın ekle' }).click()
  const dialog = page.getByRole('dialog', { name: 'Yakın ekle' })
  await dialog.getByRole('radio', { name: 'Bir yetişkini' }).check()
  await dialog.getByRole('textbox', { name: 'Ad', exact: true }).fill('Nərmin')
  await dialog.getByRole('textbox', { name: 'Soyad' }).fill('Məmmədova')
  await dialog.getByRole('textbox', { name: 'Telefon' }).fill('+994 50 123 45 67')
  await dialog.getByRole('combobox', { name: 'Size yakınlığı' }).selectOption('Annem ya da babam')
  await dialog.getByRole('textbox', { name: 'Doğum yılı' }).fill('1956')
  await dialog.getByRole('checkbox', { name: 'benden kendisi için' }).check()
  await dialog.getByRole('button', { name: 'Yakınımı Ekle' }).click()
  await expect(dialog.getByText('En fazla 10 kişi ekleyebilirsiniz.')).toBeVisible()
  await expect(dialog.getByRole('textbox', { name: 'Soyad' })).toHaveValue('Məmmədova')
  await page.keyboard.press('Escape')
  await page
    .getByRole('dialog', { name: /^Değişiklik/ })
    .getByRole('button', { name: 'Kaydetmeden kapat' })
    .click()
  await expect(page.getByLabel('Şikayetiniz')).toHaveValue('Öksürük')
  await expect(page.getByRole('combobox', { name: 'Kimin için?' })).toHaveValue(first)
})
