// Two guardians of a child: one invites the other, a file says who shared it, and the last one cannot leave.
import type { APIRequestContext } from '@playwright/test'
import { expectAccessible } from './access.ts'
import { inDays } from './booking-form.ts'
import type { Cast, Person } from './cast.ts'
import { expect, test } from './fixtures.ts'

const YEAR = new Date().getFullYear()
const PASSWORD = 'Story1234!'
const REPORT = { name: 'Tahlil.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7\n%âãÏÓ\nsonuçlar') }

const addAli = async (cast: Cast, mother: Person) =>
  (
    await cast.act<string>(mother, 'POST', '/rest/v1/rpc/create_patient', {
      patient: { first_name: 'Ali', last_name: 'Öykü', date_of_birth: `${YEAR - 4}-01-01`, health_consent: '2026-11-18' },
      relationship: 'child',
      authority: 'parental',
      declaration_version: '2026-11-18',
    })
  ).body

/** The link in the mail to that address. */
async function invitationFor(email: string, site: { url: string; secretKey: string }, request: APIRequestContext) {
  let link = ''
  await expect
    .poll(async () => {
      await request.post(`${site.url}/functions/v1/deliver-mail`, { headers: { apikey: site.secretKey } })
      const mails = (await (await request.get(`${site.url}/dev/mail.json?to=${encodeURIComponent(email)}`)).json()) as { text: string }[]
      link = /^http\S+\/invitation#\S+$/m.exec(mails[0]?.text ?? '')?.[0] ?? ''
      return link
    })
    .not.toBe('')
  return link
}

