import { expect, test } from 'vitest'
import { type Chat, countUnread, withNewest, withOlder, withSent } from './message-pages.ts'

const messageAt = (second: number) => ({
  id: `message ${second}`,
  sender: 'leyla',
  body: 'x',
  created_at: new Date(second * 1000).toISOString(),
})
const chatOf = (from: number, to: number, hasOlder: boolean): Chat => ({
  messages: Array.from({ length: to - from + 1 }, (_, n) => messageAt(from + n)),
  hasOlder,
})

test('appends new messages to the loaded ones', () => {
  expect(withNewest(chatOf(1, 60, false), chatOf(15, 64, true))).toEqual(chatOf(1, 64, false))
  expect(withNewest(chatOf(1, 50, true), chatOf(3, 52, true))).toEqual(chatOf(1, 52, true))
})

test('replaces the loaded messages when there may be a gap before the new page', () => {
  expect(withNewest(chatOf(1, 50, false), chatOf(60, 109, true))).toEqual(chatOf(60, 109, true))
  const afterSending = withSent(chatOf(1, 50, false), messageAt(80))
  expect(withNewest(afterSending, chatOf(60, 109, true))).toEqual(chatOf(60, 109, true))
})

test('drops the loaded messages when none can be read any more', () => {
  expect(withNewest(chatOf(1, 50, true), { messages: [], hasOlder: false })).toEqual({ messages: [], hasOlder: false })
})

test('inserts a sent message by time, and only once', () => {
  const chat = withSent(withSent(chatOf(1, 3, false), messageAt(5)), messageAt(4))
  expect(withSent(chat, messageAt(4))).toEqual(chatOf(1, 5, false))
})

test('shows a message that arrived during sending above the sent one', () => {
  const chat = withSent(chatOf(1, 50, true), messageAt(52))
  expect(withNewest(chat, chatOf(3, 52, true))).toEqual(chatOf(1, 52, true))
})

test('prepends older messages', () => {
  expect(withOlder(chatOf(51, 100, true), chatOf(1, 50, false))).toEqual(chatOf(1, 100, false))
})

test('counts the other person’s messages since the last seen or answered one as unread', () => {
  const { messages } = chatOf(1, 5, false)
  const answered = messages.map((each, place) => ({ ...each, sender: place === 2 ? 'aylin' : 'leyla' }))
  expect(countUnread(messages, 'aylin', undefined)).toBe(5)
  expect(countUnread(answered, 'aylin', undefined)).toBe(2)
  expect(countUnread(answered, 'aylin', 'message 4')).toBe(1)
  expect(countUnread(answered, 'aylin', 'message 5')).toBe(0)
  expect(countUnread([], 'aylin', 'message 5')).toBe(0)
})
