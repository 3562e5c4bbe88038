// The private note on the patient card: drafts, two devices, Escape, a reload, and saves that overlap.
import type { Page } from '@playwright/test'
import { expectAccessible } from './access.ts'
import { inDays } from './booking-form.ts'
import type { Cast, Person } from './cast.ts'
import { meet, press } from './consultation.ts'
import { expect, test } from './fixtures.ts'
import { card as rowOf } from './staff-panel.ts'

const SAVED = 'Özel not kaydedildi.'
const DRAFT_SAVED = 'Taslak kaydedildi. Bitince özel notu kaydedin.'
const CHANGED = 'Henüz kaydedilmedi: bu not başka bir sekmede veya cihazda değişti. İki metni karşılaştırıp birini seçin.'

async function clinic(cast: Cast) {
  const [doctor, patient] = [await cast.doctor('Sevda'), await cast.person('Ülkü')]
  const id = await cast.appointment(patient, doctor, inDays(3), '11:00', 'confirmed')
  return { doctor, id }
}

async function openCard(page: Page) {
  await rowOf(page, 'Ülkü').getByRole('button', { name: 'Hasta kartı' }).click()
  const card = page.getByRole('dialog', { name: 'Ülkü Öykü' })
  await expect(noteIn(card)).toBeVisible()
  return card
}

const noteIn = (where: Pick<Page, 'getByLabel'>) => where.getByLabel('Özel not', { exact: true })
const saveIn = (where: Pick<Page, 'getByRole'>) => where.getByRole('button', { name: 'Özel Notu Kaydet' })

async function storedNote(cast: Cast, doctor: Person, id: string) {
  const { body } = await cast.act<{ note: string }[]>(doctor, 'GET', `/rest/v1/appointment_private_notes?appointment_id=eq.${id}`)
  return body[0]?.note
}

test('a stale card is told that the private note was changed on another device, shows both texts, and the doctor chooses', async ({
  cast,
}) => {
  const { doctor, id } = await clinic(cast)
  const [stale, fresh] = [await doctor.open('/doctor'), await doctor.open('/doctor')]
  const [staleCard, freshCard] = [await openCard(stale), await openCard(fresh)]
  await noteIn(freshCard).fill('penisilin alerjisi VAR')
  await saveIn(freshCard).click()
  await expect(fresh.getByText(SAVED)).toBeVisible()

  await noteIn(staleCard).fill('aspirin')
  await saveIn(staleCard).click()
  const conflict = staleCard.getByRole('alert').filter({ hasText: CHANGED })
  await expect(conflict).toContainText('penisilin alerjisi VAR')
  await expect(noteIn(staleCard)).toHaveValue('aspirin')
  await expect(stale.getByText(SAVED)).toHaveCount(0)
  expect(await storedNote(cast, doctor, id)).toBe('penisilin alerjisi VAR')
  await expectAccessible(stale, { what: 'both texts', where: '[role=dialog]' })

  // Nothing is saved until the doctor has chosen, and a reload asks again.
  await expect(saveIn(staleCard)).toBeDisabled()
  await expect(staleCard.getByText(DRAFT_SAVED)).toBeVisible()
  await stale.reload()
  await openCard(stale)
  await expect(noteIn(staleCard)).toHaveValue('aspirin')
  await expect(conflict).toContainText('penisilin alerjisi VAR')
  await conflict.getByRole('button', { name: 'Diğer metni geri getir' }).click()
  await expect(noteIn(staleCard)).toHaveValue('penisilin alerjisi VAR')
  await expect(conflict).toHaveCount(0)
  await noteIn(staleCard).fill('penisilin alerjisi VAR, aspirin')
  await saveIn(staleCard).click()
  await expect(stale.getByText(SAVED)).toBeVisible()
  expect(await storedNote(cast, doctor, id)).toBe('penisilin alerjisi VAR, aspirin')
})

test('a private note survives Escape, a reload, and a draft that cannot be saved', async ({ cast }) => {
  const { doctor } = await clinic(cast)
  const page = await doctor.open('/doctor')
  const card = await openCard(page)
  await noteIn(card).fill('Aspirin de sorulacak.')
  await page.keyboard.press('Escape')
  await expect(card).toHaveCount(0)
  await expect(page.getByText('Özel not taslak olarak saklandı. Hasta kartında bulabilirsiniz.')).toBeVisible()
  await openCard(page)
  await expect(noteIn(card)).toHaveValue('Aspirin de sorulacak.')

  await noteIn(card).fill('Aspirin de sorulacak, alerji de.')
  await page.reload()
  await openCard(page)
  await expect(noteIn(card)).toHaveValue('Aspirin de sorulacak, alerji de.')

  // Another tab of the same browser has the draft too, and sees what is saved here without a reload.
  const other = await page.context().newPage()
  await other.goto('/doctor')
  const otherCard = await openCard(other)
  await expect(noteIn(otherCard)).toHaveValue('Aspirin de sorulacak, alerji de.')
  await saveIn(card).click()
  await expect(page.getByText(SAVED)).toBeVisible()
  await expect(saveIn(otherCard)).toBeDisabled()

  await page.route('**/rest/v1/rpc/save_note_draft', (route) => route.abort())
  await noteIn(card).fill('Kaydedilemeyen taslak')
  await expect(card.getByRole('alert')).toContainText('Taslak kaydedilemedi, yeniden deneniyor.')
  await page.keyboard.press('Escape')
  const question = page.getByRole('dialog', { name: 'Değişiklikler kaydedilmedi' })
  await question.getByRole('button', { name: 'Yazmaya devam et' }).first().click()
  await expect(noteIn(card)).toHaveValue('Kaydedilemeyen taslak')
})

test('beside a call, what is typed while a private note is being saved is saved after it, and a reload keeps the rest', {
  tag: '@long',
}, async ({ cast }) => {
  const { doctor, id, theirs } = await meet(cast)
  await press(theirs, 'Not')
  const panel = theirs.getByRole('complementary', { name: 'Not' })
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  let saves = 0
  await theirs.route('**/rest/v1/rpc/save_note', async (route) => {
    if (++saves === 1) await held
    await route.continue()
  })
  await noteIn(panel).fill('aspirin')
  await noteIn(panel).blur()
  await expect.poll(() => saves).toBe(1)
  await noteIn(panel).fill('aspirin, günde bir')
  await noteIn(panel).blur()
  release()
  await expect.poll(() => storedNote(cast, doctor, id)).toBe('aspirin, günde bir')

  await noteIn(panel).fill('aspirin, günde iki')
  await theirs.reload()
  await expect(noteIn(panel)).toHaveValue('aspirin, günde iki')
})
