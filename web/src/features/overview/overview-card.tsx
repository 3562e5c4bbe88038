import { Download } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { Button } from '../../components/ui/button.tsx'
import { Card } from '../../components/ui/card.tsx'
import { Table } from '../../components/ui/table.tsx'
import { type CsvCell, csvBlob } from '../../lib/csv.ts'
import { useI18n } from '../../lib/i18n.tsx'
import { saveFile } from '../../lib/save-file.ts'

export interface Figures {
  columns: string[]
  rows: { id: string; shown: ReactNode[]; csv: CsvCell[] }[]
}

interface OverviewCardProps {
  title: string
  text?: string
  /** Of the file, without its ending. */
  fileName: string
  figures: Figures
  /** The plot. Without it the table is open. */
  children?: ReactNode
}

/** A plot with its table, which can be saved for a spreadsheet. */
export function OverviewCard({ title, text, fileName, figures, children }: OverviewCardProps) {
  const { t } = useI18n()
  const titleId = useId()
  const table = <Table caption={title} columns={figures.columns} rows={figures.rows.map(({ id, shown }) => ({ id, cells: shown }))} />
  return (
    <Card className="min-w-0">
      <fieldset aria-labelledby={titleId} className="grid min-w-0 grid-cols-1 gap-3">
        <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1">
          <div className="min-w-0 flex-1 basis-40">
            <h2 id={titleId} className="text-lg font-semibold">
              {title}
            </h2>
            {text && <p className="text-sm text-muted">{text}</p>}
          </div>
          <Button
            look="quiet"
            className="-me-3 min-h-11! px-3! text-sm text-muted print:hidden"
            aria-describedby={titleId}
            onClick={() =>
              saveFile(
                csvBlob(
                  figures.columns,
                  figures.rows.map(({ csv }) => csv),
                ),
                `${fileName}.csv`,
              )
            }
          >
            <Download aria-hidden="true" className="size-4" />
            {t('overview.csv')}
          </Button>
        </div>
        {children ? (
          <>
            {children}
            <details className="group">
              <summary className="flex min-h-11 w-fit cursor-pointer items-center text-sm font-medium text-action underline-offset-4 hover:underline">
                {t('overview.table')}
              </summary>
              <div className="pt-1 text-sm">{table}</div>
            </details>
          </>
        ) : (
          <div className="text-sm">{table}</div>
        )}
      </fieldset>
    </Card>
  )
}
