// A patient without an account claims their own record.
import { addressOf, expectAccessible, expectNoSidewaysScroll, inEveryLanguage } from './access.ts'
import { inDays } from './booking-form.ts'
import type { Cast, Person } from './cast.ts'
import { expect, test } from './fixtures.ts'

const YEAR = new Date().getFullYear()
const PASSWORD = 'Story1234!'
let number = 0
const freshAddress = () => `granny-${Date.now()}-${++number}@story.example`

/** Adds the mother as the daughter would in 'Yakınlarım'. */
async function addMother(cast: Cast, daughter: Person) {
  const patient = { first_name: 'Nərmin', last_name: 'Məmmədova', phone: '+994 50 123 45 67', birth_year: 1956 }
  const given = { patient, relationship: 'parent', authority: 'asked', declaration_version: '2026-11-18' }
  return (await cast.act<string>(daughter, 'POST', '/rest/v1/rpc/create_patient', given)).body
}

test('a grandmother claims her record, and her daughter can no longer read it', async ({ cast, site, request, browser }) => {
  const [daughter, doctor] = [await cast.person('Leyla'), await cast.doctor('Aylin')]
  const mother = await addMother(cast, daughter)
  const booked = await cast.act(daughter, 'POST', '/rest/v1/appointments', {
    user_id: mother,
    doctor_id: doctor.doctorId,
    appointment_date: inDays(3),
    appointment_time: '10:00',
    patient_complaint: 'Baş ağrısı',
    status: 'pending',
  })
  expect(booked.status).toBe(201)

  const page = await daughter.browse()
  await page.goto('/profile')
  await page.getByRole('tab', { name: 'Yakınlarım' }).click()
  await page.getByLabel('Nərmin Məmmədova için diğer işlemler').click()
  await page.getByRole('button', { name: 'Kaydını kendisine devret: Nərmin Məmmədova' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText('Siz bunları artık göremez')).toBeVisible()
  await dialog.getByLabel('Kişinin e-posta adresi').fill(daughter.email)
  await dialog.getByRole('button', { name: 'Daveti gönder' }).click()
  await expect(dialog.getByText('Bu sizin adresiniz.')).toBeVisible()
  const email = freshAddress()
  await dialog.getByLabel('Kişinin e-posta adresi').fill(email)
  await dialog.getByRole('button', { name: 'Daveti gönder' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByText(`Kaydını devralmaya davet edildi: ${email}`)).toBeVisible()
  await expectAccessible(page)

  const headers = { apikey: site.secretKey }
  let link = ''
  await expect
    .poll(async () => {
      await request.post(`${site.url}/functions/v1/deliver-mail`, { headers })
      const mails = (await (await request.get(`${site.url}/dev/mail.json?to=${encodeURIComponent(email)}`)).json()) as { text: string }[]
      link = /^http\S+\/invitation#\S+$/m.exec(mails[0]?.text ?? '')?.[0] ?? ''
      return link
    })
    .not.toBe('')

  // A user who is signed in with another account is told so first.
  await page.goto(link)
  await expect(page.getByText(`Başka bir hesapla giriş yaptınız: ${daughter.email}`)).toBeVisible()

  const hers = await (await browser.newContext({ baseURL: site.url })).newPage()
  await hers.goto(link)
  await expect(hers.getByRole('heading', { name: 'Kaydınızı devralın' })).toBeVisible()
  await expectAccessible(hers)
  await hers.getByLabel('Şifre', { exact: true }).fill(PASSWORD)
  await hers.getByRole('button', { name: 'Kaydımı devral' }).click()
  await expect(hers).toHaveURL(/\/appointments/)
  await expect(hers.getByText('Kaydınız artık sizin')).toBeVisible()
  await expect(hers.getByRole('tabpanel').getByText('Aylin').first()).toBeVisible()
  const own = await cast.act<{ user_id: string }[]>({ ...daughter, email }, 'GET', '/rest/v1/appointments?select=user_id')
  expect(own.body).toEqual([{ user_id: mother }])

  expect((await cast.act(daughter, 'GET', '/rest/v1/appointments?select=id')).body).toEqual([])
  await page.goto('/profile')
  await page.getByRole('tab', { name: 'Yakınlarım' }).click()
  await expect(page.getByText('Henüz kimseyi eklemediniz')).toBeVisible()
  await page.goto(link)
  await expect(page.getByText('Bu davet kullanılmış')).toBeVisible()
  await hers.context().close()
})

test('the only guardian of a child cannot leave, and deleting the account offers handing over', async ({ cast }) => {
  const mother = await cast.person('Leyla')
  await cast.act(mother, 'POST', '/rest/v1/rpc/create_patient', {
    patient: { first_name: 'Ali', last_name: 'Öykü', date_of_birth: `${YEAR - 4}-01-01`, health_consent: '2026-11-18' },
    relationship: 'child',
    authority: 'parental',
    declaration_version: '2026-11-18',
  })
  const page = await mother.browse()
  await page.goto('/profile')
  await page.getByRole('tab', { name: 'Yakınlarım' }).click()
  await page.getByLabel('Ali Öykü için diğer işlemler').click()
  await page.getByRole('button', { name: 'Listemden çıkar: Ali Öykü' }).click()
  await expect(page.getByRole('dialog').getByText('Çocuğun tek velisi sizsiniz.')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByLabel('Ali Öykü için diğer işlemler')).toBeFocused()
  await page.getByRole('tab', { name: 'Profil Bilgileri' }).click()
  await page.getByRole('button', { name: 'Hesabımı sil' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText('Yakınlarınızın kayıtları da silinir')).toBeVisible()
  await expect(dialog.getByText('Şu kişiler adına yalnızca siz')).toContainText('Ali Öykü')
  await expect(dialog.getByRole('button', { name: 'İkinci veli davet et: Ali Öykü' })).toBeVisible()
})

test('a claim link that is no longer valid says so in every language, on a phone', { tag: '@long' }, async ({ cast }) => {
  const reader = await cast.person('Leyla')
  await inEveryLanguage(
    () => reader.browse(),
    async (page, language) => {
      await page.goto(addressOf(language, '/invitation#guessed'))
      await expect(page.locator('main').getByRole('paragraph').first()).toBeVisible()
      await expectAccessible(page)
      await expectNoSidewaysScroll(page)
    },
  )
})
