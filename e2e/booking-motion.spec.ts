// What moves while somebody books, for those who did not ask for less motion: it takes neither the focus, nor the place of the page, nor the
// words of screen readers, and nothing waits for it.
import type { Page } from '@playwright/test'
import { inDays, takenTimeIn, timeIn, withoutHolds } from './booking-form.ts'
import { expect, test } from './fixtures.ts'

const MOVING = { reducedMotion: 'no-preference', viewport: { width: 1280, height: 800 } } as const

/** What has moved so far, with how long each movement was meant to take. */
async function recordMovements(page: Page) {
  await page.addInitScript(() => {
    const moved: string[] = []
    const durations: number[] = []
    Object.assign(globalThis, { moved, durations })
    const start = document.startViewTransition.bind(document)
    document.startViewTransition = (...how) => {
      const transition = start(...how)
      const record = async () => {
        await transition.ready
        for (const { effect } of document.getAnimations()) {
          const { pseudoElement } = effect as KeyframeEffect
          if (!pseudoElement?.startsWith('::view-transition')) continue
          moved.push(pseudoElement)
          durations.push(Number(effect?.getComputedTiming().endTime))
        }
      }
      // Another one may end it before it begins.
      record().catch(() => {})
      return transition
    }
  })
  return {
    names: () => page.evaluate(() => (globalThis as unknown as { moved: string[] }).moved.join(' ')),
    longest: () => page.evaluate(() => Math.max(...(globalThis as unknown as { durations: number[] }).durations)),
  }
}

test('the portrait goes from the list to the form and on to the confirmation, the chosen time into the bar', async ({ cast }) => {
  const [doctor, patient] = [await cast.doctor('Alara'), await cast.person('Nehir')]
  const page = await patient.browse(MOVING)
  const { names, longest } = await recordMovements(page)
  await page.goto('/appointments')
  await page.getByRole('button', { name: doctor.name }).click()
  await expect(page.getByRole('heading', { name: doctor.name })).toBeFocused()
  await expect.poll(names).toContain('new(portrait)')
  await expect(page.locator('[data-chosen-portrait] [data-portrait]')).toBeInViewport({ ratio: 1 })

  await page.getByRole('group', { name: 'Yakın günler' }).locator('label').nth(2).click()
  const time = timeIn(page, '10:00')
  await expect(time).toBeAttached()
  // In the middle of the window, so that the press itself does not scroll.
  await time.locator('xpath=..').evaluate((label) => label.scrollIntoView({ block: 'center', behavior: 'instant' }))
  const place = await page.evaluate(() => scrollY)
  await time.locator('xpath=..').click()
  await expect(time).toBeChecked()
  await expect(time).toBeFocused()
  await expect.poll(names).toContain('new(time)')
  expect(await page.evaluate(() => scrollY)).toBe(place)
  // At once, while the time before is still on its way.
  await timeIn(page, '11:00').locator('xpath=..').click()
  await timeIn(page, '12:00').locator('xpath=..').click()
  await expect(timeIn(page, '12:00')).toBeChecked()
  await expect(page.locator('form time')).toHaveText(/12:00$/)
  await expect(page.locator('form time')).toHaveCSS('opacity', '1')

  await page.getByLabel('Şikayetiniz').fill('Baş ağrısı')
  const before = (await names()).split('new(portrait)').length
  await page.getByRole('button', { name: 'Randevu Al' }).click()
  await expect(page.getByRole('heading', { name: 'Randevu Oluşturuldu!' })).toBeFocused()
  await expect.poll(async () => (await names()).split('new(portrait)').length).toBeGreaterThan(before)
  await expect(page.locator('[data-booked]')).toContainText(doctor.name)
  // The rest of the page has no part in any of it.
  expect(await names()).not.toContain('(root)')
  expect(await longest()).toBeLessThanOrEqual(400)
})

test('with the keyboard, and for those who want less motion, nothing moves', async ({ cast }) => {
  const [doctor, patient] = [await cast.doctor('Ilgın'), await cast.person('Duru')]
  for (const reducedMotion of ['no-preference', 'reduce'] as const) {
    const page = await patient.browse({ ...MOVING, reducedMotion })
    const { names } = await recordMovements(page)
    await page.goto(`/appointments?doctor=${doctor.doctorId}&date=${inDays(3)}`)
    await timeIn(page, '10:00').focus()
    await page.keyboard.press('Space')
    await page.keyboard.press('ArrowRight')
    await expect(timeIn(page, '10:15')).toBeChecked()
    await expect(timeIn(page, '10:15')).toBeFocused()
    if (reducedMotion === 'reduce') await timeIn(page, '12:00').locator('xpath=..').click()
    await expect(page.locator('form time')).toBeVisible()
    expect(await names()).toBe('')
    await page.context().close()
  }
})

test('a time that another takes is struck through and leaves: the focus and the page stay, and it is said', async ({ cast }) => {
  const [doctor, watcher, other] = [await cast.doctor('Kumsal'), await cast.person('Esila'), await cast.person('Toprak')]
  const page = await watcher.browse(MOVING)
  await withoutHolds(page)
  await page.goto(`/appointments?doctor=${doctor.doctorId}&date=${inDays(3)}`)
  await expect(page.getByText('Canlı').first()).toBeVisible({ timeout: 15_000 })
  await timeIn(page, '13:00').locator('xpath=..').click()
  await expect(timeIn(page, '13:00')).toBeFocused()
  const place = await page.evaluate(() => scrollY)
  const animations = page.evaluate(
    () =>
      new Promise<string[]>((resolve) => {
        const seen = new Set<string>()
        const watch = () => {
          for (const each of document.getAnimations()) if (each instanceof CSSAnimation) seen.add(each.animationName)
          if (seen.has('struck') && seen.has('leaving')) resolve([...seen])
          else requestAnimationFrame(watch)
        }
        watch()
      }),
  )
  await cast.appointment(other, doctor, inDays(3), '10:00')
  expect(await animations).toEqual(expect.arrayContaining(['struck', 'leaving']))
  await expect(page.getByText(/^\d+ saat az önce doldu\.$/)).toBeAttached()
  await expect(takenTimeIn(page, '10:00')).toHaveCount(0)
  await expect(timeIn(page, '13:00')).toBeFocused()
  await expect(timeIn(page, '13:00')).toBeChecked()
  expect(await page.evaluate(() => scrollY)).toBe(place)
})
