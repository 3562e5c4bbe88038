import type { ReactNode } from 'react'

interface ColumnTitlesProps {
  /** The class with the columns, which the rows use too. */
  columns: string
  /** One element per column. */
  children: ReactNode
}

/** Titles above the rows of a wide window. Hidden from screen readers, which read whole rows that make sense without them. */
export const ColumnTitles = ({ columns, children }: ColumnTitlesProps) => (
  <div aria-hidden="true" className={`grid gap-x-4 border-b border-line px-4 py-2 text-sm text-muted max-lg:hidden ${columns}`}>
    {children}
  </div>
)