test('a mother invites the father, who declares and sees the child; she leaves, and he cannot', async ({
  cast,
  site,
  request,
  browser,
}) => {
  const [mother, doctor] = [await cast.person('Leyla'), await cast.doctor('Aylin')]
  const child = await addAli(cast, mother)
  const { body: booked } = await cast.act<{ id: string }[]>(mother, 'POST', '/rest/v1/appointments', {
    user_id: child,
    doctor_id: doctor.doctorId,
    appointment_date: inDays(3),
    appointment_time: '10:00',
    patient_complaint: 'Ateş',
  })
  await cast.act(doctor, 'PATCH', `/rest/v1/appointments?id=eq.${booked[0]?.id}`, { status: 'confirmed' })

  const page = await mother.open('/profile')
  await page.getByRole('tab', { name: 'Yakınlarım' }).click()
  await page.getByLabel('Ali Öykü için diğer işlemler').click()
  await page.getByRole('button', { name: 'İkinci veli davet et: Ali Öykü' }).click()
  const dialog = page.getByRole('dialog')
  const email = `father-${Date.now()}@story.example`
  await dialog.getByLabel('İkinci velinin e-posta adresi').fill(email)
  await dialog.getByRole('button', { name: 'Daveti gönder' }).click()
  await expect(page.getByText(`İkinci veli olarak davet edildi: ${email}`)).toBeVisible()

  const link = await invitationFor(email, site, request)
  const his = await (await browser.newContext({ baseURL: site.url, locale: 'tr-TR' })).newPage()
  await his.goto(link)
  await expect(his.getByRole('heading', { name: 'İkinci veli olun' })).toBeVisible()
  await his.getByLabel('Ad', { exact: true }).fill('Rauf')
  await his.getByLabel('Soyad').fill('Öykü')
  await his.getByLabel('Şifre', { exact: true }).fill(PASSWORD)
  // The invitation cannot be accepted without the declaration.
  await his.getByRole('button', { name: 'Kabul et' }).click()
  await expect(his).toHaveURL(/invitation/)
  await his.getByRole('checkbox').first().check()
  await expectAccessible(his)
  await his.getByRole('button', { name: 'Kabul et' }).click()
  await expect(his.getByText('Artık ikinci velisiniz')).toBeVisible()

  await his.goto('/appointments?tab=mine')
  await his.getByRole('button', { name: 'Dosyalar' }).click()
  await his
    .getByRole('dialog')
    .getByLabel(/Dosyaları buraya bırakın/)
    .setInputFiles(REPORT)
  await expect(his.getByRole('dialog').getByRole('listitem').filter({ hasText: 'Tahlil.pdf' })).toContainText('Siz')
  // The mother reads his name at the file, not the doctor's.
  await page.goto('/appointments?tab=mine')
  await page.getByRole('button', { name: 'Dosyalar' }).click()
  await expect(page.getByRole('dialog').getByRole('listitem').filter({ hasText: 'Tahlil.pdf' })).toContainText('Rauf Öykü')

  await page.goto('/profile')
  await page.getByRole('tab', { name: 'Yakınlarım' }).click()
  await page.getByLabel('Ali Öykü için diğer işlemler').click()
  await page.getByRole('button', { name: 'Listemden çıkar: Ali Öykü' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Listemden çıkar' }).click()
  await expect(page.getByText('Henüz kimseyi eklemediniz')).toBeVisible()
  await his.goto('/profile')
  await his.getByRole('tab', { name: 'Yakınlarım' }).click()
  await his.getByLabel('Ali Öykü için diğer işlemler').click()
  await his.getByRole('button', { name: 'Listemden çıkar: Ali Öykü' }).click()
  await expect(his.getByRole('dialog').getByText('Çocuğun tek velisi sizsiniz.')).toBeVisible()
  await his.context().close()
})

test('a third guardian is refused in words, with the address kept, once the second one has accepted in another tab', async ({
  cast,
  site,
  request,
}) => {
  const [mother, father] = [await cast.person('Leyla'), await cast.person('Rauf')]
  const child = await addAli(cast, mother)
  await cast.act(mother, 'POST', '/rest/v1/rpc/invite_guardian', { patient_id: child, email: father.email })
  const [, token] = (await invitationFor(father.email, site, request)).split('#')
  const page = await mother.open('/profile')
  await page.getByRole('tab', { name: 'Yakınlarım' }).click()
  const invite = page.getByRole('button', { name: 'İkinci veli davet et: Ali Öykü' })
  const dialog = page.getByRole('dialog', { name: /veli davet et/ })
  const email = dialog.getByLabel('İkinci velinin e-posta adresi')
  const send = dialog.getByRole('button', { name: 'Daveti gönder' })
  const refused = dialog.getByRole('alert').filter({ hasText: 'Bir çocuğun en fazla 2 velisi olabilir.' })
  // Opens the invitation from the dialog that says that the only guardian cannot leave.
  await page.getByLabel('Ali Öykü için diğer işlemler').click()
  await page.getByRole('button', { name: 'Listemden çıkar: Ali Öykü' }).click()
  await page
    .getByRole('dialog', { name: /^Listenizden/ })
    .getByRole('button', { name: 'İkinci veli davet et: Ali Öykü' })
    .click()
  await email.fill('aunt@story.example')
  const accepted = { token, declaration_version: '2026-11-18' }
  expect((await cast.act(father, 'POST', '/rest/v1/rpc/accept_patient_invitation', accepted)).status).toBe(200)
  await send.click()
  await expect(refused).toBeVisible()
  await expect(email).toHaveValue('aunt@story.example')
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  // After that there is nobody left to invite.
  await expect(page.getByText('Veliler: Leyla Öykü, Rauf Öykü')).toBeVisible()
  await expect(invite).toHaveCount(0)
})

test('a child who has grown up meanwhile gets no second guardian, and the new account says why', async ({
  cast,
  site,
  request,
  browser,
}) => {
  const mother = await cast.person('Leyla')
  const child = await addAli(cast, mother)
  const email = `father-${Date.now()}@story.example`
  await cast.act(mother, 'POST', '/rest/v1/rpc/invite_guardian', { patient_id: child, email })
  const his = await (await browser.newContext({ baseURL: site.url, locale: 'tr-TR' })).newPage()
  await his.goto(await invitationFor(email, site, request))
  await his.getByLabel('Ad', { exact: true }).fill('Rauf')
  await his.getByLabel('Soyad').fill('Öykü')
  await his.getByLabel('Şifre', { exact: true }).fill(PASSWORD)
  await his.getByRole('checkbox').first().check()
  await site.asSuperuser(
    `set session_replication_role = replica;
     update only private.profiles set date_of_birth = ((now() at time zone timezone)::date - interval '18 years')::date where user_id = '${child}'`,
    [],
  )
  await his.getByRole('button', { name: 'Kabul et' }).click()
  await expect(his.getByRole('alert')).toContainText('18 yaşını doldurdu; artık velisi olunamaz.')
  await expect(his).toHaveURL(/invitation/)
  await his.context().close()
})
