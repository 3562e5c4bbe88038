// Saves the list as a CSV file.
import { csvBlob, MAX_CSV_ROWS } from '../../../../lib/csv.ts'
import { supabase } from '../../../../lib/data/supabase.ts'
import { unwrap } from '../../../../lib/errors.ts'
import type { Language } from '../../../../lib/languages.ts'
import { saveFile } from '../../../../lib/save-file.ts'
import { todayIn } from '../../../../lib/time/zones.ts'
import { filterParams, type ListFilter } from '../queries.ts'
import { cellsOf, type ExportedRow, TITLES, type Translate } from './csv-cells.ts'

/** The maximum that the database returns per request. */
const PART_ROWS = 5000

/** The database logs each request in the audit log. */
async function exportRows(filter: ListFilter) {
  const rows: ExportedRow[] = []
  for (;;) {
    const part = unwrap(await supabase.rpc('export_appointments', filterParams(filter, rows.at(-1)))) as unknown as ExportedRow[]
    rows.push(...part)
    if (part.length < PART_ROWS || rows.length >= MAX_CSV_ROWS) return rows.slice(0, MAX_CSV_ROWS)
  }
}

/** Returns the number of saved rows. */
export async function saveList(filter: ListFilter, zone: string, t: Translate, language: Language) {
  const rows = await exportRows(filter)
  const titles = TITLES.map((title) => t(title))
  saveFile(
    csvBlob(
      titles,
      rows.map((row) => cellsOf(row, t, language)),
    ),
    `${t('csv.file')}-${todayIn(zone)}.csv`,
  )
  return { number: rows.length, isCut: rows.length === MAX_CSV_ROWS }
}
