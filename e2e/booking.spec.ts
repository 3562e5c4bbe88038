// Booking a free time: as a visitor, from a link, across two clocks, with the keyboard, in every language.
import { addressOf, expectAccessible, expectNoSidewaysScroll, inEveryLanguage } from './access.ts'
import { book, chooseDay, chooseTime, inDays, mine, openMine, timeIn, typeDay } from './booking-form.ts'
import { expect, test } from './fixtures.ts'

test('a visitor sees doctors, days and free times, and is asked to sign in at the last step only', async ({ cast }) => {
  const doctor = await cast.doctor('Asya')
  const page = await cast.visitor({ timezoneId: 'Europe/Istanbul' })
  await page.goto('/appointments')
  const sentence = page.getByRole('heading', { name: 'Randevu almak için giriş yapmanız gerekiyor.' })
  const step = page.getByRole('list', { name: 'Randevu adımları' }).locator('[aria-current=step]')
  await expect(step).toContainText('Doktor')
  await chooseDay(page, doctor, inDays(7))
  await expect(timeIn(page, '10:00')).toBeAttached()
  await expect(step).toContainText('Gün ve saat')
  await expect(sentence).toHaveCount(0)
  await chooseTime(page, '10:00')
  await expect(step).toContainText('Şikayet')
  await page.getByLabel('Şikayetiniz').fill('Baş dönmesi')
  await expect(step).toContainText('Hesap')
  await expect(sentence).toBeVisible()
  await expect(page.getByRole('main').getByRole('link', { name: 'Giriş Yap' })).toHaveAttribute('href', '/auth')
  await expectAccessible(page, { what: 'account step', where: '#content' })
  await page.getByRole('main').getByRole('link', { name: 'Kayıt Ol' }).click()
  await expect(page).toHaveURL('/auth')
  await expect(page.getByRole('tab', { name: 'Kayıt Ol' })).toHaveAttribute('aria-selected', 'true')
  await page.goto('/appointments')
  await expect(timeIn(page, '10:00')).toBeChecked()
  await expect(page.getByLabel('Şikayetiniz')).toHaveValue('Baş dönmesi')
  // A phone shows the name and the number of the current step.
  await page.setViewportSize({ width: 375, height: 812 })
  await expect(page.getByText('Hesap', { exact: true }).first()).toBeVisible()
  await expect(page.getByText('4/4')).toBeVisible()
  await page.getByRole('button', { name: 'Baştan başla' }).click()
  await expect(page.getByText('1/4')).toBeVisible()
  await expect(page.getByRole('button', { name: doctor.name })).toBeVisible()
  await expect.poll(() => page.evaluate(() => localStorage.getItem('booking-draft'))).toBeNull()
})

for (const viewport of [
  { width: 1280, height: 800 },
  { width: 375, height: 667 },
]) {
  test(`once a time is chosen, the complaint is in view and not behind the bar: ${viewport.width} px`, { tag: '@long' }, async ({
    cast,
  }) => {
    const doctor = await cast.doctor('Asya')
    const page = await cast.visitor({ timezoneId: 'Europe/Istanbul', viewport })
    await page.goto(`/appointments?doctor=${doctor.doctorId}&date=${inDays(7)}`)
    await chooseTime(page, '10:00')
    const complaint = page.getByLabel('Şikayetiniz')
    await expect(complaint).toBeInViewport({ ratio: 1 })
    const atLowerEdge = () =>
      complaint.evaluate((field) => {
        const { left, bottom } = field.getBoundingClientRect()
        return document.elementFromPoint(left + 20, bottom - 6)?.tagName
      })
    await expect.poll(atLowerEdge).toBe('TEXTAREA')
  })
}

test('a link with doctor, day and time opens with all three chosen, and signing in comes back to them', { tag: '@long' }, async ({
  cast,
}) => {
  const [doctor, patient] = [await cast.doctor('Berna'), await cast.person('Cem')]
  const page = await cast.visitor({ timezoneId: 'Europe/Istanbul' })
  await page.goto(`/appointments?doctor=${doctor.doctorId}&date=${inDays(7)}&time=10:00`)
  await expect(timeIn(page, '10:00')).toBeChecked()
  await page.getByLabel('Şikayetiniz').fill('Diz ağrısı')
  await page.getByRole('main').getByRole('link', { name: 'Giriş Yap' }).click()
  await page.getByLabel('E-posta').fill(patient.email)
  await page.getByLabel('Şifre', { exact: true }).fill(patient.password)
  await page.getByRole('tabpanel').getByRole('button', { name: 'Giriş Yap' }).click()
  await expect(timeIn(page, '10:00')).toBeChecked()
  await expect(page.getByLabel('Şikayetiniz')).toHaveValue('Diz ağrısı')
  await page.getByRole('button', { name: 'Randevu Al' }).click()
  await expect(page.getByText('Randevu Oluşturuldu!')).toBeVisible()
  await expect.poll(() => page.evaluate(() => localStorage.getItem('booking-draft'))).toBeNull()
})

