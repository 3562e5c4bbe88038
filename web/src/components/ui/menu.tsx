// A disclosure of links or actions. It opens without JavaScript. With JavaScript, it closes on Escape, on a choice, and when focus or a
// click goes elsewhere.
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { classes } from '../../lib/classes.ts'
import { useIsSettled } from '../../lib/load/settled.ts'
import { useIsHydrated } from '../../lib/load/use-is-hydrated.ts'

interface MenuProps {
  label: ReactNode
  /** The accessible name, for a label that is not text. */
  name?: string
  children: ReactNode
  className?: string
  /** The side of the button to which the list is aligned. */
  align?: 'start' | 'end'
  /** Makes the list a sheet at the bottom of the window on phones, for a button that may stand anywhere on the page. */
  isSheet?: boolean
}

export function Menu({ label, name, children, className, align = 'start', isSheet = false }: MenuProps) {
  const details = useRef<HTMLDetailsElement>(null)
  const [isFilled, fill] = useIsFilled()
  useEffect(() => {
    const close = (event: Event) => {
      const { current } = details
      if (!current?.open || (event.target instanceof Node && current.contains(event.target) && event.type !== 'keydown')) return
      if (event instanceof KeyboardEvent) {
        if (event.key !== 'Escape') return
        current.querySelector('summary')?.focus()
      }
      current.open = false
    }
    const { current } = details
    const choose = (event: Event) => {
      if (!current || !(event.target instanceof Element) || event.target.closest('summary')) return
      // The focused element is about to be hidden, which would lose the focus.
      if (current.contains(document.activeElement)) current.querySelector('summary')?.focus({ preventScroll: true })
      current.open = false
    }
    current?.addEventListener('click', choose)
    const events = ['pointerdown', 'focusin', 'keydown']
    for (const event of events) document.addEventListener(event, close)
    return () => {
      current?.removeEventListener('click', choose)
      for (const event of events) document.removeEventListener(event, close)
    }
  }, [])
  return (
    <details ref={details} className={classes('group relative print:hidden', className)} onToggle={fill}>
      <summary
        aria-label={name}
        className="flex min-h-11 cursor-pointer select-none items-center gap-2 rounded-box px-3 py-2 transition-colors duration-150 ease-calm hover:bg-tint group-open:bg-tint"
      >
        {label}
      </summary>
      <div
        className={classes(
          'absolute top-full z-40 mt-1 w-max max-w-[min(20rem,calc(100vw-2rem))]',
          align === 'end' ? 'end-0' : 'start-0',
          // The rest of the window is dimmed, and touching it closes the menu. Without `hidden`, Chromium crashes when a grid as large as
          // the window closes during a touch.
          isSheet &&
            'max-sm:fixed max-sm:inset-0 max-sm:mt-0 max-sm:grid max-sm:w-full max-sm:max-w-none max-sm:items-end max-sm:bg-night/60 max-sm:[details:not([open])>&]:hidden',
        )}
      >
        <div
          className={classes(
            'grid min-w-52 rounded-box border border-line bg-surface p-1.5 shadow-lift',
            isSheet && 'max-sm:rounded-b-none max-sm:border-0 max-sm:px-3 max-sm:pt-3 max-sm:pb-[max(0.75rem,env(safe-area-inset-bottom))]',
          )}
        >
          {/* A sheet over the page needs a visible title. Hidden from screen readers, because the button has the same name. */}
          {isSheet && name && (
            <p aria-hidden="true" className="truncate px-3 pt-2 pb-1 font-semibold text-ink sm:hidden">
              <bdi>{name}</bdi>
            </p>
          )}
          {isFilled && children}
        </div>
      </div>
    </details>
  )
}

/**
 * A prerendered menu is complete. A menu that the browser renders gets its content a moment later, because nobody sees it yet: the menus in
 * the header are half of the elements of a signed-in page.
 */
function useIsFilled() {
  const isPrerendered = !useIsHydrated()
  const [wasPrerendered] = useState(isPrerendered)
  const [isOpened, setIsOpened] = useState(false)
  const isSettled = useIsSettled()
  return [wasPrerendered || isOpened || isSettled, () => setIsOpened(true)] as const
}

export const MENU_ITEM =
  'flex min-h-11 items-center gap-3 rounded-lg px-3 py-2 text-start transition-colors duration-150 ease-calm hover:bg-tint aria-[current=true]:bg-tint aria-[current=true]:font-medium'
