// A session that ended elsewhere: the page notices it once, nothing typed is lost, and signing in again continues from there.
import type { Page } from '@playwright/test'
import { expectAccessible } from './access.ts'
import { inDays, openMine, typeDay } from './booking-form.ts'
import type { Person } from './cast.ts'
import { expect, test } from './fixtures.ts'
import { anAdmin } from './management.ts'

const ended = (page: Page) => page.getByRole('dialog', { name: 'Oturumunuz sona erdi' })
const keptKeys = (page: Page) => page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('sb-')))

/**
 * Opens a page without its live channel, which would notice the end of the session by itself. So the story's next request is the first one
 * refused.
 */
async function openWithoutLive(person: Person, path: string) {
  const page = await person.browse()
  await page.context().routeWebSocket(/\/realtime\/v1\/websocket/, () => {})
  await page.goto(path)
  // Waits for the requests that the page makes as it opens. They would notice the end of the session before the press that a story is
  // about.
  await page.waitForLoadState('networkidle')
  return page
}

async function signInAgain(page: Page, { email, password }: Person) {
  await expect(ended(page).getByLabel('E-posta')).toHaveValue(email)
  await ended(page).getByLabel('Şifre', { exact: true }).fill(password)
  await ended(page).getByRole('button', { name: 'Giriş Yap' }).click()
  await expect(ended(page)).toHaveCount(0)
}

async function signIn(page: Page, { email, password }: Person) {
  await page.getByLabel('E-posta').fill(email)
  await page.getByLabel('Şifre', { exact: true }).fill(password)
  await page.getByRole('tabpanel').getByRole('button', { name: 'Giriş Yap' }).click()
}

/** Collects the page's requests for a new token. */
function renewalsOf(page: Page) {
  const renewals: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('grant_type=refresh_token')) renewals.push(request.url())
  })
  return renewals
}

