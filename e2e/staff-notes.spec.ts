// The notes that doctors write for their patients.
import { expectAccessible, expectNoSidewaysScroll } from './access.ts'
import { inDays } from './booking-form.ts'
import { expect, test } from './fixtures.ts'
import { card, stored, unfold } from './staff-panel.ts'

const DRAFT_SAVED = 'Taslak kaydedildi. Siz notu kaydedene kadar hasta onu görmez.'

test('a note that is being written survives other tabs, leaving, a reload and a failed save, and the patient reads the saved one', async ({
  cast,
}) => {
  const [doctor, patient, other] = [await cast.doctor('Pelin'), await cast.person('Rıza'), await cast.person('Sude')]
  const id = await cast.appointment(patient, doctor, inDays(7), '09:00', 'confirmed')
  await cast.appointment(other, doctor, inDays(7), '12:00', 'confirmed')
  const page = await doctor.open('/doctor')
  await card(page, 'Rıza').getByRole('button', { name: 'Not Ekle' }).click()
  const note = page.getByLabel('Not', { exact: true })
  await expect(note).toBeFocused()
  await expect(page.getByText('Hasta bu notu randevu geçmişinde okur.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Notu Kaydet' })).toBeDisabled()
  await note.fill('Bol su, bir hafta dinlenme.')

  // Switches to another tab, to another appointment, and back.
  await page.getByRole('tab', { name: 'Randevularım' }).click()
  await card(page, 'Sude').getByRole('button', { name: 'Not Ekle' }).click()
  await expect(page.getByRole('heading', { name: 'Sude Öykü' })).toBeVisible()
  await expect(note).toHaveValue('')
  await page.getByRole('button', { name: 'Rıza Öykü', exact: true }).click()
  await expect(note).toHaveValue('Bol su, bir hafta dinlenme.')

  // Leaving asks nothing, and neither leaving nor a reload loses text. The patient does not see it yet.
  await note.fill('Bol su, iki hafta dinlenme.')
  await page.getByRole('banner').getByRole('link', { name: 'BKV' }).first().click()
  await expect(page).toHaveURL('/')
  await page.goto(`/doctor?tab=notes&visit=${id}`)
  await expect(note).toHaveValue('Bol su, iki hafta dinlenme.')
  await note.fill('Bol su, üç hafta dinlenme.')
  await page.reload()
  await expect(note).toHaveValue('Bol su, üç hafta dinlenme.')
  await expect(page.getByText(DRAFT_SAVED)).toBeVisible()
  expect(await stored(cast, doctor, id)).toMatchObject({ notes: null })
  // The list marks the draft before the note is opened again.
  await page.goto('/doctor?tab=notes')
  await expect(page.getByRole('button', { name: 'Rıza Öykü' })).toContainText('Taslak')
  await expect(page.getByRole('button', { name: 'Sude Öykü' })).not.toContainText('Taslak')
  await page.getByRole('button', { name: 'Rıza Öykü' }).click()
  await expect(note).toHaveValue('Bol su, üç hafta dinlenme.')

  await page.route('**/rest/v1/rpc/save_note', (route) => route.abort())
  await page.getByRole('button', { name: 'Notu Kaydet' }).click()
  await expect(page.getByRole('alert')).toContainText('Notlar güncellenirken hata oluştu.')
  await expect(note).toHaveValue('Bol su, üç hafta dinlenme.')
  await page.unroute('**/rest/v1/rpc/save_note')
  await page.getByRole('button', { name: 'Notu Kaydet' }).click()
  await expect(page.getByText('Hasta notları güncellendi.')).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: 'Kaydedildi; hasta bu notu okuyabilir.' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Notu Kaydet' })).toBeDisabled()
  expect(await stored(cast, doctor, id)).toMatchObject({ notes: 'Bol su, üç hafta dinlenme.' })

  const reading = await patient.open('/profile')
  await reading.getByRole('tab', { name: 'Randevu Geçmişi' }).click()
  await expect(reading.getByText('Bol su, üç hafta dinlenme.')).toBeVisible()

  // The draft is discarded only after a question.
  await note.fill('Yanlış')
  await page.getByRole('button', { name: 'Vazgeç' }).click()
  await page.getByRole('button', { name: 'Evet, vazgeç' }).click()
  await expect(note).toHaveValue('Bol su, üç hafta dinlenme.')
  await expect(note).toBeFocused()
  await page.reload()
  await expect(note).toHaveValue('Bol su, üç hafta dinlenme.')
  await page.getByRole('tab', { name: 'Randevularım' }).click()
  await unfold(page, 'Rıza')
  await expect(card(page, 'Rıza')).toContainText('Bol su, üç hafta dinlenme.')
  await expect(card(page, 'Rıza').getByRole('button', { name: 'Notu Düzenle' })).toBeVisible()
})

