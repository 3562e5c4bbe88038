// The public list of doctors: what visitors read about each of them.
import type { Page } from '@playwright/test'
import { addressOf, expectAccessible, expectNoShift, expectNoSidewaysScroll, inEveryLanguage, watchShifts } from './access.ts'
import { expect, test } from './fixtures.ts'
import { AYLIN, CLAIRE, employ, KARIM, QUESTION, RAUF, rendered } from './public-doctors.ts'

/** Opens the first folded card. */
const openCard = (page: Page) => page.getByRole('main').locator('li button[aria-expanded=false]').first().click()

test('while there are no doctors, visitors are told so and led on', async ({ page, cast, site }) => {
  await employ(cast, [])
  await expect.poll(() => rendered(`${site.url}/doctors`)).toContain('"doctors":[]')
  await page.goto('/doctors')
  await expect(page.getByText('Çok Yakında')).toBeVisible()
  const main = page.getByRole('main')
  await expect(main.getByRole('link', { name: 'Randevu Al' })).toHaveAttribute('href', '/appointments')
  await expect(main.getByRole('link', { name: 'Sağlık hizmetleri' })).toHaveAttribute('href', '/healthcare')
  await expect(page.getByRole('searchbox')).toHaveCount(0)
})

test('doctors and their times can be read before the scripts have loaded, and stay when they take over', async ({ cast, site }) => {
  await employ(cast, [RAUF])
  const doctor = await cast.doctor('Elif', { timezone: 'Asia/Baku' })
  const page = await cast.visitor({ timezoneId: 'Europe/Berlin' })
  const scripts = Promise.withResolvers<void>()
  await page.route('**/assets/*.js', async (route) => {
    await scripts.promise
    await route.continue()
  })
  await watchShifts(page)
  const errors: string[] = []
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()))
  await rendered(`${site.url}/en/doctors`)
  await page.goto('/en/doctors', { waitUntil: 'commit' })
  const names = page.getByRole('main').getByRole('heading', { name: /^Dr / })
  // The doctor who is free soonest comes first.
  await expect(names).toHaveText([doctor.name.replace('Dr.', 'Dr'), 'Dr Rauf Məmmədov'])
  const card = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: /^Dr Elif / }) })
  const time = card.getByRole('list').getByRole('link').first()
  await expect(time).toHaveText(/Baku/)
  const theirs = /time=(\d\d:\d\d)/.exec((await time.getAttribute('href')) ?? '')?.[1] ?? ''
  await expect(time).toContainText(theirs)

  scripts.resolve()
  await expect(time).toHaveText(new RegExp(`\\d\\d:\\d\\d.*Baku ${theirs}$`))
  await expect(names).toHaveCount(2)
  await expectNoShift(page)
  expect(errors).toEqual([])
})

test('a visitor reads who the doctors are, and is led to booking', async ({ page, cast }) => {
  await employ(cast, [AYLIN, { ...RAUF, available: false }])
  await page.goto('/doctors')
  const card = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'Dr. Aylin Işık' }) })
  await expect(card.getByText(AYLIN.work_hours)).toHaveCount(0)
  await card.getByRole('button', { name: 'Doktor hakkında – Dr. Aylin Işık' }).click()
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
    await openCard(page)
    await expect(page.getByText(line)).toBeVisible()
    await expect(page.getByText('Пн')).toHaveCount(0)
  }
  const abroad = await (await cast.person('Anna', { timezone: 'Europe/Berlin' })).browse()
  await abroad.goto('/doctors')
  await openCard(abroad)
  await expect(abroad.getByText('Pzt–Cum 09:00–17:00')).toBeVisible()
  await expect(abroad.getByText(/^İstanbul saati/)).toBeVisible()
  await page.goto('/doctors')
  await openCard(page)
  await expect(page.getByText('Pzt–Cum 09:00–17:00')).toBeVisible()
  await expect(page.getByText(/^İstanbul saati/)).toHaveCount(0)
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
  await openCard(page)
  await expect(page.getByText('Nörolog. Bakü.')).toHaveAttribute('lang', 'tr')
  await expect(page.getByText('Metnin dili:')).toHaveCount(0)
  await page.goto('/en/doctors')
  await openCard(page)
  await expect(page.getByText('Nevroloq. Bakı.')).toHaveAttribute('lang', 'az')
  await expect(page.getByText('Language of this text: Azərbaycanca')).toBeVisible()
  await page.goto('/az/doctors')
  await openCard(page)
  await expect(page.getByText('Nevroloq. Bakı.')).toBeVisible()
  await expect(page.getByText('Mətnin dili:')).toHaveCount(0)
})