test('a patient books a time, sees it at once, and both people get an e-mail', async ({ cast, site }) => {
  const [doctor, patient] = [await cast.doctor('Ada'), await cast.person('Can')]
  const page = await patient.open('/appointments')
  const button = page.getByRole('button', { name: 'Randevu Al' })
  // The section stands below the doctors, and disappears once one is chosen.
  const after = page.getByRole('heading', { name: 'Bundan sonra' })
  await expect(after).toBeVisible()
  await page.getByRole('button', { name: doctor.name }).click()
  await expect(after).toHaveCount(0)
  // The first day with a free time is chosen already.
  const days = page.getByRole('group', { name: 'Yakın günler' })
  await expect(days.getByRole('radio', { checked: true })).toHaveAccessibleName(/, \d+ boş saat$/)
  await expect(days.locator('label:has(:checked) [data-free]')).toBeVisible()
  await expect(timeIn(page, '').first()).toBeAttached()
  await expect(button).toBeDisabled()
  await typeDay(page, '')
  await expect(page.getByLabel('Saat', { exact: true })).toContainText('Önce tarih seçin')
  await typeDay(page, inDays(7))
  await chooseTime(page, '10:00')
  await expect(page.getByLabel('Saat', { exact: true }).locator('option:checked')).toHaveText('10:00')
  await button.click()
  await expect(page.getByText('Lütfen şikâyetinizi yazın.')).toBeVisible()
  await expect(page.getByLabel('Şikayetiniz')).toBeFocused()
  await book(page, 'Baş ağrısı')
  await expect(page.getByText('Randevu Oluşturuldu!')).toBeVisible()
  // The confirmation replaces the form.
  const confirmation = page.getByRole('article')
  await expect(page.getByRole('heading', { name: 'Randevu Oluşturuldu!' })).toBeFocused()
  await expect(confirmation).toContainText('Randevunuz başarıyla kaydedildi. Onay için bekleyiniz.')
  await expect(confirmation).toContainText(doctor.name)
  await expect(confirmation).toContainText('10:00 İstanbul · sizin saatiniz')
  await expect(confirmation).toContainText('Beklemede')
  await expect(confirmation.getByRole('button', { name: 'Takvime ekle' })).toBeVisible()
  await expect(page.getByLabel('Şikayetiniz')).toHaveCount(0)
  await expectAccessible(page, { what: 'confirmation', where: '#content' })
  await openMine(page)
  await expect(mine(page)).toContainText('Sıradaki randevunuz')
  await expect(mine(page)).toContainText(doctor.name)
  await expect(mine(page)).toContainText('Beklemede')
  await expect(mine(page)).toContainText('Baş ağrısı')
  await page.getByRole('tab', { name: 'Yeni Randevu' }).click()
  await page.getByRole('button', { name: 'Bir randevu daha al' }).click()
  await expect(page.getByRole('button', { name: doctor.name })).toBeVisible()
  for (const { email } of [patient, doctor]) {
    await expect
      .poll(async () => (await (await page.request.get(`${site.url}/dev/mail.json?to=${email}`)).json()) as { subject: string }[])
      .toHaveLength(1)
  }
})

test('the doctor in the address is chosen, and another can be chosen instead', { tag: '@long' }, async ({ cast }) => {
  const [doctor, patient] = [await cast.doctor('Sevda'), await cast.person('Tuna')]
  const page = await patient.open(`/appointments?doctor=${doctor.doctorId}`)
  await expect(page.getByRole('group', { name: 'Yakın günler' })).toBeVisible()
  await expect(page.getByRole('heading', { name: doctor.name })).toBeVisible()
  // In a wide window the list stays beside the days; in a narrow one a button brings it back.
  await expect(page.getByRole('button', { name: doctor.name })).toHaveAttribute('aria-pressed', 'true')
  await page.setViewportSize({ width: 800, height: 900 })
  await expect(page.getByRole('button', { name: doctor.name })).toHaveCount(0)
  await page.getByRole('button', { name: 'Doktoru değiştir' }).click()
  await expect(page.getByRole('button', { name: doctor.name })).toBeVisible()
  await page.goto('/appointments?doctor=nobody')
  await expect(page.getByRole('button', { name: doctor.name })).toBeVisible()
})

