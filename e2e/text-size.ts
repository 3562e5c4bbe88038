// Doubles the text size, as some people do on their phones, and finds what no longer fits.
import type { Page } from '@playwright/test'

/**
 * Renders sections below the first window too. The browser skips them until they are near, and until then their overflow does not widen the
 * page.
 */
const renderAll = async (page: Page) =>
  page.evaluate(() => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync('* { content-visibility: visible !important }')
    document.adoptedStyleSheets.push(sheet)
  })

/**
 * Waits until the page is still, because parts that arrive later would keep the letters of their stylesheet. Pages with live parts are
 * never still.
 */
const untilStill = async (page: Page) =>
  page.evaluate(
    async ({ still, most }) => {
      let last = performance.now()
      const observer = new MutationObserver(() => {
        last = performance.now()
      })
      observer.observe(document.body, { childList: true, subtree: true })
      const until = last + most
      while (performance.now() < Math.min(last + still, until)) await new Promise((resolve) => setTimeout(resolve, 50))
      observer.disconnect()
    },
    { still: 200, most: 1000 },
  )

/** Works like the setting of the browser: sizes in rem and em grow, and widths in media queries too. */
async function setDefaultFontSize(page: Page, pixels: number) {
  const session = await page.context().newCDPSession(page)
  await session.send('Page.setFontSizes', { fontSizes: { standard: pixels } })
  await page.waitForFunction((size) => getComputedStyle(document.documentElement).fontSize === size, `${pixels}px`)
}

/**
 * Works like the setting of the system: only the letters and their lines grow. Must be called before the default size changes: Chromium may
 * report the old sizes for a while, and the letters would be four times as large. Returns what restores them.
 */
async function doubleLetters(page: Page) {
  const doubled = await page.evaluateHandle(() => {
    const elements = [...document.querySelectorAll<HTMLElement | SVGElement>('body, body *')].map((element) => {
      const { fontSize, lineHeight } = getComputedStyle(element)
      const own = { fontSize: element.style.fontSize, lineHeight: element.style.lineHeight }
      return { element, own, fontSize: Number.parseFloat(fontSize), lineHeight: Number.parseFloat(lineHeight) }
    })
    for (const { element, fontSize, lineHeight } of elements) {
      element.style.fontSize = `${fontSize * 2}px`
      if (!Number.isNaN(lineHeight)) element.style.lineHeight = `${lineHeight * 2}px`
    }
    return elements
  })
  return async () =>
    doubled.evaluate((elements) => {
      for (const { element, own } of elements) Object.assign(element.style, own)
    })
}

/** How many pixels the page can be scrolled sideways, and the texts that are cut. */
const cutTexts = async (page: Page) =>
  page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement
    const cut = new Set<string>()
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      const words = text.textContent?.trim()
      const parent = text.parentElement
      if (!words || !parent?.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue
      const range = document.createRange()
      range.selectNodeContents(text)
      const box = range.getBoundingClientRect()
      if (box.width <= 1 || box.height <= 1) continue
      // The nearest ancestor that cuts decides: what is cut with an ellipsis, or can be scrolled to, is not lost.
      for (let around: Element | null = parent; around; around = around.parentElement) {
        const { overflowX, overflowY, textOverflow, webkitLineClamp, display, position, clipPath } = getComputedStyle(around)
        if (clipPath === 'inset(50%)' || (overflowX !== 'visible' && around.clientWidth <= 1)) break
        const edges = around === document.body || around === document.documentElement ? undefined : around.getBoundingClientRect()
        const isButton = around.matches('button, summary, label:has(input:checked), label.button, a.button, [data-badge]')
        const cuts = overflowX !== 'visible' && display !== 'inline'
        if (edges && (cuts || isButton)) {
          const isOut =
            box.left < edges.left - 1 ||
            box.right > edges.right + 1 ||
            ((overflowY === 'hidden' || overflowY === 'clip' || isButton) && (box.bottom > edges.bottom + 2 || box.top < edges.top - 2))
          if (
            isOut &&
            !(cuts && (textOverflow === 'ellipsis' || webkitLineClamp !== 'none' || overflowX === 'auto' || overflowX === 'scroll'))
          )
            cut.add(words)
          if (cuts) break
        }
        if (position === 'fixed' || around === document.documentElement) {
          if (box.left < -1 || box.right > clientWidth + 1) cut.add(words)
          break
        }
      }
    }
    return { sideways: scrollWidth - clientWidth, cut: [...cut] }
  })

const SETTLE_MS = 3000

/** Ignores problems that exist only while the page is laid out again. */
async function settledTexts(page: Page) {
  const until = Date.now() + SETTLE_MS
  let found = await cutTexts(page)
  while (Date.now() < until && (found.sideways > 0 || found.cut.length > 0)) {
    await page.evaluate(() => new Promise(requestAnimationFrame))
    found = await cutTexts(page)
  }
  return found
}

/** Lists what cannot be read on the current page once its text is twice as large, in both ways. */
export async function unreadableTexts(page: Page) {
  const problems: { way: string; sideways: number; cut: string[] }[] = []
  const note = async (way: string) => {
    const { sideways, cut } = await settledTexts(page)
    if (sideways > 0 || cut.length > 0) problems.push({ way, sideways, cut })
  }
  await renderAll(page)
  await untilStill(page)
  const restoreLetters = await doubleLetters(page)
  await note('letters twice as large')
  await restoreLetters()
  await setDefaultFontSize(page, 32)
  await note('a default font of 32 pixels')
  await setDefaultFontSize(page, 16)
  return problems
}
