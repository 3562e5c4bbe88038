import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json, text } from 'node:stream/consumers'
import { afterEach, expect, test, vi } from 'vitest'
import { anonymous, superuser } from '../../tests/clinic.ts'
import { useClinicServer } from '../../tests/clinic-server.ts'
import eraseExpired from './index.ts'

const clinic = useClinicServer()
afterEach(async () => {
  vi.unstubAllEnvs()
  await clinic.keep(superuser, async ({ query }) => {
    await query("select set_config('storage.allow_delete_query', 'true', true)")
    await query('delete from storage.objects')
    await query('delete from private.files_to_remove')
  })
})

const folder = crypto.randomUUID()
const listFiles = (count: number) =>
  clinic.keep(superuser, async ({ query }) => {
    await query("insert into private.files_to_remove (path) select $1 || '/' || n from generate_series(1, $2::int) as n", [folder, count])
    await query("insert into storage.objects (bucket_id, name) select 'appointment-files', path from private.files_to_remove")
  })
const listed = async () => (await clinic.as(superuser, ({ query }) => query('select from private.files_to_remove'))).length

/** Stands in for hosted Supabase: forwards everything to the real server except storage requests, which `remove` answers. */
async function openStorage(remove: (paths: string[]) => Promise<{ status: number; answer: object }>) {
  const server = createServer((request, response) => {
    void (async () => {
      if (request.url === '/storage/v1/object/appointment-files' && request.method === 'DELETE') {
        const { status, answer } = await remove(((await json(request)) as { prefixes: string[] }).prefixes)
        return response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(answer))
      }
      const { authorization = '', apikey = '' } = request.headers
      const headers = { authorization, apikey: String(apikey), 'content-type': 'application/json' }
      const passed = await fetch(`${clinic.url}${request.url}`, {
        method: request.method ?? 'GET',
        headers,
        body: (await text(request)) || null,
      })
      return response.writeHead(passed.status, { 'content-type': 'application/json' }).end(await passed.text())
    })()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    [Symbol.asyncDispose]: async () => void (server.closeAllConnections(), server.close()),
  }
}

async function runAt({ url }: { url: string }) {
  vi.stubEnv('SUPABASE_URL', url)
  vi.stubEnv('SUPABASE_PUBLISHABLE_KEYS', JSON.stringify({ default: clinic.keys.publishable }))
  vi.stubEnv('SUPABASE_SECRET_KEYS', JSON.stringify({ default: clinic.keys.secret }))
  const headers = { apikey: clinic.keys.secret }
  const response = await eraseExpired.fetch(new Request('http://x/erase-expired', { method: 'POST', headers }))
  return [response.status, await response.json()]
}

const removeRows = async (paths: string[]) => {
  await clinic.keep(superuser, async ({ query }) => {
    await query("select set_config('storage.allow_delete_query', 'true', true)")
    await query('delete from storage.objects where name = any ($1)', [paths])
  })
  return { status: 200, answer: paths.map((name) => ({ name })) }
}

test('the storage service removes hundreds of files of erased data in one night', async () => {
  const asked: number[] = []
  await using project = await openStorage((paths) => (asked.push(paths.length), removeRows(paths)))
  await listFiles(250)
  expect(await runAt(project)).toMatchObject([200, { files: 250 }])
  expect(asked).toEqual([100, 100, 50])
  expect(await listed()).toBe(0)
})

test('the list of files stays when the storage service fails or removes nothing', async () => {
  await listFiles(3)
  for (const answer of [
    { status: 500, answer: { message: 'no' } },
    { status: 200, answer: [] },
  ]) {
    await using project = await openStorage(async () => answer)
    expect(await runAt(project)).toMatchObject([200, { files: 0 }])
  }
  expect(await listed()).toBe(3)
})

test('all other data is erased even if there is no storage service', async () => {
  await listFiles(1)
  await clinic.keep(anonymous, ({ query }) => query("insert into contact_messages (name, email, message) values ('A', 'a@b.cc', 'x')"))
  await clinic.keep(superuser, ({ query }) => query("update contact_messages set created_at = now() - interval '3 years'"))
  await using project = await openStorage(async () => ({ status: 404, answer: { message: 'Not found' } }))
  expect(await runAt(project)).toMatchObject([200, { contact_messages: 1, audit_log: 0, files: 0 }])
  expect(await listed()).toBe(1)
})
