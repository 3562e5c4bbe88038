// The first admin in production, where the role requires the code that the server printed.
import { expectAccessible, expectNoSidewaysScroll } from './access.ts'
import { expect, test } from './fixtures.ts'

test.use({ environment: { NODE_ENV: 'production' }, hasAdmin: false })

test('the owner becomes admin with the server’s code; a wrong code is refused with a message', async ({ cast, site }) => {
  const code = /First admin code: (\S+)/.exec(site.greeting)?.[1] ?? ''
  const page = await (await cast.person('Ada')).open('/faq')
  const card = page.getByRole('complementary', { name: 'Sitenin henüz bir admini yok' })
  await expect(card).toContainText('sunucunun başlarken yazdığı tek kullanımlık kod gerekir')
  await card.getByRole('button', { name: 'Admin yetkisi al' }).click()
  const question = page.getByRole('dialog', { name: 'Admin yetkisi alınsın mı?' })
  const field = question.getByLabel('Tek kullanımlık kod')
  const claim = question.getByRole('button', { name: 'Evet, yetkiyi al' })
  await claim.click()
  await expect(question.getByText('Kodu yazın.')).toBeVisible()
  await field.fill('0000-1111-2222-3333-4444')
  await claim.click()
  await expect(question.getByText('Bu kod doğru değil.')).toBeVisible()
  await expectAccessible(page, { what: 'question' })
  await page.setViewportSize({ width: 360, height: 700 })
  await expectNoSidewaysScroll(page)
  await page.setViewportSize({ width: 1280, height: 800 })
  await field.fill(code.toLowerCase())
  await field.press('Enter')
  await expect(page.getByText('Başarıyla admin yetkisi aldınız.')).toBeVisible()
  await expect(card).toHaveCount(0)
})
