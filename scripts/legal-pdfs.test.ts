import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { inflateSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { LEGAL_DOCUMENTS } from '../web/src/content/legal-documents.ts'
import { formatDay } from '../web/src/lib/time/dates.ts'
import { hashOf, listLegalPdfs, PDF_FOLDER, readManifest } from './legal-texts.ts'

const MAX_BYTES = 120 * 1024

test('every PDF matches its text; otherwise run `npm run legal-pdfs`', () => {
  const manifest = readManifest()
  const stale = listLegalPdfs().filter(({ file, text }) => manifest[file]?.text !== text)
  expect(stale.map(({ file }) => file)).toEqual([])
})

test.each(listLegalPdfs())('$file exists, is complete and small', ({ file }) => {
  const path = join(PDF_FOLDER, file)
  expect(existsSync(path)).toBe(true)
  const bytes = readFileSync(path)
  expect(bytes.subarray(0, 5).toString()).toBe('%PDF-')
  expect(hashOf(bytes)).toBe(readManifest()[file]?.pdf)
  expect(bytes.length).toBeLessThan(MAX_BYTES)
})

// Arabic is excluded, because its letters have another order in the file.
test.each(listLegalPdfs().filter(({ language }) => language !== 'ar'))(
  '$file shows the date of its version in words',
  ({ name, language, file }) => {
    const date = formatDay(LEGAL_DOCUMENTS[name].version, language, 'long')
    expect(textOf(readFileSync(join(PDF_FOLDER, file)))).toContain(date.replaceAll(/\s/g, ''))
  },
)

/** The printed letters without spaces, decoded with the table of each font, as written by Chromium and pack-pdf.ts. */
function textOf(pdf: Buffer) {
  const file = pdf.toString('latin1')
  const streams = new Map(
    [...file.matchAll(/(\d+) 0 obj\n<<[^]*?>> stream\n/g)].map((head) => [head[1], inflated(pdf, head.index + head[0].length)]),
  )
  const objects = [...streams.values()].find((stream) => /^(\d+ \d+ )+\d+ \d+\n/.test(stream)) ?? ''
  const tables = [...objects.matchAll(/\/ToUnicode (\d+) 0 R/g)].map(([, id]) => lettersOf(streams.get(id ?? '') ?? ''))
  const fonts = [...(/\/Font <<([^>]*)>>/.exec(objects)?.[1] ?? '').matchAll(/\/(F\d+) /g)].map(([, font]) => font)
  let table: Map<number, string> | undefined
  let text = ''
  for (const page of streams.values())
    for (const [, font, codes] of page.matchAll(/\/(F\d+) [\d.]+ Tf|<([\dA-F]+)> Tj/g))
      if (font) table = tables[fonts.indexOf(font)]
      else for (const code of (codes ?? '').match(/.{4}/g) ?? []) text += table?.get(Number.parseInt(code, 16)) ?? '?'
  return text.replaceAll(/\s/g, '')
}

function inflated(pdf: Buffer, from: number) {
  try {
    return inflateSync(pdf.subarray(from)).toString('latin1')
  } catch {
    return ''
  }
}

function lettersOf(table: string) {
  const letters = new Map<number, string>()
  for (const [, codes = ''] of table.matchAll(/beginbfchar\n([^]*?)endbfchar/g))
    for (const [, code = '', letter = ''] of codes.matchAll(/<(\w+)> <(\w+)>/g))
      letters.set(Number.parseInt(code, 16), Buffer.from(letter, 'hex').swap16().toString('utf16le'))
  for (const [, ranges = ''] of table.matchAll(/beginbfrange\n([^]*?)endbfrange/g))
    for (const [, first = '', last = '', letter = ''] of ranges.matchAll(/<(\w+)> <(\w+)> <(\w+)>/g))
      for (let code = Number.parseInt(first, 16); code <= Number.parseInt(last, 16); code++)
        letters.set(code, String.fromCodePoint(Number.parseInt(letter, 16) + code - Number.parseInt(first, 16)))
  return letters
}
