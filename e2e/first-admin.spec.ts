// Claiming the role of the first admin.
import type { Page } from '@playwright/test'
import { addressOf, expectAccessible, expectNoSidewaysScroll, inEveryLanguage } from './access.ts'
import type { Person } from './cast.ts'
import { expect, test } from './fixtures.ts'

// Uses its own site, because the site of the other stories has an admin already.
test.use({ hasAdmin: false })

// Bypasses the rule that the last admin stays, so that every story begins without an admin, in any order.
test.beforeEach(({ site }) =>
  site.asSuperuser("set session_replication_role = replica; delete from public.user_roles where role = 'admin'", []),
)

const CHECK = '**/rest/v1/rpc/no_admin_exists'
const ROLES = '**/rest/v1/user_roles**'
const card = (page: Page) => page.getByRole('complementary', { name: 'Sitenin henüz bir admini yok' })
const question = (page: Page) => page.getByRole('dialog', { name: 'Admin yetkisi alınsın mı?' })

async function ask(page: Page) {
  await card(page).getByRole('button', { name: 'Admin yetkisi al' }).click()
  await expect(question(page)).toBeVisible()
}
const claim = (page: Page) => question(page).getByRole('button', { name: 'Evet, yetkiyi al' }).click()

async function menuOf(page: Page) {
  await page
    .getByRole('banner')
    .locator('summary:visible')
    .and(page.getByLabel(/^Hesabım/))
    .click()
  return page.getByRole('banner').getByRole('link')
}

test('visitors cause no request and see no offer', async ({ page }) => {
  const fetched: string[] = []
  page.on('request', (request) => fetched.push(new URL(request.url()).pathname))
  for (const path of ['/', '/faq', '/doctors', '/auth']) await page.goto(path, { waitUntil: 'networkidle' })
  expect(fetched.filter((path) => /no_admin_exists|user_roles|first-admin|claim-card|bootstrap/.test(path))).toEqual([])
  await expect(card(page)).toHaveCount(0)
})

test('a signed-in user is offered the role on every page, and can decline', { tag: '@long' }, async ({ cast }) => {
  const person = await cast.person('Ada')
  const page = await person.open('/')
  for (const path of ['/', '/faq', '/profile', '/no-such-page']) {
    await page.goto(path)
    await expect(card(page)).toBeVisible()
  }
  // The page of a call does not show the card, because somebody is waiting there.
  await page.goto('/call/00000000-0000-4000-8000-000000000000', { waitUntil: 'networkidle' })
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(card(page)).toHaveCount(0)
  await page.goto('/faq')
  await ask(page)
  await expect(question(page)).toContainText(person.email)
  await question(page).getByRole('button', { name: 'Şimdi değil' }).click()
  await expect(question(page)).toHaveCount(0)
  await expect(card(page).getByRole('button')).toBeFocused()
  await ask(page)
  await page.keyboard.press('Escape')
  await expect(card(page).getByRole('button')).toBeFocused()
  const { body } = await cast.act<object[]>(person, 'GET', '/rest/v1/user_roles?select=role')
  expect(body).toEqual([])
})

test('a failed check is only logged', { tag: '@long' }, async ({ cast }) => {
  const page = await (await cast.person('Ada')).open('/faq')
  await expect(card(page)).toBeVisible()
  await page.route(CHECK, (route) => route.abort())
  const logged = page.waitForEvent('console', (message) => message.text().includes('Could not check whether the site has an admin'))
  await page.reload()
  expect((await logged).type()).toBe('warning')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(card(page)).toHaveCount(0)
  await expect(page.getByRole('alert')).toHaveCount(0)
  await page.unroute(CHECK)
  await page.getByRole('banner').getByRole('link', { name: /BKV/ }).click()
  await expect(card(page)).toBeVisible()
})

test('a page whose card cannot be fetched stays as it is', { tag: '@long' }, async ({ cast }) => {
  const page = await (await cast.person('Ada')).open('/faq')
  await expect(card(page)).toBeVisible()
  await page.context().route(/\/assets\/claim-card-/, (route) => route.abort())
  const isRefused = page.waitForEvent('requestfailed', (request) => request.url().includes('/claim-card-'))
  await page.reload()
  await isRefused
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(
    page
      .getByRole('banner')
      .getByLabel(/^Hesabım/)
      .first(),
  ).toBeAttached()
  await expect(card(page)).toHaveCount(0)
})

test('a claim that fails says why, and can be tried again', async ({ cast }) => {
  const page = await (await cast.person('Ada')).open('/faq')
  await expect(card(page)).toBeVisible()
  await ask(page)
  await page.route(ROLES, (route) => route.fulfill({ status: 500, json: { code: 'XX000', message: 'broken' } }))
  await claim(page)
  await expect(question(page).getByRole('alert')).toContainText('Hata')
  await expect(question(page).getByRole('alert')).toContainText('Admin yetkisi verilirken bir hata oluştu.')
  await page.unroute(ROLES)
  await page.route(ROLES, (route) => route.abort())
  await claim(page)
  await expect(question(page).getByRole('alert')).toContainText('Sunucuya ulaşılamadı.')
  await expect(question(page).getByRole('button', { name: 'Evet, yetkiyi al' })).toBeEnabled()
})

