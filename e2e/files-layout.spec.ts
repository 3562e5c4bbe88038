// A long file name must not push the buttons of the files panel out of reach.
import { readFileSync } from 'node:fs'
import type { Locator, Page } from '@playwright/test'
import { addressOf } from './access.ts'
import { consultation } from './consultation.ts'
import { expect, test } from './fixtures.ts'

const LONG = `${'Kantahlilisonuclari'.repeat(4).slice(0, 60)}.txt`
const PHONE = { width: 375, height: 812 }
const DESK = { width: 1280, height: 800 }

const textsOf = (language: string, area: string) =>
  JSON.parse(readFileSync(`web/src/i18n/${language}.${area}.json`, 'utf8')) as Record<string, string>

/** Expects every button to be wholly inside the window and to receive a press at its centre. */
async function expectButtonsInReach(page: Page, where: Locator, least: number) {
  await expect.poll(() => where.locator('button').count()).toBeGreaterThanOrEqual(least)
  const windowWidth = page.viewportSize()?.width ?? 0
  for (const button of await where.locator('button').all()) {
    const look = () =>
      button.evaluate((element, available) => {
        element.scrollIntoView({ block: 'nearest', behavior: 'instant' })
        const { left, right, top, width, height } = element.getBoundingClientRect()
        return {
          name: element.getAttribute('aria-label') ?? element.textContent,
          isInside: width > 0 && left >= 0 && right <= available,
          isHit: element.contains(document.elementFromPoint(left + width / 2, top + height / 2)),
        }
      }, windowWidth)
    await expect.poll(look).toEqual({ name: expect.any(String), isInside: true, isHit: true })
  }
  await expect.poll(() => where.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0)
}

/** Shares two files. The second one uploads slowly, so that the list of uploads is there as well. */
async function shareTwo(page: Page, where: Locator, language: string) {
  const choice = where.locator('input[type=file]')
  await choice.setInputFiles({ name: LONG, mimeType: 'text/plain', buffer: Buffer.from('kısa') })
  await expect(page.getByText(textsOf(language, 'files')['files.uploaded'] ?? '').first()).toBeVisible()
  await expect(where.getByRole('progressbar')).toHaveCount(0)
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', { offline: false, latency: 20, downloadThroughput: -1, uploadThroughput: 20_000 })
  await choice.setInputFiles({ name: LONG, mimeType: 'text/plain', buffer: Buffer.alloc(4_000_000, 'a') })
  await expect(where.getByRole('progressbar')).toBeVisible()
}

for (const language of ['tr', 'ar']) {
  test(`keeps every button of the files panel within reach next to a long file name, in ${language}`, { tag: '@long' }, async ({
    cast,
  }) => {
    const { patient, id } = await consultation(cast)
    const files = textsOf(language, 'files')
    const page = await patient.browse({ language, viewport: PHONE })
    await page.goto(addressOf(language, '/appointments'))
    await page.getByRole('button', { name: files['files.title'] ?? '' }).click()
    const dialog = page.getByRole('dialog')
    await shareTwo(page, dialog, language)
    // Four buttons: close, stop, download, delete.
    await expectButtonsInReach(page, dialog, 4)
    // The whole name can be read.
    const hiddenHeight = (name: Element) => name.scrollHeight - name.clientHeight
    await expect.poll(() => dialog.getByText(LONG, { exact: true }).first().evaluate(hiddenHeight)).toBe(0)

    const call = await patient.browse({ language, viewport: DESK })
    await call.goto(addressOf(language, `/call/${id}`))
    await call.getByRole('button', { name: textsOf(language, 'call')['call.start'] ?? '', exact: true }).click()
    await call.getByRole('button', { name: files['files.title'] ?? '', exact: true }).click()
    const side = call.getByRole('complementary', { name: files['files.title'] ?? '' })
    await shareTwo(call, side, language)
    for (const viewport of [DESK, PHONE]) {
      await call.setViewportSize(viewport)
      await expectButtonsInReach(call, side, 6)
    }
  })
}
