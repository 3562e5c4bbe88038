import { expectAccessible } from './access.ts'
import { chooseDay, chooseTime, inDays } from './booking-form.ts'
import { expect, test } from './fixtures.ts'

const PASSWORD = 'Riza1234!'

test('a user registers without consent, books, is asked once when entering health data, and withdraws', async ({ page, cast }) => {
  const doctor = await cast.doctor('Sevda')
  const email = `${crypto.randomUUID()}@story.example`
  await page.goto('/auth')
  await page.getByRole('tab', { name: 'Kayıt Ol' }).click()
  await expect(page.getByRole('checkbox', { name: 'açık rıza' })).not.toBeChecked()
  for (const [label, value] of [
    ['Ad', 'Rıza'],
    ['Soyad', 'Öykü'],
    ['Telefon', '+90 555 000 00 00'],
    ['E-posta', email],
    ['Şifre', PASSWORD],
  ] as const) {
    await page.getByLabel(label, { exact: true }).fill(value)
  }
  // The fields appear only with the consent. Text typed before the consent was unticked is not sent.
  await expect(page.getByLabel('Tıbbi geçmiş')).toHaveCount(0)
  await page.getByRole('checkbox', { name: 'açık rıza' }).check()
  await page.getByLabel('Doğum tarihi').fill('2999-01-01')
  await page.getByLabel('Tıbbi geçmiş').fill('Bunu göndermeyin')
  await page.getByRole('checkbox', { name: 'açık rıza' }).uncheck()
  await expect(page.getByLabel('Tıbbi geçmiş')).toHaveCount(0)
  const asked = page.waitForRequest('**/auth/v1/signup**')
  await page.getByRole('tabpanel').getByRole('button', { name: 'Kayıt Ol' }).click()
  expect((await asked).postData()).not.toContain('Bunu göndermeyin')
  await expect(page.getByText('Kayıt Başarılı!')).toBeVisible()
  await page.getByLabel('Şifre', { exact: true }).fill(PASSWORD)
  await page.keyboard.press('Enter')
  await expect(page.getByText('Hoş Geldiniz!')).toBeVisible()

  await page.goto('/appointments')
  await chooseDay(page, doctor, inDays(5))
  await chooseTime(page, '11:00')
  await page.getByLabel('Şikayetiniz').fill('Kontrol')
  await page.getByRole('button', { name: 'Randevu Al' }).click()
  await expect(page.getByRole('article').filter({ hasText: doctor.name })).toContainText('Beklemede')

  await page.goto('/profile')
  await expect(page.getByText('Rıza vermediniz.')).toBeVisible()
  const save = () => page.getByRole('button', { name: 'Bilgileri Kaydet' }).click()
  await page.getByRole('button', { name: 'Düzenle' }).click()
  await page.getByLabel('Tıbbi geçmiş').fill('Penisilin alerjisi')
  await save()
  const question = page.getByRole('dialog', { name: 'Sağlık bilgilerinizi saklayalım mı?' })
  await expect(question).toContainText('açık rıza veriyorum')
  await question.getByRole('button', { name: 'Rıza veriyorum, kaydet' }).click()
  await expect(page.getByText('Profil Güncellendi!')).toBeVisible()
  await expect(page.getByLabel('Tıbbi geçmiş')).toHaveValue('Penisilin alerjisi')
  await expect(page.getByText('tarihinde rıza verdiniz.')).toBeVisible()
  // The wording is shown on request.
  const wording = page.getByText('Tıbbi geçmişimin, doğum tarihimin ve cinsiyetimin profilimde saklanmasına')
  await expect(wording).toBeHidden()
  await page.getByText('Rıza metnini oku').click()
  await expect(wording).toBeVisible()
  // The consent is not asked for again.
  await page.getByRole('button', { name: 'Düzenle' }).click()
  await page.getByLabel('Cinsiyet').selectOption('Kadın')
  await save()
  await expect(page.getByLabel('Cinsiyet')).toHaveValue('Kadın')
  await expect(page.getByRole('button', { name: 'Düzenle' })).toBeVisible()

  await page.getByRole('button', { name: 'Rızayı geri al' }).click()
  const withdrawal = page.getByRole('dialog', { name: 'Rızanız geri alınsın mı?' })
  await expect(withdrawal).toContainText('hemen silinir')
  await withdrawal.getByRole('button', { name: 'Rızayı geri al' }).click()
  await expect(page.getByText('Rızanız geri alındı')).toBeVisible()
  await expect(page.getByLabel('Tıbbi geçmiş')).toHaveValue('')
  await expect(page.getByLabel('Cinsiyet')).toHaveValue('')
  await page.getByRole('tab', { name: 'Randevu Geçmişi' }).click()
  await expect(page.getByRole('tabpanel').filter({ hasText: doctor.name })).toContainText('Beklemede')
})

test('the consent is accessible in Arabic, at sign-up and in the profile', { tag: '@long' }, async ({ page, cast }) => {
  await page.goto('/ar/auth')
  await page.getByRole('tab', { name: 'إنشاء حساب' }).click()
  await expect(page.getByLabel('التاريخ الطبي')).toHaveCount(0)
  await expectAccessible(page)
  await page.getByRole('tabpanel').getByRole('checkbox').check()
  await page.getByLabel('التاريخ الطبي').fill('لا يوجد')
  await expectAccessible(page)
  const nur = await cast.person('Nur', { language: 'ar' })
  await cast.consent(nur)
  const profile = await nur.open('/ar/profile')
  await profile.getByRole('button', { name: 'سحب الموافقة' }).click()
  await expect(profile.getByRole('dialog')).toContainText('يُحذف التاريخ الطبي')
  await expectAccessible(profile)
})
