import { expect, test } from 'vitest'
import { detailsOf } from './entry-details.ts'

const t = (key: string) => `[${key}]`
const read = (details: object) => detailsOf({ details: details as never }, t, 'en').map(({ label, name, value }) => [label ?? name, value])

test('known details are translated and in a fixed order', () => {
  expect(read({ role: 'doctor', fields: ['notes', 'photo_path'], to: true })).toEqual([
    ['logs.detail.fields', '[logs.word.note], [logs.word.photo]'],
    ['logs.detail.to', '[logs.word.yes]'],
    ['logs.detail.role', '[guard.role.doctor]'],
  ])
  expect(read({ by: 'expired' })).toEqual([['logs.detail.by', '[logs.system]']])
})

test('timestamps are dates, and ids are shortened', () => {
  const [[, from] = []] = read({ from: '2026-11-18T09:00:00+00:00' })
  expect(from).toMatch(/2026/)
  expect(from).not.toContain('T09')
  expect(read({ patient_id: '0b0e7f6a-3a0a-4b8e-9c52-0f8f9a1d2c3e' })).toEqual([['patient_id', '0b0e7f6a']])
})

test('a detail without a translation keeps its name and its value', () => {
  expect(read({ amount: 5, later: 'word' })).toEqual([
    ['amount', '5'],
    ['later', 'word'],
  ])
  expect(read({})).toEqual([])
})
