// Signed-in pages show their outline and request their first data while their scripts are loading.
import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'

const rowsOf = (path: string) => `/rest/v1/${path}`

/** Holds back the scripts of a page until `arrive` is called, and counts its requests for data. */
async function withoutScripts(page: Page) {
  const scripts = Promise.withResolvers<void>()
  await page.route('**/assets/*.js', async (route) => {
    await scripts.promise
    await route.continue()
  })
  const asked: string[] = []
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url())
    if (pathname.startsWith('/rest/v1/') && request.method() !== 'OPTIONS') asked.push(pathname + search + (request.postData() ?? ''))
  })
  const count = (part: string) => asked.filter((each) => each.startsWith(rowsOf(part))).length
  return { arrive: scripts.resolve, asked, count }
}

/** Early answers that no request of the scripts has used. */
const leftOver = (page: Page) =>
  page.evaluate(() => Object.keys(('earlyAnswers' in window && (window.earlyAnswers as { answers: object }).answers) || {}))

test('a patient’s doctors, times and appointments are requested once, before the scripts have loaded', async ({ cast }) => {
  const [patient, doctor] = [await cast.person('Ela'), await cast.doctor('Deniz')]
  const page = await patient.browse()
  const { arrive, asked, count } = await withoutScripts(page)
  await page.goto('/appointments?tab=new', { waitUntil: 'commit' })
  const FIRST = ['user_roles', 'profiles', 'doctors', 'appointments', 'rpc/get_next_slots']
  await expect.poll(() => FIRST.map(count)).toEqual(FIRST.map(() => 1))

  arrive()
  await expect(page.getByRole('tabpanel').getByRole('button', { name: new RegExp(doctor.name) })).toBeVisible()
  await expect.poll(() => leftOver(page)).toEqual([])
  expect(asked.filter((each, place) => asked.indexOf(each) !== place)).toEqual([])
})

/** The requests of each page before its scripts have loaded, besides the one for the roles. */
const EARLY: Record<string, Record<string, number>> = {
  '/profile': { profiles: 1, appointments: 1 },
  '/doctor': { doctors: 1, 'rpc/list_appointments': 2, 'rpc/get_doctor_stats': 1 },
  '/calendar': { profiles: 1 },
  '/admin': { appointments: 1, 'rpc/get_dashboard_stats': 1 },
  '/admin/appointments': { 'rpc/list_appointments': 1 },
  '/doctor-management': {},
}

for (const [path, early] of Object.entries(EARLY)) {
  test(`${path} uses every answer that it requested early`, async ({ cast }) => {
    const doctor = await cast.doctor('Deniz')
    await cast.write('POST', '/rest/v1/user_roles', { user_id: doctor.id, role: 'admin' })
    const page = await doctor.browse()
    const { arrive, asked, count } = await withoutScripts(page)
    await page.goto(path, { waitUntil: 'commit' })
    const expected = { user_roles: 1, ...early }
    await expect.poll(() => Object.fromEntries(Object.keys(expected).map((part) => [part, count(part)]))).toEqual(expected)
    arrive()
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect.poll(() => leftOver(page)).toEqual([])
    expect(asked.filter((each, place) => asked.indexOf(each) !== place)).toEqual([])
  })
}

test('the first requests are sent before the fourth script, as a browser opens six connections', { tag: '@long' }, async ({ cast }) => {
  const page = await (await cast.person('Ela')).browse()
  const sent: string[] = []
  page.on('request', (request) => sent.push(new URL(request.url()).pathname))
  await page.goto('/appointments?tab=new')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const scripts = sent.filter((path) => path.endsWith('.js'))
  const early = sent.slice(0, sent.indexOf(scripts[3] ?? '')).filter((path) => path.startsWith('/rest/v1/'))
  expect(early.toSorted()).toEqual(['appointments', 'doctors', 'profiles', 'rpc/get_next_slots', 'user_roles'].map(rowsOf))
})

