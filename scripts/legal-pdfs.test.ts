import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { hashOf, listLegalPdfs, PDF_FOLDER, readManifest } from './legal-texts.ts'

const MAX_BYTES = 120 * 1024

test('every PDF is as new as its text; otherwise run `npm run legal-pdfs`', () => {
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
