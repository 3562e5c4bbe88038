// A server that starts with demo data uploads portraits of the demo doctors to the storage service.
import { createClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer } from '../../server/testing/server.ts'
import type { Database } from '../functions/_shared/database.types.ts'

let server: Awaited<ReturnType<typeof startTestServer>>
beforeAll(async () => {
  server = await startTestServer({ project: 'product', env: { SEED: 'demo' } })
})
afterAll(() => server.stop())

async function photos() {
  const visitor = createClient<Database>(server.url, server.keys.publishable, { auth: { persistSession: false } })
  const { data } = await visitor.rpc('get_public_doctors')
  const addresses = (data ?? []).flatMap(({ photo_path }) => {
    const path = photo_path ?? 'none'
    return [path, path.replace('.webp', '-small.webp')].map(
      (each) => visitor.storage.from('doctor-photos').getPublicUrl(each).data.publicUrl,
    )
  })
  return Promise.all(
    addresses.map(async (address) => {
      const response = await fetch(address)
      return [response.status, response.headers.get('content-type'), (await response.arrayBuffer()).byteLength < 200 * 1024]
    }),
  )
}

test('visitors can see both sizes of all five portraits, also after a second start', { timeout: 60_000 }, async () => {
  const all = Array.from({ length: 10 }, () => [200, 'image/webp', true])
  expect(await photos()).toEqual(all)
  await server.restart()
  expect(await photos()).toEqual(all)
})