test('the client renews a session that is due, and a lost early request is sent again', async ({ cast }) => {
  const patient = await cast.person('Ela')
  const expired = await patient.browse()
  await expired.addInitScript(() => {
    for (const [key, value] of Object.entries(localStorage)) {
      if (!key.endsWith('-auth-token')) continue
      localStorage.setItem(key, JSON.stringify({ ...(JSON.parse(value) as object), expires_at: Math.floor(Date.now() / 1000) - 10 }))
    }
  })
  const { arrive, asked } = await withoutScripts(expired)
  await expired.goto('/profile', { waitUntil: 'commit' })
  await expect(expired.locator('#texts')).toBeAttached()
  expect(asked).toEqual([])
  arrive()
  await expect(expired.getByLabel('Ad', { exact: true })).toHaveValue('Ela')

  const page = await patient.browse()
  await page.route('**/rest/v1/profiles?*', (route) => route.abort(), { times: 1 })
  await page.goto('/profile')
  await expect(page.getByLabel('Ad', { exact: true })).toHaveValue('Ela')
})

test('a page with a valid session works, saves and signs out without the accounts client', async ({ cast }) => {
  const patient = await cast.person('Ela')
  const page = await patient.browse()
  await page.route('**/assets/auth-client-*.js', (route) => route.abort())
  const tried = page.waitForRequest('**/assets/auth-client-*.js')
  await page.goto('/profile')
  await page.getByRole('button', { name: 'Düzenle', exact: true }).click()
  // The first press requests the client.
  await tried
  await page.getByLabel('Ad', { exact: true }).fill('Elif')
  await page.getByRole('button', { name: 'Bilgileri Kaydet' }).click()
  await expect(page.getByText('Profil Güncellendi!')).toBeVisible()
  const ended = page.waitForResponse((response) => response.url().includes('/auth/v1/logout'))
  await page
    .getByRole('banner')
    .locator('summary:visible')
    .and(page.getByLabel(`Hesabım: ${patient.email}`))
    .click()
  await page.getByRole('button', { name: 'Çıkış Yap' }).click()
  expect((await ended).status()).toBe(204)
  await expect(page.getByRole('banner').getByRole('link', { name: 'Giriş Yap' })).toBeVisible()
  expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('sb-')))).toEqual([])
})

test('while the scripts load, signed-in people see the outline of the page, and its logo stays where it is', async ({ cast }) => {
  const page = await (await cast.person('Ela')).browse()
  const { arrive } = await withoutScripts(page)
  await page.goto('/appointments?tab=new', { waitUntil: 'commit' })
  const logo = page.locator('#root svg').first()
  await expect(logo).toBeVisible()
  const before = await logo.boundingBox()
  arrive()
  await expect(page.getByRole('banner').getByRole('link', { name: /^BKV/ })).toBeVisible()
  expect(await logo.boundingBox()).toEqual(before)

  const visitor = await cast.visitor()
  const theirs = await withoutScripts(visitor)
  await visitor.goto('/appointments', { waitUntil: 'commit' })
  await expect(visitor.locator('#texts')).toBeAttached()
  await expect(visitor.locator('#root svg').first()).toBeHidden()
  theirs.arrive()
  await expect(visitor.getByRole('banner').getByRole('link', { name: /^BKV/ })).toBeVisible()
})

test('a page whose scripts cannot be loaded says so in its language, and loads on another try', async ({ cast }) => {
  const patient = await cast.person('Leyla')
  const page = await patient.open('/appointments')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const isScript = (address: URL) => address.pathname.endsWith('.js')
  await page.route(isScript, (route) => route.abort())
  await page.goto('/profile?lang=ru')
  await expect(page.getByRole('heading', { level: 1, name: 'Что-то пошло не так' })).toBeVisible()
  await page.unroute(isScript)
  await page.getByRole('link', { name: 'Попробовать снова' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Профиль' })).toBeVisible()
  await expect(page.getByText('Что-то пошло не так')).toHaveCount(0)
})
