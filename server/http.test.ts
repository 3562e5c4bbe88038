import { Agent, get } from 'node:http'
import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { listen } from './http.ts'
import { freePort } from './testing/server.ts'

test('stopping lets a running request finish and accepts no new one', async () => {
  const port = await freePort()
  let release = () => {}
  const arrived = Promise.withResolvers<void>()
  const http = await listen(
    async () => {
      arrived.resolve()
      await new Promise<void>((resolve) => (release = resolve))
      return new Response('finished')
    },
    { host: '127.0.0.1', port },
  )
  const running = fetch(`http://127.0.0.1:${port}/`)
  await arrived.promise
  const stopped = http.stop()
  await expect(fetch(`http://127.0.0.1:${port}/`)).rejects.toThrow('fetch failed')
  release()
  expect(await (await running).text()).toBe('finished')
  await stopped
})

test('a draining server still answers, tells clients to reconnect elsewhere, and resets no connection', async () => {
  const port = await freePort()
  const http = await listen(() => new Response('answered'), { host: '127.0.0.1', port, drainMs: 300 })
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const request = () =>
    new Promise<string | undefined>((resolve, reject) => {
      get({ port, host: '127.0.0.1', agent }, (response) => response.resume().on('end', () => resolve(response.headers.connection))).on(
        'error',
        reject,
      )
    })
  expect(await request()).toBe('keep-alive')
  const stopped = http.stop()
  expect([await request(), await request()]).toEqual(['close', 'close'])
  await stopped
  await expect(request()).rejects.toThrow('ECONNREFUSED')
})

test('a request to upgrade to another protocol is answered over HTTP', async () => {
  const port = await freePort()
  const upgrade = () => expect.unreachable()
  const http = await listen(() => new Response('answered'), { host: '127.0.0.1', port }, { upgrade, closeAll() {} })
  const answer = await new Promise<string>((resolve) => {
    const socket = connect(port, '127.0.0.1', () =>
      socket.write('GET / HTTP/1.1\r\nhost: x\r\nconnection: upgrade\r\nupgrade: h2c\r\n\r\n'),
    )
    socket.once('data', (data) => {
      resolve(data.toString())
      socket.destroy()
    })
  })
  expect(answer).toContain('200 OK')
  await http.stop()
})

test('an upgraded connection that is never closed does not block stopping', async () => {
  const port = await freePort()
  const taken = Promise.withResolvers<void>()
  const live = { upgrade: () => taken.resolve(), closeAll() {} }
  const http = await listen(() => new Response(), { host: '127.0.0.1', port, stopTimeoutMs: 100 }, live)
  const socket = connect(port, '127.0.0.1', () =>
    socket.write('GET / HTTP/1.1\r\nhost: x\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n'),
  )
  const ended = new Promise<string>((resolve) => socket.on('error', () => {}).on('close', () => resolve('ended')))
  await taken.promise
  await http.stop()
  expect(await ended).toBe('ended')
})

test('a port in use is reported with a sentence', async () => {
  const port = await freePort()
  const http = await listen(() => new Response(), { host: '127.0.0.1', port })
  await expect(listen(() => new Response(), { host: '127.0.0.1', port })).rejects.toThrow(`PORT ${port} is already in use`)
  await http.stop()
})
