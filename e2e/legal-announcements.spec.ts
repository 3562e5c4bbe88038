// A new version of a legal document is announced by mail once, and only after a question that states the number of recipients.
import { expectAccessible, expectNoSidewaysScroll } from './access.ts'
import { expect, test } from './fixtures.ts'
import { anAdmin } from './management.ts'

test('an admin announces a legal document once, and the other admin sees that', async ({ cast }) => {
  const [admin, other] = [await anAdmin(cast), await anAdmin(cast)]
  const page = await admin.open('/admin/site')
  await page.getByRole('link', { name: 'Yasal metinler' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Yasal metinlerin duyurulması' })).toBeVisible()
  const late = await other.open('/admin/legal')
  const cookies = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'Çerez Politikası' }) })
  await expect(cookies.getByText('Duyurulmadı')).toBeVisible()
  await expectAccessible(page)
  await cookies.getByRole('button', { name: /E-.?postayla duyur/ }).click()
  const question = page.getByRole('dialog', { name: 'Bu sürüm duyurulsun mu?' })
  await expect(question.getByText(/^\d+ hesaba e-.?posta gönderilecek\.$/)).toBeVisible()
  await expectAccessible(page)
  await question.getByRole('button', { name: /E-.?postayla duyur/ }).click()
  await expect(cookies.getByText('Duyuruldu', { exact: true })).toBeVisible()
  await expect(cookies.getByRole('button')).toHaveCount(0)
  await expect(cookies.getByText(/tarihinde duyuruldu/)).toBeVisible()

  const same = late.getByRole('listitem').filter({ has: late.getByRole('heading', { name: 'Çerez Politikası' }) })
  await same.getByRole('button', { name: /E-.?postayla duyur/ }).click()
  const asked = late.getByRole('dialog', { name: 'Bu sürüm duyurulsun mu?' })
  await asked.getByRole('button', { name: /E-.?postayla duyur/ }).click()
  await expect(
    late
      .getByRole('alert')
      .or(same.getByText('Duyuruldu', { exact: true }))
      .first(),
  ).toBeVisible()

  await page.setViewportSize({ width: 375, height: 800 })
  await expectNoSidewaysScroll(page)
})

test('a doctor is not shown the announcements', async ({ cast }) => {
  const doctor = await cast.doctor('Rauf')
  const page = await doctor.open('/admin/legal')
  await expect(page.getByText('Erişim Reddedildi')).toBeVisible()
})
