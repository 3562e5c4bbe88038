// Checks every screen for accessibility, in every language and both themes.
import { createRequire } from 'node:module'
import { expect, type Locator, type Page, test } from '@playwright/test'

export const LANGUAGES = ['tr', 'az', 'en', 'ru', 'ar', 'fr'] as const
export type Language = (typeof LANGUAGES)[number]

interface Axe {
  run: (
    where: { include: string[] },
    options: object,
  ) => Promise<{ violations: { id: string; nodes: { html: string; target: string[] }[] }[] }>
}

// Uses the axe-core that comes with the Playwright package. That package loads axe twice per check, which took longer than the check.
const { source } = createRequire(import.meta.resolve('@axe-core/playwright'))('axe-core') as { source: string }

const STANDARDS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
const COLOURS = ['color-contrast', 'link-in-text-block']
const OPTIONS = { resultTypes: ['violations'], iframes: false }
const EVERYTHING = { ...OPTIONS, runOnly: STANDARDS }
const ALL_BUT_COLOURS = { ...EVERYTHING, rules: Object.fromEntries(COLOURS.map((rule) => [rule, { enabled: false }])) }
const COLOURS_ALONE = { ...OPTIONS, runOnly: COLOURS }

/**
 * A theme changes colours and nothing else; a language changes words and nothing else. So every rule is checked in Turkish, and in
 * Arabic, where the page is mirrored, and the colours of the dark theme in Turkish. `npm run prove languages` also checks the other
 * languages, with all rules but those about colours.
 */
function questionsFor(language: string | null) {
  if (language === 'tr') return { dark: COLOURS_ALONE, light: EVERYTHING }
  if (language === 'ar') return { light: EVERYTHING }
  return process.env['AXE_LANGUAGES'] === 'all' ? { light: ALL_BUT_COLOURS } : {}
}

/** Checks the page as it stands in both themes. With `everything`, checks all rules in both themes, whatever the language. */
export async function expectAccessible(page: Page, { what = '', where = 'html', everything = false } = {}) {
  // The code of a dialog is loaded when it is opened.
  await page.locator(where).first().waitFor()
  const language = await page.locator('html').getAttribute('lang')
  const questions = everything ? { dark: EVERYTHING, light: EVERYTHING } : questionsFor(language)
  for (const [theme, options] of Object.entries(questions)) {
    const colorScheme = theme === 'dark' ? 'dark' : 'light'
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await expect(page.locator('html.dark')).toHaveCount(theme === 'dark' ? 1 : 0)
    if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source)
    const found = await page.evaluate(
      async ([include, asked]) => {
        // Waits for colour transitions, because a colour between two themes is neither. Inherited colours start theirs after their parents.
        const isChanging = () => document.getAnimations().some((each) => each instanceof CSSTransition)
        for (let frame = 0; frame < 100 && isChanging(); frame++) await new Promise(requestAnimationFrame)
        const { axe } = window as unknown as { axe: Axe }
        const { violations } = await axe.run({ include: [include] }, asked)
        const left: string[] = []
        const { scrollX, scrollY } = window
        for (const { id, nodes } of violations)
          for (const { html, target } of nodes) {
            // A target that the header or the bottom bar covers in part counts as too small: measure it in the middle of the screen.
            if (id === 'target-size') {
              document.querySelector(target.join(' '))?.scrollIntoView({ block: 'center' })
              const again = await axe.run({ include: [target.join(' ')] }, { runOnly: ['target-size'], resultTypes: ['violations'] })
              if (again.violations.length === 0) continue
            }
            left.push(`${id}: ${html}`)
          }
        scrollTo(scrollX, scrollY)
        return left
      },
      [where, options] as const,
    )
    expect({ what, language, theme, found }).toEqual({ what, language, theme, found: [] })
  }
}

/** Turkish addresses have no language prefix. */
export const addressOf = (language: string, path: string) => (language === 'tr' ? path : `/${language}${path === '/' ? '' : path}`)

/** Runs through all languages on two pages at a time: while one page is checked, the other one loads. */
export async function inEveryLanguage(open: () => Promise<Page>, look: (page: Page, language: Language) => Promise<void>) {
  test.slow()
  const waiting: Language[] = [...LANGUAGES]
  const goThrough = async () => {
    const page = await open()
    for (let language = waiting.shift(); language; language = waiting.shift()) {
      const current = language
      await test.step(`in ${current}`, async () => {
        await page.setViewportSize({ width: 1280, height: 900 })
        await look(page, current)
        await expect(page.locator('html')).toHaveAttribute('lang', current)
      })
    }
  }
  const ends = await Promise.allSettled([goThrough(), goThrough()])
  for (const end of ends) if (end.status === 'rejected') throw end.reason
}

/** Collects console errors and uncaught errors from now on. */
export function complaintsOf(page: Page) {
  const complaints: string[] = []
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()))
  page.on('pageerror', (error) => complaints.push(error.message))
  return complaints
}

export async function expectNoSidewaysScroll(page: Page, widths = [320, 375]) {
  for (const width of widths) {
    // Adds the width of the scrollbar, because a phone's scrollbar takes no space.
    const bar = await page.evaluate(() => innerWidth - document.documentElement.clientWidth)
    await page.setViewportSize({ width: width + bar, height: 800 })
    const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
    // A page may be a few pixels wider until its fonts and its scrollbar have loaded. Only the final width counts.
    await expect
      .poll(async () => ({ path: page.url(), width, overflow: await overflow() }))
      .toEqual({ path: page.url(), width, overflow: 0 })
  }
}

/** Must be called before the page is opened. */
export async function watchShifts(page: Page) {
  await page.addInitScript(() => {
    let shift = 0
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) shift += 'value' in entry ? Number(entry.value) : 0
      document.documentElement.dataset['shift'] = shift.toFixed(4)
    }).observe({ type: 'layout-shift', buffered: true })
  })
}

export async function expectNoShift(page: Page) {
  expect(Number((await page.locator('html').getAttribute('data-shift')) ?? 0), page.url()).toBeLessThan(0.01)
}

/** Whether the element is in the window and nothing covers it. */
export const isUncovered = (place: Locator) =>
  place.evaluate((element) => {
    const { left, top, width, height } = element.getBoundingClientRect()
    return element.contains(document.elementFromPoint(left + width / 2, top + height / 2))
  })
