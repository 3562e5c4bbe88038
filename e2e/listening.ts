import type { Page } from '@playwright/test'

/** A robot is quicker than anybody: it waits until the page listens. What becomes of early presses has stories of its own. */
export function waitingUntilItListens(page: Page) {
  const goto = page.goto.bind(page)
  const reload = page.reload.bind(page)
  const listening = async () => void (await page.waitForFunction(() => !('early' in window)))
  page.goto = async (url, options) => {
    const response = await goto(url, options)
    if (options?.waitUntil !== 'commit') await listening()
    return response
  }
  page.reload = async (options) => {
    const response = await reload(options)
    await listening()
    return response
  }
  return page
}
