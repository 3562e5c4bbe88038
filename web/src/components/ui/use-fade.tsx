// Fades a row that scrolls sideways where it is cut off. This is a .tsx file because Tailwind searches only those for classes.
import { type RefObject, useEffect } from 'react'

/** The classes of such a row. `useFade` sets the widths. */
export const FADING =
  'data-cut:[mask-image:linear-gradient(to_right,transparent,#000_var(--left),#000_calc(100%_-_var(--right)),transparent)]'

const FADE = '3rem'

/** Sets the fade at each end of the row that has more content than fits. */
export function useFade(row: RefObject<HTMLElement | null>) {
  useEffect(() => {
    const { current } = row
    if (!current) return undefined
    const update = () => {
      const { left, right } = current.getBoundingClientRect()
      const boxes = [...current.children].map((each) => each.getBoundingClientRect())
      const isCut = { left: boxes.some((box) => box.left < left - 1), right: boxes.some((box) => box.right > right + 1) }
      current.toggleAttribute('data-cut', isCut.left || isCut.right)
      current.style.setProperty('--left', isCut.left ? FADE : '0px')
      current.style.setProperty('--right', isCut.right ? FADE : '0px')
    }
    const observer = new ResizeObserver(update)
    for (const each of [current, ...current.children]) observer.observe(each)
    current.addEventListener('scroll', update, { passive: true })
    return () => {
      observer.disconnect()
      current.removeEventListener('scroll', update)
    }
  }, [row])
}
