import { Table } from '../../components/ui/table.tsx'
import { RichText } from './rich-text.tsx'

/** On a phone each row is a block, so that no column is off-screen. */
export function LegalTable({ caption, columns, rows }: { caption: string; columns: string[]; rows: string[][] }) {
  return (
    <>
      <ul aria-label={caption} data-no-print className="grid gap-3 sm:hidden">
        {rows.map((cells) => (
          <li key={cells.join()} className="rounded-box border border-line bg-surface p-4">
            <dl className="grid gap-2">
              {cells.map((cell, index) => (
                <div key={columns[index]}>
                  <dt className="text-sm text-muted">{columns[index]}</dt>
                  <dd>
                    <RichText>{cell}</RichText>
                  </dd>
                </div>
              ))}
            </dl>
          </li>
        ))}
      </ul>
      <div data-print className="hidden sm:block">
        <Table
          caption={caption}
          columns={columns}
          rows={rows.map((cells) => ({ id: cells.join(), cells: cells.map((cell) => <RichText key={cell}>{cell}</RichText>) }))}
        />
      </div>
    </>
  )
}
