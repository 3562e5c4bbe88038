// The doctors that anybody may see.
import { addressOf, expectAccessible, expectNoShift, expectNoSidewaysScroll, inEveryLanguage, watchShifts } from './access.ts'
import type { Cast } from './cast.ts'
import { expect, test } from './fixtures.ts'

const QUESTION = '**/rest/v1/rpc/get_public_doctors'
const AYLIN = {
  first_name: 'Aylin',
  last_name: 'Işık',
  specialization: 'Kardiyoloji',
  bio: 'Yetişkin kardiyolojisi; hipertansiyon ve ikinci görüş.',
  work_hours: 'Pzt–Cum 09:00–17:00',
  timezone: 'Europe/Istanbul',
}
const RAUF = { first_name: 'Rauf', last_name: 'Məmmədov', specialization: 'Nöroloji', timezone: 'Asia/Baku' }
const CLAIRE = { first_name: 'Claire', last_name: 'Martin', specialization: 'Kadın Hastalıkları', timezone: 'Europe/Berlin' }
const KARIM = { first_name: 'Karim', last_name: 'Al-Hassan', specialization: 'Spor Hekimliği', timezone: 'Asia/Dubai' }

/** These, and none of an earlier story. */
async function employ(cast: Cast, doctors: object[]) {
  await cast.write('PATCH', '/rest/v1/doctors?available=is.true', { available: false })
  for (const doctor of doctors) await cast.write('POST', '/rest/v1/doctors', doctor)
}

test('while there are no doctors, visitors are told so and led on', async ({ page, cast }) => {
  await employ(cast, [])
  await page.goto('/doctors')
  await expect(page.getByText('Çok Yakında')).toBeVisible()
  const main = page.getByRole('main')
  await expect(main.getByRole('link', { name: 'Randevu Al' })).toHaveAttribute('href', '/appointments')
  await expect(main.getByRole('link', { name: 'Sağlık hizmetleri' })).toHaveAttribute('href', '/healthcare')
  await expect(page.getByRole('searchbox')).toHaveCount(0)
})

test('names and specialties can be read before the scripts have loaded, and stay when they take over', async ({ page, cast }) => {
  await employ(cast, [AYLIN, RAUF])
  const scripts = Promise.withResolvers<void>()
  await page.route('**/assets/*.js', async (route) => {
    await scripts.promise
    await route.continue()
  })
  await watchShifts(page)
  const errors: string[] = []
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()))
  await page.goto('/en/doctors', { waitUntil: 'commit' })
  const heading = page.getByRole('heading', { name: 'Dr Aylin Işık' })
  await expect(heading).toBeVisible()
  await expect(page.getByRole('listitem').filter({ has: heading })).toContainText('Cardiology')
  await expect(page.getByRole('heading', { name: /^Dr / })).toHaveCount(2)
  await expect(page.getByText('2 doctors')).toHaveCount(0)

  scripts.resolve()
  await expect(page.getByText('2 doctors')).toBeVisible()
  await expect(page.getByRole('listitem').filter({ has: heading }).getByRole('link', { name: /^Book/ })).toBeVisible()
  await expect(page.getByRole('heading', { name: /^Dr / })).toHaveCount(2)
  await expectNoShift(page)
  expect(errors).toEqual([])
})

test('a visitor reads who the doctors are, and is led to booking', async ({ page, cast }) => {
  await employ(cast, [AYLIN, { ...RAUF, available: false }])
  await page.goto('/doctors')
  const card = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'Dr. Aylin Işık' }) })
  for (const text of ['Kardiyoloji', AYLIN.bio, AYLIN.work_hours, /İstanbul.* \(UTC\+3\)/]) await expect(card).toContainText(text)
  await expect(card.getByRole('link', { name: 'Randevu Al – Dr. Aylin Işık' })).toHaveAttribute('href', /^\/appointments\?doctor=/)
  await expect(page.getByText('1 doktor', { exact: true })).toBeVisible()
  await expect(page.getByText('Rauf')).toHaveCount(0)
  await expect(page).toHaveTitle('Doktorlarımız – BKV')
})

