// Turning users into doctors: finding a user, choosing one, and linking a record.
import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { anAdmin, aRecord, box, entry, recordsOf, search, word } from './management.ts'

const found = (page: Page) => page.getByRole('region', { name: /^Bulunan Kullanıcılar/ })
const assign = (page: Page) => page.getByRole('button', { name: 'Kullanıcıyı Doktora Ata' })
const toExisting = (page: Page) => page.getByRole('switch', { name: 'Mevcut doktor kaydına ata' })

async function choose(page: Page, text: string, person: { email: string }) {
  await search(page).fill(text)
  await found(page).getByRole('button', { name: person.email }).click()
  await expect(found(page).getByRole('button', { name: person.email })).toContainText('Seçili ✓')
}

test('a user found by a name with Turkish letters gets an unlinked record, and the doctor panel in the menu', { tag: '@long' }, async ({
  cast,
}) => {
  const admin = await anAdmin(cast)
  const unique = word()
  const user = await cast.person(`Işıl İdil ${unique}`)
  const [record, other] = [await aRecord(cast, 'Deniz'), await aRecord(cast, 'Derya')]
  const page = await admin.open('/doctor-management?tab=assign')
  // The second step waits for the first.
  await expect(page.getByText('Aramadan bir kullanıcı seçtiğinizde doktor kaydı burada hazırlanır.')).toBeVisible()
  const [first, second] = [page.getByRole('heading', { name: 'Kullanıcıyı seçin' }), page.getByRole('heading', { name: 'Doktor kaydı' })]
  expect((await first.boundingBox())?.y).toBe((await second.boundingBox())?.y)
  await assign(page).click()
  await expect(page.getByText('Lütfen bir kullanıcı seçin.')).toBeVisible()
  await expect(search(page)).toBeFocused()
  // On a phone the second step is one line before the records until there is something to do in it.
  const desk = page.viewportSize()
  await page.setViewportSize({ width: 375, height: 812 })
  await expect(page.getByRole('heading', { name: /^Kullanıcı atanmamış kayıtlar/ })).toBeVisible()
  await expect(second).toBeVisible()
  await expect(assign(page)).toBeHidden()
  if (desk) await page.setViewportSize(desk)
  await expect(assign(page)).toBeVisible()

  for (const name of ['ışıl idil', 'IŞIL', 'işil', 'İDİL', 'ÖYKÜ']) {
    await search(page).fill(`${name} ${unique.toUpperCase()}`)
    await expect(page.getByRole('heading', { name: 'Bulunan Kullanıcılar (1)' })).toBeVisible()
    await expect(found(page).getByRole('button')).toContainText(user.email)
  }
  await expect(found(page).getByRole('button')).toContainText('Hasta')
  await found(page).getByRole('button').click()
  await expect(found(page)).toContainText('Seçili ✓')
  await expect(page.getByText('Lütfen bir kullanıcı seçin.')).toHaveCount(0)
  await toExisting(page).click()
  await assign(page).click()
  await expect(page.getByText('Lütfen bir doktor kaydı seçin.')).toBeVisible()
  const records = page.getByRole('combobox', { name: 'Doktor kaydı' })
  await expect(records).toContainText(`${other.name} – Nöroloji`)
  await records.selectOption({ label: `${record.name} – Nöroloji` })
  await expect(assign(page)).toHaveAccessibleDescription(
    `Işıl İdil ${unique} Öykü doktor rolünü alır ve şu kayda bağlanır: ${record.name}.`,
  )
  await assign(page).click()
  await expect(page.getByText('Kullanıcı mevcut doktor kaydına başarıyla atandı.')).toBeVisible()
  await expect(page.getByText('Kullanıcıya doktor rolü başarıyla atandı.')).toBeVisible()
  expect(await recordsOf(cast, admin, `id=eq.${record.id}`)).toMatchObject([{ first_name: 'Deniz', user_id: user.id }])
  // The form is empty again, and the list is reloaded.
  await expect(search(page)).toHaveValue('')
  await expect(found(page)).toHaveCount(0)
  await expect(toExisting(page)).toHaveCount(0)
  await page.getByRole('tab', { name: 'Doktorlar' }).click()
  await expect(entry(page, record.name)).not.toContainText('Kullanıcı atanmamış')
  await expect(entry(page, other.name)).toContainText('Kullanıcı atanmamış')

  const theirs = await user.open('/')
  await theirs.getByRole('banner').getByLabel(`Hesabım: ${user.email}`).filter({ visible: true }).click()
  await expect(theirs.getByRole('banner').getByRole('link', { name: 'Doktor Paneli' })).toBeVisible()
})