test('a draft that cannot be saved says so, asks before it is lost, and is shown again after looking at another appointment', {
  tag: '@long',
}, async ({ cast }) => {
  const [doctor, first, second] = [await cast.doctor('Tülin'), await cast.person('Rana'), await cast.person('Seher')]
  const id = await cast.appointment(first, doctor, inDays(7), '09:00', 'confirmed')
  await cast.appointment(second, doctor, inDays(7), '10:00', 'confirmed')
  const page = await doctor.open(`/doctor?tab=notes&visit=${id}`)
  const note = page.getByLabel('Not', { exact: true })
  await page.route('**/rest/v1/rpc/save_note_draft', (route) => route.abort())
  await note.fill('Bol su içsin.')
  await expect(page.getByRole('alert')).toContainText('Taslak kaydedilemedi, yeniden deneniyor.')
  await page.getByRole('banner').getByRole('link', { name: 'BKV' }).first().click()
  await page.getByRole('dialog', { name: 'Değişiklikler kaydedilmedi' }).getByRole('button', { name: 'Sayfada kal' }).first().click()
  await page.getByRole('button', { name: /^Seher Öykü/ }).click()
  await expect(page.getByRole('heading', { name: 'Seher Öykü' })).toBeVisible()
  await expect(note).toHaveValue('')
  await page.getByRole('button', { name: 'Rana Öykü', exact: true }).click()
  await expect(note).toHaveValue('Bol su içsin.')
  await page.unroute('**/rest/v1/rpc/save_note_draft')
  await expect(page.getByText(DRAFT_SAVED)).toBeVisible({ timeout: 20_000 })
  await page.reload()
  await expect(note).toHaveValue('Bol su içsin.')
})

test('a doctor chooses an appointment that has not begun in the tab for notes', async ({ cast }) => {
  const [doctor, patient] = [await cast.doctor('Pınar'), await cast.person('Refik')]
  const id = await cast.appointment(patient, doctor, inDays(7), '09:00', 'confirmed')
  const page = await doctor.open('/doctor?tab=notes')
  await expect(page.getByText('Henüz başlamış bir görüşmeniz yok.')).toBeVisible()
  const upcoming = page.getByRole('region', { name: 'Yaklaşan randevular' })
  await upcoming.getByRole('button', { name: /^Refik Öykü/ }).click()
  await expect(page).toHaveURL(`/doctor?tab=notes&visit=${id}`)
  await expect(page.getByLabel('Not', { exact: true })).toBeFocused()
  await expect(upcoming.getByRole('button', { name: /^Refik Öykü/ })).toHaveAttribute('aria-current', 'true')
})

test('the latest appointments stand beside the note, or before it on a phone, and going back keeps what was written', {
  tag: '@long',
}, async ({ cast }) => {
  const [doctor, first, second] = [await cast.doctor('Tülin'), await cast.person('Rana'), await cast.person('Seher')]
  const ids = [
    await cast.appointment(first, doctor, inDays(7), '09:00', 'confirmed'),
    await cast.appointment(second, doctor, inDays(7), '10:00', 'confirmed'),
  ]
  await cast.begin(new Date(`${inDays(7)}T10:00:00+03:00`), ...ids)
  const page = await doctor.open('/doctor?tab=notes')
  const list = page.getByRole('region', { name: 'Son görüşmeler' })
  const choice = (name: string) => list.getByRole('button', { name: new RegExp(`^${name} Öykü`) })
  const note = page.getByLabel('Not', { exact: true })
  // The newest appointment without a note is open, without taking the focus.
  await expect(page.getByRole('heading', { name: 'Seher Öykü' })).toBeVisible()
  await expect(choice('Seher')).toHaveAttribute('aria-current', 'true')
  await expect(note).not.toBeFocused()
  await expect(list.getByText('Notsuz: 2')).toBeVisible()
  await expectAccessible(page, { what: 'newest appointment', where: '[role=tabpanel]:not([hidden])' })
  await note.fill('Dinlensin.')
  await page.getByRole('button', { name: 'Notu Kaydet' }).click()
  await expect(list.getByText('Notsuz: 1')).toBeVisible()
  // The appointment stays open. Only the row with a note is marked, and the next appointment is one press away.
  await expect(page.getByRole('heading', { name: 'Seher Öykü' })).toBeVisible()
  await expect(choice('Seher')).toHaveAccessibleName(/Not var/)
  await expect(choice('Rana')).not.toHaveAccessibleName(/Not/)
  await page.getByRole('button', { name: 'Not yaz: Rana Öykü' }).click()
  await expect(note).toBeFocused()
  await note.fill('Bol su içsin.')
  await expect(choice('Rana')).toHaveAttribute('aria-current', 'true')
  await choice('Seher').click()
  await expect(page.getByRole('heading', { name: 'Seher Öykü' })).toBeVisible()
  await expect(note).toHaveValue('Dinlensin.')
  await expect(choice('Rana')).toContainText('Taslak')
  await expectAccessible(page, { what: 'note beside the list', where: '[role=tabpanel]:not([hidden])' })

  await page.setViewportSize({ width: 375, height: 812 })
  await expect(list).toHaveCount(0)
  await note.fill('Çok dinlensin.')
  await page.getByRole('button', { name: 'Son görüşmeler' }).click()
  await expect(list.getByRole('heading')).toBeFocused()
  await expect(note).toHaveCount(0)
  await expect(choice('Seher')).toContainText('Taslak')
  await expectAccessible(page, { what: 'list on a phone', where: '[role=tabpanel]:not([hidden])' })
  await expectNoSidewaysScroll(page)
  await choice('Seher').click()
  await expect(note).toHaveValue('Çok dinlensin.')
})
