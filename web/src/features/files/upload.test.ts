// Uploads one file and its record to a fake storage and database that answer as the server does.
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import './send-file.ts'
import { discardStored, newPath, uploadFile } from './upload.ts'

const server = vi.hoisted(() => ({
  recorded: new Set<string>(),
  removed: [] as string[],
  isFull: false,
  /** The error that inserting the record returns. */
  refusal: null as null | { code?: string; message: string; status: number },
  inserted: [] as Record<string, unknown>[],
}))
vi.mock('../../lib/data/config.ts', () => ({ readSiteConfig: () => ({ supabaseUrl: 'http://site', supabaseKey: 'public' }) }))
vi.mock('./queries.ts', () => ({ BUCKET: 'appointment-files' }))
vi.mock('../../lib/data/supabase.ts', () => ({
  through: (send: typeof fetch) => send,
  readToken: async () => 'token',
  loadStorage: async () => ({
    from: () => ({
      remove: async (paths: string[]) => server.removed.push(...paths),
    }),
  }),
  supabase: {
    rpc: async () => ({ data: server.isFull }),
    from: () => ({
      select: () => ({
        eq: (_column: string, path: string) => ({
          limit: async () => ({ data: server.recorded.has(path) ? [{ id: 1 }] : [], error: null, status: 200 }),
        }),
      }),
      insert: async (record: Record<string, unknown>) => {
        if (server.refusal) return { data: null, error: server.refusal, status: server.refusal.status }
        server.inserted.push(record)
        return { data: null, error: null, status: 201 }
      },
    }),
  },
}))

let requests: FakeRequest[]
class FakeRequest extends EventTarget {
  upload = new EventTarget()
  status = 0
  responseText = ''
  url = ''
  headers: Record<string, string> = {}
  constructor() {
    super()
    requests.push(this)
  }
  open(_method: string, url: string) {
    this.url = url
  }
  setRequestHeader(name: string, value: string) {
    this.headers[name] = value
  }
  getResponseHeader() {
    return null
  }
  send() {}
  progress(loaded: number, total: number) {
    this.upload.dispatchEvent(Object.assign(new Event('progress'), { loaded, total }))
  }
  #end(type: string) {
    this.dispatchEvent(new Event(type))
    this.dispatchEvent(new Event('loadend'))
  }
  answer(status: number, body: object = {}) {
    Object.assign(this, { status, responseText: JSON.stringify(body) })
    this.#end('load')
  }
  lose() {
    this.#end('error')
  }
  abort() {
    this.#end('abort')
  }
}

beforeEach(() => {
  requests = []
  Object.assign(server, { recorded: new Set(), removed: [], isFull: false, refusal: null, inserted: [] })
  vi.stubGlobal('XMLHttpRequest', FakeRequest)
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const PATH = 'a/1-one.pdf'

async function start({ isRetry = false, name = 'one.pdf' } = {}) {
  const abort = new AbortController()
  const shares: number[] = []
  const done = uploadFile({
    file: new File(['12345'], name),
    name,
    type: 'application/pdf',
    path: PATH,
    isRetry,
    appointmentId: 'a',
    userId: 'me',
    signal: abort.signal,
    onProgress: (share) => shares.push(share),
    onWaiting: () => {},
  })
  // Each test awaits `done` later. Handling it here avoids an unhandled rejection until then.
  let isSettled = false
  const settle = () => {
    isSettled = true
  }
  done.then(settle, settle)
  await vi.waitFor(() => expect(isSettled || requests.length > 0).toBe(true))
  return { done, abort, shares, request: requests[0] }
}

test('gives two files of the same name different paths, even in the same millisecond', () => {
  expect(newPath('a', 'Tahlil sonucu.pdf')).not.toBe(newPath('a', 'Tahlil sonucu.pdf'))
  expect(newPath('a', 'Tahlil sonucu.pdf')).toMatch(/^a\/\d+-Tahlil-sonucu\.pdf$/)
})

test('sends the bytes with the user’s token, reports progress, and writes the record', async () => {
  const { done, shares, request } = await start()
  expect(request?.url).toBe(`http://site/storage/v1/object/appointment-files/${PATH}`)
  expect(request?.headers).toMatchObject({ authorization: 'Bearer token', 'x-upsert': 'false' })
  request?.progress(1, 4)
  request?.progress(4, 4)
  request?.answer(200)
  await done
  expect(shares).toEqual([0.25, 1])
  expect(server.inserted).toEqual([
    { appointment_id: 'a', file_name: 'one.pdf', file_path: PATH, file_size: 5, file_type: 'application/pdf', uploaded_by: 'me' },
  ])
})

test.each([
  [400, { statusCode: '413' }, 'too_large'],
  [400, { statusCode: '415' }, 'unsupported'],
  [400, { statusCode: '403' }, '42501'],
  [401, {}, 'signed_out'],
  [500, {}, 'failed'],
])('maps the storage error %i %o to the reason %s', async (status, body, reason) => {
  const { done, request } = await start()
  request?.answer(status, body)
  await expect(done).rejects.toMatchObject({ reason })
  expect(server.inserted).toEqual([])
})

test('reports too many files when the limit is why the storage refused', async () => {
  server.isFull = true
  const { done, request } = await start()
  request?.answer(400, { statusCode: '403' })
  await expect(done).rejects.toMatchObject({ reason: 'too_many_files' })
})

test('removes the bytes when the record is refused, and keeps them when the outcome is unknown', async () => {
  server.refusal = { code: '23514', message: 'no', status: 400 }
  const refused = await start()
  refused.request?.answer(200)
  await expect(refused.done).rejects.toMatchObject({ reason: '23514' })
  expect(server.removed).toEqual([PATH])

  server.refusal = { message: 'TypeError: fetch failed', status: 0 }
  requests = []
  const unknown = await start()
  unknown.request?.answer(200)
  await expect(unknown.done).rejects.toMatchObject({ reason: 'unreachable' })
  expect(server.removed).toEqual([PATH])
})

test('completes only the missing steps on a retry', async () => {
  const stored = await start({ isRetry: true })
  stored.request?.answer(400, { statusCode: '409' })
  await stored.done
  expect(server.inserted).toHaveLength(1)

  requests = []
  server.recorded.add(PATH)
  const finished = await start({ isRetry: true })
  await finished.done
  expect(requests).toEqual([])
  expect(server.inserted).toHaveLength(1)
})

test('treats a connection that stalls for two minutes as lost, but not a slow one', async () => {
  const { done, request } = await start()
  for (let minute = 0; minute < 5; minute++) {
    await vi.advanceTimersByTimeAsync(60_000)
    request?.progress(minute, 10)
  }
  await vi.advanceTimersByTimeAsync(121_000)
  await expect(done).rejects.toMatchObject({ reason: 'unreachable' })
})

test('stops at once when cancelled, and reports a lost connection as unreachable', async () => {
  const cancelled = await start()
  cancelled.abort.abort()
  await expect(cancelled.done).rejects.toMatchObject({ reason: 'aborted' })
  requests = []
  const broken = await start()
  broken.request?.lose()
  await expect(broken.done).rejects.toMatchObject({ reason: 'unreachable' })
})

test('discards only bytes without a record', async () => {
  await discardStored(PATH)
  server.recorded.add('a/2-two.pdf')
  await discardStored('a/2-two.pdf')
  expect(server.removed).toEqual([PATH])
})