test('the text of a doctor is folded, and opens below its button, which stays in place', { tag: '@long' }, async ({ page, cast }) => {
  await employ(cast, [{ ...AYLIN, bio: `${'Uzun bir özgeçmiş. '.repeat(40)}Son söz.` }, RAUF])
  await page.goto('/doctors')
  const more = page.getByRole('button', { name: 'Doktor hakkında – Dr. Aylin Işık' })
  const bio = page.getByText('Uzun bir özgeçmiş.')
  await expect(more).toHaveAttribute('aria-expanded', 'false')
  await expect(bio).toBeHidden()
  await page.evaluate(async () => document.fonts.ready.then(() => new Promise(requestAnimationFrame)))
  const before = await more.boundingBox()
  await more.click()
  await expect(more).toHaveAttribute('aria-expanded', 'true')
  await expect(bio).toBeVisible()
  expect(await more.boundingBox()).toEqual(before)
  await more.click()
  await expect(bio).toBeHidden()
})

test('a wide screen shows the beginning of two rows of doctors in the first window', { tag: '@long' }, async ({ page, cast }) => {
  const crowd = Array.from({ length: 6 }, (_, place) => ({ ...AYLIN, last_name: `Işık ${place}`, bio: 'Uzun bir özgeçmiş. '.repeat(40) }))
  await employ(cast, crowd)
  await page.setViewportSize({ width: 1280, height: 860 })
  await page.goto('/doctors')
  const cards = page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading') })
  await expect(cards).toHaveCount(6)
  expect((await cards.first().boundingBox())?.height).toBeLessThanOrEqual(340)
  await expect(cards.nth(5).getByRole('heading')).toBeInViewport()
})

