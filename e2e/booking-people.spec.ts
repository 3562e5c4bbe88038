// Booking as different people do it: in a hurry, with the keyboard, with large text on a slow phone, in Arabic.
import type { Page } from '@playwright/test'
import { expectNoShift, expectNoSidewaysScroll, watchShifts } from './access.ts'
import { chooseTime, inDays, timeIn } from './booking-form.ts'
import type { Cast } from './cast.ts'
import { expect, test } from './fixtures.ts'

const PHONE = { width: 375, height: 812 }

/** Counts real presses on every page that a person opens. Must be called before the first page is opened. */
async function countPresses(page: Page) {
  await page.addInitScript(() => {
    const count = (name: string) => sessionStorage.setItem(name, String(Number(sessionStorage.getItem(name) ?? 0) + 1))
    addEventListener('pointerdown', (event) => event.isTrusted && count('presses'), true)
    addEventListener('keydown', (event) => event.isTrusted && event.key.length > 1 && count('keys'), true)
  })
  return async (name: 'presses' | 'keys' = 'presses') => Number(await page.evaluate((key) => sessionStorage.getItem(key) ?? 0, name))
}

/** Without an admin every page begins with a card that offers to become one. */
const appointAdmin = async (cast: Cast) =>
  cast.write('POST', '/rest/v1/user_roles', { user_id: (await cast.person('Yönetici')).id, role: 'admin' })

/** Takes the doctors of earlier stories off the list. */
const dismissEverybody = (cast: Cast) => cast.write('PATCH', '/rest/v1/doctors?available=is.true', { available: false })

test('a signed-in patient books from the landing page with two presses and the complaint', async ({ cast }) => {
  await dismissEverybody(cast)
  const [doctor, patient] = [await cast.doctor('Sıla'), await cast.person('Pınar')]
  const page = await patient.browse()
  const presses = await countPresses(page)
  await page.goto('/')
  await page
    .getByRole('list', { name: `${doctor.name}: en yakın boş saatler` })
    .getByRole('link')
    .first()
    .click()
  await page.getByLabel('Şikayetiniz').pressSequentially('Öksürük')
  await expect(page.getByRole('timer')).toBeVisible()
  await page.getByRole('button', { name: 'Randevu Al' }).click()
  await expect(page.getByText('Randevu Oluşturuldu!')).toBeVisible()
  expect(await presses()).toBe(2)
})

test('a signed-out patient with an account books with four presses and types nothing twice', { tag: '@long' }, async ({ cast }) => {
  await dismissEverybody(cast)
  const [doctor, patient] = [await cast.doctor('Tuba'), await cast.person('Rana')]
  const page = await cast.visitor({ timezoneId: 'Europe/Istanbul' })
  const presses = await countPresses(page)
  await page.goto('/')
  await page
    .getByRole('list', { name: `${doctor.name}: en yakın boş saatler` })
    .getByRole('link')
    .first()
    .click()
  await page.getByLabel('Şikayetiniz').pressSequentially('Baş ağrısı')
  await page.getByRole('main').getByRole('link', { name: 'Giriş Yap' }).click()
  await page.getByLabel('E-posta').fill(patient.email)
  await page.getByLabel('Şifre', { exact: true }).fill(patient.password)
  await page.getByRole('tabpanel').getByRole('button', { name: 'Giriş Yap' }).click()
  await expect(page.getByLabel('Şikayetiniz')).toHaveValue('Baş ağrısı')
  await expect(page.getByRole('timer')).toBeVisible()
  await page.getByRole('button', { name: 'Randevu Al' }).click()
  await expect(page.getByText('Randevu Oluşturuldu!')).toBeVisible()
  expect(await presses()).toBe(4)
})

test('a keyboard user books a time in the list with twelve keys and the complaint', { tag: '@long' }, async ({ cast }) => {
  const [doctor, patient] = [await cast.doctor('Ufuk'), await cast.person('Sanem')]
  const page = await patient.browse()
  const presses = await countPresses(page)
  await page.goto('/appointments?tab=new')
  await page
    .getByRole('list', { name: `${doctor.name}: ilk boş saatler` })
    .getByRole('button')
    .first()
    .focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: doctor.name })).toBeFocused()
  await expect(timeIn(page, '').and(page.locator(':checked'))).toBeAttached()
  const complaint = page.getByLabel('Şikayetiniz')
  for (let tab = 0; tab < 10 && !(await complaint.evaluate((field) => field === document.activeElement)); tab++) {
    await page.keyboard.press('Tab')
  }
  await expect(complaint).toBeFocused()
  await page.keyboard.type('Klavye')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Randevu Al' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Randevu Oluşturuldu!' })).toBeFocused()
  expect(await presses('keys')).toBeLessThanOrEqual(12)
  expect(await presses()).toBe(0)
})

