// Narrows or sorts a list, where a field with its label would take too much room.
import { ChevronDown } from 'lucide-react'
import { classes } from '../../lib/classes.ts'

interface PillSelectProps {
  /** For screen readers. */
  label: string
  value: string
  /** Shown while nothing is chosen, and the option that takes the choice back. */
  placeholder?: string
  options: (readonly [value: string, name: string])[]
  onChoose: (value: string) => void
}

/** As wide as the chosen option: a select by itself is as wide as its longest one, so it lies unseen above the pill. */
export function PillSelect({ label, value, placeholder, options, onChoose }: PillSelectProps) {
  const isChosen = placeholder !== undefined && value !== ''
  return (
    <div
      className={classes(
        'relative flex min-h-11 shrink-0 items-center gap-1.5 rounded-full border ps-4 pe-3 text-sm font-medium whitespace-nowrap transition-colors duration-150 ease-calm has-focus-visible:outline-2 has-focus-visible:-outline-offset-2 has-focus-visible:outline-action',
        isChosen ? 'border-action bg-tint text-action-strong' : 'border-muted/60 bg-surface hover:border-action',
      )}
    >
      <span aria-hidden="true">{options.find(([code]) => code === value)?.[1] ?? placeholder}</span>
      <ChevronDown aria-hidden="true" className="size-4 text-brass" />
      <select
        aria-label={label}
        className="select absolute inset-0 size-full cursor-pointer opacity-0"
        value={value}
        onChange={({ target }) => onChoose(target.value)}
      >
        {placeholder !== undefined && <option value="">{placeholder}</option>}
        {options.map(([code, name]) => (
          <option key={code} value={code}>
            {name}
          </option>
        ))}
      </select>
    </div>
  )
}