test('a visitor reads the bookable hours in their own language, with the zone if it differs', { tag: '@long' }, async ({ cast, site }) => {
  await employ(cast, [])
  const doctor = await cast.doctor('Elif', { hours: { start_time: '09:00', end_time: '17:00' } })
  await cast.write('PATCH', `/rest/v1/doctors?id=eq.${doctor.doctorId}`, { work_hours: 'Пн, Ср, Пт 12:00–20:00' })
  await cast.write('PATCH', `/rest/v1/doctor_availability?doctor_id=eq.${doctor.doctorId}&day_of_week=gt.4`, { is_available: false })
  const page = await (await cast.person('Anna', { timezone: 'Europe/Istanbul' })).browse()
  for (const [language, line] of [
    ['tr', 'Pzt–Cum 09:00–17:00'],
    ['az', 'B.e.–C. 09:00–17:00'],
    ['ar', 'من الاثنين إلى الجمعة من 09:00 إلى 17:00'],
  ] as const) {
    await page.goto(site.url + addressOf(language, '/doctors'))
    await expect(page.getByText(line)).toBeVisible()
    await expect(page.getByText('Пн')).toHaveCount(0)
  }
  const abroad = await (await cast.person('Anna', { timezone: 'Europe/Berlin' })).browse()
  await abroad.goto('/doctors')
  await expect(abroad.getByText('Pzt–Cum 09:00–17:00')).toBeVisible()
  await expect(abroad.getByText(/^İstanbul saati/)).toBeVisible()
  await page.goto('/doctors')
  await expect(page.getByText('Pzt–Cum 09:00–17:00')).toBeVisible()
  await expect(page.getByText(/^İstanbul saati/)).toHaveCount(0)
})

test('a doctor is found by name and specialty, in any case and in the reader’s language', { tag: '@long' }, async ({ page, cast }) => {
  await employ(cast, [AYLIN, RAUF, CLAIRE, KARIM])
  await page.goto('/doctors')
  const names = page.getByRole('main').getByRole('listitem').getByRole('heading')
  const search = page.getByRole('searchbox', { name: 'Doktor veya uzmanlık ara' })
  await expect(names).toHaveText(['Dr. Aylin Işık', 'Dr. Claire Martin', 'Dr. Karim Al-Hassan', 'Dr. Rauf Məmmədov'])
  for (const [typed, found] of [
    ['IŞIK', 'Dr. Aylin Işık'],
    ['isik aylin', 'Dr. Aylin Işık'],
    ['memmedov', 'Dr. Rauf Məmmədov'],
    ['KADIN', 'Dr. Claire Martin'],
    ['spor hek', 'Dr. Karim Al-Hassan'],
  ] as const) {
    await search.fill(typed)
    await expect(names).toHaveText([found])
  }
  await expect(page.locator('[aria-live]', { hasText: '1 doktor' })).toBeVisible()
  await search.fill('zürafa')
  await expect(page.getByText('Bu aramaya uyan doktor yok.')).toBeVisible()
  await expect(page.locator('[aria-live]', { hasText: '0 doktor' })).toBeVisible()
  await expect(page.getByRole('main').getByRole('link', { name: 'Bize yazın' }).first()).toHaveAttribute('href', '/contact')
  await page.getByRole('button', { name: 'Aramayı temizle' }).click()
  await expect(names).toHaveCount(4)
  await expect(search).toBeFocused()

  await page.goto('/ru/doctors')
  await page.getByRole('searchbox').fill('невролог')
  await expect(names).toHaveText(['Д-р Rauf Məmmədov'])
  await page.getByRole('searchbox').fill('nöroloji')
  await expect(names).toHaveText(['Д-р Rauf Məmmədov'])
})

test('a specialty is found by its synonyms in any language, and a name by its English spelling', async ({ page, cast }) => {
  await employ(cast, [AYLIN, RAUF, CLAIRE])
  await page.goto('/doctors')
  const names = page.getByRole('main').getByRole('listitem').getByRole('heading')
  await expect(names).toHaveCount(3)
  for (const typed of ['kardiyolog', 'kalp', 'heart', 'сердце', 'قلب', 'cardiology']) {
    await page.getByRole('searchbox').fill(typed)
    await expect(names).toHaveText(['Dr. Aylin Işık'])
  }
  await page.getByRole('searchbox').fill('Mammadov')
  await expect(names).toHaveText(['Dr. Rauf Məmmədov'])
  await expect(page).toHaveURL('/doctors?q=Mammadov')
})