test('an older patient books on a phone with double-size text and a slow connection', { tag: '@long' }, async ({ cast }) => {
  test.slow()
  const [doctor, patient] = [await cast.doctor('Vedat'), await cast.person('Nermin')]
  await appointAdmin(cast)
  const page = await patient.browse({ viewport: PHONE, hasTouch: true })
  const session = await page.context().newCDPSession(page)
  await session.send('Page.setFontSizes', { fontSizes: { standard: 32, fixed: 26 } })
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 150,
    downloadThroughput: 200_000,
    uploadThroughput: 200_000,
  })
  await page.goto('/appointments?tab=new')
  const row = page.getByRole('button', { name: doctor.name })
  await expect(row).toBeVisible({ timeout: 30_000 })
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).fontSize)).toBe('32px')
  await row.tap()
  await expect(page.getByRole('heading', { name: doctor.name })).toBeInViewport()
  await expectNoSidewaysScroll(page, [375])
  await page.getByRole('group', { name: 'Yakın günler' }).locator('label').nth(1).tap()
  await expect(page.getByRole('group', { name: /boş saatler/ }).locator('legend')).toBeInViewport()
  await timeIn(page, '10:00').locator('..').tap()
  await expect(timeIn(page, '10:00')).toBeChecked()
  await page.getByLabel('Şikayetiniz').tap()
  await page.keyboard.type('Dizlerim ağrıyor')
  // Nothing covers the field that is being filled in.
  await expect(page.getByLabel('Şikayetiniz')).toBeInViewport()
  const isCovered = await page.getByLabel('Şikayetiniz').evaluate((field) => {
    const { left, top, width } = field.getBoundingClientRect()
    return document.elementFromPoint(left + width / 2, Math.max(top, 0) + 40) !== field
  })
  expect(isCovered).toBe(false)
  await page.getByRole('button', { name: 'Randevu Al' }).tap()
  const title = page.getByRole('heading', { name: 'Randevu Oluşturuldu!' })
  await expect(title).toBeInViewport({ timeout: 15_000 })
  await expectNoSidewaysScroll(page, [375])
})

test('an Arabic reader books on a phone, and reads days, times and the confirmation in Arabic', async ({ cast }) => {
  const [doctor, patient] = [await cast.doctor('Yasmin', { timezone: 'Asia/Baku' }), await cast.person('Salma', { language: 'ar' })]
  const page = await patient.open('/ar/appointments?tab=new', { viewport: PHONE })
  await page.getByRole('button', { name: doctor.name.replace('Dr. ', '') }).click()
  const days = page.getByRole('group', { name: 'الأيام القادمة' }).getByRole('radio')
  await expect(days.nth(1)).toHaveAccessibleName(/^\S+، \d+\s\S+ \d{4}، /)
  await days.nth(1).focus()
  await page.keyboard.press('ArrowLeft')
  await expect(days.nth(2)).toBeChecked()
  await page.keyboard.press('Enter')
  const times = page.getByRole('group', { name: /الأوقات المتاحة/ })
  await expect(times.locator('legend')).toBeFocused()
  await times.getByRole('radio', { name: '10:00، توقيت الطبيب: 11:00' }).check({ force: true })
  await page.getByRole('textbox').fill('ألم في الركبة')
  await page.getByRole('button', { name: 'حجز الموعد' }).click()
  const confirmation = page.getByRole('article')
  await expect(confirmation.getByRole('heading').first()).toBeFocused()
  await expect(confirmation).toContainText('10:00')
  await expect(confirmation).toContainText('11:00')
  await expect(confirmation).toContainText('باكو')
  await expectNoSidewaysScroll(page)
})

