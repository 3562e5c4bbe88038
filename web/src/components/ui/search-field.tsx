import { Search, X } from 'lucide-react'
import { type ComponentProps, useId, useRef } from 'react'
import { classes } from '../../lib/classes.ts'

interface SearchFieldProps {
  label: string
  placeholder: string
  clearLabel: string
  value: string
  onChange: (value: string) => void
}

/** A field that filters the list below it while the person types. */
export function SearchField({ label, placeholder, clearLabel, value, onChange }: SearchFieldProps) {
  const id = useId()
  return (
    <div>
      <label htmlFor={id} className="sr-only">
        {label}
      </label>
      <SearchInput
        id={id}
        {...{ value, placeholder, clearLabel }}
        onText={onChange}
        className="block min-h-12 w-full rounded-box border border-control bg-surface leading-6 placeholder:text-muted hover:border-ink"
      />
    </div>
  )
}

interface SearchInputProps extends ComponentProps<'input'> {
  value: string
  clearLabel: string
  onText: (text: string) => void
}

/** The field without its label, for other kinds of labels. */
export function SearchInput({ value, clearLabel, onText, className, ...props }: SearchInputProps) {
  const box = useRef<HTMLDivElement>(null)
  const clear = () => {
    onText('')
    // The button disappears with the text, so the focus moves to the field.
    box.current?.querySelector('input')?.focus()
  }
  return (
    <div ref={box} className="relative text-ink">
      <Search aria-hidden="true" className="pointer-events-none absolute start-3.5 top-1/2 size-5 -translate-y-1/2 text-brass" />
      <input
        {...props}
        type="search"
        value={value}
        onChange={(event) => onText(event.target.value)}
        className={classes(className, value ? 'pe-12!' : 'pe-3!', 'ps-11! text-ellipsis [&::-webkit-search-cancel-button]:hidden')}
      />
      {value && (
        <button
          type="button"
          aria-label={clearLabel}
          className="absolute end-1 top-1/2 grid size-11 -translate-y-1/2 place-items-center rounded-box hover:bg-tint"
          onClick={clear}
        >
          <X aria-hidden="true" className="size-5" />
        </button>
      )}
    </div>
  )
}
