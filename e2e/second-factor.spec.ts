// The second factor: setting it up, signing in with it, and what doctors without one see.
import type { Page } from '@playwright/test'
import { expectAccessible, expectNoSidewaysScroll } from './access.ts'
import { pressOn, setUp, WORDS, type Words } from './authenticator.ts'
import type { Person } from './cast.ts'
import { expect, test } from './fixtures.ts'

async function signIn(page: Page, person: Person, words: Words, path: string) {
  await page.goto(path)
  await page.getByRole('main').getByRole('link', { name: words.signIn, exact: true }).click()
  await page.getByRole('textbox', { name: words.email }).fill(person.email)
  await page.getByLabel(words.password, { exact: true }).fill(person.password)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: words.step })).toBeVisible()
}

for (const language of ['tr', 'ar'] as const) {
  test(`a patient sets up an app and signs in with it, then with a recovery code (${language})`, { tag: '@long' }, async ({ cast }) => {
    const words = WORDS[language]
    const patient = await cast.person('Leyla', { language })
    const page = await patient.open('/profile')
    const { app, codes } = await setUp(page, words)
    await expectAccessible(page)
    await pressOn(page, words.saved)
    await expect(page.getByText(words.isOn)).toBeVisible()

    const other = await cast.visitor()
    await other.addInitScript((chosen) => localStorage.setItem('language', chosen), language)
    await signIn(other, patient, words, '/profile')
    await expectAccessible(other)
    await expect(other.getByRole('textbox', { name: words.code })).toBeFocused()
    await expect(other.getByRole('textbox', { name: words.code })).toHaveAttribute('autocomplete', 'one-time-code')
    await other.keyboard.type(app.next())
    await other.keyboard.press('Enter')
    await expect(other.getByText(words.isOn)).toBeVisible()
    await expectAccessible(other)

    const third = await cast.visitor({ viewport: { width: 375, height: 800 } })
    await third.addInitScript((chosen) => localStorage.setItem('language', chosen), language)
    await signIn(third, patient, words, '/profile')
    await pressOn(third, words.useRecovery)
    await expect(third.getByRole('textbox', { name: words.recovery })).toBeFocused()
    await expectNoSidewaysScroll(third)
    await third.keyboard.type(codes[0] ?? '')
    await third.keyboard.press('Enter')
    // On a phone the section is a row that opens.
    await third.locator('#security button').click()
    await expect(third.getByText(words.isOn)).toBeVisible()
    await expectNoSidewaysScroll(third)
  })
}

test('a doctor without a factor reads the deadline, and can continue working', async ({ cast }) => {
  const doctor = await cast.doctor('Aylin')
  const page = await doctor.open('/doctor')
  await expect(page.getByText(/İki adımlı doğrulamayı .+ tarihine kadar kurun/)).toBeVisible()
  await expect(page.getByRole('main').getByRole('tablist')).toBeVisible()
  await expectAccessible(page)
  // The notice can be folded into one line, stays folded after a reload, and still leads to the setup.
  await page.setViewportSize({ width: 375, height: 812 })
  const notice = page.getByRole('status').filter({ has: page.getByRole('button', { expanded: true }) })
  expect((await notice.boundingBox())?.height).toBeLessThan(812 / 4)
  await page.getByRole('button', { name: 'Uyarıyı tek satıra indir' }).click()
  await page.reload()
  const folded = page.getByRole('status').filter({ has: page.getByRole('link', { name: /^İki adımlı doğrulama: \d/ }) })
  expect((await folded.boundingBox())?.height).toBeLessThan(60)
  await expectNoSidewaysScroll(page)
  await page.getByRole('button', { name: 'Uyarının tamamını göster' }).click()
  await page.getByRole('link', { name: 'Şimdi kur' }).click()
  await expect(page.getByRole('button', { name: WORDS.tr.setUp })).toBeVisible()
  // On a phone it begins as that line.
  const phone = await doctor.open('/doctor', { viewport: { width: 375, height: 812 } })
  await expect(phone.getByRole('link', { name: /^İki adımlı doğrulama: \d/ })).toBeVisible()
})
