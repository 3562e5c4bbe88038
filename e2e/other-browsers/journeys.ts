// Journeys of users in other browsers. They find elements by visible text, and use real presses and keys.
import { setTimeout as sleep } from 'node:timers/promises'

/** A page of any browser that a driver can offer. */
export interface AnyPage {
  goto: (url: string) => Promise<void>
  run: <Args extends unknown[], Result>(work: (...args: Args) => Result | Promise<Result>, ...args: Args) => Promise<Result>
  press: (x: number, y: number) => Promise<void>
  type: (text: string) => Promise<void>
  setFiles: (selector: string, files: string[]) => Promise<void>
}

const TIMEOUT_MS = 30_000
const SELECT_ALL_AND_DELETE = '\uE003'.repeat(40)

export async function waitFor<Value>(what: string, look: () => Promise<Value>): Promise<NonNullable<Value>> {
  const until = performance.now() + TIMEOUT_MS
  for (;;) {
    const found = await look().catch(() => null)
    if (found) return found
    if (performance.now() > until) throw new Error(`${what} was not seen within ${TIMEOUT_MS / 1000} seconds`)
    await sleep(150)
  }
}

export const open = async (page: AnyPage, url: string) => {
  await page.goto(url)
  await waitFor(`${url} listening`, () => page.run(() => document.readyState === 'complete' && !('early' in window)))
}

export const seeText = (page: AnyPage, text: string) =>
  waitFor(`"${text}"`, () => page.run((wanted) => document.body.innerText.includes(wanted), text))

/** The centre of the element, once it is visible and nothing covers it. */
function place(selector: string, text: string) {
  const named = (element: Element) =>
    [element.getAttribute('aria-label'), element.textContent, (element as HTMLInputElement).labels?.[0]?.textContent].some((name) =>
      name?.replaceAll(/\s+/g, ' ').trim().replace(/ ?\*$/, '').startsWith(text),
    )
  for (const element of document.querySelectorAll(selector)) {
    if (!named(element) || (element as HTMLButtonElement).disabled) continue
    element.scrollIntoView({ block: 'center', behavior: 'instant' })
    const { left, top, width, height } = element.getBoundingClientRect()
    const [x, y] = [left + width / 2, top + height / 2]
    const hit = document.elementFromPoint(x, y)
    if (width > 0 && hit && (element.contains(hit) || hit.contains(element) || hit.closest('label')?.control === element)) return { x, y }
  }
  return undefined
}

export async function press(page: AnyPage, text: string, selector = 'button, a, [role=tab]') {
  const { x, y } = await waitFor(`"${text}" to press`, () => page.run(place, selector, text))
  await page.press(x, y)
}

/** Types into the field with that label. */
export async function fill(page: AnyPage, label: string, text: string) {
  await press(page, label, 'input, textarea')
  const isEmpty = await page.run(() => (document.activeElement as HTMLInputElement | null)?.value === '')
  if (!isEmpty) await page.type(SELECT_ALL_AND_DELETE)
  await page.type(text)
}

export async function signIn(page: AnyPage, url: string, { email, password }: { email: string; password: string }) {
  await open(page, `${url}/auth`)
  await fill(page, 'E-posta', email)
  await fill(page, 'Şifre', password)
  await press(page, 'Giriş Yap', 'main form button')
  await waitFor('a kept session', () =>
    page.run(() => location.pathname === '/' && Object.keys(localStorage).some((key) => key.startsWith('sb-'))),
  )
}
