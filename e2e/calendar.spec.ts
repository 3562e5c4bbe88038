// The calendar of doctors and admins: with the keyboard, live, and with moves that can be undone for a while.
import type { Page } from '@playwright/test'
import { expectAccessible, expectNoSidewaysScroll, isUncovered } from './access.ts'
import { chooseTime, inDays, typeDay } from './booking-form.ts'
import type { Cast, Person } from './cast.ts'
import { expect, test } from './fixtures.ts'
import { mailsTo } from './staff-panel.ts'

const HOURS = { start_time: '09:00', end_time: '17:00' }

/** A day of the week after this one; Monday is 0. */
function dayOfNextWeek(weekday: number, weeks = 1) {
  const today = new Date(`${inDays(0)}T00:00:00Z`).getUTCDay()
  return inDays(7 * weeks - ((today + 6) % 7) + weekday)
}

const named = (day: string, language = 'tr-TR') =>
  new Intl.DateTimeFormat(language, { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
    new Date(`${day}T00:00:00Z`),
  )

const focused = (page: Page) => page.getByRole('grid').locator(':focus')
const isFocused = (page: Page, name: string) => expect(focused(page)).toHaveAccessibleName(name)

async function press(page: Page, ...keys: string[]) {
  for (const key of keys) await page.keyboard.press(key)
}

test('a doctor goes through the week with the keyboard, and a booking appears without moving the focus', { tag: '@long' }, async ({
  cast,
}) => {
  test.slow()
  const [doctor, patient] = [await cast.doctor('Nermin', { hours: HOURS }), await cast.person('Feride')]
  const [monday, tuesday, wednesday] = [dayOfNextWeek(0), dayOfNextWeek(1), dayOfNextWeek(2)]
  await cast.appointment(patient, doctor, wednesday, '10:00', 'confirmed')
  const page = await doctor.open(`/calendar?day=${wednesday}`)
  const grid = page.getByRole('grid', { name: doctor.name })
  const block = grid.getByRole('button', { name: `${named(wednesday)}, 10:00–10:30, Feride Öykü, Onaylandı` })
  await expect(block).toBeVisible()
  await expect(grid.getByRole('columnheader', { name: `${named(wednesday)}, 1 randevu` })).toBeVisible()

  await page.getByRole('radio', { name: 'Hafta' }).focus()
  await press(page, 'Tab')
  await isFocused(page, `${named(monday)}, 09:00, boş`)
  await press(page, 'ArrowDown', 'ArrowDown', 'ArrowRight')
  await isFocused(page, `${named(tuesday)}, 10:00, boş`)
  await press(page, 'ArrowRight')
  await expect(block).toBeFocused()
  await press(page, 'Enter')
  await expect(page.getByRole('dialog', { name: 'Feride Öykü' })).toContainText('Kontrol')
  await press(page, 'Escape')
  await expect(block).toBeFocused()
  await press(page, 'End')
  await isFocused(page, `${named(wednesday)}, 16:30, boş`)
  await press(page, 'PageDown')
  await isFocused(page, `${named(dayOfNextWeek(2, 2))}, 16:30, boş`)
  await press(page, 'PageUp')
  await isFocused(page, `${named(wednesday)}, 16:30, boş`)
  await press(page, 'Home')
  await isFocused(page, `${named(wednesday)}, 09:00, boş`)

  await cast.appointment(patient, doctor, wednesday, '14:00')
  await expect(grid.getByRole('button', { name: `${named(wednesday)}, 14:00–14:30, Feride Öykü, Beklemede` })).toBeVisible()
  await isFocused(page, `${named(wednesday)}, 09:00, boş`)
  await press(page, 'Enter')
  await expect(page.getByRole('dialog').getByLabel('Saat', { exact: true })).toHaveValue('09:00')
  await press(page, 'Escape')
  await isFocused(page, `${named(wednesday)}, 09:00, boş`)
  await expectAccessible(page, { what: 'calendar' })

  await page.goto(`/ar/calendar?day=${wednesday}`)
  await expect(page.getByRole('button', { name: /14:00–14:30.*Feride Öykü/ })).toBeVisible()
  await page.getByRole('grid').locator('[tabindex="0"]').focus()
  // In a right-to-left page the next day is on the left.
  await press(page, 'ArrowLeft')
  await expect(focused(page)).toHaveAccessibleName(new RegExp(`^${named(tuesday, 'ar-u-nu-latn').replaceAll(' ', String.raw`\s`)}`))
  await expectAccessible(page, { what: 'calendar in Arabic' })
  await expectNoSidewaysScroll(page)
})

test('a move can be undone before the patient gets a mail about it; otherwise the mail is sent', { tag: '@long' }, async ({ cast }) => {
  test.slow()
  const [doctor, patient, admin] = [await cast.doctor('Nermin', { hours: HOURS }), await cast.person('Feride'), await anAdmin(cast)]
  const [tuesday, wednesday] = [dayOfNextWeek(1), dayOfNextWeek(2)]
  await cast.appointment(patient, doctor, wednesday, '10:00', 'confirmed')
  const page = await doctor.open(`/calendar?day=${wednesday}`)
  const block = (day: string, time: string) => page.getByRole('button', { name: new RegExp(`^${named(day)}, ${time}.*Feride Öykü`) })
  await expect(block(wednesday, '10:00')).toBeVisible()

  // Moves the appointment in the dialog, without a mouse, and undoes it with the keyboard.
  await block(wednesday, '10:00').press('Enter')
  await page.getByRole('dialog').getByRole('button', { name: 'Saatini değiştir' }).click()
  await typeDay(page, tuesday)
  await chooseTime(page, '14:30')
  await page.getByRole('dialog').getByRole('button', { name: 'Saati Değiştir' }).click()
  await expect(page.getByText('Hastaya 10 saniye sonra haber verilir.')).toBeVisible()
  await expect(block(tuesday, '14:30')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Geri al' })).toBeVisible()
  await press(page, 'ControlOrMeta+z')
  await expect(page.getByText('Saat değişikliği geri alındı')).toBeVisible()
  await expect(block(wednesday, '10:00')).toBeVisible()
  await expect(block(tuesday, '14:30')).toHaveCount(0)
  expect(await movesTold(cast, admin, patient)).toEqual([])

  // Drags the appointment without undoing it. Hovering scrolls it out from under the header.
  await block(wednesday, '10:00').hover()
  const target = await page.getByRole('gridcell', { name: `${named(tuesday)}, 11:00, boş` }).boundingBox()
  const start = await block(wednesday, '10:00').boundingBox()
  if (!target || !start) throw new Error('the grid is not there')
  await page.mouse.move(start.x + start.width / 2, start.y + 4)
  await page.mouse.down()
  await page.mouse.move(target.x + target.width / 2, target.y + 8, { steps: 5 })
  await page.mouse.up()
  await expect(block(tuesday, '11:00')).toBeVisible()
  await expect(page.getByText('Randevunun saati değiştirildi')).toBeVisible()
  const subjects = async () => (await mailsTo(page, patient)).filter((subject) => /yeni saati/i.test(subject))
  await expect.poll(subjects, { timeout: 30_000 }).toHaveLength(1)
  expect(await movesTold(cast, admin, patient)).toHaveLength(1)
})

test('the calendar on a phone opens at the current time, and has the week too', async ({ cast }) => {
  const [doctor, patient] = [await cast.doctor('Nalan', { timezone: 'Europe/Istanbul' }), await cast.person('Okan')]
  const [today, tomorrow] = [inDays(0), inDays(1)]
  await cast.appointment(patient, doctor, tomorrow, '10:00', 'confirmed')
  const page = await doctor.browse({ viewport: { width: 375, height: 700 }, timezoneId: 'Europe/Istanbul' })
  await page.clock.install({ time: new Date(`${today}T19:10:00+03:00`) })
  await page.goto(`/calendar?day=${today}`)
  const grid = page.getByRole('grid', { name: doctor.name })
  await expect(page.getByText('Bu gün randevu yok.')).toBeAttached()
  await expect(grid.getByRole('gridcell', { name: new RegExp(`^${named(today)}, 19:00`) })).toBeInViewport()
  // The strip of days stands above the hours and names the day.
  expect(await page.evaluate(() => scrollY)).toBeGreaterThan(200)
  const strip = page.getByRole('navigation', { name: 'Haftanın günleri' })
  const day = strip.getByRole('button', { name: new RegExp(`^${named(today)}`) })
  await expect(day).toHaveAttribute('aria-current', 'date')
  expect(await isUncovered(day)).toBe(true)

  await page.goto(`/calendar?day=${tomorrow}`)
  await page.getByText('Hafta', { exact: true }).click()
  await expect(page.getByRole('radio', { name: 'Hafta' })).toBeChecked()
  await expect(page.getByRole('main').getByText('1 randevu', { exact: true })).toBeVisible()
  await expect(grid.getByRole('button', { name: `${named(tomorrow)}, 10:00–10:30, Okan Öykü, Onaylandı` })).toBeVisible()
  await expectNoSidewaysScroll(page)
})

test('an admin sees all doctors: a week of everybody with their names, and a day with a column for each', async ({ cast }) => {
  const day = dayOfNextWeek(6)
  const [patient, other] = [await cast.person('Feride'), await cast.person('Okan')]
  const [here, there] = [
    await cast.doctor('Nermin', { hours: HOURS, timezone: 'Europe/Istanbul' }),
    await cast.doctor('Rauf', { hours: HOURS, timezone: 'Asia/Baku' }),
  ]
  await cast.appointment(patient, here, day, '15:00', 'confirmed')
  await cast.appointment(other, there, day, '16:00')
  const admin = await anAdmin(cast)
  const page = await admin.open(`/calendar?day=${day}`)
  await expect(page.getByRole('grid', { name: 'Bütün doktorlar' })).toBeVisible()
  await expectAccessible(page, { what: 'the week of all doctors' })

  const both = `day=${day}&doctors=${here.doctorId},${there.doctorId}`
  await page.goto(`/calendar?${both}`)
  const week = page.getByRole('grid', { name: '2 doktor' })
  const block = week.getByRole('button', { name: `${named(day)}, 15:00–15:30, Feride Öykü, ${here.name}, Onaylandı` })
  // The empty morning is left out.
  await expect(week.getByRole('rowheader').first()).toHaveText('12:00')
  // Side by side, the blocks have room for the time and the patient. The doctor is in the tooltip.
  await expect(block.getByText('Feride Öykü', { exact: true })).toBeVisible()
  await expect(block).toHaveAttribute('title', new RegExp(here.name))
  expect(await block.evaluate(({ scrollHeight, clientHeight }) => scrollHeight <= clientHeight)).toBe(true)
  // The block is in the row of 15:00, because the grid is on the clock of Istanbul.
  const name = `${named(day)}, 16:00–16:30, Okan Öykü, ${there.name}, Beklemede, 16:00 (Bakü) = 15:00 (İstanbul)`
  await expect(week.getByRole('button', { name }).getByText('Okan Öykü', { exact: true })).toBeVisible()
  await expectAccessible(page, { what: 'the week of two doctors' })

  await page.goto(`/calendar?view=day&${both}`)
  await expect(page.getByRole('main').getByText('2 randevu', { exact: true })).toBeVisible()
  await expect(page.getByText(/^Saatler: İstanbul .*, sizin saatiniz/)).toBeVisible()
  const column = page.getByRole('grid', { name: there.name })
  await expect(page.getByRole('grid', { name: here.name }).getByRole('button', { name: /15:00–15:30, Feride/ })).toBeVisible()
  await expect(column.getByRole('button', { name: /16:00–16:30, Okan/ })).toBeVisible()
  // A cell is booked at the time of the doctor's own clock.
  await column.getByRole('gridcell', { name: `${named(day)}, 11:00, boş` }).click()
  await expect(page.getByRole('dialog').getByLabel('Saat', { exact: true })).toHaveValue('12:00')
  await press(page, 'Escape')
  const legend = page.getByRole('main').getByRole('list').last()
  await expect(legend.getByRole('listitem')).toHaveText(['Beklemede', 'Onaylandı'])
  await expectAccessible(page, { what: 'a day of two doctors' })

  // On a phone a day of the week has no room for two blocks, and leads to the columns of the day.
  await page.setViewportSize({ width: 375, height: 800 })
  await page.goto(`/calendar?view=week&${both}`)
  await expectNoSidewaysScroll(page)
  const folded = page.getByRole('button', { name: `${named(day)}, 15:00, 2 randevu, günü aç` })
  await page.getByRole('gridcell', { name: new RegExp(`^${named(day)}, 14:30, `) }).focus()
  await press(page, 'ArrowDown')
  await expect(folded).toBeFocused()
  await press(page, 'Enter')
  await expect(column.getByRole('button', { name: /16:00–16:30, Okan/ })).toBeVisible()
  await expectNoSidewaysScroll(page)

  // Where the columns do not fit either, the day becomes a list.
  await page.setViewportSize({ width: 320, height: 800 })
  const list = page.getByRole('region', { name: named(day) }).getByRole('button')
  await expect(list).toHaveCount(2)
  await expect(list.first()).toHaveAccessibleName(`15:00–15:30 Feride Öykü ${here.name} Onaylandı`)
  await expect(list.last()).toHaveAccessibleName(`16:00–16:30 Okan Öykü ${there.name} 16:00 (Bakü) = 15:00 (İstanbul) Beklemede`)
  await expect(page.getByRole('grid')).toHaveCount(0)
  await expectAccessible(page, { what: 'a day of two doctors on a phone' })
  await expectNoSidewaysScroll(page)
})

test('an admin in Istanbul reads the same time for a doctor in Baku in the list and in the calendar', { tag: '@long' }, async ({
  cast,
}) => {
  const day = dayOfNextWeek(3)
  const [patient, here, there] = [
    await cast.person('Okan'),
    await cast.doctor('Nermin', { hours: HOURS, timezone: 'Europe/Istanbul' }),
    await cast.doctor('Rauf', { hours: HOURS, timezone: 'Asia/Baku' }),
  ]
  await cast.appointment(patient, there, day, '16:00', 'confirmed')
  const page = await (await anAdmin(cast)).open(`/admin/appointments?doctor=${there.doctorId}`)
  const row = page.getByRole('article')
  await expect(row).toContainText('16:00')
  await expect(row).toContainText('15:00')
  for (const view of ['day', 'week', 'agenda']) {
    await page.goto(`/calendar?view=${view}&day=${day}&doctors=${here.doctorId},${there.doctorId}`)
    const block = page.getByRole('button', { name: /16:00–16:30.*16:00 \(Bakü\) = 15:00 \(İstanbul\)/ })
    await expect(block).toContainText('Okan Öykü')
    await expect(block.getByText('16:00', { exact: true })).toBeVisible()
  }
})

test('a name that begins in Arabic is aligned with the other names, in the calendar and in the panel', { tag: '@long' }, async ({
  cast,
}) => {
  const doctor = await cast.doctor('Nermin', { hours: HOURS })
  const day = dayOfNextWeek(2)
  await cast.appointment(await cast.person('سارة'), doctor, day, '10:00', 'confirmed')
  await cast.appointment(await cast.person('Feride'), doctor, day, '12:00', 'confirmed')
  const page = await doctor.open(`/calendar?day=${day}`)
  for (const path of [`/calendar?day=${day}&view=week`, `/calendar?day=${day}&view=agenda`, '/doctor']) {
    await page.goto(path)
    const starts = []
    for (const name of ['سارة Öykü', 'Feride Öykü']) {
      // Takes the last match, because the panel also names the next patient above its list.
      const place = page.getByRole('main').getByText(name, { exact: true }).last()
      await expect(place).toBeVisible()
      starts.push(
        await place.evaluate((element) => {
          const text = element.firstChild ?? element
          const range = document.createRange()
          range.setStart(text, 0)
          range.setEnd(text, (text.textContent ?? '').indexOf(' '))
          return Math.round(range.getBoundingClientRect().left)
        }),
      )
    }
    expect({ path, isAligned: Math.abs((starts[0] ?? 0) - (starts[1] ?? Infinity)) <= 1 }).toEqual({ path, isAligned: true })
  }
})

test('a working day fits a laptop, and a phone has two rows of controls before the grid', { tag: '@long' }, async ({ cast }) => {
  const doctor = await cast.doctor('Nermin', { hours: HOURS })
  const day = dayOfNextWeek(2)
  const page = await doctor.open(`/calendar?day=${day}`, { viewport: { width: 1280, height: 860 } })
  const grid = page.getByRole('grid', { name: doctor.name })
  const last = grid.getByRole('gridcell', { name: `${named(day)}, 16:30, boş` })
  await expect(last).toBeVisible()
  // Without the notice about the second factor, which stands there for some days, the heading begins 80 pixels below the top of the window.
  const [heading, cell] = [await page.getByRole('heading', { level: 1 }).boundingBox(), await last.boundingBox()]
  expect((cell?.y ?? Infinity) + (cell?.height ?? 0) - (heading?.y ?? 0)).toBeLessThanOrEqual(860 - 80)
  for (const [width, language] of [
    [375, 'tr'],
    [320, 'ru'],
  ] as const) {
    await page.setViewportSize({ width, height: 800 })
    await page.goto(`${language === 'tr' ? '' : `/${language}`}/calendar?day=${day}`)
    await expect(page.getByRole('grid').getByRole('gridcell').first()).toBeVisible()
    // The header is 56 pixels high, so the grid must begin within the first 260 pixels. The notice about the second factor stands above the
    // heading, and can be folded.
    const [first, table] = [page.getByRole('heading', { level: 1 }), page.getByRole('grid')]
    const [above, below] = [await first.boundingBox(), await table.boundingBox()]
    expect((below?.y ?? Infinity) - (above?.y ?? 0)).toBeLessThanOrEqual(196)
    await expectNoSidewaysScroll(page)
  }
})

test('the details of the chosen appointment stand beside the day of one doctor, and Escape returns to its cell', async ({ cast }) => {
  const [doctor, patient] = [await cast.doctor('Nermin', { hours: HOURS }), await cast.person('Feride')]
  const day = dayOfNextWeek(2)
  await cast.appointment(patient, doctor, day, '10:00', 'confirmed')
  const page = await doctor.open(`/calendar?day=${day}&view=day`)
  await expect(page.getByText('Bir randevu seçin')).toBeVisible()
  const grid = page.getByRole('grid')
  expect((await grid.boundingBox())?.width).toBeLessThanOrEqual(640)
  const block = page.getByRole('button', { name: `${named(day)}, 10:00–10:30, Feride Öykü, Onaylandı` })
  await expect(block).toHaveAttribute('aria-expanded', 'false')
  await block.press('Enter')
  const details = page.getByRole('region', { name: 'Feride Öykü' })
  await expect(details.getByRole('heading', { name: 'Feride Öykü' })).toBeFocused()
  await expect(details).toContainText('Kontrol')
  await expect(block).toHaveAttribute('aria-expanded', 'true')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(block).toBeFocused()
  await expect(page.getByText('Bir randevu seçin')).toBeVisible()
  // The next appointment of the day can be opened from there too.
  await page.getByRole('button', { name: 'Sıradaki randevu: 10:00 Feride Öykü' }).click()
  await expect(details.getByRole('heading', { name: 'Feride Öykü' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(block).toBeFocused()

  // On a phone the details open as a sheet, below the days of the week.
  await page.setViewportSize({ width: 375, height: 812 })
  await block.click()
  await expect(page.getByRole('dialog', { name: 'Feride Öykü' })).toContainText('Kontrol')
  await page.keyboard.press('Escape')
  await page.mouse.wheel(0, 600)
  await expect(page.getByRole('navigation', { name: 'Haftanın günleri' })).toBeInViewport()
})

test('an empty day says where the next appointment is and leads there', { tag: '@long' }, async ({ cast }) => {
  const [doctor, patient] = [await cast.doctor('Nermin', { hours: HOURS }), await cast.person('Feride')]
  const day = dayOfNextWeek(2, 3)
  await cast.appointment(patient, doctor, day, '10:00', 'confirmed')
  const page = await doctor.open(`/calendar?day=${dayOfNextWeek(0)}&view=day`)
  await expect(page.getByText('Bu gün randevu yok.')).toBeVisible()
  await page.getByRole('button', { name: /^Sıradaki: .*, 10:00$/ }).click()
  await expect(page.getByRole('button', { name: `${named(day)}, 10:00–10:30, Feride Öykü, Onaylandı` })).toBeVisible()
  await expect(page.getByRole('button', { name: /^Sıradaki:/ })).toHaveCount(0)
})

test('hours and leave that change elsewhere appear in the open calendars of the doctor and of an admin', async ({ cast }) => {
  const [doctor, admin] = [await cast.doctor('Nermin', { hours: HOURS }), await anAdmin(cast)]
  const [tuesday, wednesday] = [dayOfNextWeek(1), dayOfNextWeek(2)]
  const pages = [await doctor.open(`/calendar?day=${wednesday}`), await admin.open(`/calendar?day=${wednesday}&doctors=${doctor.doctorId}`)]
  const expectCell = async (day: string, time: string, state: string) => {
    for (const page of pages) await expect(page.getByRole('gridcell', { name: `${named(day)}, ${time}, ${state}` })).toBeVisible()
  }
  await expectCell(wednesday, '10:00', 'boş')
  for (const page of pages) await expect(page.getByText('Canlı')).toBeVisible()

  await cast.act(doctor, 'POST', '/rest/v1/doctor_leave', {
    doctor_id: doctor.doctorId,
    leave_date: wednesday,
    start_time: '10:00',
    end_time: '12:00',
  })
  await expectCell(wednesday, '10:00', 'izinli')
  await expectCell(wednesday, '12:00', 'boş')
  const hours = { doctor_id: doctor.doctorId, on_date: tuesday, start_time: '18:00', end_time: '19:00' }
  await cast.act(admin, 'POST', '/rest/v1/doctor_extra_hours', hours)
  await expectCell(tuesday, '18:00', 'boş')
  await cast.act(admin, 'POST', '/rest/v1/rpc/save_working_hours', {
    doctor_id: doctor.doctorId,
    windows: [{ day_of_week: 1, start_time: '13:00', end_time: '17:00' }],
  })
  await expectCell(tuesday, '13:00', 'boş')
  for (const page of pages) await expect(page.getByRole('gridcell', { name: `${named(tuesday)}, 09:00, boş` })).toHaveCount(0)
})

async function anAdmin(cast: Cast) {
  const admin = await cast.person('Nigar')
  await cast.write('POST', '/rest/v1/user_roles', { user_id: admin.id, role: 'admin' })
  return admin
}

/** The mails about moves, sent or queued. */
async function movesTold(cast: Cast, admin: Person, { email }: Person) {
  const { body } = await cast.act<{ state: string }[]>(
    admin,
    'GET',
    `/rest/v1/mail_log?kind=eq.appointment_rescheduled&recipient=eq.${email}&select=state`,
  )
  return body
}

test('the hours are shown on both clocks, with their cities, where the reader’s clock differs', { tag: '@long' }, async ({ cast }) => {
  const doctor = await cast.doctor('Ulviye')
  await cast.act(doctor, 'PATCH', `/rest/v1/profiles?user_id=eq.${doctor.id}`, { timezone: 'Asia/Baku' })
  const page = await doctor.open('/calendar')
  await expect(page.getByText('Saatler: İstanbul (UTC+3), doktorun saati')).toBeVisible()
  await expect(page.getByRole('columnheader').first()).toContainText('İstanbulBakü')
  await expect(page.getByRole('rowheader').filter({ hasText: /^10:00/ })).toHaveText('10:0011:00')
})
