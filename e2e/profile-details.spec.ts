// Reading, changing and saving the user's own details, and not losing them by accident. Each story makes its own people.
import { expect, test } from './fixtures.ts'
import { field, storedProfile } from './profile-page.ts'

test('a user changes every field, clears one, and sees all changes after a reload', async ({ cast }) => {
  const ada = await cast.person('Ada')
  await cast.consent(ada)
  await cast.write('PATCH', `/rest/v1/profiles?user_id=eq.${ada.id}`, { phone: '+90 530 000 00 09' })
  const page = await ada.open('/profile')
  await expect(field(page, 'Ad')).toHaveValue('Ada')
  await expect(field(page, 'Ad')).not.toBeEditable()
  await expect(field(page, 'Saat dilimi')).toHaveValue('İstanbul (UTC+3)')
  await page.getByRole('button', { name: 'Düzenle' }).click()
  await field(page, 'Ad').fill('  Ayşe ')
  await page.getByLabel('Telefon').fill('')
  await page.getByLabel('Doğum tarihi').fill('1990-02-28')
  await page.getByLabel('Cinsiyet').selectOption('Belirtmek istemiyorum')
  await field(page, 'Saat dilimi').selectOption('Asia/Tehran')
  await page.getByLabel('Tıbbi geçmiş').fill('Astım')
  await page.getByRole('button', { name: 'Bilgileri Kaydet' }).click()
  await expect(page.getByText('Profil Güncellendi!')).toBeVisible()
  await expect(page.getByText('Bilgileriniz başarıyla kaydedildi.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Düzenle' })).toBeFocused()
  expect(await storedProfile(cast, ada)).toMatchObject({
    first_name: 'Ayşe',
    last_name: 'Öykü',
    phone: null,
    date_of_birth: '1990-02-28',
    gender: 'belirtmek_istemiyorum',
    medical_history: 'Astım',
    timezone: 'Asia/Tehran',
  })
  await page.reload()
  await expect(field(page, 'Ad')).toHaveValue('Ayşe')
  await expect(page.getByLabel('Telefon')).toHaveValue('')
  await expect(page.getByLabel('Doğum tarihi')).toHaveValue('28\u00a0Şubat 1990')
  await expect(field(page, 'Saat dilimi')).toHaveValue('Tahran (UTC+3:30)')
})

test('the ten zones are first, each with its city and offset, followed by the search', { tag: '@long' }, async ({ cast }) => {
  const page = await (await cast.person('Ada')).open('/profile')
  await page.getByRole('button', { name: 'Düzenle' }).click()
  const options = field(page, 'Saat dilimi').getByRole('option')
  await expect(options).toHaveCount(11)
  const zones = await options.allTextContents()
  expect(zones.pop()).toBe('Başka bir şehir ara...')
  for (const zone of zones) expect(zone).toMatch(/^[\p{L} ]+ \(UTC[+-]\d+(:\d\d)?\)$/u)
})

test('cancelling restores the saved values', async ({ cast }) => {
  const ada = await cast.person('Ada')
  const page = await ada.open('/profile')
  await page.getByRole('button', { name: 'Düzenle' }).click()
  await field(page, 'Soyad').fill('Başka')
  await page.getByRole('button', { name: 'Vazgeç' }).click()
  await expect(field(page, 'Soyad')).toHaveValue('Öykü')
  await expect(field(page, 'Soyad')).not.toBeEditable()
  await page.getByRole('button', { name: 'Düzenle' }).click()
  await expect(field(page, 'Soyad')).toHaveValue('Öykü')
  expect(await storedProfile(cast, ada)).toMatchObject({ last_name: 'Öykü' })
})

test('a missing name prevents saving and takes the focus, and what was typed stays', async ({ cast }) => {
  const ada = await cast.person('Ada')
  const page = await ada.open('/profile')
  await page.getByRole('button', { name: 'Düzenle' }).click()
  await field(page, 'Ad').fill('Ayla')
  await field(page, 'Soyad').fill('   ')
  await page.getByLabel('Doğum tarihi').fill('2999-01-01')
  await page.getByRole('button', { name: 'Bilgileri Kaydet' }).click()
  await expect(page.getByText('Bu alan gerekli.')).toBeVisible()
  await expect(page.getByText('1900 ile bugün arasında bir tarih girin.')).toBeVisible()
  await expect(field(page, 'Soyad')).toBeFocused()
  await expect(field(page, 'Ad')).toHaveValue('Ayla')
  expect(await storedProfile(cast, ada)).toMatchObject({ first_name: 'Ada', date_of_birth: null })
})

test('saving without a connection keeps what was typed and works on the next try', async ({ cast }) => {
  const ada = await cast.person('Ada')
  await cast.consent(ada)
  const page = await ada.open('/profile')
  await page.getByRole('button', { name: 'Düzenle' }).click()
  await page.getByLabel('Tıbbi geçmiş').fill('Migren, günde bir tablet.')
  await page.context().setOffline(true)
  await page.getByRole('button', { name: 'Bilgileri Kaydet' }).click()
  await expect(page.getByText('Güncelleme Hatası')).toBeVisible()
  await page.getByRole('banner').getByRole('link', { name: /BKV/ }).first().click()
  await page.getByRole('dialog').getByRole('button', { name: 'Sayfada kal' }).first().click()
  await expect(page.getByLabel('Tıbbi geçmiş')).toHaveValue('Migren, günde bir tablet.')
  await page.context().setOffline(false)
  await page.getByRole('button', { name: 'Bilgileri Kaydet' }).click()
  await expect(page.getByText('Profil Güncellendi!')).toBeVisible()
  expect(await storedProfile(cast, ada)).toMatchObject({ medical_history: 'Migren, günde bir tablet.' })
})

