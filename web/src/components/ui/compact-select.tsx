// Narrows or sorts a list, where a field with its label would take too much room. Beside a search field it looks like one.
import { ChevronDown } from 'lucide-react'
import { classes } from '../../lib/classes.ts'

interface CompactSelectProps {
  /** For screen readers. */
  label: string
  value: string
  /** Shown while nothing is chosen, and the option that takes the choice back. */
  placeholder?: string
  options: (readonly [value: string, name: string])[]
  onChoose: (value: string) => void
}

/** As wide as the chosen option: a select by itself is as wide as its longest one, so it lies unseen above what is shown. */
export function CompactSelect({ label, value, placeholder, options, onChoose }: CompactSelectProps) {
  const isChosen = placeholder !== undefined && value !== ''
  return (
    <div
      className={classes(
        'relative flex min-h-12 items-center justify-between gap-1.5 rounded-box border ps-3.5 pe-3 max-sm:ps-3 max-sm:pe-2.5 text-[0.9375rem] whitespace-nowrap transition-colors duration-150 ease-calm has-focus-visible:outline-2 has-focus-visible:-outline-offset-2 has-focus-visible:outline-action',
        isChosen ? 'border-action bg-tint font-medium text-action-strong' : 'border-control bg-surface hover:border-ink',
      )}
    >
      <span aria-hidden="true" className="truncate">
        {options.find(([code]) => code === value)?.[1] ?? placeholder}
      </span>
      <ChevronDown aria-hidden="true" className="size-4 shrink-0 text-brass" />
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
