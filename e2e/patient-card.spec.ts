import { inDays } from './booking-form.ts'
import { expect, test } from './fixtures.ts'
import { anAdmin } from './management.ts'
import { card as rowOf } from './staff-panel.ts'

test('a doctor reads a patient’s allergies beside the appointment, keeps a private note, and the patient sees who looked', async ({
  cast,
}) => {
  const [doctor, patient] = [await cast.doctor('Sevda'), await cast.person('Ülkü')]
  await cast.consent(patient)
  await cast.act(patient, 'PATCH', `/rest/v1/profiles?user_id=eq.${patient.id}`, {
    medical_history: 'Penisilin alerjisi',
    date_of_birth: '1960-01-02',
    gender: 'kadın',
  })
  await cast.appointment(patient, doctor, inDays(3), '11:00', 'confirmed')
  const panel = await doctor.open('/doctor')
  const open = rowOf(panel, 'Ülkü').getByRole('button', { name: 'Hasta kartı' })
  await open.click()
  const card = panel.getByRole('dialog', { name: 'Ülkü Öykü' })
  await expect(card).toContainText('Penisilin alerjisi')
  await expect(card).toContainText('2 Ocak 1960')
  await expect(card).toContainText('Kadın')
  await card.getByLabel('Özel not').fill('Aspirin de sorulacak.')
  await card.getByRole('button', { name: 'Özel Notu Kaydet' }).click()
  await expect(panel.getByText('Özel not kaydedildi.')).toBeVisible()
  await panel.keyboard.press('Escape')
  await expect(open).toBeFocused()
  await open.click()
  await expect(card.getByLabel('Özel not')).toHaveValue('Aspirin de sorulacak.')

  const profile = await patient.open('/profile')
  const openings = profile.getByRole('region', { name: 'Sağlık bilgilerimi kim gördü?' })
  await expect(openings.getByRole('listitem')).toHaveCount(2)
  await expect(openings).toContainText(doctor.name)
})

test('the card is on the rows of the dashboard for the doctor of the request, and not for admins', { tag: '@long' }, async ({ cast }) => {
  const [doctor, patient, admin] = [await cast.doctor('Sevda'), await cast.person('Ülkü'), await anAdmin(cast)]
  await cast.appointment(patient, doctor, inDays(3), '11:00')
  const theirs = await doctor.open('/admin')
  await rowOf(theirs, 'Ülkü').getByRole('button', { name: 'Hasta kartı' }).click()
  await expect(theirs.getByRole('dialog', { name: 'Ülkü Öykü' })).toContainText('Tıbbi geçmiş')
  const page = await admin.open('/admin')
  await expect(rowOf(page, 'Ülkü').first()).toContainText(doctor.name)
  await expect(page.getByRole('button', { name: 'Hasta kartı' })).toHaveCount(0)
})