test('a user found by address, part of an address or id gets a new record, prefilled with their name', { tag: '@long' }, async ({
  cast,
}) => {
  const [admin, user] = [await anAdmin(cast), await cast.person('Ümit')]
  const page = await admin.open('/doctor-management?tab=assign')
  for (const text of [user.email.toUpperCase(), user.email.slice(4, -4), user.id]) {
    await search(page).fill(text)
    await expect(page.getByRole('heading', { name: 'Bulunan Kullanıcılar (1)' })).toBeVisible()
  }
  await choose(page, user.email, user)
  await expect(page.getByRole('heading', { name: 'Ümit Öykü için doktor kaydı' })).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Ad', exact: true })).toHaveValue('Ümit')
  await expect(box(page, 'Soyad')).toHaveValue('Öykü')
  await expect(page.getByRole('combobox', { name: 'Uzmanlık' })).toHaveValue('Genel')
  await box(page, 'Soyad').fill('')
  await assign(page).click()
  await expect(page.getByText('Bu alan gerekli.')).toBeVisible()
  await box(page, 'Soyad').fill('Yeni')
  // Switching to the other option and back loses nothing.
  await toExisting(page).click()
  await toExisting(page).click()
  await page.getByRole('combobox', { name: 'Uzmanlık' }).selectOption('Üroloji')
  await expect(assign(page)).toHaveAccessibleDescription('Ümit Öykü doktor rolünü alır ve yeni bir kayıt açılır: Ümit Yeni.')
  await assign(page).click()
  await expect(page.getByText('Yeni doktor kaydı oluşturuldu ve kullanıcı başarıyla atandı.')).toBeVisible()
  expect(await recordsOf(cast, admin, `user_id=eq.${user.id}`)).toEqual([
    { first_name: 'Ümit', last_name: 'Yeni', specialization: 'Üroloji', bio: '', available: true, user_id: user.id },
  ])
  // When found again, the user is a doctor with a record, so nothing is left to do.
  await choose(page, user.email, user)
  await expect(found(page).getByRole('button')).toContainText('Doktor')
  await expect(page.getByText('Kullanıcının zaten doktor rolü mevcut.')).toBeVisible()
  await expect(page.getByText('Bu kullanıcı şu kayda bağlı: Dr. Ümit Yeni.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Dr. Ümit Yeni kaydını düzenle' })).toBeVisible()
  await expect(assign(page)).toHaveCount(0)
})

test('an existing role is reported; a missing role of a linked user is granted', { tag: '@long' }, async ({ cast }) => {
  const [admin, role, doctor] = [await anAdmin(cast), await cast.person('Rol'), await cast.person('Kayıt')]
  await cast.write('POST', '/rest/v1/user_roles', { user_id: role.id, role: 'doctor' })
  const record = await aRecord(cast, 'Deniz')
  await cast.write('PATCH', `/rest/v1/doctors?id=eq.${record.id}`, { user_id: doctor.id })
  const page = await admin.open('/doctor-management?tab=assign')
  await choose(page, role.email, role)
  await assign(page).click()
  await expect(page.getByText('Kullanıcının zaten doktor rolü mevcut.')).toBeVisible()
  await expect(page.getByText('Yeni doktor kaydı oluşturuldu ve kullanıcı başarıyla atandı.')).toBeVisible()
  await expect(page.getByText('Kullanıcıya doktor rolü başarıyla atandı.')).toHaveCount(0)

  await choose(page, doctor.email, doctor)
  await expect(
    page.getByText(`Bu kullanıcı şu kayda bağlı: ${record.name}. Ancak doktor rolü yok; atadığınızda rol verilir.`),
  ).toBeVisible()
  await assign(page).click()
  await expect(page.getByText('Kullanıcıya doktor rolü başarıyla atandı.')).toBeVisible()
  expect((await cast.act(admin, 'GET', `/rest/v1/user_roles?user_id=eq.${doctor.id}&select=role`)).body).toEqual([{ role: 'doctor' }])
})

test('a failed assignment names the failed step and keeps what was chosen', { tag: '@long' }, async ({ cast }) => {
  const [admin, user, quicker] = [await anAdmin(cast), await cast.person('Geç'), await cast.person('Erken')]
  const record = await aRecord(cast, 'Deniz')
  const page = await admin.open('/doctor-management?tab=assign')
  await choose(page, user.email, user)
  await toExisting(page).click()
  await page.getByRole('combobox', { name: 'Doktor kaydı' }).selectOption(record.id)
  await cast.write('PATCH', `/rest/v1/doctors?id=eq.${record.id}`, { user_id: quicker.id })
  await assign(page).click()
  await expect(page.getByText('Hata', { exact: true })).toBeVisible()
  await expect(page.getByText(/^Doktor ataması hatası: Bu kayıt bu arada başka bir kullanıcıya bağlandı/)).toBeVisible()
  expect((await cast.act(admin, 'GET', `/rest/v1/user_roles?user_id=eq.${user.id}`)).body).toEqual([])
  await expect(search(page)).toHaveValue(user.email)
  // The reloaded list no longer offers the record.
  await expect(page.getByRole('option', { name: `${record.name} – Nöroloji` })).toHaveCount(0)

  await toExisting(page).click()
  await page.route(/rest\/v1\/user_roles\?.*role=eq\.doctor/, (route) => route.abort())
  await assign(page).click()
  await expect(page.getByText(/^Rol kontrolü hatası: Sunucuya ulaşılamadı/)).toBeVisible()
  await page.unroute(/rest\/v1\/user_roles\?.*role=eq\.doctor/)
  await page.route(/rpc\/assign_doctor/, (route) => route.fulfill({ status: 500, body: 'oops' }))
  await assign(page).click()
  await expect(page.getByText('Kullanıcı atama sırasında bir hata oluştu.')).toBeVisible()
})