test('a patient signs in again in front of the filled booking form, and the booking is made', { tag: '@long' }, async ({ cast }) => {
  const [doctor, patient] = [await cast.doctor('Ada'), await cast.person('Can')]
  const page = await openWithoutLive(patient, `/appointments?doctor=${doctor.doctorId}`)
  await typeDay(page, inDays(7))
  await page.getByLabel('Saat', { exact: true }).selectOption({ label: '10:00' })
  await page.getByLabel('Şikayetiniz').fill('Üç gündür baş ağrısı')
  const renewals = renewalsOf(page)
  await cast.signOutElsewhere(patient)
  await page.getByRole('button', { name: 'Randevu Al' }).click()
  await expect(ended(page)).toBeVisible()
  await expect(ended(page).getByLabel('Şifre', { exact: true })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(ended(page)).toBeVisible()
  await expect.poll(() => keptKeys(page)).toEqual([])
  expect(renewals).toHaveLength(1)
  await expectAccessible(page, { what: 'session ended' })

  await ended(page).getByLabel('Şifre', { exact: true }).fill('Yanlis123!')
  await ended(page).getByRole('button', { name: 'Giriş Yap' }).click()
  await expect(ended(page).getByText('E-posta veya şifre hatalı')).toBeVisible()
  await signInAgain(page, patient)
  await expect(page.getByText('Randevu Oluşturuldu!')).toBeVisible()
  await openMine(page)
  await expect(page.getByText('Üç gündür baş ağrısı')).toBeVisible()
  await expect(page.getByText('Bir hata oluştu')).toHaveCount(0)
})

test('the live channel alone notices that a doctor’s session ended; the note is kept, and the channel reconnects', {
  tag: '@long',
}, async ({ cast }) => {
  const [doctor, patient] = [await cast.doctor('Ece'), await cast.person('Naz')]
  const id = await cast.appointment(patient, doctor, inDays(7), '10:00', 'confirmed')
  const page = await doctor.open(`/doctor?tab=notes&visit=${id}`)
  await page.getByRole('textbox', { name: /not/i }).fill('Tansiyon takibi önerildi')
  await page.getByRole('tab', { name: 'Randevularım' }).click()
  await expect(page.getByText('Canlı')).toBeVisible()
  await cast.signOutElsewhere(doctor)
  await expect(ended(page)).toBeVisible({ timeout: 40_000 })
  await signInAgain(page, doctor)
  await expect(page.getByText('Canlı')).toBeVisible({ timeout: 15_000 })
  await page.getByRole('tab', { name: 'Hasta Notları' }).click()
  await expect(page.getByRole('textbox', { name: /not/i })).toHaveValue('Tansiyon takibi önerildi')
})

test('another user who signs in gets a fresh page without what the first one typed', async ({ cast }) => {
  const [first, second] = [await cast.person('Bir'), await cast.person('İki')]
  const page = await openWithoutLive(first, '/profile')
  await page.getByRole('button', { name: 'Düzenle' }).click()
  await page.getByLabel('Tıbbi geçmiş').fill('Yalnız birinciyi ilgilendirir')
  await cast.signOutElsewhere(first)
  await page.getByRole('button', { name: 'Kaydet' }).click()
  await ended(page).getByLabel('E-posta').fill(second.email)
  await ended(page).getByLabel('Şifre', { exact: true }).fill(second.password)
  const reloaded = page.waitForEvent('load')
  await ended(page).getByRole('button', { name: 'Giriş Yap' }).click()
  await reloaded
  await expect(page.getByLabel('Ad', { exact: true })).toHaveValue('İki')
  await expect(page.getByLabel('Tıbbi geçmiş')).toHaveValue('')
  const { body } = await cast.act<{ medical_history: string | null }[]>(second, 'GET', '/rest/v1/profiles?select=medical_history')
  expect(body).toEqual([{ medical_history: null }])
})

test('signing out in the dialog shows the page’s own prompt', { tag: '@long' }, async ({ cast }) => {
  const patient = await cast.person('Ela')
  const page = await openWithoutLive(patient, '/profile')
  await page.getByRole('button', { name: 'Düzenle' }).click()
  await cast.signOutElsewhere(patient)
  await page.getByRole('button', { name: 'Kaydet' }).click()
  await ended(page).getByRole('button', { name: 'Çıkış Yap' }).click()
  await expect(page.getByRole('heading', { name: 'Giriş yapmanız gerekiyor.' })).toBeVisible()
  await expect(page.getByText('Oturumunuzun süresi doldu.')).toHaveCount(0)
})

test('one tab’s notice reaches the others, and signing in once is enough for all', { tag: '@long' }, async ({ cast }) => {
  const patient = await cast.person('Su')
  const page = await openWithoutLive(patient, '/profile')
  await page.getByRole('button', { name: 'Düzenle' }).click()
  await page.getByLabel('Telefon').fill('+90 530 111 22 33')
  const other = await page.context().newPage()
  await other.goto('/appointments?tab=mine')
  await expect(other.getByText('Henüz randevunuz bulunmuyor.')).toBeVisible()
  await cast.signOutElsewhere(patient)
  await page.getByRole('button', { name: 'Kaydet' }).click()
  await expect(ended(other)).toBeVisible()
  await signInAgain(other, patient)
  // A tab in the background may be slow.
  await expect(page.getByText('Profil Güncellendi!')).toBeVisible({ timeout: 20_000 })
  await expect(ended(page)).toHaveCount(0)
})

test('after a reload patient, doctor and admin are asked to sign in and return to their page', { tag: '@long' }, async ({ cast }) => {
  const [doctor, patient, admin] = [await cast.doctor('Ada'), await cast.person('Can'), await anAdmin(cast)]
  const places: [Person, string, RegExp][] = [
    [patient, `/appointments?doctor=${doctor.doctorId}`, /Yeni Randevu|Randevu/],
    [doctor, '/doctor?tab=availability', /Doktor Paneli/],
    [admin, '/doctor-management?tab=leaves', /Doktor Yönetimi/],
  ]
  for (const [person, path, title] of places) {
    const page = await person.browse()
    await page.goto('/faq')
    await cast.signOutElsewhere(person)
    await page.goto(path)
    await expect(page.getByText('Oturumunuzun süresi doldu. Lütfen yeniden giriş yapın.')).toBeVisible()
    await expect(page.getByText('Erişim Reddedildi')).toHaveCount(0)
    await expect.poll(() => keptKeys(page)).toEqual([])
    if (person === patient) await page.getByRole('main').getByRole('link', { name: 'Giriş Yap' }).click()
    await expect(page).toHaveURL('/auth')
    await signIn(page, person)
    await expect(page).toHaveURL(path)
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
    if (person === patient) await expect(page.getByRole('button', { name: doctor.name, pressed: true })).toBeVisible()
    if (person === patient) await expect(page.getByRole('heading', { name: doctor.name })).toBeVisible()
  }
})

/** Simulates hosted Supabase, where an ended session is noticed once its token has expired. */
const letTokenRunOut = (page: Page) =>
  page.evaluate(() => {
    const key = 'sb-127-auth-token'
    const session = JSON.parse(localStorage.getItem(key) ?? '{}') as { expires_at: number }
    localStorage.setItem(key, JSON.stringify({ ...session, expires_at: Math.floor(Date.now() / 1000) - 60 }))
  })

test('an expired token that cannot be renewed asks to sign in again, on the page and after a reload', async ({ cast }) => {
  const patient = await cast.person('Can')
  const page = await openWithoutLive(patient, '/profile')
  await page.getByRole('button', { name: 'Düzenle' }).click()
  await page.getByLabel('Telefon').fill('+90 530 111 22 33')
  await cast.signOutElsewhere(patient)
  await letTokenRunOut(page)
  await page.getByRole('button', { name: 'Kaydet' }).click()
  await signInAgain(page, patient)
  await expect(page.getByText('Profil Güncellendi!')).toBeVisible()

  await cast.signOutElsewhere(patient)
  await letTokenRunOut(page)
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Giriş yapmanız gerekiyor.' })).toBeVisible()
  await expect(page.getByText('Oturumunuzun süresi doldu. Lütfen yeniden giriş yapın.')).toBeVisible()
})

test('an expired token waits while the server is unreachable, and nobody is signed out', { tag: '@long' }, async ({ cast }) => {
  const patient = await cast.person('Can')
  const page = await patient.browse()
  await page.goto('/faq')
  await letTokenRunOut(page)
  await page.clock.install()
  await page.route('**/auth/v1/token**', (route) => route.abort())
  await page.goto('/profile')
  const failed = page.getByText('Hesabınız kontrol edilemedi')
  // The client tries again for half a minute.
  await expect(async () => {
    await page.clock.runFor(5000)
    await expect(failed).toBeVisible({ timeout: 200 })
  }).toPass({ timeout: 40_000 })
  await expect.poll(() => keptKeys(page)).toHaveLength(1)
  await page.unroute('**/auth/v1/token**')
  // The page recovers by itself, without any press.
  await expect(async () => {
    await page.clock.runFor(10_000)
    await expect(page.getByLabel('Ad', { exact: true })).toHaveValue('Can', { timeout: 500 })
  }).toPass({ timeout: 40_000 })
})

test('an unreachable server does not end the session', { tag: '@long' }, async ({ cast }) => {
  const patient = await cast.person('Can')
  const page = await patient.open('/profile')
  await page.getByRole('button', { name: 'Düzenle' }).click()
  await page.getByLabel('Telefon').fill('+90 530 111 22 33')
  let isRefused = true
  await page.route('**/rest/v1/profiles**', (route) =>
    isRefused ? route.fulfill({ status: 401, json: { code: 'PGRST303', message: 'JWT expired' } }) : route.continue(),
  )
  await page.route('**/auth/v1/token?grant_type=refresh_token', (route) => route.fulfill({ status: 502, body: '<html>' }))
  await page.getByRole('button', { name: 'Kaydet' }).click()
  await expect(page.getByText('Sunucuya ulaşılamadı.')).toBeVisible({ timeout: 20_000 })
  await expect.poll(() => keptKeys(page)).toHaveLength(1)
  await page.unroute('**/auth/v1/token?grant_type=refresh_token')
  isRefused = false
  await page.getByRole('button', { name: 'Kaydet' }).click()
  await expect(page.getByText('Profil Güncellendi!')).toBeVisible()
  await expect(ended(page)).toHaveCount(0)
})

test('a token that is refused too early is renewed unnoticed', async ({ cast }) => {
  const patient = await cast.person('Can')
  const page = await patient.browse()
  const renewals = renewalsOf(page)
  const stale = new Set<string>()
  await page.route('**/rest/v1/**', (route) => {
    const token = route.request().headers()['authorization'] ?? ''
    if (stale.size === 0) stale.add(token)
    return stale.has(token) ? route.fulfill({ status: 401, json: { code: 'PGRST303', message: 'JWT expired' } }) : route.continue()
  })
  await page.goto('/profile')
  await expect(page.getByLabel('Ad', { exact: true })).toHaveValue('Can')
  expect(renewals).toHaveLength(1)
})

test('roles that could not be loaded can be loaded again, and do not deny access', { tag: '@long' }, async ({ cast }) => {
  const doctor = await cast.doctor('Ece')
  const page = await doctor.browse()
  await page.route('**/rest/v1/user_roles**', (route) => route.abort())
  const client = page.waitForResponse('**/assets/auth-client-*.js')
  await page.goto('/doctor')
  await expect(page.getByText('Hesabınız kontrol edilemedi')).toBeVisible()
  // The accounts client loads after that, and reports the same session.
  await (await client).finished()
  await expect.poll(() => page.evaluate(() => performance.now())).toBeGreaterThan(4000)
  await expect(page.getByText('Hesabınız kontrol edilemedi')).toBeVisible()
  await expect(page.getByText('Erişim Reddedildi')).toHaveCount(0)
  await expect(page).toHaveURL('/doctor')
  await page.unroute('**/rest/v1/user_roles**')
  await page.getByRole('button', { name: 'Tekrar Dene' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Doktor Paneli' })).toBeVisible()
})

test('an expired token waits while the accounts client cannot be fetched, and nobody is signed out', async ({ cast }) => {
  const patient = await cast.person('Can')
  const page = await patient.browse()
  await page.goto('/faq')
  await letTokenRunOut(page)
  await page.route('**/assets/auth-client-*.js', (route) => route.abort())
  await page.goto('/profile')
  await expect(page.getByText('Hesabınız kontrol edilemedi')).toBeVisible()
  await expect(page).toHaveURL('/profile')
  expect(await keptKeys(page)).toHaveLength(1)
  await page.unroute('**/assets/auth-client-*.js')
  await page.getByRole('button', { name: 'Tekrar Dene' }).click()
  await expect(page.getByLabel('Ad', { exact: true })).toHaveValue('Can')
})