test('the list is narrowed by specialty and language, the address keeps it, and Back returns to it', { tag: '@long' }, async ({
  page,
  cast,
}) => {
  await employ(cast, [
    { ...AYLIN, languages: ['tr', 'en'] },
    { ...RAUF, languages: ['az', 'ru'] },
    { ...CLAIRE, languages: ['fr', 'en'] },
  ])
  await page.goto('/doctors?from=advert')
  const names = page.getByRole('main').getByRole('listitem').getByRole('heading')
  const specialties = page.getByRole('group', { name: 'Uzmanlığa göre filtrele' })
  await expect(specialties.getByRole('button')).toHaveText(['Kardiyoloji', 'Nöroloji', 'Kadın Hastalıkları'])
  await page.getByRole('button', { name: 'English' }).click()
  await expect(names).toHaveText(['Dr. Aylin Işık', 'Dr. Claire Martin'])
  await specialties.getByRole('button', { name: 'Kardiyoloji' }).click()
  await expect(names).toHaveText(['Dr. Aylin Işık'])
  await expect(page).toHaveURL('/doctors?from=advert&specialty=kardiyoloji&language=en')
  await page.getByRole('link', { name: 'Randevu Al – Dr. Aylin Işık' }).click()
  await expect(page).toHaveURL(/appointments/)
  await page.goBack()
  await expect(names).toHaveText(['Dr. Aylin Işık'])
  await expect(specialties.getByRole('button', { name: 'Kardiyoloji' })).toHaveAttribute('aria-pressed', 'true')
  await page.reload()
  await expect(names).toHaveText(['Dr. Aylin Işık'])
  await page.getByRole('button', { name: 'Azərbaycanca' }).click()
  await expect(page.getByText('Bu aramaya uyan doktor yok.')).toBeVisible()
  await page.getByRole('button', { name: 'Bütün doktorları göster' }).click()
  await expect(names).toHaveCount(3)
  await expect(page).toHaveURL('/doctors?from=advert')
})

test('doctors can be sorted by their next free time', async ({ page, cast }) => {
  await employ(cast, [])
  const late = await cast.doctor('Adil')
  const soon = await cast.doctor('Zeynep')
  const today = new Date(Date.now() - 86_400_000)
  const leave = Array.from({ length: 4 }, (_, day) => ({
    doctor_id: late.doctorId,
    leave_date: new Date(today.getTime() + day * 86_400_000).toISOString().slice(0, 10),
  }))
  await cast.write('POST', '/rest/v1/doctor_leave', leave)
  await page.goto('/doctors')
  const names = page.getByRole('main').getByRole('listitem').getByRole('heading')
  await expect(names).toHaveText([late.name, soon.name])
  await page.getByRole('button', { name: 'En yakın saat önce' }).click()
  await expect(names).toHaveText([soon.name, late.name])
  await expect(page).toHaveURL('/doctors?sort=soonest')
})

test('a doctor’s text is shown in the reader’s language if there is one, and otherwise says its own', { tag: '@long' }, async ({
  page,
  cast,
}) => {
  await employ(cast, [])
  const doctor = await cast.doctor('Rauf')
  await cast.write('PATCH', `/rest/v1/doctors?id=eq.${doctor.doctorId}`, { bio: 'Nevroloq. Bakı.', bio_language: 'az' })
  await cast.act(doctor, 'POST', '/rest/v1/doctor_texts', { doctor_id: doctor.doctorId, language: 'tr', bio: 'Nörolog. Bakü.' })
  await page.goto('/doctors')
  await expect(page.getByText('Nörolog. Bakü.')).toHaveAttribute('lang', 'tr')
  await expect(page.getByText('Metnin dili:')).toHaveCount(0)
  await page.goto('/en/doctors')
  await expect(page.getByText('Nevroloq. Bakı.')).toHaveAttribute('lang', 'az')
  await expect(page.getByText('Language of this text: Azərbaycanca')).toBeVisible()
  await page.goto('/az/doctors')
  await expect(page.getByText('Nevroloq. Bakı.')).toBeVisible()
  await expect(page.getByText('Mətnin dili:')).toHaveCount(0)
})

