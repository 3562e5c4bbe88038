import type { ReactNode } from 'react'

interface ColumnTitlesProps {
  /** The class that sets the columns of the rows too. */
  columns: string
  /** One element for each column. */
  children: ReactNode
}

/** Above the rows of a wide window. Screen readers read whole rows, which make sense without it. */
export const ColumnTitles = ({ columns, children }: ColumnTitlesProps) => (
  <div aria-hidden="true" className={`grid gap-x-4 border-b border-line px-4 py-2 text-sm text-muted max-lg:hidden ${columns}`}>
    {children}
  </div>
)
