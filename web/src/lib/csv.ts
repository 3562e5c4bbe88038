// Writes CSV that spreadsheets open correctly: UTF-8 with a byte order mark, and no cell that they would run as a formula.

/** The most rows in one file. Every export request asks the database for at most as many. */
export const MAX_CSV_ROWS = 50_000

const BYTE_ORDER_MARK = '\uFEFF'

export type CsvCell = string | number | boolean | null | undefined

/** The first line holds the titles. Rows beyond the limit are left out. */
export function csvOf(titles: string[], rows: CsvCell[][]) {
  const lines = [titles, ...rows.slice(0, MAX_CSV_ROWS)].map((row) => row.map(csvCell).join(','))
  return `${BYTE_ORDER_MARK}${lines.join('\r\n')}\r\n`
}

/** A file for `saveFile`. */
export const csvBlob = (titles: string[], rows: CsvCell[][]) => new Blob([csvOf(titles, rows)], { type: 'text/csv;charset=utf-8' })

function csvCell(value: CsvCell) {
  if (value === null || value === undefined) return ''
  // Numbers of ours may begin with a minus. Only text is written by people.
  const text = typeof value === 'string' ? neutralised(value) : String(value)
  return /[",\r\n\t;]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** An apostrophe before what a spreadsheet would take for a formula, also behind leading spaces or control characters. */
const neutralised = (text: string) => (/^[\s\p{Cc}\uFEFF]*[=+\-@＝＋－＠]|^[\t\r\n]/u.test(text) ? `'${text}` : text)