test('a card on a phone is short: the times book, and the rest opens on request', { tag: '@long' }, async ({ cast }) => {
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

test('a phone shows the filters as lists in one line, and two doctors with their times in the first window', { tag: '@long' }, async ({
  cast,
}) => {
  await employ(cast, [])
  const people = [await cast.doctor('Elif'), await cast.doctor('Kemal', { timezone: 'Asia/Baku' })]
  await cast.write('PATCH', `/rest/v1/doctors?id=eq.${people[0]?.doctorId}`, { specialization: 'Kardiyoloji', languages: ['tr', 'en'] })
  await cast.write('PATCH', `/rest/v1/doctors?id=eq.${people[1]?.doctorId}`, { specialization: 'Nöroloji', languages: ['az'] })
  const page = await cast.visitor({ viewport: { width: 375, height: 812 }, timezoneId: 'Europe/Istanbul' })
  await page.goto('/doctors')
  const times = page.getByRole('main').getByRole('listitem').getByRole('list')
  await expect(times).toHaveCount(2)
  for (const each of await times.all()) await expect(each.getByRole('link').first()).toBeInViewport({ ratio: 1 })
  // For a doctor on another clock, the city of the smaller figures stands beside the times.
  const cardOf = (name: RegExp) =>
    page
      .getByRole('main')
      .getByRole('listitem')
      .filter({ has: page.getByRole('heading', { name }) })
  await expect(cardOf(/Elif/).getByText('İstanbul', { exact: true })).toHaveCount(0)
  await expect(cardOf(/Kemal/).getByRole('paragraph').getByText('Bakü', { exact: true })).toBeVisible()

  const names = page.getByRole('main').getByRole('listitem').getByRole('heading')
  const lists = page.getByRole('main').getByRole('combobox', { name: 'filtrele' })
  await expect(lists).toHaveCount(2)
  const tops = await lists.evaluateAll((all) => all.map((each) => each.getBoundingClientRect().top))
  expect(new Set(tops).size).toBe(1)
  // The order stands beside the count, where it can be pressed as easily.
  const order = (await page.getByLabel('Sırala').boundingBox()) ?? { y: 0, height: 0 }
  const count = (await page.getByText('2 doktor', { exact: true }).boundingBox()) ?? { y: 0, height: 0 }
  expect(order.height).toBeGreaterThanOrEqual(44)
  expect(order.y + order.height / 2).toBeCloseTo(count.y + count.height / 2, 0)
  await page.getByLabel('Uzmanlığa göre filtrele').selectOption('Nöroloji')
  await expect(names).toHaveText([/Kemal/])
  await expect(page).toHaveURL('/doctors?specialty=noroloji')
  await page.getByLabel('Uzmanlığa göre filtrele').selectOption('Uzmanlık')
  await page.getByLabel('Dile göre filtrele').selectOption('English')
  await expect(names).toHaveText([/Elif/])
  await expectAccessible(page, { what: 'lists', where: 'main' })
  await expectNoSidewaysScroll(page)
})

test('a list that cannot be loaded says so, and is loaded again on request and when the connection is back', async ({
  page,
  context,
  cast,
}) => {
  await employ(cast, [AYLIN])
  const alert = page.getByRole('alert').filter({ hasText: 'Doktorlar yüklenirken bir hata oluştu.' })
  const aylin = page.getByRole('heading', { name: 'Dr. Aylin Işık' })
  // The server renders the list into the page, so loading it can fail only after a link inside the site.
  const follow = async () => {
    await page.goto('/faq')
    await page.getByRole('banner').locator('summary').filter({ hasText: 'Daha fazla' }).click()
    await page.getByRole('banner').getByRole('link', { name: 'Doktorlarımız' }).click()
  }
  await page.route(QUESTION, (route) => route.fulfill({ status: 503, json: { message: 'too busy' } }))
  await follow()
  await expect(alert).toBeVisible()
  await page.unroute(QUESTION)
  await alert.getByRole('button', { name: 'Tekrar Dene' }).click()
  await expect(aylin).toBeVisible()
  await expect(alert).toHaveCount(0)

  await page.route(QUESTION, (route) => route.abort())
  await follow()
  await expect(alert).toContainText('Sunucuya ulaşılamadı.')
  await context.setOffline(true)
  await expect(page.getByText('İnternet bağlantısı yok.')).toBeVisible()
  await page.unroute(QUESTION)
  await context.setOffline(false)
  await expect(aylin).toBeVisible()
})

test('the list loads without the Supabase client', { tag: '@long' }, async ({ page, cast, site }) => {
  await employ(cast, [AYLIN])
  await rendered(`${site.url}/doctors`)
  const fetched: string[] = []
  page.on('request', (request) => fetched.push(new URL(request.url()).pathname))
  await page.goto('/doctors', { waitUntil: 'networkidle' })
  await expect(page.getByRole('heading', { name: 'Dr. Aylin Işık' })).toBeVisible()
  expect(fetched.filter((path) => path.startsWith('/rest/'))).toEqual(['/rest/v1/rpc/get_next_slots'])
  expect(fetched.filter((path) => /supabase|query|session-client|dialog/.test(path))).toEqual([])
})

test('the list has no layout shift, however many doctors there are', { tag: '@long' }, async ({ page, cast }) => {
  await watchShifts(page)
  for (const doctors of [[], [AYLIN], [AYLIN, RAUF, CLAIRE, KARIM, AYLIN, RAUF, CLAIRE]]) {
    await employ(cast, doctors)
    await page.goto('/doctors', { waitUntil: 'networkidle' })
    await expect(page.getByText(doctors.length ? `${doctors.length} doktor` : 'Çok Yakında', { exact: true })).toBeVisible()
    await expectNoShift(page)
  }
})

test.describe('with JavaScript disabled', () => {
  test.use({ javaScriptEnabled: false })

  test('the page says who the doctors are, and how to reach the company', async ({ page, cast, site }) => {
    await employ(cast, [AYLIN])
    await rendered(`${site.url}/doctors`)
    await page.goto('/doctors')
    await expect(page.getByRole('heading', { level: 2, name: 'Dr. Aylin Işık' })).toBeVisible()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Doktorlarımız')
    // Locators by text and role ignore the content of a noscript.
    await expect(page.locator('noscript p').first()).toBeVisible()
    await expect(page.locator('noscript p').first()).toContainText('Saatler doktorun bulunduğu şehrin saatidir.')
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
    // Each card links to the doctor by name, and to booking.
    await expect(page.getByRole('main').getByRole('listitem').getByRole('link')).toHaveCount(6)
    await expectAccessible(page, { what: 'list' })
    await expectNoSidewaysScroll(page)
    await page.getByRole('searchbox').fill('zürafa')
    await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(0)
    await expectAccessible(page, { what: 'nothing found', where: 'main' })
  })
})
