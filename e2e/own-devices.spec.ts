// The list of devices on which a user is signed in.
import { expectAccessible } from './access.ts'
import { expect, test } from './fixtures.ts'
import { tokenStatus } from './profile-page.ts'

test('a list of many devices shows three, this one among them, and the keyboard continues with the fourth', { tag: '@long' }, async ({
  cast,
}) => {
  const patient = await cast.person('Leyla')
  const page = await patient.browse()
  for (let device = 0; device < 4; device += 1) expect(await tokenStatus(page, patient.email, patient.password)).toBe(200)
  await page.goto('/profile#security')
  const devices = page.getByRole('region', { name: 'Giriş yaptığınız cihazlar' })
  await expect(devices.getByRole('listitem')).toHaveCount(3)
  await expect(devices.getByRole('listitem').first()).toContainText('Bu cihaz')
  await devices.getByRole('button', { name: /^Tümünü göster/ }).click()
  await expect(devices.getByRole('button', { name: /^Tümünü göster/ })).toHaveCount(0)
  expect(await devices.getByRole('listitem').count()).toBeGreaterThanOrEqual(5)
  await expect(devices.getByRole('listitem').nth(3).getByRole('button')).toBeFocused()
  await expectAccessible(page)
})
