// Animations while booking, for people who did not ask for reduced motion. They change neither the focus nor the scroll position nor what
// screen readers say, and nothing waits for them.
import type { Page } from '@playwright/test'
import { inDays, takenTimeIn, timeIn, withoutHolds } from './booking-form.ts'
import { expect, test } from './fixtures.ts'

const MOVING = { reducedMotion: 'no-preference', viewport: { width: 1280, height: 800 } } as const

/** Records what has moved so far, and how long each movement was meant to take. */
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
      // The next transition may skip this one before it begins.
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
  // Scrolls to the middle of the window, so that the press itself does not scroll.
  await time.locator('xpath=..').evaluate((label) => label.scrollIntoView({ block: 'center', behavior: 'instant' }))
  const place = await page.evaluate(() => scrollY)
  await time.locator('xpath=..').click()
  await expect(time).toBeChecked()
  await expect(time).toBeFocused()
  await expect.poll(names).toContain('new(time)')
  expect(await page.evaluate(() => scrollY)).toBe(place)
  // Chooses another time at once, while the first one is still moving.
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
  // The rest of the page does not move.
  expect(await names()).not.toContain('(root)')
  expect(await longest()).toBeLessThanOrEqual(400)
})

test('nothing moves with the keyboard or with reduced motion', { tag: '@long' }, async ({ cast }) => {
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

test('a time taken by somebody else is struck through, announced and removed, and neither focus nor page moves', async ({ cast }) => {
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
