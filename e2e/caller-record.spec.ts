// The record of a caller: health data that the doctor writes down, the invitation to claim it, and its erasure.
import { expectAccessible, expectNoSidewaysScroll } from './access.ts'
import { inDays } from './booking-form.ts'
import type { Cast, Doctor, Person } from './cast.ts'
import { expect, test } from './fixtures.ts'
import { anAdmin } from './management.ts'
import { card } from './staff-panel.ts'

async function callerOf(cast: Cast, admin: Person, doctor: Doctor) {
  const patient = { first_name: 'Arayan', last_name: 'Öykü', phone: '+90 532 111 22 33' }
  const { body: id } = await cast.act<string>(admin, 'POST', '/rest/v1/rpc/create_patient_by_staff', { patient })
  const given = { patient_id: id, doctor_id: doctor.doctorId, on_date: inDays(2), at_time: '11:00', complaint: 'Telefonla aradı' }
  expect((await cast.act(admin, 'POST', '/rest/v1/rpc/book_for_patient', given)).status).toBe(200)
}

test('reception invites a caller to claim the record, sends it again, and erases it', async ({ cast }) => {
  const [admin, doctor] = [await anAdmin(cast), await cast.doctor('Melek')]
  await callerOf(cast, admin, doctor)
  const page = await admin.open(`/admin/appointments?doctor=${doctor.doctorId}`)
  const row = card(page, 'Arayan')
  await row.getByRole('button', { name: 'ayrıntı' }).click()
  const record = row.getByRole('region', { name: 'Hesabı olmayan hastanın kaydı' })
  await record.getByRole('button', { name: 'Kaydını devralmaya davet et' }).click()
  const dialog = page.getByRole('dialog')
  const email = dialog.getByLabel('Hastanın kendi e-\u2060posta adresi')
  await email.fill(admin.email)
  await dialog.getByRole('button', { name: 'Daveti gönder' }).click()
  await expect(dialog.getByText('Bu sizin adresiniz.')).toBeVisible()
  const address = `caller-${Date.now()}@story.example`
  await email.fill(address)
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Daveti gönder' }).click()
  await expect(record).toContainText(`Davet edildi: \u2066${address}\u2069.`)

  await record.getByRole('button', { name: 'Daveti yeniden gönder' }).click()
  await expect(email).toHaveValue(address)
  await dialog.getByRole('button', { name: 'Daveti gönder' }).click()
  await expect(dialog).toHaveCount(0)

  await record.getByRole('button', { name: 'Kaydı sil' }).click()
  await expect(dialog).toContainText('Bu işlem geri alınamaz.')
  await expectNoSidewaysScroll(page)
  await dialog.getByRole('button', { name: 'Evet, sil' }).click()
  await expect(page.getByText('Kayıt silindi')).toBeVisible()
  await expect(row).toHaveCount(0)
})

test('a doctor records health data of an adult without an account, only while the consent lasts', async ({ cast }) => {
  const [admin, doctor] = [await anAdmin(cast), await cast.doctor('Sevda')]
  await callerOf(cast, admin, doctor)
  const page = await doctor.open('/doctor')
  await card(page, 'Arayan').getByRole('button', { name: 'Hasta kartı' }).click()
  const dialog = page.getByRole('dialog', { name: 'Arayan Öykü' })
  const enter = dialog.getByRole('button', { name: 'Sağlık bilgilerini gir' })
  const consent = dialog.getByRole('switch').first()
  await expect(consent).toBeVisible()
  await expect(enter).toHaveCount(0)
  await consent.click()
  await enter.click()
  const birth = dialog.getByRole('textbox', { name: 'Doğum tarihi' })
  await birth.fill(`01.01.${new Date().getFullYear() - 10}`)
  await dialog.getByRole('textbox', { name: 'Tıbbi geçmiş' }).fill('Hipertansiyon')
  await dialog.getByRole('button', { name: 'Bilgileri Kaydet' }).click()
  await expect(dialog.getByText('Bu tarihe göre hasta 18 yaşından küçük.')).toBeVisible()
  await expect(dialog.getByRole('textbox', { name: 'Tıbbi geçmiş' })).toHaveValue('Hipertansiyon')
  await birth.fill('01.03.1956')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Bilgileri Kaydet' }).click()
  await expect(dialog.getByRole('definition').filter({ hasText: 'Hipertansiyon' })).toBeVisible()
  // After a reload, the record comes from the database.
  await page.reload()
  await card(page, 'Arayan').getByRole('button', { name: 'Hasta kartı' }).click()
  await expect(dialog.getByRole('definition').filter({ hasText: 'Hipertansiyon' })).toBeVisible()
  // Withdrawing the consent erases the health data, so there is a question first.
  await consent.click()
  const question = page.getByRole('dialog', { name: 'Rıza geri alınsın mı?' })
  await question.getByRole('button', { name: 'Vazgeç' }).click()
  await expect(consent).toBeChecked()
  await consent.click()
  await question.getByRole('button', { name: 'Evet, geri al' }).click()
  await expect(dialog.getByText('Hipertansiyon')).toHaveCount(0)
  await expect(enter).toHaveCount(0)
})
