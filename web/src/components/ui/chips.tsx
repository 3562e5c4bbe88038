// Buttons that narrow a list. Each is either pressed or not.
import { Check } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import { classes } from '../../lib/classes.ts'
import { FADING, useFade } from './use-fade.tsx'

/** One line that scrolls sideways. `className` makes it reach the edges of its card. */
export function Chips({ label, className, children }: { label: string; className?: string; children: ReactNode }) {
  const row = useRef<HTMLFieldSetElement>(null)
  useFade(row)
  return (
    <fieldset ref={row} className={classes('flex min-w-0 gap-2 overflow-x-auto py-1', FADING, className)}>
      <legend className="sr-only">{label}</legend>
      {children}
    </fieldset>
  )
}

export function Chip({ isChosen, onPress, children }: { isChosen: boolean; onPress: () => void; children: ReactNode }) {
  return (
    <button
      type="button"
      aria-pressed={isChosen}
      className={classes(
        'inline-flex min-h-11 shrink-0 items-center gap-2 rounded-full border px-4 transition-colors duration-150 ease-calm',
        isChosen
          ? 'border-action bg-tint font-medium text-action-strong'
          : 'border-muted/60 bg-surface hover:border-action hover:text-action',
      )}
      onClick={onPress}
    >
      {isChosen && <Check aria-hidden="true" className="-ms-1 size-4" />}
      {children}
    </button>
  )
}