test('a failed search says why and can be tried again', { tag: '@long' }, async ({ cast }) => {
  const [admin, user] = [await anAdmin(cast), await cast.person('Ada')]
  const page = await admin.open('/doctor-management?tab=assign')
  await page.route(/functions\/v1\/search-users/, (route) => route.fulfill({ json: { people: [] } }))
  await search(page).fill(user.email)
  await expect(page.getByText('Geçersiz arama yanıtı')).toBeVisible()
  await page.unroute(/functions\/v1\/search-users/)
  await page.route(/functions\/v1\/search-users/, (route) => route.fulfill({ status: 403, json: { code: 'not_allowed', details: {} } }))
  await page.getByRole('button', { name: 'Tekrar Dene' }).click()
  await expect(page.getByText('Arama hatası: Bu işlem için yetkiniz yok.')).toBeVisible()
  await page.unroute(/functions\/v1\/search-users/)
  await page.getByRole('button', { name: 'Tekrar Dene' }).click()
  await expect(found(page)).toContainText(user.email)

  await page.route(/rest\/v1\/profiles/, (route) => route.fulfill({ status: 500, body: 'oops' }))
  await search(page).fill('Ada')
  await expect(page.getByText('Aranıyor...')).toBeVisible()
  await expect(page.getByText('Kullanıcı arama sırasında bir hata oluştu.')).toBeVisible()
  await expect(found(page)).toHaveCount(0)
})

test('database wildcards find nobody, and the hint appears with the third letter', { tag: '@long' }, async ({ cast }) => {
  const page = await (await anAdmin(cast)).open('/doctor-management?tab=assign')
  const hint = page.getByText('Kullanıcı bulunamadı. Tam e-posta adresi yazmayı veya farklı arama terimi denemeyi deneyin.')
  for (const text of ['%%%', '___', ',()', '"\\"', 'a,last_name.is.null)', 'yok@boyle.biri']) {
    const answered = page.waitForResponse(/rest\/v1\/profiles|functions\/v1\/search-users/)
    await search(page).fill(text)
    await answered
    await expect(hint).toBeVisible()
  }
  const answered = page.waitForResponse(/rest\/v1\/profiles/)
  await search(page).fill('%%')
  await answered
  await expect(page.getByText('Aranıyor...')).toHaveCount(0)
  await expect(hint).toHaveCount(0)
  await expect(page.getByRole('alert').filter({ hasText: /./ })).toHaveCount(0)
})

test('a user without name or address is shown by their id', async ({ cast }) => {
  const page = await (await anAdmin(cast)).open('/doctor-management?tab=assign')
  const id = randomUUID()
  const nobody = { id, email: null, first_name: null, last_name: null, roles: [] }
  await page.route(/functions\/v1\/search-users/, (route) => route.fulfill({ json: { users: [nobody] } }))
  await search(page).fill(id)
  await expect(found(page).getByRole('button')).toHaveText(`İsim yok Soyisim yok${id.slice(0, 8)}Hasta`)
  await found(page).getByRole('button').click()
  await expect(page.getByRole('textbox', { name: 'Ad', exact: true })).toHaveValue('İsim')
  await expect(box(page, 'Soyad')).toHaveValue('Soyisim')
})

test('a late response never replaces a newer one', { tag: '@long' }, async ({ cast }) => {
  const [first, second] = [word(), word()]
  const [admin, early, late] = [await anAdmin(cast), await cast.person(first), await cast.person(second)]
  const page = await admin.open('/doctor-management?tab=assign')
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(new RegExp(`rest/v1/profiles.*${first}`), async (route) => {
    await held
    // By then the page may no longer be waiting for this response.
    await route.continue().catch(() => {})
  })
  const asked = page.waitForRequest(new RegExp(`rest/v1/profiles.*${first}`))
  await search(page).fill(first)
  await asked
  await search(page).fill(second)
  await expect(found(page)).toContainText(late.email)
  release()
  await page.unrouteAll({ behavior: 'wait' })
  await expect(found(page)).toContainText(late.email)
  await expect(found(page)).not.toContainText(early.email)
  await expect(found(page).getByRole('button')).toHaveCount(1)
})
