// Choosing a day and a time: what is in view, what is announced, and where the focus goes.
import type { Page } from '@playwright/test'
import { chooseTime, inDays, openMine, takenTimeIn, timeIn, withoutHolds } from './booking-form.ts'
import { expect, test } from './fixtures.ts'

const daysIn = (page: Page) => page.getByRole('group', { name: 'Yakın günler' })
const legendIn = (page: Page) => page.getByRole('group', { name: /boş saatler/ }).locator('legend')
const dayAt = (page: Page, index: number) => daysIn(page).getByRole('radio').nth(index)

/** Counts the requests for the times of a week. */
function countWeeks(page: Page) {
  const asked: string[] = []
  page.on('request', (request) => request.url().includes('/rpc/get_available_week') && asked.push(request.postData() ?? ''))
  return asked
}

test('a desktop shows doctor, days, times and the button at once, and the button stays in view', async ({ cast }) => {
  const [doctor, patient] = [await cast.doctor('Alya'), await cast.person('Defne')]
  // In the evening, today has few times left.
  const later = inDays(2)
  const page = await patient.open(`/appointments?doctor=${doctor.doctorId}&date=${later}`, { viewport: { width: 1280, height: 800 } })
  const button = page.getByRole('button', { name: 'Randevu Al' })
  await expect(page.getByRole('button', { name: doctor.name })).toBeInViewport({ ratio: 1 })
  for (const index of [0, 6]) await expect(daysIn(page).locator('label').nth(index)).toBeInViewport({ ratio: 1 })
  for (const index of [0, 6]) await expect(page.locator('fieldset label:has([data-start])').nth(index)).toBeInViewport({ ratio: 1 })
  await expect(button).toBeInViewport({ ratio: 1 })
  await page.getByLabel('Şikayetiniz').scrollIntoViewIfNeeded()
  await expect(button).toBeInViewport({ ratio: 1 })
})

test('the doctor of a link comes first in the list, and a click on another one moves no row', async ({ cast }) => {
  const [other, patient] = [await cast.doctor('Canan'), await cast.person('Defne')]
  // Others are free sooner.
  const linked = await cast.doctor('Yelda', { hours: { start_time: '23:00', end_time: '00:00' } })
  const page = await patient.open(`/appointments?doctor=${linked.doctorId}`, { viewport: { width: 1280, height: 800 } })
  const rows = page.getByRole('listitem').filter({ has: page.locator('button[aria-pressed]') })
  await expect(rows.first()).toContainText(linked.name)
  expect(await page.evaluate(() => scrollY)).toBe(0)
  await page.getByRole('button', { name: other.name }).click()
  await expect(page.getByRole('heading', { name: other.name })).toBeVisible()
  await expect(page.getByRole('heading', { name: linked.name })).toHaveCount(0)
  await expect(rows.first()).toContainText(linked.name)
})

test('a phone replaces the list with the days, and keeps the summary within reach of the thumb', async ({ cast }) => {
  const [doctor, patient] = [await cast.doctor('Bahar'), await cast.person('Ezgi')]
  const page = await patient.open(`/appointments?doctor=${doctor.doctorId}`, { viewport: { width: 375, height: 812 } })
  await expect(daysIn(page)).toBeVisible()
  await expect(page.getByRole('button', { name: doctor.name })).toHaveCount(0)
  // The button is there from the beginning and says what is missing.
  const button = page.getByRole('button', { name: 'Randevu Al' })
  await expect(button).toBeInViewport({ ratio: 1 })
  await expect(button).toBeDisabled()
  await expect(page.getByText('Henüz saat seçmediniz.')).toBeInViewport({ ratio: 1 })
  await timeIn(page, '').first().check({ force: true })
  await page.evaluate(() => scrollTo(0, 0))
  await expect(button).toBeInViewport({ ratio: 1 })
  await expect(page.getByLabel('Şikayetiniz')).toBeInViewport({ ratio: 1 })
  const low = await button.boundingBox()
  expect(low?.y).toBeGreaterThan(812 / 2)
  // The complaint is one line of the bar, which stands in place of the links at the bottom, so that little of the page is covered.
  const bar = page.locator('form > div').filter({ has: button }).last()
  await expect.poll(async () => (await bar.boundingBox())?.height).toBeLessThanOrEqual(125)
  const links = page.getByRole('navigation', { name: 'Hesap menüsü' }).filter({ hasText: 'Profil' })
  await expect(links).toBeHidden()
  const { y = 0, height = 0 } = (await bar.boundingBox()) ?? {}
  expect(y + height).toBe(812)
  await openMine(page)
  await expect(links).toBeInViewport({ ratio: 1 })
  await page.getByRole('tab', { name: 'Yeni Randevu' }).click()
  await expect(links).toBeHidden()
  await page.getByRole('button', { name: 'Doktoru değiştir' }).click()
  await expect(links).toBeInViewport({ ratio: 1 })
})

