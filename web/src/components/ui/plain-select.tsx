import { ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'

interface PlainSelectProps {
  /** The label for screen readers. */
  label: string
  value: string
  onChange: (value: string) => void
  children: ReactNode
}

/** A select beside a search field. Its first option states its purpose, so it needs no visible label. */
export function PlainSelect({ label, value, onChange, children }: PlainSelectProps) {
  return (
    <div className="relative min-w-0">
      <select
        aria-label={label}
        value={value}
        onChange={({ target }) => onChange(target.value)}
        className="select block min-h-12 w-full rounded-box border border-control bg-surface ps-3.5 pe-9 leading-6 text-ellipsis text-ink hover:border-ink"
      >
        {children}
      </select>
      <ChevronDown aria-hidden="true" className="pointer-events-none absolute end-3 top-1/2 size-4 -translate-y-1/2 text-brass" />
    </div>
  )
}
