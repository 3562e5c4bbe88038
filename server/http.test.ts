import { expect, test } from 'vitest'
import { listen } from './http.ts'
import { freePort } from './testing/server.ts'

test('stopping lets the running request finish and takes no new one', async () => {
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

test('a port in use is told with a sentence', async () => {
  const port = await freePort()
  const http = await listen(() => new Response(), { host: '127.0.0.1', port })
  await expect(listen(() => new Response(), { host: '127.0.0.1', port })).rejects.toThrow(`PORT ${port} is already in use`)
  await http.stop()
})
