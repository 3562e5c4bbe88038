// People without an account whom a user books for: a child, and an adult who asked for it.
import { addressOf, expectAccessible, expectNoSidewaysScroll, inEveryLanguage } from './access.ts'
import { expect, test } from './fixtures.ts'

const YEAR = new Date().getFullYear()

test('a mother adds her son and her own mother, whose dates of birth must fit the relationship', async ({ cast }) => {
  const mother = await cast.person('Leyla', { timezone: 'Europe/Paris' })
  const page = await mother.browse()
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await page.goto('/profile')
  await page.getByRole('tab', { name: 'Yakınlarım' }).click()
  await expect(page.getByText('Henüz kimseyi eklemediniz')).toBeVisible()
  expect(asked.filter((url) => url.includes('list_my_people'))).toEqual([])

  await page.getByRole('button', { name: 'Yakın ekle' }).click()
  const dialog = page.getByRole('dialog', { name: 'Yakın ekle' })
  await dialog.getByRole('radio', { name: 'Çocuğumu' }).check()
  await dialog.getByRole('textbox', { name: 'Ad', exact: true }).fill('Ali')
  await dialog.getByRole('textbox', { name: 'Soyad' }).fill('Öykü')
  await expect(dialog.getByRole('textbox', { name: 'Doğum tarihi' })).toBeHidden()
  await dialog.getByRole('checkbox', { name: 'Bu çocuğun velisi' }).check()
  await dialog.getByRole('button', { name: 'Yakınımı Ekle' }).click()
  await expect(dialog.getByText('Çocuğunuzu eklemek için rızanız gerekir.')).toBeVisible()
  await dialog.getByRole('checkbox', { name: 'açık rıza veriyorum' }).check()

  const birth = dialog.getByRole('textbox', { name: 'Doğum tarihi' })
  for (const year of [YEAR + 1, YEAR - 121]) {
    await birth.fill(`01.01.${year}`)
    await dialog.getByRole('button', { name: 'Yakınımı Ekle' }).click()
    await expect(dialog.getByRole('alert').filter({ hasText: 'Gelecekte ya da 120 yıldan eski olmayan bir tarih girin.' })).toBeVisible()
    await expect(dialog.getByRole('textbox', { name: 'Soyad' })).toHaveValue('Öykü')
  }
  await birth.fill(`01.01.${YEAR - 30}`)
  await dialog.getByRole('button', { name: 'Yakınımı Ekle' }).click()
  await expect(dialog.getByText('18 yaşını doldurmuş')).toBeVisible()
  await birth.fill(`01.01.${YEAR - 4}`)
  await dialog.getByRole('combobox', { name: 'Cinsiyet' }).selectOption('Erkek')
  await dialog.getByRole('button', { name: 'Yakınımı Ekle' }).click()
  await expect(dialog).toBeHidden()
  const people = page.getByRole('tabpanel').getByRole('listitem')
  await expect(people).toHaveText([/Ali Öykü.*Oğlunuz – 4 yaşında/])

  await page.getByRole('button', { name: 'Yakın ekle' }).click()
  await dialog.getByRole('radio', { name: 'Bir yetişkini' }).check()
  await dialog.getByRole('textbox', { name: 'Ad', exact: true }).fill('Nərmin')
  await dialog.getByRole('textbox', { name: 'Soyad' }).fill('Məmmədova')
  await dialog.getByRole('textbox', { name: 'Telefon' }).fill('+994 50 123 45 67')
  await dialog.getByRole('combobox', { name: 'Size yakınlığı' }).selectOption('Annem ya da babam')
  await dialog.getByRole('textbox', { name: 'Doğum yılı' }).fill(String(YEAR - 10))
  await dialog.getByRole('checkbox', { name: 'benden kendisi için' }).check()
  await dialog.getByRole('button', { name: 'Yakınımı Ekle' }).click()
  await expect(dialog.getByText('18 yaşından küçük. Yalnızca velisi')).toBeVisible()
  await dialog.getByRole('textbox', { name: 'Doğum yılı' }).fill('1956')
  await dialog.getByRole('button', { name: 'Yakınımı Ekle' }).click()
  await expect(dialog).toBeHidden()
  await expect(people).toHaveCount(2)
  await expect(people.nth(1)).toContainText('Anneniz ya da babanız – sizden randevu almanızı istedi')
  await expectAccessible(page)
})

