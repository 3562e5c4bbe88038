import { expect, test, vi } from 'vitest'
import { AppError } from '../../lib/errors.ts'
import type { Message } from './message-pages.ts'
import { Outbox } from './outbox.ts'

/** A fake server whose responses each test controls. */
function server() {
  const asked: { id: string; body: string; arrive: () => void; fail: (reason: string) => void }[] = []
  const send = (id: string, body: string) =>
    new Promise<Message>((resolve, reject) => {
      asked.push({
        id,
        body,
        arrive: () => resolve({ id, body, sender: 'leyla', created_at: '2026-11-16T09:00:00Z' }),
        fail: (reason) => reject(new AppError(reason)),
      })
    })
  return { asked, send }
}

const shapeOf = (outbox: Outbox) => outbox.list().map(({ body, state }) => `${body} ${state}`)

test('sends messages one at a time, in the order in which they were written', async () => {
  const { asked, send } = server()
  const outbox = new Outbox(send)
  const sent: string[] = []
  outbox.onSent(({ body }) => sent.push(body))
  outbox.add('bir')
  outbox.add('iki')
  await vi.waitFor(() => expect(asked.map(({ body }) => body)).toEqual(['bir']))
  asked[0]?.arrive()
  await vi.waitFor(() => expect(asked.map(({ body }) => body)).toEqual(['bir', 'iki']))
  expect(sent).toEqual(['bir'])
  expect(shapeOf(outbox)).toEqual(['bir sent', 'iki sending'])
})

test('keeps a failed message with its text, and retries it with the same id', async () => {
  const { asked, send } = server()
  const outbox = new Outbox(send)
  outbox.add('bir')
  await vi.waitFor(() => expect(asked).toHaveLength(1))
  asked[0]?.fail('chat_closed')
  await vi.waitFor(() => expect(shapeOf(outbox)).toEqual(['bir failed']))
  outbox.resume()
  expect(shapeOf(outbox)).toEqual(['bir failed'])
  outbox.retry(outbox.list()[0]?.id ?? '')
  await vi.waitFor(() => expect(asked).toHaveLength(2))
  expect(asked[1]?.id).toBe(asked[0]?.id)
  asked[1]?.arrive()
  await vi.waitFor(() => expect(shapeOf(outbox)).toEqual(['bir sent']))
})

test('resends a message when the connection is back', async () => {
  const { asked, send } = server()
  const outbox = new Outbox(send)
  outbox.add('bir')
  await vi.waitFor(() => expect(asked).toHaveLength(1))
  asked[0]?.fail('unreachable')
  await vi.waitFor(() => expect(shapeOf(outbox)).toEqual(['bir failed']))
  outbox.resume()
  await vi.waitFor(() => expect(asked).toHaveLength(2))
})

test('discards a failed message, and clears everything at sign-out', async () => {
  const { asked, send } = server()
  const outbox = new Outbox(send)
  outbox.add('bir')
  outbox.add('iki')
  await vi.waitFor(() => expect(asked).toHaveLength(1))
  asked[0]?.fail('failed')
  await vi.waitFor(() => expect(shapeOf(outbox)[0]).toBe('bir failed'))
  outbox.discard(outbox.list()[0]?.id ?? '')
  expect(shapeOf(outbox)).toEqual(['iki sending'])
  expect(outbox.hasUnsent()).toBe(true)
  outbox.clear()
  expect(outbox.list()).toEqual([])
})
