// Writes CSV that spreadsheets open correctly: UTF-8 with a byte order mark, and no cell that they would run as a formula.

/** The maximum number of rows in one file. No export request asks the database for more. */
export const MAX_CSV_ROWS = 50_000

const BYTE_ORDER_MARK = '\uFEFF'

export type CsvCell = string | number | boolean | null | undefined

/** The first line holds the titles. Rows beyond the limit are left out. */
export function csvOf(titles: string[], rows: CsvCell[][]) {
  const lines = [titles, ...rows.slice(0, MAX_CSV_ROWS)].map((row) => row.map(csvCell).join(','))
  return `${BYTE_ORDER_MARK}${lines.join('\r\n')}\r\n`
}

/** CSV as a file for `saveFile`. */
export const csvBlob = (titles: string[], rows: CsvCell[][]) => new Blob([csvOf(titles, rows)], { type: 'text/csv;charset=utf-8' })

function csvCell(value: CsvCell) {
  if (value === null || value === undefined) return ''
  // Only text can come from people. Numbers may begin with a minus.
  const text = typeof value === 'string' ? neutralised(value) : String(value)
  return /[",\r\n\t;]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** Puts an apostrophe before text that a spreadsheet would run as a formula, even after leading spaces or control characters. */
const neutralised = (text: string) => (/^[\s\p{Cc}\uFEFF]*[=+\-@＝＋－＠]|^[\t\r\n]/u.test(text) ? `'${text}` : text)
