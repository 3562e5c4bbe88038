// After a link the keyboard and the screen reader go on where the eye does.

/** Onto something that nobody tabs to, without scrolling. */
export function focusTarget(target: HTMLElement) {
  if (!target.hasAttribute('tabindex')) target.tabIndex = -1
  target.focus({ preventScroll: true })
}

/** Onto the heading of the page that has just been drawn, unless it has put the focus somewhere itself. */
export function focusPage() {
  const main = document.querySelector('main')
  if (!main || (document.activeElement !== main && main.contains(document.activeElement))) return
  focusTarget(main.querySelector('h1') ?? main)
}
