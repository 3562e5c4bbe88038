// A row that scrolls sideways fades where something is cut off. A .tsx file, as classes are found only in those.
import { type RefObject, useEffect } from 'react'

/** The classes of such a row. `useFade` gives the widths. */
export const FADING =
  'data-cut:[mask-image:linear-gradient(to_right,transparent,#000_var(--left),#000_calc(100%_-_var(--right)),transparent)]'

const FADE = '3rem'

/** Shows at which end of the row there is more than fits. */
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
