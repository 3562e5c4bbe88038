// The door of the landing page: closed while the free times are loading, open once they are there, and never in anybody's way.
import type { Page } from '@playwright/test'
import { expectNoShift, watchShifts } from './access.ts'
import { expect, test } from './fixtures.ts'

const SLOTS = '**/rest/v1/rpc/get_next_slots'

test('the door opens when the free times arrive, blocks nothing meanwhile, and is open for the rest of the session', async ({ cast }) => {
  await cast.doctor('Aylin')
  const page = await cast.visitor({ reducedMotion: 'no-preference' })
  await watchShifts(page)
  const letGo = await holdTimes(page)
  await page.goto('/')
  await expect(leaves(page)).toHaveCount(2)
  await expect(leaves(page).first()).toBeVisible()
  const times = page.getByRole('region', { name: 'En yakın boş saatler' }).getByRole('link')
  // Slows the animation down, so that there is time to look at it.
  await page.addStyleTag({ content: '.door-opening { animation-duration: 60s !important }' })
  letGo()
  await expect(times.first()).toBeVisible()
  expect(await animationsOf(page)).toEqual(['door-opens', 'door-opens'])
  const isOnTop = await times.first().evaluate((link) => {
    const { x, y, width, height } = link.getBoundingClientRect()
    return link.contains(document.elementFromPoint(x + width / 2, y + height / 2))
  })
  expect(isOnTop).toBe(true)
  await expect(page.locator('[data-door-leaves]')).toHaveAttribute('aria-hidden', 'true')
  await expect(page.locator('[data-door-leaves]').locator('a, button, [tabindex]')).toHaveCount(0)
  await expectNoShift(page)

  const letGoAgain = await holdTimes(page)
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(leaves(page).first()).toBeHidden()
  letGoAgain()
  await expect(times.first()).toBeVisible()
  await expect(leaves(page)).toHaveCount(0)
})

test('with reduced motion the door is simply open', async ({ cast }) => {
  await cast.doctor('Elif')
  const page = await cast.visitor({ reducedMotion: 'reduce' })
  const letGo = await holdTimes(page)
  await page.goto('/')
  await expect(leaves(page).first()).toBeVisible()
  letGo()
  await expect(page.getByRole('region', { name: 'En yakın boş saatler' })).toBeVisible()
  await expect(leaves(page).first()).toBeHidden()
  expect(await animationsOf(page)).toEqual([])
  await expect(page.locator('.line-drawn path')).toHaveCSS('animation-name', 'none')
})

const leaves = (page: Page) => page.locator('[data-door-leaves] > *')

async function holdTimes(page: Page) {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.unroute(SLOTS)
  await page.route(SLOTS, async (route) => {
    await promise
    await route.fallback()
  })
  return resolve
}

const animationsOf = (page: Page) =>
  leaves(page).evaluateAll((found) =>
    found.flatMap((leaf) => leaf.getAnimations().map((animation) => (animation instanceof CSSAnimation ? animation.animationName : ''))),
  )
