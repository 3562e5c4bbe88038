import { expectAccessible, expectNoSidewaysScroll } from './access.ts'
import { expect, test } from './fixtures.ts'
import { anAdmin, box } from './management.ts'

test('an admin sets up a nutritionist with two types, fees and a question', async ({ cast }) => {
  const [admin, doctor] = [await anAdmin(cast), await cast.doctor('Ece')]
  const page = await admin.open(`/doctor-management?doctor=${doctor.doctorId}`)
  const dialog = page.getByRole('dialog')

  await page.getByRole('button', { name: 'Tür ekle' }).click()
  await box(page, 'Ad (Türkçe)').fill('İlk beslenme görüşmesi')
  await box(page, 'Hazırlık (Türkçe)').fill('Üç günlük beslenme günlüğü')
  await dialog.getByLabel('Süre (dakika)').fill('45')
  await box(page, 'Tutar').fill('50.000')
  await dialog.getByRole('button', { name: 'Ekle', exact: true }).click()
  // A point may also separate thousands.
  await expect(dialog.getByText('50, 50.00 veya 50,00 gibi')).toBeVisible()
  await box(page, 'Tutar').fill('50,00')
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await dialog.getByRole('button', { name: 'Ekle', exact: true }).click()
  await expect(page.getByText(/45 dk · .?50\sAZN.? · Herkes/)).toBeVisible()

  await page.getByRole('button', { name: 'Tür ekle' }).click()
  await box(page, 'Ad (Türkçe)').fill('Kontrol')
  await dialog.getByRole('checkbox').check()
  await dialog.getByLabel('Kimler alabilir').selectOption('returning')
  await dialog.getByRole('button', { name: 'Ekle', exact: true }).click()
  const up = page.getByRole('button', { name: 'Yukarı taşı: Kontrol' })
  await up.press('Enter')
  await expect(page.getByText('Kontrol: 1/2')).toBeAttached()
  await expect(up).toBeFocused()
  await page.getByRole('button', { name: 'Aşağı taşı: Kontrol' }).press('Enter')
  await expect(page.getByText('Kontrol: 2/2')).toBeAttached()

  await page.getByRole('button', { name: 'Sorular (0): İlk beslenme görüşmesi' }).click()
  await dialog.getByRole('button', { name: 'Soru ekle' }).click()
  await box(page, 'Soru metni (Türkçe)').fill('Öğünleri atlıyor musunuz?')
  await dialog.getByLabel('Yanıt türü').selectOption('choice')
  await box(page, 'Seçenekler (Türkçe)').fill('Evet\nHayır')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Soruları kaydet' }).click()
  await expect(page.getByRole('button', { name: 'Sorular (1): İlk beslenme görüşmesi' })).toBeVisible()
  await expectNoSidewaysScroll(page)
})
