// A patient's own appointments: the doctor's decision, cancelling, and the file for a calendar.
import type { Locator } from '@playwright/test'
import { addressOf, expectAccessible, expectNoSidewaysScroll } from './access.ts'
import { inDays, mine, myAppointment, openRow } from './booking-form.ts'
import { consultation } from './consultation.ts'
import { expect, test } from './fixtures.ts'

test('the patient sees the doctor’s decision without a reload', async ({ cast }) => {
  const [doctor, patient] = [await cast.doctor('Gül'), await cast.person('Oya')]
  const id = await cast.appointment(patient, doctor, inDays(9), '09:00')
  const page = await patient.open('/appointments')
  await expect(mine(page)).toContainText('Beklemede')
  await expect(page.getByText('Canlı')).toBeVisible()
  await cast.act(doctor, 'PATCH', `/rest/v1/appointments?id=eq.${id}`, { status: 'confirmed' })
  await expect(mine(page)).toContainText('Onaylandı')
  await expect(page.getByText('Randevunuz onaylandı')).toBeVisible()
})

test('a patient cancels a pending appointment after a question, and reads why it is too late for a confirmed one', async ({ cast }) => {
  const [doctor, patient] = [await cast.doctor('Hale', { cancellation_hours: 72 }), await cast.person('Ali')]
  await cast.appointment(patient, doctor, inDays(2), '09:00')
  await cast.appointment(patient, doctor, inDays(2), '12:00', 'confirmed')
  const page = await patient.open('/appointments')
  const confirmed = myAppointment(page, 'Onaylandı')
  await openRow(confirmed)
  await confirmed.getByRole('button', { name: 'İptal Et' }).click()
  await expect(page.getByRole('dialog')).toContainText('72 saatten az kaldı')
  await expect(
    page
      .getByRole('dialog')
      .getByRole('link', { name: /Telefon/ })
      .first(),
  ).toBeVisible()
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Evet, iptal et' })).toHaveCount(0)
  await page.keyboard.press('Escape')
  const pending = myAppointment(page, 'Beklemede')
  // It is too late for a move, which would be refused. Cancelling and booking again works.
  await pending.getByLabel('Diğer', { exact: true }).click()
  await expect(pending.getByRole('link', { name: 'Aynı doktordan yeni randevu' })).toBeVisible()
  await expect(pending.getByRole('button', { name: 'Saatini değiştir', exact: true })).toHaveCount(0)
  await page.keyboard.press('Escape')
  await pending.getByRole('button', { name: 'İptal Et' }).click()
  await page.getByRole('button', { name: 'Hayır, kalsın' }).click()
  await expect(pending).toBeVisible()
  await pending.getByRole('button', { name: 'İptal Et' }).click()
  await page.getByRole('button', { name: 'Evet, iptal et' }).click()
  await expect(page.getByText('Randevu İptal Edildi')).toBeVisible()
  await expect(mine(page).getByText('Geçmiş ve iptal edilenler (1)')).toBeVisible()
})

const widthOf = (part: Locator) => part.evaluate((element) => Math.round(element.getBoundingClientRect().width))

/** The distance between the part and the end of the row, in either direction of writing. */
const endGap = async (row: Locator, part: Locator) => {
  const [whole, one] = [await row.boundingBox(), await part.boundingBox()]
  if (!whole || !one) throw new Error('not shown')
  return Math.round(Math.min(Math.abs(whole.x + whole.width - one.x - one.width), Math.abs(one.x - whole.x)))
}

for (const [language, more] of [
  ['tr', 'Diğer'],
  ['ar', 'المزيد'],
] as const) {
  test(`the menu of an appointment on a phone is a sheet with every entry within reach, in ${language}`, { tag: '@long' }, async ({
    cast,
  }) => {
    const [doctor, patient] = [await cast.doctor('Sibel'), await cast.person('Nur')]
    await cast.appointment(patient, doctor, inDays(7), '10:00', 'confirmed')
    const viewport = { width: 375, height: 667 }
    const page = await patient.open(addressOf(language, '/appointments?tab=mine'), { language, viewport })
    const menu = page.getByRole('main').locator('details', { has: page.locator(`> summary[aria-label="${more}"]`) })
    const button = menu.locator('> summary')
    // The two buttons share the row equally, and the menu is at its end.
    const row = menu.locator('..')
    const [files, cancel] = await Promise.all([row.locator('xpath=preceding-sibling::button'), row.locator('> button')].map(widthOf))
    expect(files).toBeGreaterThan(100)
    expect(cancel).toBe(files)
    expect(await endGap(row.locator('..'), button)).toBe(0)
    await expect(row.locator('xpath=preceding-sibling::button').locator('svg')).toBeVisible()
    await button.click()
    const entries = menu.locator('a, button')
    await expect(entries).toHaveCount(4)
    for (const entry of await entries.all()) {
      await expect(entry).toBeInViewport({ ratio: 1 })
      const isHit = (element: Element) => {
        const { left, top, width, height } = element.getBoundingClientRect()
        return element.contains(document.elementFromPoint(left + width / 2, top + height / 2))
      }
      await expect.poll(() => entry.evaluate(isHit)).toBe(true)
    }
    // Above the sheet the page is dimmed, and a touch there closes the menu.
    await page.mouse.click(viewport.width / 2, 90)
    await expect(entries.first()).toBeHidden()
    // The button opens it again.
    await button.click()
    await expect(entries.first()).toBeInViewport({ ratio: 1 })
  })
}

