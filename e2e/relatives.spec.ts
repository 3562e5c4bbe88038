// People without an account whom somebody books for: a child, and an adult who asked.
import { addressOf, expectAccessible, expectNoSidewaysScroll, inEveryLanguage } from './access.ts'
import { expect, test } from './fixtures.ts'

const YEAR = new Date().getFullYear()

test('a mother adds her son and her own mother, whose birth must fit what she says of them', async ({ cast }) => {
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