test('a phone shows four times in a row, says for every day whether it is free, and names both clocks in one line', {
  tag: '@long',
}, async ({ cast }) => {
  const hours = { start_time: '09:00', end_time: '12:00' }
  const [doctor, patient] = [await cast.doctor('Ece', { timezone: 'Asia/Baku', hours }), await cast.person('Ebru')]
  await cast.write('POST', '/rest/v1/doctor_leave', { doctor_id: doctor.doctorId, leave_date: inDays(2) })
  const address = `/appointments?doctor=${doctor.doctorId}&date=${inDays(3)}`
  const page = await patient.open(address, { viewport: { width: 375, height: 812 } })
  const chips = page.locator('fieldset label:has([data-start])')
  await expect(chips.first()).toBeVisible()
  const tops = await chips.evaluateAll((all) => all.map((each) => Math.round(each.getBoundingClientRect().top)))
  expect(tops.filter((top) => top === tops[0])).toHaveLength(4)
  await expect(daysIn(page).locator('label').nth(3).locator('[data-free]')).toBeVisible()
  const none = daysIn(page).locator('label').nth(2)
  await expect(none.getByRole('radio')).toHaveAccessibleName(/boş saat yok$/)
  await expect(none.locator('[data-free]')).toHaveCount(0)
  await expect(page.getByText('Büyük: sizin saatiniz (İstanbul) · küçük: doktorun saati (Bakü)')).toBeVisible()
  const { height = 0 } = (await page.getByRole('heading', { name: doctor.name }).locator('span').first().boundingBox()) ?? {}
  expect(height).toBeLessThan(30)
})

test('the text of a doctor stands beside the name, in the reader’s language or with the name of its own language', {
  tag: '@long',
}, async ({ cast }) => {
  const [doctor, patient] = [await cast.doctor('Cavidan'), await cast.person('Feyza')]
  await cast.write('PATCH', `/rest/v1/doctors?id=eq.${doctor.doctorId}`, { bio: 'Diz ve kalça ağrıları.', bio_language: 'tr' })
  await cast.act(doctor, 'POST', '/rest/v1/doctor_texts', { doctor_id: doctor.doctorId, language: 'en', bio: 'Knee and hip pain.' })
  for (const [language, button, text] of [
    ['tr', 'Doktor hakkında', 'Diz ve kalça ağrıları.'],
    ['en', 'About the doctor', 'Knee and hip pain.'],
    ['az', 'Həkim haqqında', 'Mətnin dili: Türkçe'],
  ] as const) {
    const page = await patient.open(`/appointments?doctor=${doctor.doctorId}`, { language })
    await page.getByRole('button', { name: button }).click()
    await expect(page.getByText(text)).toBeVisible()
    await page.context().close()
  }
})

test('one request loads all times of a week, and turning the week loads the next one', { tag: '@long' }, async ({ cast }) => {
  const [doctor, patient] = [await cast.doctor('Ceyda'), await cast.person('Fulya')]
  const page = await patient.browse()
  const asked = countWeeks(page)
  await page.goto(`/appointments?doctor=${doctor.doctorId}`)
  await expect(timeIn(page, '10:00').or(timeIn(page, '23:30')).first()).toBeAttached()
  expect(asked).toHaveLength(1)
  await dayAt(page, 1).focus()
  await page.keyboard.press('Space')
  await daysIn(page).getByRole('radio', { checked: true }).focus()
  for (const index of [2, 3, 4]) {
    await page.keyboard.press('ArrowRight')
    await expect(dayAt(page, index)).toBeChecked()
    await expect(dayAt(page, index)).toBeFocused()
    await expect(timeIn(page, '10:00')).toBeAttached()
  }
  expect(asked).toHaveLength(1)
  await page.getByRole('button', { name: 'Sonraki hafta' }).click()
  await expect.poll(() => asked).toHaveLength(2)
  await dayAt(page, 3).check({ force: true })
  await expect(legendIn(page)).toBeFocused()
  await expect(timeIn(page, '10:00')).toBeAttached()
  expect(asked).toHaveLength(2)
})

