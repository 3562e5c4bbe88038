import type { Page } from '@playwright/test'

/** Playwright is quicker than any person, so it waits until the page handles events. Early presses have their own stories. */
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
