// The consultation of a child: each guardian joins under their own name, and two guardians share one seat.
import type { Page } from '@playwright/test'
import { expectAccessible } from './access.ts'
import type { Cast, Person } from './cast.ts'
import { consultation, press } from './consultation.ts'
import { expect, test } from './fixtures.ts'

const VERSION = '2026-11-18'

const addSon = async (cast: Cast, mother: Person) =>
  (
    await cast.act<string>(mother, 'POST', '/rest/v1/rpc/create_patient', {
      patient: { first_name: 'Ali', last_name: 'Öykü', date_of_birth: `${new Date().getFullYear() - 4}-01-01`, health_consent: VERSION },
      relationship: 'child',
      authority: 'parental',
      declaration_version: VERSION,
    })
  ).body

test('the doctor reads who joined for the child, and a second guardian learns that somebody is there', async ({ cast, site }) => {
  const { doctor, patient: mother, id } = await consultation(cast)
  const father = await cast.person('Rauf')
  const son = await addSon(cast, mother)
  // Inserts the son's appointment and the father directly, because neither booking nor inviting is what this story is about.
  await site.asSuperuser(
    `set session_replication_role = replica;
     update public.appointments set user_id = '${son}' where id = '${id}';
     insert into public.guardians (patient_id, guardian_id, relationship, authority, declaration_version)
     values ('${son}', '${father.id}', 'child', 'parental', '${VERSION}')`,
    [],
  )
  const [hers, theirs, his] = (await Promise.all([mother, doctor, father].map((each) => each.open(`/call/${id}`)))) as [Page, Page, Page]
  await expect(hers.getByText('Ali Öykü için')).toBeVisible()
  for (const page of [hers, theirs]) await press(page, 'Hemen Görüşmeyi Başlat')
  await expect(theirs.getByText('Ela Öykü (Ali Öykü için) ile görüşüyorsunuz')).toBeVisible({ timeout: 20_000 })
  await expect(hers.getByText(`${doctor.name} ile görüşüyorsunuz`)).toBeVisible({ timeout: 20_000 })

  await press(his, 'Hemen Görüşmeyi Başlat')
  await expect(his.getByRole('heading', { name: 'Görüşmeye bir yakınınız katıldı' })).toBeVisible()
  await expect(his.getByText('Aynı hasta için görüşmede şu kişi var: Ela Öykü.')).toBeVisible()
  await expect(hers.getByText(`${doctor.name} ile görüşüyorsunuz`)).toBeVisible()
  await expect(theirs.getByText('Ela Öykü (Ali Öykü için) ile görüşüyorsunuz')).toBeVisible()

  // The chat names the author of each message.
  await hers.getByRole('button', { name: 'Mesajlar' }).click()
  await hers.getByLabel('Mesajınız').fill('Ateşi düştü')
  await hers.getByLabel('Mesajınız').press('Enter')
  await theirs.getByRole('button', { name: /^Mesajlar/ }).click()
  const messages = theirs.getByRole('region', { name: 'Mesajlar' })
  await expect(messages).toContainText('Ela Öykü')
  await expect(messages).toContainText('Ateşi düştü')

  // The seat is free again.
  await hers.getByRole('button', { name: 'Görüşmeyi bitir' }).click()
  await press(his, 'Tekrar Dene')
  await expect(theirs.getByText('Rauf Öykü (Ali Öykü için) ile görüşüyorsunuz')).toBeVisible({ timeout: 20_000 })
})

test('a mother waits with her son: she reads the notice for him, and both names are shown to the doctor and to her', async ({
  cast,
  site,
}) => {
  const { doctor, patient: mother, id, start } = await consultation(cast)
  const son = await addSon(cast, mother)
  await site.asSuperuser(`set session_replication_role = replica; update public.appointments set user_id = '${son}' where id = '${id}'`, [])
  await cast.begin(start, id)
  const hers = await mother.open(`/call/${id}`, { hasReadNotice: false })
  await expect(hers.getByRole('heading', { name: 'Video görüşmeden önce' })).toBeVisible()
  await press(hers, 'Okudum, görüşmeye katıl')
  const read = async () => (await cast.act(mother, 'GET', '/rest/v1/call_notices?select=patient_id')).body
  await expect.poll(read).toEqual([{ patient_id: son }])

  const panel = await doctor.open('/doctor')
  const waiting = panel.getByRole('region', { name: '1 hasta bekliyor' })
  await expect(waiting).toContainText('Ali Öykü', { timeout: 30_000 })
  await expect(waiting).toContainText('Ela Öykü')

  await cast.passTime(20, id)
  await hers.evaluate(() => void document.dispatchEvent(new Event('visibilitychange')))
  await press(hers, 'Başka bir zaman seç')
  const dialog = hers.getByRole('dialog', { name: 'Randevunun saatini değiştirin' })
  await expect(dialog).toContainText('Ali Öykü için')
  await expectAccessible(hers)
  await hers.keyboard.press('Escape')

  await press(panel, 'Ali Öykü ile şimdi görüş')
  await expect(panel.getByText('Ela Öykü (Ali Öykü için) ile görüşüyorsunuz')).toBeVisible({ timeout: 20_000 })
  await panel.getByRole('button', { name: 'Not', exact: true }).click()
  await panel.getByRole('tab', { name: 'Hasta kartı' }).click()
  const card = panel.getByRole('complementary', { name: 'Hasta kartı' })
  await expect(card).toContainText('4 yaşında')
  await expect(card).toContainText('Ela Öykü')
})
