import { Search, X } from 'lucide-react'
import { useId, useRef } from 'react'

interface SearchFieldProps {
  label: string
  placeholder: string
  clearLabel: string
  value: string
  onChange: (value: string) => void
}

/** Filters the list below it while the person types. */
export function SearchField({ label, placeholder, clearLabel, value, onChange }: SearchFieldProps) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const clear = () => {
    onChange('')
    // The button disappears with the text, so the focus returns to the field.
    input.current?.focus()
  }
  return (
    <div className="relative">
      <label htmlFor={id} className="sr-only">
        {label}
      </label>
      <Search aria-hidden="true" className="pointer-events-none absolute start-3.5 top-1/2 size-5 -translate-y-1/2 text-brass" />
      <input
        ref={input}
        id={id}
        type="search"
        value={value}
        onChange={(event) => onChange(event.target.value)}
        placeholder={placeholder}
        className="block min-h-12 w-full rounded-box border border-control bg-surface ps-11 pe-12 leading-6 placeholder:text-muted hover:border-ink [&::-webkit-search-cancel-button]:hidden"
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
