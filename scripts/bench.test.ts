import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { measure, printsItsTable } from './bench/prints-table.ts'

const namesIn = (folder: string, pattern: RegExp) =>
  readdirSync(join(import.meta.dirname, folder)).flatMap((file) => pattern.exec(file)?.[1] ?? [])
const names = namesIn('../bench', /^(.+)\.bench\.ts$/)
const tested = namesIn('bench', /^(.+)\.test\.ts$/)

test('every test in scripts/bench belongs to a measurement', () => {
  expect(tested.filter((name) => !names.includes(name))).toEqual([])
})

// Covers new measurements that have no test file yet.
for (const name of names) if (!tested.includes(name)) printsItsTable(name)

test('an unknown measurement is refused with the list of valid names', async () => {
  const { error, stderr } = await measure('nothing')
  expect(error).not.toBeNull()
  expect(stderr).toContain(names.join(', '))
})
