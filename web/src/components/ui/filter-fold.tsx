// Filters above a list. On a phone they are folded behind a button, so that the list comes first.
import { SlidersHorizontal } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { classes } from '../../lib/classes.ts'
import { buttonLook } from './button.tsx'

interface FilterFoldProps {
  label: string
  /** The number of filters in use. */
  active: number
  children: ReactNode
}

export function FilterFold({ label, active, children }: FilterFoldProps) {
  const [isOpen, setIsOpen] = useState(false)
  const id = useId()
  return (
    <div className="grid gap-3">
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={id}
        className={buttonLook('secondary', 'min-h-11! justify-self-start px-4! sm:hidden')}
        onClick={() => setIsOpen(!isOpen)}
      >
        <SlidersHorizontal aria-hidden="true" className="size-4 text-brass" />
        {label} <ActiveCount number={active} />
      </button>
      <div id={id} className={classes('grid items-start gap-4 sm:grid-cols-2 lg:grid-cols-4', !isOpen && 'max-sm:hidden')}>
        {children}
      </div>
    </div>
  )
}

export function ActiveCount({ number }: { number: number }) {
  if (number === 0) return null
  return (
    <span className="grid size-6 shrink-0 place-items-center rounded-full bg-action text-xs font-semibold text-on-action">{number}</span>
  )
}
