import { Switch as Radix } from 'radix-ui'
import { useId } from 'react'
import { classes } from '../../lib/classes.ts'

interface SwitchProps {
  label: string
  /** Shows the label only to screen readers, because visible text stands beside the switch. */
  isLabelHidden?: boolean
  hint?: string
  /** Smaller and not filled, for a list with one in each row. */
  isQuiet?: boolean
  checked: boolean
  /** Whether the change is being saved. Until then the switch keeps the focus and cannot be changed. */
  isBusy?: boolean
  onCheckedChange: (checked: boolean) => void
}

/** A switch takes effect at once. In a form that is submitted, use a checkbox. */
export function Switch({ label, isLabelHidden = false, hint, isQuiet = false, checked, isBusy = false, onCheckedChange }: SwitchProps) {
  const id = useId()
  return (
    <div className="flex items-start gap-3">
      <Radix.Root
        id={id}
        checked={checked}
        aria-busy={isBusy}
        aria-disabled={isBusy}
        aria-describedby={hint && `${id}-hint`}
        onCheckedChange={(next) => {
          if (!isBusy) onCheckedChange(next)
        }}
        className={classes(
          'relative shrink-0 rounded-full border border-control bg-surface p-0.75 transition-colors duration-150 ease-calm before:absolute aria-disabled:cursor-progress data-[state=checked]:border-action',
          isQuiet ? 'h-6 w-10 before:-inset-2.5 data-[state=checked]:bg-tint' : 'h-7 w-12 before:-inset-2 data-[state=checked]:bg-action',
        )}
      >
        <Radix.Thumb
          className={classes(
            'block rounded-full bg-muted transition duration-150 ease-calm',
            isQuiet
              ? 'size-4 data-[state=checked]:translate-x-4 data-[state=checked]:bg-action rtl:data-[state=checked]:-translate-x-4'
              : 'size-5 data-[state=checked]:translate-x-5 data-[state=checked]:bg-on-action rtl:data-[state=checked]:-translate-x-5',
            isBusy && 'animate-pulse',
          )}
        />
      </Radix.Root>
      <div className={isLabelHidden ? 'sr-only' : 'grid gap-1'}>
        <label htmlFor={id} className="font-medium">
          {label}
        </label>
        {hint && (
          <p id={`${id}-hint`} className="text-sm text-muted">
            {hint}
          </p>
        )}
      </div>
    </div>
  )
}
