import { Download } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { Button } from '../../components/ui/button.tsx'
import { Card } from '../../components/ui/card.tsx'
import { Table } from '../../components/ui/table.tsx'
import { classes } from '../../lib/classes.ts'
import { type CsvCell, csvBlob } from '../../lib/csv.ts'
import { useI18n } from '../../lib/i18n.tsx'
import { saveFile } from '../../lib/save-file.ts'

export interface Figures {
  /** The columns of the file. The table leaves out the last ones if its rows have no cells for them. */
  columns: string[]
  /** The number of text columns. The others are numbers. */
  textColumns: number
  rows: { id: string; shown: ReactNode[]; csv: CsvCell[] }[]
}

interface OverviewCardProps {
  title: string
  text?: string
  /** The name of the file, without its extension. */
  fileName: string
  figures: Figures
  /** Whether the card fills its row. */
  isWide?: boolean
  /** The plot. Without it the table is open. */
  children?: ReactNode
}

/** A plot with its table, which can be downloaded for a spreadsheet. */
export function OverviewCard({ title, text, fileName, figures, isWide, children }: OverviewCardProps) {
  const { t } = useI18n()
  const id = useId()
  const [isOpen, setIsOpen] = useState(!children)
  const { columns, textColumns, rows } = figures
  const save = () => {
    const cells = rows.map(({ csv }) => csv)
    saveFile(csvBlob(columns, cells), `${fileName}.csv`)
  }
  return (
    <Card className={classes('min-w-0', isWide && 'lg:col-span-2')}>
      <fieldset aria-labelledby={id} className="grid min-w-0 grid-cols-1 gap-3">
        <div className="flex items-start justify-between gap-x-4">
          <h2 id={id} className="min-w-0 text-lg font-semibold">
            {title}
          </h2>
          <div className="-my-2 -me-3 flex shrink-0 print:hidden">
            {children && (
              <Button
                look="quiet"
                className="min-h-11! px-3! text-sm text-action!"
                aria-describedby={id}
                aria-expanded={isOpen}
                aria-controls={`${id}-table`}
                onClick={() => setIsOpen(!isOpen)}
              >
                {t('overview.table')}
              </Button>
            )}
            <Button
              look="quiet"
              className="size-11 min-h-11! px-0! text-muted!"
              aria-label={t('overview.csv')}
              aria-describedby={id}
              title={t('overview.csv')}
              onClick={save}
            >
              <Download aria-hidden="true" className="size-5" />
            </Button>
          </div>
        </div>
        {text && <p className="-mt-3 text-sm text-muted">{text}</p>}
        {children}
        <div id={`${id}-table`} hidden={!isOpen} className="text-sm">
          {isOpen && (
            <Table
              caption={title}
              columns={columns.slice(0, rows[0]?.shown.length)}
              textColumns={textColumns}
              rows={rows.map(({ id: row, shown }) => ({ id: row, cells: shown }))}
            />
          )}
        </div>
      </fieldset>
    </Card>
  )
}