test('the doorway opens in 500 ms after a booking, not with reduced motion, and files can be added once it is confirmed', {
  tag: '@long',
}, async ({ cast }) => {
  const [doctor, patient] = [await cast.doctor('Zerrin'), await cast.person('Tülay')]
  for (const [reducedMotion, time, opened] of [
    ['no-preference', '10:00', ['door-opens 0.5s', 'door-opens 0.5s']],
    ['reduce', '14:00', []],
  ] as const) {
    const page = await patient.browse({ reducedMotion })
    await page.addInitScript(() => {
      const seen: string[] = []
      Object.assign(window, { seenAnimations: seen })
      addEventListener('animationstart', ({ animationName, target }) => {
        if (animationName === 'door-opens') seen.push(`${animationName} ${getComputedStyle(target as Element).animationDuration}`)
      })
    })
    await page.goto(`/appointments?doctor=${doctor.doctorId}&date=${inDays(4)}`)
    await chooseTime(page, time)
    await page.getByLabel('Şikayetiniz').fill('Kontrol')
    await page.getByRole('button', { name: 'Randevu Al' }).click()
    await expect(page.getByRole('heading', { name: 'Randevu Oluşturuldu!' })).toBeFocused()
    await expect(page.locator('[data-doorway] svg')).toBeVisible()
    await expect.poll(() => page.evaluate(() => (window as unknown as { seenAnimations: string[] }).seenAnimations)).toEqual(opened)
    const confirmation = page.getByRole('article')
    await expect(confirmation.getByRole('button', { name: 'Takvime ekle' })).toBeVisible()
    if (reducedMotion === 'no-preference') continue
    await expect(confirmation.getByRole('button', { name: /Dosya/ })).toHaveCount(0)
    await cast.act(doctor, 'PATCH', `/rest/v1/appointments?doctor_id=eq.${doctor.doctorId}&appointment_time=eq.${time}`, {
      status: 'confirmed',
    })
    await expect(confirmation).toContainText('Onaylandı')
    await expect(confirmation.getByRole('button', { name: /Dosya/ })).toBeVisible()
  }
})

for (const viewport of [{ width: 1280, height: 800 }, PHONE]) {
  test(`the page does not shift when doctors, days, times and appointments arrive: ${viewport.width}`, { tag: '@long' }, async ({
    cast,
  }) => {
    const [doctor, patient] = [
      await cast.doctor('Çiğdem', { hours: { start_time: '09:00', end_time: '17:00' } }),
      await cast.person('Vildan'),
    ]
    await appointAdmin(cast)
    await cast.appointment(patient, doctor, inDays(5), '10:00')
    const [page, visitor] = [await patient.browse({ viewport }), await cast.visitor({ viewport })]
    for (const each of [page, visitor]) {
      await watchShifts(each)
      // The responses arrive one after the other, so every skeleton shows. The first free times arrive so late that everything below the
      // list has loaded by then.
      for (const [path, delay] of [
        ['**/rest/v1/profiles?*', 200],
        ['**/rest/v1/doctors?*', 400],
        ['**/rpc/get_next_slots', 1500],
        ['**/rpc/get_available_days', 800],
        ['**/rpc/get_available_week', 1000],
        ['**/rest/v1/appointments?*', 700],
      ] as const) {
        await each.route(path, async (route) => {
          await new Promise((resolve) => setTimeout(resolve, delay))
          await route.fallback()
        })
      }
    }
    await page.goto(`/appointments?doctor=${doctor.doctorId}`)
    // The last time of the first free day is free, whatever time it is now.
    await expect(timeIn(page, '16:30')).toBeAttached({ timeout: 15_000 })
    await expectNoShift(page)
    // Deletes the draft, because this device remembers the chosen doctor and would not open the list.
    await page.evaluate(() => localStorage.removeItem('booking-draft'))
    for (const each of [page, visitor]) {
      await each.goto('/appointments?tab=new')
      await expect(each.getByRole('list', { name: `${doctor.name}: ilk boş saatler` })).toBeVisible({ timeout: 15_000 })
      await expect(each.getByRole('main').getByText('Hangi doktora başvuracağınızdan emin değil misiniz?')).toBeVisible()
      await expectNoShift(each)
    }
    await page.goto('/appointments?tab=mine')
    await expect(page.getByText('Sıradaki randevunuz')).toBeVisible({ timeout: 15_000 })
    await expectNoShift(page)
  })
}