test('choosing a day moves the focus to its times and says how many there are; an arrow key does not', { tag: '@long' }, async ({
  cast,
}) => {
  const [doctor, patient] = [
    await cast.doctor('Derya', { hours: { start_time: '09:00', end_time: '12:00' }, timezone: 'Asia/Baku' }),
    await cast.person('Gizem'),
  ]
  const page = await patient.open(`/appointments?doctor=${doctor.doctorId}`)
  const third = dayAt(page, 2)
  await expect(third).toHaveAccessibleName(/^\d+\s\S+ \d{4} \S+, 11 boş saat$/)
  await expect(daysIn(page)).toHaveAccessibleDescription(/^İlk boş gün: /)
  await daysIn(page).locator('label').nth(2).click()
  await expect(legendIn(page)).toBeFocused()
  await expect(page.getByRole('group', { name: /^\d+ \S+ \d{4} \S+: boş saatler \(İstanbul saatiyle\)$/ })).toBeVisible()
  await expect(page.getByText('11 boş saat bulundu.')).toBeAttached()
  await expect(timeIn(page, '08:00')).toHaveAccessibleName('08:00, doktorda 09:00')
  // The button is next in the tab order, and appears when it gets the focus.
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Günlere dön' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(third).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await expect(dayAt(page, 3)).toBeFocused()
  await page.keyboard.press('Space')
  await expect(legendIn(page)).toBeFocused()
})

test('a full day can be chosen, says that it is full, and leads to the next free one', async ({ cast }) => {
  const [doctor, patient] = [await cast.doctor('Elvan'), await cast.person('Hande')]
  await cast.write('POST', '/rest/v1/doctor_leave', { doctor_id: doctor.doctorId, leave_date: inDays(2) })
  const page = await patient.open(`/appointments?doctor=${doctor.doctorId}`)
  // Late in the evening, today is full as well.
  const full = dayAt(page, 2)
  await expect(full).toHaveAccessibleName(/boş saat yok$/)
  await full.check({ force: true })
  await expect(legendIn(page)).toBeFocused()
  await expect(page.getByText(/^Bu tarihte müsait saat yok\. Sıradaki boş gün: /)).toBeAttached()
  await page.getByRole('button', { name: /gününe geç$/ }).click()
  await expect(full).not.toBeChecked()
  await expect(legendIn(page)).toBeFocused()
  await expect(timeIn(page, '10:00')).toBeAttached()
})

test('the focus moves on to the days when the last week is reached', { tag: '@long' }, async ({ cast }) => {
  const [doctor, patient] = [await cast.doctor('Feyza'), await cast.person('Irem')]
  const page = await patient.open(`/appointments?doctor=${doctor.doctorId}`)
  const after = page.getByRole('button', { name: 'Sonraki hafta' })
  await after.focus()
  for (const week of [1, 2]) {
    await page.keyboard.press('Enter')
    await expect(after, `week ${week}`).toBeFocused()
  }
  await page.keyboard.press('Enter')
  await expect(dayAt(page, 0)).toBeFocused()
  await expect(after).toHaveAttribute('aria-disabled', 'true')
})

test('a time taken by somebody else is struck through, keeps the focus, and then disappears', { tag: '@long' }, async ({ cast }) => {
  const [doctor, watcher, other] = [
    await cast.doctor('Gonca', { hours: { start_time: '09:00', end_time: '10:00' }, session_duration: 60 }),
    await cast.person('Jülide'),
    await cast.person('Kenan'),
  ]
  const page = await watcher.open(`/appointments?doctor=${doctor.doctorId}&date=${inDays(3)}`)
  await expect(page.getByText('Canlı').first()).toBeVisible({ timeout: 15_000 })
  await timeIn(page, '09:00').focus()
  await cast.appointment(other, doctor, inDays(3), '09:00')
  const taken = takenTimeIn(page, '09:00')
  await expect(taken).toHaveAccessibleName('09:00, doldu')
  const line = () => page.locator('label:has([aria-disabled=true])').evaluate((label) => getComputedStyle(label, '::after').height)
  expect(await line()).toBe('2px')
  await expect(page.getByText('09:00 saati az önce doldu.')).toBeAttached()
  await expect(page.getByRole('paragraph').filter({ hasText: 'Bu tarihte müsait saat yok' })).toBeVisible()
  await expect(taken).toBeFocused()
  await page.getByLabel('Şikayetiniz').focus()
  await expect(taken).toHaveCount(0, { timeout: 15_000 })
})

