import { expectAccessible } from './access.ts'
import { inDays } from './booking-form.ts'
import { expect, test } from './fixtures.ts'
import { anAdmin, aRecord, entry } from './management.ts'

test('an admin corrects a doctor, adds extra hours that a patient books, and moves the appointment when they are removed', {
  tag: '@long',
}, async ({ cast }) => {
  const doctor = await cast.doctor('Ece', { hours: { start_time: '09:00', end_time: '10:00' } })
  const [admin, patient] = [await anAdmin(cast), await cast.person('Ferit')]
  const page = await admin.open('/doctor-management')
  await entry(page, doctor.name).getByRole('link', { name: 'kaydını düzenle' }).click()
  await page.getByLabel('Unvan').fill('Prof.')
  await page.getByLabel('Diploma tescil no').fill('TR-77')
  await page.getByLabel('Veren kurum').fill('Sağlık Bakanlığı')
  await page.getByLabel('Ülke kodu').fill('tr')
  await page.getByRole('button', { name: 'Bilgileri Kaydet' }).click()
  await expect(page.getByText('Doktor kaydı güncellendi.')).toBeVisible()

  const extra = page.locator('form').filter({ has: page.getByRole('button', { name: 'Saat Ekle' }) })
  await extra.getByLabel('Tarih').fill(inDays(6))
  await extra.getByLabel('Başlangıç saati').fill('19:00')
  await extra.getByLabel('Bitiş saati').fill('20:00')
  await extra.getByRole('button', { name: 'Saat Ekle' }).click()
  await expect(page.getByText('Ek saatler eklendi.')).toBeVisible()
  await cast.appointment(patient, doctor, inDays(6), '19:00', 'confirmed')
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Ek saatleri kaldır' }).click()
  const affected = page.getByRole('region', { name: 'Programa uymayan randevular' })
  await expect(affected).toContainText('Ferit Öykü')
  await affected.getByRole('button', { name: 'Hepsini önerilen saate al' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Evet, değiştir' }).click()
  await expect(affected).toHaveCount(0)
  const mine = await patient.open('/appointments')
  await mine.getByRole('tab', { name: 'Randevularım' }).click()
  await expect(mine.getByRole('article').filter({ hasText: doctor.name })).toContainText('09:00')

  const visitor = await cast.visitor()
  await visitor.goto(`/doctors?q=${encodeURIComponent(doctor.name.slice(4))}`)
  const card = visitor.locator('li').filter({ has: visitor.getByRole('heading', { name: doctor.name }) })
  await expect(card).toContainText(`Prof. ${doctor.name}`)
  await card.getByRole('button', { name: 'Doktor hakkında' }).click()
  await expect(card).toContainText('TR-77 · Sağlık Bakanlığı · TR')
})

test('a record without appointments is deleted, and one with appointments says why not', { tag: '@long' }, async ({ cast }) => {
  const [admin, patient, doctor] = [await anAdmin(cast), await cast.person('Gül'), await cast.doctor('Hale')]
  const record = await aRecord(cast, 'Boş')
  await cast.appointment(patient, doctor, inDays(3), '11:00')
  const page = await admin.open(`/doctor-management?doctor=${doctor.doctorId}`)
  await page.getByRole('button', { name: 'Kaydı sil' }).click()
  await page.getByRole('button', { name: 'Evet, sil' }).click()
  await expect(page.getByRole('dialog')).toContainText('Bu doktorun randevuları var')
  await page.getByRole('button', { name: 'Hayır, kalsın' }).click()
  await page.getByRole('button', { name: 'Hesap bağlantısını kaldır' }).click()
  await page.getByRole('button', { name: 'Evet, bağlantıyı kaldır' }).click()
  await expect(page.getByText('Bu kayda bağlı kullanıcı yok.')).toBeVisible()
  await page.goto(`/doctor-management?doctor=${record.id}`)
  await page.getByRole('button', { name: 'Kaydı sil' }).click()
  await page.getByRole('button', { name: 'Evet, sil' }).click()
  await expect(page.getByRole('tab', { name: 'Doktorlar' })).toBeVisible()
  await expect(entry(page, record.name)).toHaveCount(0)
})
