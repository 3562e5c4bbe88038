// People and roles: an admin invites a doctor, who accepts; finds people, revokes a role and bans, with the keyboard.
import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { addressOf, expectAccessible, expectNoSidewaysScroll } from './access.ts'
import type { Cast, Person } from './cast.ts'
import { expect, test } from './fixtures.ts'

test.use({ environment: { AUTH_CONFIRM_EMAIL: 'on' } })

async function anAdmin(cast: Cast, language = 'tr') {
  const admin = await cast.person('Nigar', { language })
  await cast.write('POST', '/rest/v1/user_roles', { user_id: admin.id, role: 'admin' })
  return admin
}

const rowOf = (page: Page, person: Pick<Person, 'email'>) =>
  page.getByRole('list', { name: 'Hesaplar' }).getByRole('listitem').filter({ hasText: person.email })

test('an admin invites a doctor, who accepts and sees their panel', { tag: '@long' }, async ({ cast, mailLink }) => {
  const admin = await anAdmin(cast)
  const email = `${randomUUID()}@story.example`
  const page = await admin.open('/admin')
  await page.getByRole('main').getByRole('link', { name: 'Kişiler ve Roller' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Kişiler ve Roller' })).toBeVisible()

  await page.getByRole('button', { name: 'Davet gönder' }).click()
  const dialog = page.getByRole('dialog', { name: 'Birini davet edin' })
  await dialog.getByRole('button', { name: 'Daveti Gönder' }).click()
  await expect(dialog.getByText('Yeni doktor kaydı için ad soyad yazın.')).toBeVisible()
  await expectAccessible(page, { what: 'invite dialog' })
  await dialog.getByLabel('E-posta').fill(email)
  await dialog.getByLabel('Ad soyad').fill('Elif Su Yıldız')
  await dialog.getByRole('button', { name: 'Daveti Gönder' }).click()
  await expect(page.getByText('Davet gönderildi', { exact: true })).toBeVisible()
  await page.getByRole('tab', { name: 'Açık davetler' }).click()
  await expect(page.getByRole('list', { name: 'Açık davetler' }).getByRole('listitem').filter({ hasText: email })).toContainText('Doktor')
  await expectAccessible(page, { what: 'open invitations' })

  const theirs = await cast.visitor({ viewport: { width: 375, height: 800 }, timezoneId: 'Asia/Baku' })
  await theirs.goto(await mailLink(email))
  const welcome = theirs.getByRole('dialog', { name: 'Hesabınızı tamamlayın' })
  await expect(welcome.getByLabel('Ad', { exact: true })).toHaveValue('Elif Su')
  await expect(welcome).toContainText(email)
  await expectAccessible(theirs, { what: 'accepting an invitation' })
  await expectNoSidewaysScroll(theirs)
  await welcome.getByLabel('Şifre', { exact: true }).fill('Yeni1234!')
  await welcome.getByRole('button', { name: 'Hesabımı Tamamla' }).click()
  await expect(theirs).toHaveURL(/\/doctor$/)
  await expect(theirs.getByRole('main').getByRole('tablist')).toBeVisible()

  // A reload shows the same tab.
  await page.reload()
  await expect(page.getByRole('tab', { name: 'Açık davetler', selected: true })).toBeVisible()
  await page.getByRole('tab', { name: 'Hesaplar' }).click()
  await page.getByRole('searchbox').fill('elif su yildiz')
  await expect(rowOf(page, { email })).toContainText('Doktor')
})

test('an admin finds a person, revokes a role and bans, with the keyboard', { tag: '@long' }, async ({ cast }) => {
  const admin = await anAdmin(cast)
  const colleague = await cast.person(`Zümrüt${randomUUID().slice(0, 6)}`)
  await cast.write('POST', '/rest/v1/user_roles', { user_id: colleague.id, role: 'admin' })
  const theirs = await colleague.open('/profile')
  await expect(theirs.getByRole('heading', { level: 1 })).toBeVisible()
  const page = await admin.open('/admin/people')
  await page.getByRole('searchbox').focus()
  await page.keyboard.type(colleague.email)
  const row = rowOf(page, colleague)
  await expect(page.getByRole('list', { name: 'Hesaplar' }).getByRole('listitem')).toHaveCount(1)
  await expect(row.getByText('Admin', { exact: true })).toBeVisible()
  // A reload shows the same list.
  await page.getByLabel('Göster').selectOption('Adminler')
  await page.reload()
  await expect(page.getByRole('searchbox')).toHaveValue(colleague.email)
  await expect(page.getByLabel('Göster')).toHaveValue('admin')
  await expect(page.getByRole('list', { name: 'Hesaplar' }).getByRole('listitem')).toHaveCount(1)
  await page.getByLabel('Göster').selectOption('Tüm hesaplar')

  /** Opens the menu of the row, presses the action, and confirms it in the dialog. */
  const choose = async (action: string) => {
    await row.locator('summary').focus()
    await page.keyboard.press('Enter')
    await row.getByRole('button', { name: action }).focus()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog')
    await expect(dialog).toBeVisible()
    await expectAccessible(page, { what: action })
    await dialog.getByRole('button', { name: action }).focus()
    await page.keyboard.press('Enter')
    await expect(dialog).toBeHidden()
    await expect(row.locator('summary')).toBeFocused()
  }
  await choose('Admin rolünü geri al')
  await expect(row.getByText('Admin', { exact: true })).toHaveCount(0)
  await choose('Engelle')
  await expect(row).toContainText('Engellendi')
  // The session of the banned person has ended. A page that noticed it before the reload only asks to sign in.
  await theirs.reload()
  await expect(theirs.getByText(/^(?:Oturumunuz sona erdi|Giriş yapmanız gerekiyor\.)/).first()).toBeVisible()
  await choose('Engeli kaldır')
  await expect(row).not.toContainText('Engellendi')
  const log = await cast.act<{ action: string }[]>(
    admin,
    'GET',
    `/rest/v1/audit_log?select=action&subject=eq.user:${colleague.id}&order=id`,
  )
  expect(log.body.map(({ action }) => action)).toEqual(['role.added', 'role.removed', 'account.banned', 'account.unbanned'])
})

test('the list is for admins, has empty and error states, fits a phone, and works from right to left', async ({ cast }) => {
  const patient = await cast.person('Leyla')
  const theirs = await patient.open('/admin/people')
  await expect(theirs).toHaveURL(/\/$/)
  const admin = await anAdmin(cast, 'ar')
  const page = await admin.open(addressOf('ar', '/admin/people'))
  await page.getByRole('searchbox').fill(`nobody-${randomUUID()}`)
  await expect(page.getByText('لم يُعثر على حساب')).toBeVisible()
  await page.getByRole('searchbox').fill(admin.email)
  await expect(page.getByRole('listitem').filter({ hasText: admin.email })).toBeVisible()
  await expectAccessible(page, { what: 'people' })
  await expectNoSidewaysScroll(page)
  await page.route('**/rest/v1/rpc/list_people', (route) => route.abort())
  await page.getByRole('searchbox').fill('x')
  await expect(page.getByRole('main').getByRole('alert')).toBeVisible()
})
