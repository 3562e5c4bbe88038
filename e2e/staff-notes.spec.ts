// The notes that doctors write for their patients.
import { expectAccessible, expectNoSidewaysScroll } from './access.ts'
import { inDays } from './booking-form.ts'
import { expect, test } from './fixtures.ts'
import { card, stored, unfold } from './staff-panel.ts'

test('an unsaved note survives other tabs and a failed save, and the patient reads the saved one', async ({ cast }) => {
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

  // Another tab, another appointment, and back.
  await page.getByRole('tab', { name: 'Randevularım' }).click()
  await card(page, 'Sude').getByRole('button', { name: 'Not Ekle' }).click()
  await expect(page.getByRole('heading', { name: 'Sude Öykü' })).toBeVisible()
  await expect(note).toHaveValue('')
  await page.getByRole('button', { name: 'Rıza Öykü', exact: true }).click()
  await expect(note).toHaveValue('Bol su, bir hafta dinlenme.')

  await page.getByRole('banner').getByRole('link', { name: 'BKV' }).first().click()
  await page.getByRole('dialog').getByRole('button').last().press('Escape')
  await expect(note).toHaveValue('Bol su, bir hafta dinlenme.')

  await page.route(/\/rest\/v1\/appointments\?id=/, (route) => (route.request().method() === 'PATCH' ? route.abort() : route.continue()))
  await page.getByRole('button', { name: 'Notu Kaydet' }).click()
  await expect(page.getByRole('alert')).toContainText('Notlar güncellenirken hata oluştu.')
  await expect(note).toHaveValue('Bol su, bir hafta dinlenme.')
  await page.unroute(/\/rest\/v1\/appointments\?id=/)
  await page.getByRole('button', { name: 'Notu Kaydet' }).click()
  await expect(page.getByText('Hasta notları güncellendi.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Kapat', exact: true })).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: /^Kaydedildi$/ })).toBeVisible()
  expect(await stored(cast, doctor, id)).toMatchObject({ notes: 'Bol su, bir hafta dinlenme.' })

  const reading = await patient.open('/profile')
  await reading.getByRole('tab', { name: 'Randevu Geçmişi' }).click()
  await expect(reading.getByText('Bol su, bir hafta dinlenme.')).toBeVisible()

  // It is discarded only after a question.
  await note.fill('Yanlış')
  await page.getByRole('button', { name: 'Vazgeç' }).click()
  await page.getByRole('button', { name: 'Evet, vazgeç' }).click()
  await expect(page.getByText('Not yazmak için bir randevu seçin')).toBeVisible()
  await page.getByRole('tab', { name: 'Randevularım' }).click()
  await unfold(page, 'Rıza')
  await expect(card(page, 'Rıza')).toContainText('Bol su, bir hafta dinlenme.')
  await expect(card(page, 'Rıza').getByRole('button', { name: 'Notu Düzenle' })).toBeVisible()
})

test('an appointment that has not begun is chosen for a note where notes are written', async ({ cast }) => {
  const [doctor, patient] = [await cast.doctor('Pınar'), await cast.person('Refik')]
  const id = await cast.appointment(patient, doctor, inDays(7), '09:00', 'confirmed')
  const page = await doctor.open('/doctor?tab=notes')
  await expect(page.getByText('Henüz başlamış bir görüşmeniz yok.')).toBeVisible()
  const upcoming = page.getByRole('region', { name: 'Yaklaşan Randevular' })
  await upcoming.getByRole('button', { name: /^Refik Öykü/ }).click()
  await expect(page).toHaveURL(`/doctor?tab=notes&visit=${id}`)
  await expect(page.getByLabel('Not', { exact: true })).toBeFocused()
  await expect(upcoming.getByRole('button', { name: /^Refik Öykü/ })).toHaveAttribute('aria-current', 'true')
})

test('the latest appointments stand beside the note, on a phone before it, and going back keeps what was written', {
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
  await expect(page.getByText('Not yazmak için bir randevu seçin')).toBeVisible()
  await expect(page.getByText('Notu olmayan son görüşmeler: 2')).toBeVisible()
  await expect(choice('Seher')).toContainText('Not yok')
  await expectAccessible(page, { what: 'notes to choose from', where: '[role=tabpanel]:not([hidden])' })
  await page.getByRole('button', { name: /^Not yaz: / }).click()
  await expect(note).toBeFocused()
  await page.goBack()
  await choice('Rana').click()
  await expect(note).toBeFocused()
  await note.fill('Bol su içsin.')
  await expect(choice('Rana')).toHaveAttribute('aria-current', 'true')
  await choice('Seher').click()
  await expect(page.getByRole('heading', { name: 'Seher Öykü' })).toBeVisible()
  await expect(note).toHaveValue('')
  await expect(choice('Rana')).toContainText('Kaydedilmedi')
  await expectAccessible(page, { what: 'note beside the list', where: '[role=tabpanel]:not([hidden])' })

  await page.setViewportSize({ width: 375, height: 812 })
  await expect(list).toHaveCount(0)
  await note.fill('Dinlensin.')
  await page.getByRole('button', { name: 'Son görüşmeler' }).click()
  await expect(list.getByRole('heading')).toBeFocused()
  await expect(note).toHaveCount(0)
  await expect(choice('Seher')).toContainText('Kaydedilmedi')
  await expectAccessible(page, { what: 'list on a phone', where: '[role=tabpanel]:not([hidden])' })
  await expectNoSidewaysScroll(page)
  await choice('Seher').click()
  await expect(note).toHaveValue('Dinlensin.')
})
