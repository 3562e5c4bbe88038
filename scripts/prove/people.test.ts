import { expect, test } from 'vitest'
import { type Acknowledged, bookAndCancel, type Call, findLost } from './people.ts'

const owner = { id: 'somebody', token: 'token' }
const time = { doctor: 'doctor', date: '2030-01-01', time: '09:00' }
const answering =
  (...statuses: number[]): Call =>
  async () => ({ status: statuses.shift() ?? 0, body: undefined, ms: 1 })
const holding =
  (rows: { id: string; status: string }[]): Call =>
  async () => ({ status: 200, body: rows, ms: 1 })

test('a missing booking or one in an earlier state counts as lost, an unanswered one does not', async () => {
  const acknowledged: Acknowledged = new Map([
    ['kept', { owner, status: 'cancelled', isCertain: true }],
    ['missing', { owner, status: 'pending', isCertain: true }],
    ['went back', { owner, status: 'cancelled', isCertain: true }],
    ['not answered', { owner, status: 'pending', isCertain: false }],
  ])
  const rows = [
    { id: 'kept', status: 'cancelled' },
    { id: 'went back', status: 'pending' },
    { id: 'not answered', status: 'cancelled' },
  ]
  expect(await findLost(holding(rows), acknowledged)).toBe(2)
})

test('only acknowledged bookings are recorded, and a cancellation without a response is uncertain', async () => {
  const acknowledged: Acknowledged = new Map()
  await bookAndCancel(answering(0), owner, time, acknowledged)
  await bookAndCancel(answering(503), owner, time, acknowledged)
  expect(acknowledged.size).toBe(0)
  await bookAndCancel(answering(201, 204), owner, time, acknowledged)
  await bookAndCancel(answering(201, 0), owner, time, acknowledged)
  expect([...acknowledged.values()]).toEqual([
    { owner, status: 'cancelled', isCertain: true },
    { owner, status: 'pending', isCertain: false },
  ])
})

test('appointments that cannot be read afterwards are a failure, not an empty list', async () => {
  await expect(findLost(answering(503), new Map([['a', { owner, status: 'pending', isCertain: true }]]))).rejects.toThrow('503')
})
