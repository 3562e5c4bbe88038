import { connect } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createHeldBytes, MAX_HELD_BYTES } from './held-bytes.ts'
import { superuser } from './testing/database.ts'
import { startTestServer } from './testing/server.ts'

let server: Awaited<ReturnType<typeof startTestServer>>
beforeAll(async () => {
  server = await startTestServer()
  // Returns fifteen megabytes at each call.
  await server.database.keep(superuser, ({ query }) =>
    query("insert into tags (name) select n || repeat('x', 15000) from generate_series(1, 1000) as n"),
  )
})
afterAll(() => server.stop())

/** Requests a large response without reading it. */
function askAndNotRead() {
  const { hostname, port } = new URL(server.url)
  const socket = connect(Number(port), hostname)
  socket.on('error', () => {})
  socket.pause()
  socket.write(`GET /rest/v1/tags?select=name HTTP/1.1\r\nhost: ${hostname}\r\napikey: ${server.keys.publishable}\r\n\r\n`)
  return socket
}
const ask = (path: string) => fetch(`${server.url}/rest/v1${path}`, { headers: { apikey: server.keys.publishable } })

test('a client that requests much and reads nothing gets no more responses until its connections are closed', {
  tags: 'long',
  timeout: 90_000,
}, async () => {
  const sockets = Array.from({ length: 12 }, askAndNotRead)
  await expect.poll(async () => (await ask('/tags?select=id&limit=1')).status, { timeout: 30_000 }).toBe(504)
  // Requests without the database are still answered.
  await expect.poll(async () => (await fetch(`${server.url}/healthz`)).status, { timeout: 20_000 }).toBe(200)
  for (const socket of sockets) socket.destroy()
  await expect.poll(async () => (await ask('/tags?select=id&limit=1')).status, { timeout: 30_000 }).toBe(200)
})

test('bodies count while they are in memory, and an IPv6 network counts as one address', () => {
  const held = createHeldBytes()
  const [one, other] = [held.body('2001:db8::1'), held.body('2001:db8::2')]
  one.add(MAX_HELD_BYTES / 8)
  expect(held.isFull('2001:db8::3')).toBe(false)
  other.add(MAX_HELD_BYTES / 8 + 1)
  expect([held.isFull('2001:db8::3'), held.isFull('2001:db8:0:1::1')]).toEqual([true, false])
  one.release()
  other.release()
  expect(held.isFull('2001:db8::3')).toBe(false)
})