test('a new admin whose roles could not be loaded is told to reload', { tag: '@long' }, async ({ cast }) => {
  const page = await (await cast.person('Ada')).open('/faq')
  await expect(card(page)).toBeVisible()
  await ask(page)
  // Responds as if the role was claimed in another tab, and then breaks the connection.
  await page.route(ROLES, (route) =>
    route.request().method() === 'POST' ? route.fulfill({ status: 409, json: { code: '23505', message: 'duplicate key' } }) : route.abort(),
  )
  await claim(page)
  const done = page.getByRole('status').filter({ hasText: 'Admin Yetkisi Verildi' })
  await expect(done).toContainText('Başarıyla admin yetkisi aldınız. Sayfayı yenileyin.')
  await page.unroute(ROLES)
  const isReloaded = page.waitForEvent('load')
  await done.getByRole('button', { name: 'Sayfayı yenile' }).click()
  await isReloaded
})

test('the offer is accessible (axe) and never scrolls sideways, in every language', { tag: '@long' }, async ({ cast }) => {
  const person = await cast.person('Ada')
  await inEveryLanguage(person.browse, async (page, language) => {
    await page.goto(addressOf(language, '/faq'))
    const offer = page.getByRole('complementary')
    await expect(offer).toBeVisible()
    await expectAccessible(page, { what: 'card' })
    await expectNoSidewaysScroll(page)
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
    await offer.getByRole('button').click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await page.route(ROLES, (route) => route.abort())
    await page.getByRole('dialog').getByRole('button').last().click()
    await expect(page.getByRole('dialog').getByRole('alert')).toBeVisible()
    await expectAccessible(page, { what: 'question' })
    await expectNoSidewaysScroll(page)
    await page.unroute(ROLES)
  })
})

test('one of two simultaneous claims succeeds, the other user is told, and the offer disappears', { tag: '@long' }, async ({ cast }) => {
  const people = [await cast.person('Ada'), await cast.person('Zeki')]
  const bystander = await cast.person('Naz')
  const idle = await bystander.open('/faq')
  await expect(card(idle)).toBeVisible()
  const pages = await Promise.all(people.map((person) => person.open('/faq')))
  let sent = 0
  let release = () => {}
  const both = new Promise<void>((resolve) => {
    release = resolve
  })
  for (const page of pages) {
    await ask(page)
    await page.route(ROLES, async (route) => {
      if (route.request().method() === 'POST' && ++sent === 2) release()
      if (route.request().method() === 'POST') await both
      await route.continue()
    })
  }
  await Promise.all(pages.map(claim))
  for (const page of pages) await expect(card(page)).toHaveCount(0)
  for (const page of pages) await expect(page.getByRole('main')).toBeFocused()

  const won = await Promise.all(
    pages.map(async (page) => {
      const told = page.getByText(/^(?:Admin Yetkisi Verildi|Admin yetkisi başkasına verildi)$/)
      return (await told.textContent()) === 'Admin Yetkisi Verildi'
    }),
  )
  expect(won.filter(Boolean)).toHaveLength(1)
  const [winner, loser] = won[0] ? pages : pages.toReversed()
  if (!winner || !loser) throw new Error('there are two')
  await expect(winner.getByText('Başarıyla admin yetkisi aldınız. Sayfayı yenileyin.')).toBeVisible()
  await expect(loser.getByText('Sizden az önce başka biri ilk admin oldu.')).toBeVisible()
  // The menu changes without a reload.
  await expect((await menuOf(winner)).filter({ hasText: 'Doktor Yönetimi' })).toHaveAttribute('href', '/doctor-management')
  await expect((await menuOf(loser)).filter({ hasText: 'Admin Paneli' })).toHaveCount(0)
  const roleOf = ({ id }: Person) => `/rest/v1/user_roles?user_id=eq.${id}&role=eq.admin&select=role`
  const admins = await Promise.all(people.map((person) => cast.act<object[]>(person, 'GET', roleOf(person))))
  expect(admins.flatMap(({ body }) => body)).toHaveLength(1)

  // A card that is already open disappears on the next page, and newcomers never see one.
  await idle.getByRole('banner').getByRole('link', { name: /BKV/ }).click()
  await expect(card(idle)).toHaveCount(0)
  const late = await (await cast.person('Su')).browse()
  const answer = late.waitForResponse(CHECK)
  await late.goto('/faq')
  expect(await (await answer).json()).toBe(false)
  await expect(card(late)).toHaveCount(0)
})
