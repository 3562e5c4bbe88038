// The site after the grace period, which has no days here.
import { expectAccessible } from './access.ts'
import { complete, pressOn, WORDS } from './authenticator.ts'
import { expect, test } from './fixtures.ts'

test.use({ environment: { STAFF_SECOND_FACTOR_GRACE_DAYS: '0' } })

test('a doctor without a factor sees only its setup, and continues once it is done', { tag: '@long' }, async ({ cast }) => {
  const doctor = await cast.doctor('Aylin')
  const page = await doctor.open('/doctor')
  const tabs = page.getByRole('main').getByRole('tablist')
  await expect(page.getByRole('heading', { name: 'Devam etmek için iki adımlı doğrulamayı kurun' })).toBeVisible()
  await expect(tabs).toBeHidden()
  await expectAccessible(page)
  await complete(page, WORDS.tr)
  await pressOn(page, WORDS.tr.saved)
  await expect(tabs).toBeVisible()
})
