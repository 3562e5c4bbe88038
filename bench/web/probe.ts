// Says when a page can be read or used, from inside the page. Playwright's locators would compile a large script there and compute the
// roles of all elements again and again, which takes as long on a slow phone as the page itself.
import type { Page } from '@playwright/test'

/** Expressions that the page evaluates. */
export interface Probe {
  /** The element that the page is for. */
  shown: string
  /** What is pressed as soon as it is there, and what becomes true when the page has responded. */
  press?: { target: string; responded: string }
}

/** The first element that matches the selector and whose name or text matches the pattern. */
export const named = (selector: string, pattern: RegExp) =>
  `[...document.querySelectorAll(${JSON.stringify(selector)})].find((each) => ${pattern}.test(each.ariaLabel || each.textContent))`

const REPORT = 'usable after'

/** Runs before the scripts of the page. A message ends the frame, so that what was found has been painted. */
export const scriptOf = ({ shown, press }: Probe) => `(() => {
  const isVisible = (element) => Boolean(element && element.getClientRects().length)
  const when = (isTrue, callback) => requestAnimationFrame(() => (isTrue() ? callback() : when(isTrue, callback)))
  const painted = (callback) => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = callback
    port2.postMessage(undefined)
  }
  const report = () => painted(() => console.debug(${JSON.stringify(REPORT)}, performance.now()))
  when(() => isVisible(${shown}), () => ${press ? `painted(() => { (${press.target}).click(); when(() => ${press.responded}, report) })` : 'report()'})
})()`

/** Milliseconds since the navigation began. Ask before it begins. */
export async function usable(page: Page): Promise<number> {
  const message = await page.waitForEvent('console', (each) => each.text().startsWith(REPORT))
  return Number(message.text().slice(REPORT.length))
}
