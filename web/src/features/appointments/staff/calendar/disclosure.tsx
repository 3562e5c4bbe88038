// A button that opens a panel. The panel closes on Escape, on a click outside, and when the focus leaves it.
import { type ReactNode, useEffect, useRef } from 'react'
import { classes } from '../../../../lib/classes.ts'

interface DisclosureProps {
  label: ReactNode
  /** The accessible name, for a label that is not text. */
  name?: string
  /** Whether a choice in the panel closes it. */
  closesOnChange?: boolean
  isFramed?: boolean
  /** Aligns the panel to a side or the middle of the button. */
  align?: keyof typeof SIDES
  children: ReactNode
}

const SIDES = { start: 'start-0', end: 'end-0', middle: 'start-1/2 -translate-x-1/2 rtl:translate-x-1/2' }

export function Disclosure({ label, name, closesOnChange = false, isFramed = false, align = 'start', children }: DisclosureProps) {
  const details = useRef<HTMLDetailsElement>(null)
  useEffect(() => {
    const close = (event: Event) => {
      const { current } = details
      if (!current?.open) return
      if (event instanceof KeyboardEvent) {
        if (event.key !== 'Escape') return
        current.querySelector('summary')?.focus()
      } else if (event.target instanceof Node && current.contains(event.target)) return
      current.open = false
    }
    const events = ['pointerdown', 'focusin', 'keydown']
    for (const event of events) document.addEventListener(event, close)
    return () => {
      for (const event of events) document.removeEventListener(event, close)
    }
  }, [])
  const closeOnChange = () => {
    if (!closesOnChange || !details.current) return
    details.current.open = false
    details.current.querySelector('summary')?.focus()
  }
  return (
    <details ref={details} className="group relative" onChange={closeOnChange}>
      <summary
        aria-label={name}
        title={name}
        className={classes(
          'flex min-h-11 cursor-pointer items-center justify-between gap-2 rounded-box',
          isFramed
            ? 'min-w-40 border border-control bg-surface px-3.5 hover:border-ink'
            : 'min-w-11 justify-center px-2 hover:bg-tint group-open:bg-tint',
        )}
      >
        {label}
      </summary>
      <div
        className={classes(
          'absolute top-full z-40 mt-1 w-80 max-w-[calc(100vw-2.5rem)] rounded-box border border-line bg-surface p-2 shadow-lift',
          SIDES[align],
        )}
      >
        {children}
      </div>
    </details>
  )
}

interface OptionProps {
  label: string
  checked: boolean
  onChange: (checked: boolean) => void
}

export function Option({ label, checked, onChange }: OptionProps) {
  return (
    <label className="flex min-h-11 cursor-pointer items-center gap-3 rounded-lg px-3 py-1.5 hover:bg-tint">
      <input
        type="checkbox"
        className="size-5 shrink-0 accent-(--action)"
        checked={checked}
        onChange={({ target }) => onChange(target.checked)}
      />
      <bdi className="min-w-0">{label}</bdi>
    </label>
  )
}