test('booking works with the keyboard alone', async ({ cast }) => {
  const [doctor, patient] = [await cast.doctor('Lale'), await cast.person('Nur')]
  const page = await patient.open('/appointments')
  await page.getByRole('button', { name: doctor.name }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: doctor.name })).toBeFocused()
  // Nothing is chosen yet that could be undone.
  await expect(page.getByRole('button', { name: 'Baştan başla' })).toHaveCount(0)
  const days = page.getByRole('group', { name: 'Yakın günler' })
  await expect(days.getByRole('radio', { checked: true })).toBeAttached()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Önceki hafta' })).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await expect(days.getByRole('radio').first()).toBeFocused()
  await page.keyboard.press('End')
  await expect(days.getByRole('radio').last()).toBeChecked()
  await expect(days.getByRole('radio').last()).toBeFocused()
  const times = page.getByRole('group', { name: /boş saatler/ })
  const number = await days.locator('label').last().locator('> span').nth(1).innerText()
  await expect(times.locator('legend')).toContainText(number)
  // Before its times are loaded, Tab would lead past them.
  await expect(times.getByRole('radio').first()).toBeAttached()
  await page.keyboard.press('Enter')
  await expect(times.locator('legend')).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Günlere dön' })).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(page.getByText('Başka gün seç')).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Space')
  await page.keyboard.press('ArrowRight')
  await expect(times.getByRole('radio').nth(1)).toBeChecked()
  await page.keyboard.press('Tab')
  await expect(page.getByLabel('Şikayetiniz')).toBeFocused()
  await page.keyboard.type('Klavye ile')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Randevu Oluşturuldu!')).toBeVisible()
})

test('in Arabic the left arrow leads to the next day', { tag: '@long' }, async ({ cast }) => {
  const [doctor, patient] = [await cast.doctor('Mona'), await cast.person('Salma', { language: 'ar' })]
  const page = await patient.open(`/ar/appointments?doctor=${doctor.doctorId}`)
  const days = page.getByRole('group', { name: 'الأيام القادمة' }).getByRole('radio')
  await days.nth(2).check({ force: true })
  await days.nth(2).focus()
  await page.keyboard.press('ArrowLeft')
  await expect(days.nth(3)).toBeChecked()
  await page.keyboard.press('ArrowRight')
  await expect(days.nth(2)).toBeChecked()
})

test('the doctor who is free soonest comes first, and one press on a free time selects doctor, day and time', async ({ cast }) => {
  const [busy, doctor, patient] = [await cast.doctor('Aaba'), await cast.doctor('Oya'), await cast.person('Sedef')]
  await cast.write('PATCH', `/rest/v1/doctors?id=eq.${busy.doctorId}`, { booking_notice_hours: 48 })
  const page = await patient.open('/appointments')
  const rows = page.getByRole('listitem').filter({ has: page.locator('button[aria-pressed]') })
  await expect(rows.filter({ hasText: busy.name })).toBeAttached()
  const names = await rows.allInnerTexts()
  const placeOf = ({ name }: { name: string }) => names.findIndex((text) => text.includes(name))
  expect(placeOf(doctor)).toBeLessThan(placeOf(busy))
  await expect(rows.filter({ hasText: doctor.name })).toContainText(/Bugün|Yarın/)
  const next = page
    .getByRole('list', { name: `${doctor.name}: ilk boş saatler` })
    .getByRole('button')
    .first()
  const clock = /\d\d:\d\d$/.exec(await next.innerText())?.[0] ?? ''
  await next.click()
  await expect(timeIn(page, clock)).toBeChecked()
  await expect(page.getByText('Acil bir durumda randevu beklemeyin')).toBeVisible()
})

test('booking is accessible (axe) and never scrolls sideways, in every language and theme', { tag: '@long' }, async ({ cast }) => {
  const [doctor, patient] = [await cast.doctor('Umut', { timezone: 'Asia/Baku' }), await cast.person('Ada')]
  await cast.appointment(patient, doctor, inDays(7), '10:00', 'confirmed')
  await inEveryLanguage(patient.browse, async (page, language) => {
    await page.goto(addressOf(language, '/appointments?tab=new'))
    const card = page.getByRole('button', { name: doctor.name.replace('Dr. ', '') })
    await expect(card).toBeVisible()
    await expectAccessible(page, { what: 'doctors', where: '#content' })
    await card.click()
    await typeDay(page, inDays(8))
    await page.getByRole('radio', { name: /^10:00/ }).check({ force: true })
    await expectAccessible(page, { what: 'times', where: '#content' })
    await expectNoSidewaysScroll(page)
    await page.getByRole('tab').last().click()
    await expect(page.getByRole('article').getByRole('button').last()).toBeVisible()
    await expectAccessible(page, { what: 'own appointments', where: '#content' })
    await page.getByRole('article').getByRole('button').last().click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await expectAccessible(page, { what: 'cancelling', where: '[role=dialog]' })
    await expect(page.getByRole('heading', { level: 1, includeHidden: true })).toHaveCount(1)
    // In the next language the page starts with the list of doctors again.
    await page.evaluate(() => localStorage.removeItem('booking-draft'))
  })
})
