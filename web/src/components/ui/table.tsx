import type { ReactNode } from 'react'

/** On narrow screens the table scrolls, not the page. */
export function Table({ caption, columns, rows }: { caption: string; columns: string[]; rows: { id: string; cells: ReactNode[] }[] }) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls must be reachable by keyboard
    <section aria-label={caption} tabIndex={0} className="overflow-x-auto rounded-box border border-line bg-surface">
      <table className="w-full text-start">
        <caption className="sr-only">{caption}</caption>
        <thead className="border-b border-line text-sm text-muted">
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col" className="px-4 py-3 text-start font-medium">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {rows.map(({ id, cells }) => (
            <tr key={id}>
              {cells.map((cell, index) => (
                <td key={columns[index]} className="px-4 py-3 align-top">
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
