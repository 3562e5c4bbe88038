import type { ReactNode } from 'react'
import { classes } from '../../lib/classes.ts'

interface TableProps {
  caption: string
  columns: string[]
  rows: { id: string; cells: ReactNode[] }[]
  /** The number of text columns, the others being numbers. Only for a table in a card, which has no border of its own. */
  textColumns?: number
}

/** On narrow screens the table scrolls, not the page. */
export function Table({ caption, columns, rows, textColumns }: TableProps) {
  const isInCard = textColumns !== undefined
  const frame = !isInCard && 'rounded-box border border-line bg-surface'
  const cellClass = (index: number) =>
    isInCard
      ? classes('px-3 py-2 first:ps-0 last:pe-0', index >= textColumns ? 'text-end tabular-nums' : 'text-start')
      : 'px-4 py-3 text-start'
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls must be reachable by keyboard
    <section aria-label={caption} tabIndex={0} className={classes('overflow-x-auto', frame)}>
      <table className="w-full text-start">
        <caption className="sr-only">{caption}</caption>
        <thead className="border-b border-line text-sm text-muted">
          <tr>
            {columns.map((column, index) => (
              <th key={column} scope="col" className={classes(cellClass(index), 'font-medium')}>
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {rows.map(({ id, cells }) => (
            <tr key={id}>
              {cells.map((cell, index) => (
                <td key={columns[index]} className={classes(cellClass(index), 'align-top')}>
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
