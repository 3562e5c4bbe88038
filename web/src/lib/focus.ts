// Moves the focus after a navigation, so that keyboard and screen reader continue at the new page.

/** Focuses an element that is not in the tab order, without scrolling. */
export function focusTarget(target: HTMLElement) {
  if (!target.hasAttribute('tabindex')) target.tabIndex = -1
  target.focus({ preventScroll: true })
}

/** Focuses the heading of the page that was just rendered, unless the page has moved the focus itself. */
export function focusPage() {
  const main = document.querySelector('main')
  if (!main || (document.activeElement !== main && main.contains(document.activeElement))) return
  focusTarget(main.querySelector('h1') ?? main)
}
