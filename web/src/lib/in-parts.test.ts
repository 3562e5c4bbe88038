import { expect, test } from 'vitest'
import { AppError } from './errors.ts'
import { inParts } from './in-parts.ts'

const items = ['a', 'b', 'c', 'd', 'e'].map((id) => ({ id }))
const idsOf = (part: { id: string }[]) => part.map(({ id }) => id).join('')
const done = (part: { id: string }[]) => part.map(({ id }) => ({ id, error: null }))

test('sends a few at a time, one call after the other', async () => {
  const sent: string[] = []
  const failed = await inParts(items, 2, async (part) => {
    sent.push(idsOf(part))
    return done(part)
  })
  expect(sent).toEqual(['ab', 'cd', 'e'])
  expect(failed.size).toBe(0)
})

test('resends the items of a failed call one by one, and reports each with its own reason', async () => {
  const sent: string[] = []
  const failed = await inParts(items, 3, async (part) => {
    sent.push(idsOf(part))
    if (part.length > 1 || part[0]?.id === 'd') throw new AppError('timeout')
    return part.map(({ id }) => ({ id, error: id === 'b' ? 'taken' : null }))
  })
  expect(sent).toEqual(['abc', 'a', 'b', 'c', 'de', 'd', 'e'])
  expect([...failed].map(([id, { reason }]) => [id, reason])).toEqual([
    ['b', 'taken'],
    ['d', 'timeout'],
  ])
})

test('does not resend one by one while the server is unreachable', async () => {
  const sent: string[] = []
  const failed = await inParts(items, 5, async (part) => {
    sent.push(idsOf(part))
    throw new AppError('unreachable')
  })
  expect(sent).toEqual(['abcde'])
  expect([...failed.keys()].join('')).toBe('abcde')
})

test('retries an item once if the database was too busy, and no other item', async () => {
  const sent: string[] = []
  const failed = await inParts(items.slice(0, 3), 1, async (part) => {
    const isFirst = !sent.includes(idsOf(part))
    sent.push(idsOf(part))
    if (part[0]?.id === 'a' && isFirst) throw new AppError('57014')
    if (part[0]?.id === 'b') throw new AppError('55P03')
    if (part[0]?.id === 'c') throw new AppError('42501')
    return done(part)
  })
  expect(sent).toEqual(['a', 'a', 'b', 'b', 'c'])
  expect([...failed].map(([id, { reason }]) => [id, reason])).toEqual([
    ['b', '55P03'],
    ['c', '42501'],
  ])
})
