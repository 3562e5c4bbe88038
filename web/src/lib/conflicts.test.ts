import { expect, test } from 'vitest'
import { clashesIn, mergedFrom } from './conflicts.ts'

const base = { name: 'Ada', phone: '1', languages: ['tr'] }

test('a field that only one side changed is no clash, and both changes are kept', () => {
  const versions = { base, mine: { ...base, name: 'Ada Lovelace' }, latest: { ...base, phone: '2', languages: ['tr', 'az'] } }
  expect(clashesIn(versions)).toEqual([])
  expect(mergedFrom(versions)).toEqual({ name: 'Ada Lovelace', phone: '2', languages: ['tr', 'az'] })
})

test('the same change on both sides is no clash', () => {
  const changed = { ...base, languages: ['en'] }
  expect(clashesIn({ base, mine: changed, latest: { ...changed } })).toEqual([])
})

test('a field that both sides changed differently is a clash, also when one of them emptied it', () => {
  const versions = { base, mine: { ...base, name: '', phone: '2' }, latest: { ...base, name: 'Ada L.', phone: '3' } }
  expect(clashesIn(versions)).toEqual(['name', 'phone'])
})