test('a long text is collapsed and can be expanded', async ({ page, cast }) => {
  await employ(cast, [{ ...AYLIN, bio: `${'Uzun bir özgeçmiş. '.repeat(40)}Son söz.` }, RAUF])
  await page.goto('/doctors')
  const more = page.getByRole('button', { name: 'Devamını oku' })
  await expect(more).toHaveAttribute('aria-expanded', 'false')
  const bio = page.getByText('Uzun bir özgeçmiş.')
  const height = async () => (await bio.boundingBox())?.height ?? 0
  await expect.poll(height).toBeGreaterThan(0)
  const folded = await height()
  await more.click()
  await expect(page.getByRole('button', { name: 'Daha az göster' })).toHaveAttribute('aria-expanded', 'true')
  await expect.poll(height).toBeGreaterThan(folded * 2)
})

test('on a phone a card is short: the times book, and the rest is opened by hand', async ({ cast }) => {
  await employ(cast, [])
  const doctor = await cast.doctor('Elif')
  await cast.write('PATCH', `/rest/v1/doctors?id=eq.${doctor.doctorId}`, { ...AYLIN, first_name: 'Elif', languages: ['tr', 'en'] })
  const page = await cast.visitor({ viewport: { width: 375, height: 812 } })
  await page.goto('/doctors')
  const card = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: /^Dr\. Elif/ }) })
  await expect(card).toContainText('Türkçe, English')
  const time = card.getByRole('list').getByRole('link').first()
  await expect(time).toBeInViewport()
  await expect(card.getByRole('link', { name: /^Diğer saatler/ })).toHaveAttribute('href', `/appointments?doctor=${doctor.doctorId}`)
  await expect(card.getByRole('link', { name: /^Randevu Al/ })).toHaveCount(0)
  expect((await card.boundingBox())?.height).toBeLessThan(280)
  await expect(card.getByText(AYLIN.bio)).toBeHidden()
  await expect(card.getByText(/\(UTC\+3\)/)).toBeHidden()
  const about = card.getByRole('button', { name: /^Doktor hakkında/ })
  await expect(about).toHaveAttribute('aria-expanded', 'false')
  await about.click()
  await expect(about).toHaveAttribute('aria-expanded', 'true')
  await expect(card.getByText(AYLIN.bio)).toBeVisible()
  await expect(card.getByText(/\(UTC\+3\)/)).toBeVisible()
})

test('a long list shows its first twelve, more on request, and as many after Back', { tag: '@long' }, async ({ page, cast }) => {
  const crowd = Array.from({ length: 14 }, (_, place) => ({ ...RAUF, first_name: 'Rauf', last_name: `Kalabalık ${10 + place}` }))
  await employ(cast, crowd)
  try {
    await page.goto('/doctors')
    const names = page.getByRole('main').getByRole('listitem').getByRole('heading')
    await expect(page.getByText('14 doktor', { exact: true })).toBeVisible()
    await expect(names).toHaveCount(12)
    await page.getByRole('button', { name: '2 doktor daha göster' }).click()
    await expect(names).toHaveCount(14)
    await expect(page.getByRole('button', { name: /daha göster/ })).toHaveCount(0)
    await expect(page.locator('li:focus')).toContainText('Kalabalık 22')
    await page.getByRole('link', { name: 'Randevu Al – Dr. Rauf Kalabalık 23' }).click()
    await expect(page).toHaveURL(/appointments/)
    await page.goBack()
    await expect(names).toHaveCount(14)
  } finally {
    await cast.write('PATCH', '/rest/v1/doctors?last_name=like.Kalabal*', { available: false })
  }
})

test('a search typed while the doctors are loading is applied when they arrive', { tag: '@long' }, async ({ page, cast }) => {
  await employ(cast, [AYLIN, RAUF])
  let answer = () => {}
  const held = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route(QUESTION, async (route) => {
    await held
    await route.continue()
  })
  await page.goto('/doctors')
  await expect(page.getByText('Doktorlar yükleniyor...')).toBeVisible()
  await page.getByRole('searchbox').fill('rauf')
  answer()
  await expect(page.getByRole('main').getByRole('heading', { level: 2, name: /^Dr\./ })).toHaveText(['Dr. Rauf Məmmədov'])
})

