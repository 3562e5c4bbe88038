import { expect, test } from 'vitest'
import { groupMessages } from './grouping.ts'

const message = (id: string, sender: string, created_at: string) => ({ id, sender, created_at })
const shapeOf = (messages: ReturnType<typeof message>[], zone = 'Europe/Istanbul') =>
  groupMessages(messages, zone).map(({ sender, day, messages: shown }) => [sender, day, shown.map(({ id }) => id).join('')])

test('groups messages of one sender within one minute', () => {
  expect(
    shapeOf([
      message('a', 'leyla', '2026-11-16T09:00:01Z'),
      message('b', 'leyla', '2026-11-16T09:00:59Z'),
      message('c', 'leyla', '2026-11-16T09:01:00Z'),
      message('d', 'aylin', '2026-11-16T09:01:10Z'),
      message('e', 'leyla', '2026-11-16T09:01:20Z'),
    ]),
  ).toEqual([
    ['leyla', '2026-11-16', 'ab'],
    ['leyla', undefined, 'c'],
    ['aylin', undefined, 'd'],
    ['leyla', undefined, 'e'],
  ])
})

test('starts a day at midnight in the reader’s time zone', () => {
  const messages = [message('a', 'leyla', '2026-11-16T20:30:00Z'), message('b', 'aylin', '2026-11-16T21:30:00Z')]
  expect(shapeOf(messages, 'Europe/Istanbul')).toEqual([
    ['leyla', '2026-11-16', 'a'],
    ['aylin', '2026-11-17', 'b'],
  ])
  expect(shapeOf(messages, 'Europe/London')).toEqual([
    ['leyla', '2026-11-16', 'a'],
    ['aylin', undefined, 'b'],
  ])
})

test('a group keeps its id when messages are added', () => {
  const first = message('a', 'leyla', '2026-11-16T09:00:01Z')
  const second = message('b', 'leyla', '2026-11-16T09:00:02Z')
  expect(groupMessages([first], 'UTC')[0]?.id).toBe(groupMessages([first, second], 'UTC')[0]?.id)
})

test('returns no groups when there are no messages', () => {
  expect(groupMessages([], 'UTC')).toEqual([])
})
