// A select that filters or sorts a list, where a field with a label would take too much space. It looks like the search field beside it.
import { ChevronDown } from 'lucide-react'
import { classes } from '../../lib/classes.ts'

interface CompactSelectProps {
  /** The label for screen readers. */
  label: string
  value: string
  /** Shown while nothing is chosen. It is also the option that clears the choice. */
  placeholder?: string
  options: (readonly [value: string, name: string])[]
  onChoose: (value: string) => void
  /** Quiet: like the text beside it. */
  look?: 'field' | 'quiet'
}

/** As wide as the chosen option. A native select is as wide as its longest option, so it lies transparent above the visible text. */
export function CompactSelect({ label, value, placeholder, options, onChoose, look = 'field' }: CompactSelectProps) {
  const isChosen = placeholder !== undefined && value !== ''
  return (
    <div
      className={classes(
        'relative flex items-center justify-between gap-1.5 whitespace-nowrap transition-colors duration-150 ease-calm has-focus-visible:outline-2 has-focus-visible:-outline-offset-2 has-focus-visible:outline-action',
        look === 'quiet'
          ? 'min-h-11 rounded-choice font-medium text-on-night underline-offset-4 hover:underline'
          : 'min-h-12 rounded-box border ps-3.5 pe-3 text-[0.9375rem] max-sm:ps-3 max-sm:pe-2.5',
        look === 'field' &&
          (isChosen ? 'border-action bg-tint font-medium text-action-strong' : 'border-control bg-surface text-ink hover:border-ink'),
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