test('a list that cannot be loaded says so, and is loaded again on request and when the connection is back', async ({
  page,
  context,
  cast,
}) => {
  await employ(cast, [AYLIN])
  const alert = page.getByRole('alert').filter({ hasText: 'Doktorlar yüklenirken bir hata oluştu.' })
  const aylin = page.getByRole('heading', { name: 'Dr. Aylin Işık' })
  await page.route(QUESTION, (route) => route.fulfill({ status: 503, json: { message: 'too busy' } }))
  await page.goto('/doctors')
  await expect(alert).toBeVisible()
  await page.unroute(QUESTION)
  await alert.getByRole('button', { name: 'Tekrar Dene' }).click()
  await expect(aylin).toBeVisible()
  await expect(alert).toHaveCount(0)

  await page.goto('/faq')
  await page.getByRole('banner').locator('summary').filter({ hasText: 'Daha fazla' }).click()
  await page.route(QUESTION, (route) => route.abort())
  await page.getByRole('banner').getByRole('link', { name: 'Doktorlarımız' }).click()
  await expect(alert).toContainText('Sunucuya ulaşılamadı.')
  await context.setOffline(true)
  await expect(page.getByText('İnternet bağlantısı yok.')).toBeVisible()
  await page.unroute(QUESTION)
  await context.setOffline(false)
  await expect(aylin).toBeVisible()
})

test('the list loads without the Supabase client', async ({ page, cast }) => {
  await employ(cast, [AYLIN])
  const fetched: string[] = []
  page.on('request', (request) => fetched.push(new URL(request.url()).pathname))
  await page.goto('/doctors', { waitUntil: 'networkidle' })
  await expect(page.getByRole('heading', { name: 'Dr. Aylin Işık' })).toBeVisible()
  expect(fetched.filter((path) => path.startsWith('/rest/')).toSorted((a, b) => b.localeCompare(a))).toEqual([
    '/rest/v1/rpc/get_public_doctors',
    '/rest/v1/rpc/get_next_slots',
    '/rest/v1/doctor_texts',
  ])
  expect(fetched.filter((path) => /supabase|query|session-client|dialog/.test(path))).toEqual([])
})

test('nothing shifts, however many doctors there are', { tag: '@long' }, async ({ page, cast }) => {
  await watchShifts(page)
  for (const doctors of [[], [AYLIN], [AYLIN, RAUF, CLAIRE, KARIM, AYLIN, RAUF, CLAIRE]]) {
    await employ(cast, doctors)
    await page.goto('/doctors', { waitUntil: 'networkidle' })
    await expect(page.getByText(doctors.length ? `${doctors.length} doktor` : 'Çok Yakında', { exact: true })).toBeVisible()
    await expectNoShift(page)
  }
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('the page says what it is, and how to reach the company', async ({ page }) => {
    await page.goto('/doctors')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Doktorlarımız')
    // Locators by text and role pass over what stands in a noscript.
    await expect(page.locator('noscript p').first()).toBeVisible()
    await expect(page.locator('noscript p').first()).toContainText('Doktor listesi için JavaScript gerekir.')
    for (const way of ['tel:+994', 'mailto:']) await expect(page.locator(`noscript a[href^="${way}"]`)).toBeVisible()
    await expect(page.getByRole('searchbox')).toBeHidden()
    await expect(page.getByText('Doktorlar yükleniyor...')).toBeHidden()
  })
})

test('the list is accessible (axe) and never scrolls sideways, in every language', { tag: '@long' }, async ({ cast }) => {
  await employ(cast, [{ ...AYLIN, bio: 'Uzun bir özgeçmiş. '.repeat(20) }, { ...RAUF, last_name: 'Hüseynzadə-Əliağaoğlu' }, KARIM])
  await inEveryLanguage(cast.visitor, async (page, language) => {
    const address = addressOf(language, '/doctors')
    await page.goto(address)
    await expect(page.getByRole('main').getByRole('listitem').getByRole('link')).toHaveCount(3)
    await expectAccessible(page, { what: 'list' })
    await expectNoSidewaysScroll(page)
    await page.getByRole('searchbox').fill('zürafa')
    await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(0)
    await expectAccessible(page, { what: 'nothing found', where: 'main' })
    await page.route(QUESTION, (route) => route.fulfill({ json: [] }))
    await page.goto(address)
    await expect(page.getByRole('main').getByRole('link')).toHaveCount(2)
    await expectAccessible(page, { what: 'no doctors', where: 'main' })
    await expectNoSidewaysScroll(page)
    await page.route(QUESTION, (route) => route.abort())
    await page.goto(address)
    await expect(page.getByRole('alert')).toBeVisible()
    await expectAccessible(page, { what: 'failed', where: 'main' })
    await expectNoSidewaysScroll(page)
    await page.unroute(QUESTION)
  })
})
