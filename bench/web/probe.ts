// Reports from inside a page when it is readable or usable. Playwright's locators would compile a large script there and compute the roles
// of all elements repeatedly, which takes as long on a slow phone as the page itself.
import type { Page } from '@playwright/test'

/** Expressions that the page evaluates. */
export interface Probe {
  /** The element whose appearance makes the page readable. */
  shown: string
  /** `target` is clicked as soon as it is visible. `responded` is true once the page has responded. */
  press?: { target: string; responded: string }
}

/** The first element that matches the selector and whose name or text matches the pattern. */
export const named = (selector: string, pattern: RegExp) =>
  `[...document.querySelectorAll(${JSON.stringify(selector)})].find((each) => ${pattern}.test(each.ariaLabel || each.textContent))`

const REPORT = 'usable after'

/** Runs before the page's scripts. A message arrives only after the frame, when the element has been painted. */
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

/** Milliseconds since the start of the navigation. Call it before navigating. */
export async function usable(page: Page): Promise<number> {
  const message = await page.waitForEvent('console', (each) => each.text().startsWith(REPORT))
  return Number(message.text().slice(REPORT.length))
}