test('leaving with unsaved changes by a link, Back or closing asks first; another tab or language loses nothing', { tag: '@long' }, async ({
  cast,
}) => {
  const page = await (await cast.person('Ada')).open('/profile')
  await page.getByRole('button', { name: 'Düzenle' }).click()
  await field(page, 'Soyad').fill('Yeni')
  await page.getByRole('tab', { name: 'Randevu Geçmişi' }).click()
  await page.getByRole('tab', { name: 'Profil Bilgileri' }).click()
  const languages = page.getByRole('banner')
  await languages.locator('summary').filter({ hasText: 'Dil: Türkçe' }).click()
  await languages.getByRole('link', { name: 'English' }).click()
  await expect(page.getByLabel('Last name')).toHaveValue('Yeni')
  await languages.locator('summary').filter({ hasText: 'Language: English' }).click()
  await languages.getByRole('link', { name: 'Türkçe' }).click()

  const asked = page.getByRole('dialog', { name: 'Değişiklikler kaydedilmedi' })
  const back = page.getByRole('banner').getByRole('link', { name: /BKV/ }).first()
  await back.click()
  await asked.getByRole('button', { name: 'Sayfada kal' }).first().click()
  await expect(back).toBeFocused()
  await expect(field(page, 'Soyad')).toHaveValue('Yeni')

  let closings = 0
  page.on('dialog', (dialog) => {
    closings++
    void dialog.dismiss()
  })
  await page.evaluate(() => location.reload())
  await expect.poll(() => closings).toBe(1)

  await back.click()
  await asked.getByRole('button', { name: 'Kaydetmeden ayrıl' }).click()
  await expect(page).toHaveURL(/\/$/)

  // Arrives by a link, so that Back stays inside the site.
  await page.getByRole('main').getByRole('link', { name: 'Profilim' }).click()
  await page.getByRole('button', { name: 'Düzenle' }).click()
  await field(page, 'Soyad').fill('Yeni')
  await page.evaluate(() => history.back())
  await asked.getByRole('button', { name: 'Sayfada kal' }).first().click()
  await expect(page).toHaveURL(/\/profile$/)
  await expect(field(page, 'Soyad')).toHaveValue('Yeni')
  await page.evaluate(() => history.back())
  await asked.getByRole('button', { name: 'Kaydetmeden ayrıl' }).click()
  await expect(page).toHaveURL(/\/$/)
  await expect(page.getByRole('tab', { name: 'Profil Bilgileri' })).toBeHidden()
})

test('after saving, leaving asks nothing', { tag: '@long' }, async ({ cast }) => {
  const page = await (await cast.person('Ada')).open('/profile')
  await page.getByRole('button', { name: 'Düzenle' }).click()
  await field(page, 'Soyad').fill('Yeni')
  await page.getByRole('button', { name: 'Bilgileri Kaydet' }).click()
  await expect(page.getByText('Profil Güncellendi!')).toBeVisible()
  await page.getByRole('banner').getByRole('link', { name: /BKV/ }).first().click()
  await expect(page).toHaveURL(/\/$/)
})

test('a name can be changed and the history opened with the keyboard alone', async ({ cast }) => {
  const ada = await cast.person('Ada')
  const page = await ada.open('/profile')
  await expect(page.getByRole('button', { name: 'Düzenle' })).toBeVisible()
  const reach = async (name: string, role: 'tab' | 'button') => {
    for (let presses = 0; presses < 30; presses++) {
      if (await page.getByRole(role, { name }).evaluate((element) => element === document.activeElement)) return
      await page.keyboard.press('Tab')
    }
    throw new Error(`${name} was not reached`)
  }
  await reach('Profil Bilgileri', 'tab')
  await page.keyboard.press('ArrowRight')
  await expect(page.getByText('Henüz randevunuz bulunmuyor.')).toBeVisible()
  await page.keyboard.press('ArrowLeft')
  await reach('Düzenle', 'button')
  await page.keyboard.press('Enter')
  await expect(field(page, 'Ad')).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('Klavye')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Profil Güncellendi!')).toBeVisible()
  expect(await storedProfile(cast, ada)).toMatchObject({ last_name: 'Klavye' })
})

test('a browser in London is offered its zone once: declining hides the question, accepting saves the zone', { tag: '@long' }, async ({
  cast,
}) => {
  const [ada, eve] = [await cast.person('Ada'), await cast.person('Eve')]
  const hers = await ada.open('/profile', { timezoneId: 'Europe/London' })
  await expect(hers.getByText(/Tarayıcınızın saati Londra \(UTC\+[01]\), profilinizdeki ise İstanbul \(UTC\+3\)/)).toBeVisible()
  await hers.getByRole('button', { name: 'İstanbul saatinde kal' }).click()
  await hers.reload()
  await expect(field(hers, 'Saat dilimi')).toHaveValue('İstanbul (UTC+3)')
  await expect(hers.getByRole('button', { name: 'Londra saatine geç' })).toHaveCount(0)

  const page = await eve.open('/profile', { timezoneId: 'Europe/London' })
  // Accepts the zone while another field is being changed, which is neither lost nor restores the old zone.
  await page.getByRole('button', { name: 'Düzenle' }).click()
  await field(page, 'Soyad').fill('Thames')
  await page.getByRole('button', { name: 'Londra saatine geç' }).click()
  await expect(field(page, 'Saat dilimi')).toHaveValue('Europe/London')
  await expect(page.getByRole('button', { name: 'Londra saatine geç' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Bilgileri Kaydet' }).click()
  await expect(field(page, 'Saat dilimi')).toHaveValue(/^Londra/)
  expect(await storedProfile(cast, eve)).toMatchObject({ timezone: 'Europe/London', last_name: 'Thames' })
})
