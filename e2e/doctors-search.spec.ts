// Finding a doctor: searching, narrowing and sorting the public list.
import { addressOf, LANGUAGES, type Language } from './access.ts'
import { expect, test } from './fixtures.ts'
import { AYLIN, CLAIRE, employ, KARIM, QUESTION, RAUF } from './public-doctors.ts'

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

test('a search for a specialty that no doctor has says so and leads to a message about it', async ({ page, cast }) => {
  await employ(cast, [AYLIN, CLAIRE])
  await page.goto('/doctors')
  const main = page.getByRole('main')
  const names = main.getByRole('listitem').getByRole('heading')
  await expect(names).toHaveCount(2)
  // These letters begin 'disease', a word for a cardiologist.
  await page.getByRole('searchbox').fill('diş ağrısı')
  await expect(page.getByText('Bu aramaya uyan doktor yok.')).toBeVisible()
  await page.getByRole('searchbox').fill('doktor')
  await expect(names).toHaveCount(2)
  await page.getByRole('searchbox').fill('çocuk doktoru')
  await expect(page.getByText('Çocuk Hastalıkları alanında henüz doktorumuz yok')).toBeVisible()
  await main.getByRole('link', { name: 'Bize yazın' }).first().click()
  await expect(page).toHaveURL('/contact?specialty=pediatri#write')
  await expect(page.getByRole('textbox', { name: /Mesaj/ })).toHaveValue(/^Çocuk Hastalıkları alanında bir doktor arıyorum\./)
})

test('all 25 specialties are shown in the reader’s language, to visitors and in booking', { tag: '@long' }, async ({
  page,
  cast,
  request,
  site,
}) => {
  const answer = await request.get(`${site.url}/rest/v1/specialties?select=code,names&order=position`, {
    headers: { apikey: site.secretKey },
  })
  const specialties = (await answer.json()) as { code: string; names: Record<Language, string> }[]
  expect(specialties).toHaveLength(25)
  await employ(
    cast,
    specialties.map(({ names }, place) => ({ ...RAUF, first_name: `Rauf ${10 + place}`, specialization: names.tr })),
  )
  for (const language of LANGUAGES) {
    const shown = specialties.map(({ names }) => names[language])
    await page.goto(addressOf(language, '/doctors?shown=36'))
    const cards = page
      .getByRole('main')
      .getByRole('listitem')
      .filter({ has: page.getByRole('heading') })
    await expect(cards).toHaveCount(25)
    expect((await cards.allInnerTexts()).map((text, place) => text.includes(shown[place] ?? ''))).toEqual(shown.map(() => true))
    await page.goto(addressOf(language, '/appointments'))
    const choices = page.getByRole('main').getByRole('combobox').first().getByRole('option')
    await expect(choices).toHaveCount(26)
    expect((await choices.allTextContents()).slice(1)).toEqual(shown)
  }
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
  const specialties = page.getByRole('combobox', { name: 'Uzmanlığa göre filtrele' })
  const languages = page.getByRole('combobox', { name: 'Dile göre filtrele' })
  await expect(specialties.getByRole('option')).toHaveText(['Uzmanlık', 'Kardiyoloji', 'Nöroloji', 'Kadın Hastalıkları'])
  await expect(languages.getByRole('option')).toHaveText(['Dil', 'Türkçe', 'Azərbaycanca', 'English', 'Русский', 'Français'])
  await languages.selectOption('English')
  await expect(names).toHaveText(['Dr. Aylin Işık', 'Dr. Claire Martin'])
  await specialties.selectOption('Kardiyoloji')
  await expect(names).toHaveText(['Dr. Aylin Işık'])
  await expect(page).toHaveURL('/doctors?from=advert&specialty=kardiyoloji&language=en')
  await page.getByRole('link', { name: 'Randevu Al – Dr. Aylin Işık' }).click()
  await expect(page).toHaveURL(/appointments/)
  await page.goBack()
  await expect(names).toHaveText(['Dr. Aylin Işık'])
  await expect(specialties).toHaveValue('kardiyoloji')
  await expect(languages).toHaveValue('en')
  await page.reload()
  await expect(names).toHaveText(['Dr. Aylin Işık'])
  await languages.selectOption('Azərbaycanca')
  await expect(page.getByText('Bu aramaya uyan doktor yok.')).toBeVisible()
  await page.getByRole('button', { name: 'Bütün doktorları göster' }).click()
  await expect(names).toHaveCount(3)
  await expect(page).toHaveURL('/doctors?from=advert')
})

for (const language of ['tr', 'ar', 'ru'] as const) {
  test(`in a wide window the search, the filters and the count stand in one line, in ${language}`, { tag: '@long' }, async ({
    page,
    cast,
  }) => {
    await employ(cast, [AYLIN, RAUF, CLAIRE, KARIM])
    await page.setViewportSize({ width: 1024, height: 800 })
    await page.goto(addressOf(language, '/doctors'))
    const line = page.getByRole('main').locator('input[type=search], select, [aria-live]:not(:empty)')
    await expect(page.getByRole('main').getByRole('listitem').getByRole('heading')).toHaveCount(4)
    const middles = () =>
      line.evaluateAll((all) =>
        all.map((each) => {
          const { top, height } = each.getBoundingClientRect()
          return Math.round(top + height / 2)
        }),
      )
    const [first = 0, ...rest] = await middles()
    expect(rest).toHaveLength(4)
    for (const each of rest) expect(Math.abs(each - first)).toBeLessThanOrEqual(1)
    // The longest names fit as well.
    await page.getByRole('combobox').nth(0).selectOption({ index: 3 })
    await page.getByRole('combobox').nth(2).selectOption({ index: 1 })
    for (const each of await middles()) expect(Math.abs(each - first)).toBeLessThanOrEqual(1)
  })
}

test('doctors are sorted by their next free time, and by name on request', async ({ page, cast }) => {
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
  await expect(names).toHaveText([soon.name, late.name])
  const order = page.getByLabel('Sırala')
  await expect(order).toHaveValue('soonest')
  await order.selectOption({ label: 'Ada göre' })
  await expect(names).toHaveText([late.name, soon.name])
  await expect(page).toHaveURL('/doctors?sort=name')
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
  await page.goto('/faq')
  await page.getByRole('banner').locator('summary').filter({ hasText: 'Daha fazla' }).click()
  await page.getByRole('banner').getByRole('link', { name: 'Doktorlarımız' }).click()
  await expect(page.getByText('Doktorlar yükleniyor...')).toBeVisible()
  await page.getByRole('searchbox').fill('rauf')
  answer()
  await expect(page.getByRole('main').getByRole('heading', { level: 2, name: /^Dr\./ })).toHaveText(['Dr. Rauf Məmmədov'])
})