test('a cancellation without a connection says so and can be tried again', async ({ cast }) => {
  const [doctor, patient] = [await cast.doctor('Nihal'), await cast.person('Rüya')]
  await cast.appointment(patient, doctor, inDays(7), '10:00')
  const page = await patient.open('/appointments')
  await mine(page).getByRole('button', { name: 'İptal Et' }).click()
  await page.route('**/rest/v1/appointments?*', (route) => (route.request().method() === 'PATCH' ? route.abort() : route.fallback()))
  await page.getByRole('button', { name: 'Evet, iptal et' }).click()
  await expect(page.getByRole('dialog').getByRole('alert')).toContainText('İptal Hatası')
  await page.unroute('**/rest/v1/appointments?*')
  await page.getByRole('button', { name: 'Evet, iptal et' }).click()
  await expect(page.getByText('Randevu İptal Edildi')).toBeVisible()
})

test('the calendar file has the same event as the e-mails', async ({ cast }) => {
  const [doctor, patient] = [await cast.doctor('Okan'), await cast.person('Selin')]
  const id = await cast.appointment(patient, doctor, inDays(7), '10:00')
  const page = await patient.open('/appointments')
  const saved = page.waitForEvent('download')
  await mine(page).getByRole('button', { name: 'Takvime ekle' }).click()
  const stream = await (await saved).createReadStream()
  const content = (await stream.toArray()).join('')
  expect(content).toContain(`UID:${id}`)
  expect(content).toContain('METHOD:PUBLISH')
  expect(content).not.toContain('Kontrol')
})

test('later appointments are rows below their months, which open in place', { tag: '@long' }, async ({ cast }) => {
  const [doctor, patient] = [await cast.doctor('Meral'), await cast.person('Suna')]
  const days = [2, 4, 40, 42].map(inDays)
  for (const [place, day] of days.entries()) await cast.appointment(patient, doctor, day, '10:00', place === 1 ? 'confirmed' : 'pending')
  const page = await patient.open('/appointments', { viewport: { width: 360, height: 740 } })
  await expect(mine(page)).toContainText('Sıradaki randevunuz')
  const rows = mine(page).getByRole('listitem').getByRole('article')
  await expect(rows).toHaveCount(3)
  const months = new Set(days.slice(1).map((day) => day.slice(0, 7)))
  await expect(mine(page).getByRole('listitem').getByRole('heading', { level: 3 })).toHaveCount(months.size)
  const cancel = mine(page).getByRole('button', { name: 'İptal Et' })
  await expect(cancel).toHaveCount(1)
  // On a phone every badge stands in the same place.
  const ends = await mine(page)
    .getByRole('listitem')
    .getByText(/^(?:Onaylandı|Beklemede)$/)
    .evaluateAll((badges) => badges.map((badge) => Math.round(badge.getBoundingClientRect().right)))
  expect(new Set(ends).size).toBe(1)
  for (const { height } of await Promise.all((await rows.all()).map(async (row) => (await row.boundingBox()) ?? { height: 0 })))
    expect(height).toBeLessThanOrEqual(76)

  const confirmed = rows.filter({ hasText: 'Onaylandı' })
  await confirmed.locator('summary').first().focus()
  await page.keyboard.press('Enter')
  await expect(confirmed.getByText('Kontrol')).toBeVisible()
  await expect(confirmed.getByRole('button', { name: 'Dosyalar' })).toBeVisible()
  await expect(cancel).toHaveCount(2)
  await expectAccessible(page, { what: 'rows', where: '#content' })
  await expectNoSidewaysScroll(page)
})

test('twelve past appointments are shown at first, and the focus goes to the first that is added', { tag: '@long' }, async ({ cast }) => {
  const [doctor, patient] = [await cast.doctor('Zehra'), await cast.person('Tülay')]
  for (let place = 0; place < 14; place++) {
    const id = await cast.appointment(patient, doctor, inDays(3 + place), '10:00')
    await cast.act(patient, 'PATCH', `/rest/v1/appointments?id=eq.${id}`, { status: 'cancelled' })
  }
  const page = await patient.open('/appointments?tab=mine')
  const rows = mine(page).getByRole('listitem').getByRole('article')
  await expect(rows).toHaveCount(12)
  await mine(page).getByRole('button', { name: 'Daha fazla göster' }).click()
  await expect(rows).toHaveCount(14)
  await expect(rows.nth(12).locator('summary')).toBeFocused()
})

test('a closed room only says when it opens, with the code in the menu; the buttons appear when it opens', async ({ cast }) => {
  const [doctor, patient] = [await cast.doctor('Pelin'), await cast.person('Sibel')]
  const id = await cast.appointment(patient, doctor, inDays(4), '10:00', 'confirmed')
  const page = await patient.open('/appointments')
  await expect(mine(page).getByText(/^Görüşme odası o gün şu saatte açılır: \d\d:\d\d /)).toBeVisible()
  await expect(mine(page).getByRole('link', { name: 'Kamera, mikrofon ve bağlantıyı önceden deneyin' })).toBeVisible()
  const start = mine(page).getByRole('button', { name: 'Hemen Görüşmeyi Başlat' })
  const code = mine(page).getByRole('link', { name: 'Kod ile Bağlan' })
  await expect(start).toHaveCount(0)
  await expect(code).toBeHidden()
  await mine(page).getByLabel('Diğer', { exact: true }).click()
  await code.click()
  await expect(page).toHaveURL(`/call/${id}?code`)

  const soon = await consultation(cast)
  const open = await soon.patient.open('/appointments')
  await expect(mine(open).getByRole('link', { name: 'Kod ile Bağlan' })).toBeVisible()
  // The lobby of an open room shows the camera and the microphone, so the separate test is not offered beside it.
  await expect(mine(open).getByRole('link', { name: 'Kamera, mikrofon ve bağlantıyı önceden deneyin' })).toHaveCount(0)
  await mine(open).getByRole('button', { name: 'Hemen Görüşmeyi Başlat' }).click()
  await expect(open).toHaveURL(`/call/${soon.id}`)
})
