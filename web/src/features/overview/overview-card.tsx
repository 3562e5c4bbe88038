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
  text?: string | undefined
  /** The name of the file, without its extension. */
  fileName: string
  figures: Figures
  /** Whether there is nothing to plot: the card is a line that says so. */
  isEmpty?: boolean
  /** The plot. Without it the table is open. */
  children?: ReactNode
}

/** A plot with its table, which can be downloaded for a spreadsheet. */
export function OverviewCard({ title, text, fileName, figures, isEmpty, children }: OverviewCardProps) {
  const { t } = useI18n()
  const id = useId()
  const hasToggle = Boolean(children) || isEmpty
  const [isOpen, setIsOpen] = useState(!hasToggle)
  const { columns, textColumns, rows } = figures
  const save = () => {
    const cells = rows.map(({ csv }) => csv)
    saveFile(csvBlob(columns, cells), `${fileName}.csv`)
  }
  return (
    <Card className={classes('min-w-0', isEmpty && 'py-2.5! sm:py-3!')}>
      <fieldset aria-labelledby={id} className="grid min-w-0 grid-cols-1 gap-3">
        <div className={classes('flex justify-between gap-x-4', isEmpty ? 'items-center' : 'items-start')}>
          <div className="flex min-w-0 flex-wrap items-baseline gap-x-3">
            <h2 id={id} className={isEmpty ? 'font-semibold' : 'text-lg font-semibold'}>
              {title}
            </h2>
            {isEmpty && <p className="text-sm text-muted">{t('overview.empty')}</p>}
          </div>
          <div className="-my-2 -me-3 flex shrink-0 print:hidden">
            {hasToggle && (
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
