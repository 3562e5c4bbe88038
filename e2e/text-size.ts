// Text twice as large, as some people set it on their phones, and what then no longer fits.
import type { Page } from '@playwright/test'

/** Skipped content keeps the font sizes that it was last rendered with, so all of the page is rendered before anything is measured. */
export const renderAll = async (page: Page) =>
  page.evaluate(() => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync('* { content-visibility: visible !important }')
    document.adoptedStyleSheets.push(sheet)
  })

/** As in the settings of the browser: sizes in rem and em grow, and widths in media queries too. */
export async function setDefaultFontSize(page: Page, pixels: number) {
  const session = await page.context().newCDPSession(page)
  await session.send('Page.setFontSizes', { fontSizes: { standard: pixels } })
  await page.waitForFunction((size) => getComputedStyle(document.documentElement).fontSize === size, `${pixels}px`)
}

/** As in the settings of the system: only the letters and their lines grow. */
export const doubleLetters = async (page: Page) =>
  page.evaluate(() => {
    const sizes = [...document.querySelectorAll<HTMLElement | SVGElement>('body, body *')].map((element) => {
      const { fontSize, lineHeight } = getComputedStyle(element)
      return { element, fontSize: Number.parseFloat(fontSize), lineHeight: Number.parseFloat(lineHeight) }
    })
    for (const { element, fontSize, lineHeight } of sizes) {
      element.style.fontSize = `${fontSize * 2}px`
      if (!Number.isNaN(lineHeight)) element.style.lineHeight = `${lineHeight * 2}px`
    }
  })

/** By how many pixels the page can be scrolled sideways, and the texts that are not shown whole. */
export const cutTexts = async (page: Page) =>
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