test('a patient whose chosen time is taken is led to the three nearest times', async ({ cast }) => {
  const [doctor, watcher, other] = [await cast.doctor('Hilal'), await cast.person('Lara'), await cast.person('Mete')]
  const page = await watcher.browse()
  await withoutHolds(page)
  await page.goto(`/appointments?doctor=${doctor.doctorId}&date=${inDays(3)}`)
  await expect(page.getByText('Canlı').first()).toBeVisible({ timeout: 15_000 })
  await chooseTime(page, '11:00')
  await cast.appointment(other, doctor, inDays(3), '11:00')
  const alert = page.getByRole('alert').filter({ hasText: 'Seçtiğiniz 11:00 saati az önce doldu.' })
  const nearest = alert.getByRole('group', { name: 'En yakın boş saatler' })
  await expect(nearest).toBeFocused()
  await expect(nearest.getByRole('button')).toHaveCount(3)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Randevu Al' })).toBeFocused()
  await expect(alert).toHaveCount(0)
})

test('a long list states its count and order, shows twelve, and loads the times of everybody it shows', { tag: '@long' }, async ({
  cast,
}) => {
  const rows = Array.from({ length: 60 }, (_, index) => ({
    first_name: `Zz${String(index).padStart(2, '0')}`,
    last_name: 'Kalabalık',
    specialization: index === 0 ? 'Göz Hastalıkları' : 'Dahiliye',
  }))
  const crowd = await cast.write<{ id: string }[]>('POST', '/rest/v1/doctors', rows)
  await cast.write(
    'POST',
    '/rest/v1/doctor_availability',
    crowd.flatMap(({ id }) =>
      [0, 1, 2, 3, 4, 5, 6].map((day_of_week) => ({ doctor_id: id, day_of_week, start_time: '00:00', end_time: '00:00' })),
    ),
  )
  try {
    const patient = await cast.person('Nazlı')
    const page = await patient.browse()
    const pages: number[] = []
    page.on('request', (request) => {
      if (!request.url().includes('/rpc/get_next_slots')) return
      // Without ids the database responds with the fifty doctors who are free soonest.
      pages.push((request.postDataJSON() as { doctor_ids?: string[] }).doctor_ids?.length ?? 50)
    })
    await page.goto('/appointments?tab=new')
    const rowsIn = page.getByRole('listitem').filter({ has: page.locator('button[aria-pressed]') })
    await expect(rowsIn).toHaveCount(12)
    await expect(page.getByText(/^\d{2,}\sdoktor · en yakın saat önce$/)).toBeVisible()
    expect(pages).toEqual([50])
    const more = page.getByRole('button', { name: /doktor daha göster$/ })
    for (const count of [24, 36, 48]) {
      await more.click()
      await expect(rowsIn).toHaveCount(count)
      await expect(rowsIn.nth(count - 12).locator('button[aria-pressed]')).toBeFocused()
    }
    expect(pages).toEqual([50])
    const shown = await rowsIn.allInnerTexts()
    const hidden = rows.map(({ first_name }) => first_name).filter((name) => !shown.some((text) => text.includes(`${name} Kalabalık`)))
    expect(hidden.length).toBeGreaterThan(0)
    const timesOf = (name = '') => page.getByRole('list', { name: `Dr. ${name} Kalabalık: ilk boş saatler` }).getByRole('button')
    await page.getByRole('searchbox').fill(hidden[0] ?? '')
    await expect(timesOf(hidden[0])).toHaveCount(3)
    await page.getByRole('searchbox').fill('')
    const specialties = page.getByRole('combobox', { name: 'Uzmanlığa göre filtrele' })
    await specialties.selectOption('Göz Hastalıkları')
    await expect(specialties).toHaveValue('goz')
    await expect(rowsIn.filter({ hasText: 'Zz00 Kalabalık' })).toBeVisible()
    await expect(rowsIn.filter({ hasText: 'Dahiliye' })).toHaveCount(0)
    await specialties.selectOption('Uzmanlık')
    await expect(rowsIn).toHaveCount(12)
    while (await more.isVisible()) await more.click()
    await expect(timesOf(hidden.at(-1))).toHaveCount(3)
    expect(Math.max(...pages)).toBeLessThanOrEqual(50)
  } finally {
    await cast.write('PATCH', '/rest/v1/doctors?last_name=eq.Kalabalık', { available: false })
  }
})