test('a mother withdraws the consent for her son, which deletes his health data, and gives it again', async ({ cast }) => {
  const mother = await cast.person('Leyla')
  const patient = {
    first_name: 'Ali',
    last_name: 'Öykü',
    date_of_birth: `${YEAR - 4}-01-01`,
    gender: 'erkek',
    medical_history: 'Astım',
    health_consent: '2026-11-18',
  }
  const given = { patient, relationship: 'child', authority: 'parental', declaration_version: '2026-11-18' }
  const { body: son } = await cast.act<string>(mother, 'POST', '/rest/v1/rpc/create_patient', given)
  const stored = async () =>
    (await cast.act(mother, 'GET', `/rest/v1/profiles?user_id=eq.${son}&select=gender,medical_history,date_of_birth`)).body
  const page = await mother.open('/profile')
  await page.getByRole('tab', { name: 'Yakınlarım' }).click()
  await page.getByLabel('Ali Öykü için diğer işlemler').click()
  await page.getByRole('button', { name: 'Sağlık rızasını geri al: Ali Öykü' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('Cinsiyet ve tıbbi geçmiş hemen silinir')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Sağlık rızasını geri al' }).click()
  await expect(page.getByText('Rıza geri alındı')).toBeVisible()
  expect(await stored()).toEqual([{ gender: null, medical_history: null, date_of_birth: `${YEAR - 4}-01-01` }])

  // She keeps the right, and the form asks for nothing that must not be stored.
  await page.getByLabel('Ali Öykü için diğer işlemler').click()
  await page.getByRole('button', { name: 'Düzenle: Ali Öykü' }).click()
  await expect(dialog.getByText('Rıza geri alındığı için')).toBeVisible()
  await expect(dialog.getByRole('textbox', { name: 'Tıbbi geçmiş' })).toHaveCount(0)
  await dialog.getByRole('textbox', { name: 'Ad', exact: true }).fill('Cem')
  await dialog.getByRole('button', { name: 'Bilgileri Kaydet' }).click()
  await expect(dialog).toBeHidden()

  await page.getByLabel('Cem Öykü için diğer işlemler').click()
  await page.getByRole('button', { name: 'Sağlık rızasını yeniden ver: Cem Öykü' }).click()
  await expect(dialog).toContainText('açık rıza veriyorum')
  await dialog.getByRole('button', { name: 'Rıza veriyorum' }).click()
  await expect(page.getByText('Rızanız kaydedildi')).toBeVisible()
  await page.getByLabel('Cem Öykü için diğer işlemler').click()
  await page.getByRole('button', { name: 'Düzenle: Cem Öykü' }).click()
  await dialog.getByRole('textbox', { name: 'Tıbbi geçmiş' }).fill('Astım')
  await dialog.getByRole('button', { name: 'Bilgileri Kaydet' }).click()
  await expect(dialog).toBeHidden()
  expect(await stored()).toMatchObject([{ medical_history: 'Astım' }])
})

test('an open form says when the right to act for somebody has ended, and keeps what was typed', async ({ cast, site }) => {
  const mother = await cast.person('Leyla')
  const patient = { first_name: 'Nərmin', last_name: 'Məmmədova', phone: '+994 50 123 45 67', birth_year: 1956 }
  const given = { patient, relationship: 'parent', authority: 'asked', declaration_version: '2026-11-18' }
  const { body: adult } = await cast.act<string>(mother, 'POST', '/rest/v1/rpc/create_patient', given)
  const page = await mother.browse()
  await page.clock.install()
  await page.goto('/profile')
  await page.getByRole('tab', { name: 'Yakınlarım' }).click()
  await page.getByLabel('Nərmin Məmmədova için diğer işlemler').click()
  await page.getByRole('button', { name: 'Düzenle: Nərmin Məmmədova' }).click()
  const dialog = page.getByRole('dialog')
  const last = dialog.getByRole('textbox', { name: 'Soyad' })
  await last.fill('Quliyeva')
  await site.asSuperuser('delete from public.guardians where patient_id = $1', [adult])
  // She looks at another tab and comes back later, so the profile is loaded again.
  await page.clock.fastForward(60_000)
  const asked = page.waitForResponse((response) => response.url().includes('/rest/v1/profiles'))
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })))
  await asked
  await dialog.getByRole('button', { name: 'Bilgileri Kaydet' }).click()
  await expect(dialog.getByText('Artık bu kişi adına işlem yapamazsınız. Yazdıklarınız duruyor')).toBeVisible()
  await expect(last).toHaveValue('Quliyeva')
  await page.keyboard.press('Escape')
  await page
    .getByRole('dialog', { name: /^Değişiklik/ })
    .getByRole('button', { name: 'Kaydetmeden kapat' })
    .click()
  await expect(page.getByText('Henüz kimseyi eklemediniz')).toBeVisible()
})

test('the tab and the form fit a phone in every language', { tag: '@long' }, async ({ cast }) => {
  const mother = await cast.person('Leyla')
  await inEveryLanguage(
    () => mother.browse(),
    async (page, language) => {
      await page.goto(addressOf(language, '/profile'))
      await page.getByRole('tab').nth(2).click()
      await page.getByRole('tabpanel').getByRole('button').click()
      await page.getByRole('dialog').getByRole('radio').first().check()
      await page.getByRole('dialog').getByRole('checkbox').nth(1).check()
      await expectAccessible(page)
      await expectNoSidewaysScroll(page)
    },
  )
})
