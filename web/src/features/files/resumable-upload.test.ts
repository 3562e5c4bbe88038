// Uploads one large file to a fake storage server that answers as the real one does and can fail on request.
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { connectionIsBack } from './connection-wait.ts'
import { discardUnfinished, sendFile } from './send-file.ts'
import { forgetAllUnfinished, unfinishedPathOf, unfinishedUrlOf } from './unfinished-store.ts'

vi.mock('../../lib/data/config.ts', () => ({ readSiteConfig: () => ({ supabaseUrl: 'http://site', supabaseKey: 'public' }) }))
vi.mock('../../lib/data/supabase.ts', () => ({
  through: (send: typeof fetch) => send,
  readToken: async () => 'token',
}))

const MB = 1024 * 1024
const PATH = 'a/1-scan.pdf'
const ADDRESS = 'http://site/storage/v1/upload/resumable/x'

/** The state of the server and its plan for the next requests: answer with a status, lose the connection, or never answer. */
const server = {
  received: 0,
  isCreated: false,
  log: [] as string[],
  metadata: new Map<string, string>(),
  plan: [] as (number | 'lost' | 'half' | 'answer lost' | 'silent' | undefined)[],
}

class FakeRequest extends EventTarget {
  upload = new EventTarget()
  status = 0
  responseText = ''
  #method = ''
  #url = ''
  #headers = new Map<string, string>()
  #answer: Record<string, string> = {}
  #isOver = false
  open(method: string, url: string) {
    this.#method = method
    this.#url = url
  }
  setRequestHeader(name: string, value: string) {
    this.#headers.set(name.toLowerCase(), value)
  }
  getResponseHeader(name: string) {
    return this.#answer[name] ?? null
  }
  send(body: Blob | null) {
    const offset = Number(this.#headers.get('upload-offset') ?? 0)
    server.log.push(this.#method === 'PATCH' ? `PATCH ${offset / MB}` : this.#method)
    const plan = server.plan.shift()
    if (plan === 'silent') return
    queueMicrotask(() => {
      if (plan === 'lost') return this.#end('error')
      if (plan === 'half') {
        server.received += MB
        return this.#end('error')
      }
      const status = typeof plan === 'number' ? plan : this.#handle(body, offset)
      return plan === 'answer lost' ? this.#end('error') : this.#end('load', status)
    })
  }
  #handle(body: Blob | null, offset: number) {
    if (this.#method === 'POST') {
      Object.assign(server, { isCreated: true, received: 0 })
      for (const pair of (this.#headers.get('upload-metadata') ?? '').split(','))
        server.metadata.set(pair.split(' ')[0] ?? '', Buffer.from(pair.split(' ')[1] ?? '', 'base64').toString())
      this.#answer = { location: '/storage/v1/upload/resumable/x' }
      return 201
    }
    if (this.#url !== ADDRESS || !server.isCreated) return 404
    if (this.#method === 'DELETE') {
      server.isCreated = false
      return 204
    }
    if (this.#method === 'PATCH') {
      if (offset !== server.received) return 409
      this.upload.dispatchEvent(Object.assign(new Event('progress'), { loaded: body?.size ?? 0, total: body?.size ?? 0 }))
      server.received += body?.size ?? 0
    }
    this.#answer = { 'upload-offset': String(server.received) }
    return this.#method === 'HEAD' ? 200 : 204
  }
  #end(type: string, status = 0) {
    if (this.#isOver) return
    this.#isOver = true
    this.status = status
    this.dispatchEvent(new Event(type))
    this.dispatchEvent(new Event('loadend'))
  }
  abort() {
    this.#end('abort')
  }
}

let page: EventTarget
beforeEach(() => {
  Object.assign(server, { received: 0, isCreated: false, log: [], plan: [], metadata: new Map() })
  forgetAllUnfinished()
  page = new EventTarget()
  vi.stubGlobal('XMLHttpRequest', FakeRequest)
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
  vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page))
  vi.stubGlobal('document', Object.assign(page, { visibilityState: 'visible' }))
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const scan = new File([new Uint8Array(14 * MB)], 'scan.pdf', { lastModified: 1 })

function start(file = scan) {
  const abort = new AbortController()
  const seen: (number | 'waiting')[] = []
  const done = sendFile({
    file,
    storedName: 'scan.pdf',
    type: 'application/pdf',
    path: PATH,
    metadata: { uploadedBy: 'me' },
    signal: abort.signal,
    onProgress: (share) => seen.push(share),
    onWaiting: () => seen.push('waiting'),
  })
  done.catch(() => {})
  return { done, abort, seen }
}

test('sends chunks of 6 MB with the user’s token, and reports progress', async () => {
  const { done, seen } = start()
  await done
  expect(server.log).toEqual(['POST', 'PATCH 0', 'PATCH 6', 'PATCH 12'])
  expect(Object.fromEntries(server.metadata)).toEqual({
    bucketName: 'appointment-files',
    objectName: PATH,
    contentType: 'application/pdf',
    cacheControl: '3600',
    metadata: '{"uploadedBy":"me"}',
  })
  expect(seen.at(-1)).toBe(1)
  expect(seen).not.toContain('waiting')
})

test('asks for the offset after a lost connection, and sends only the missing bytes', async () => {
  server.plan = [undefined, undefined, 'half']
  const { done, seen } = start()
  await vi.advanceTimersByTimeAsync(5000)
  await done
  expect(server.log).toEqual(['POST', 'PATCH 0', 'PATCH 6', 'HEAD', 'PATCH 7', 'PATCH 13'])
  expect(seen).toContain('waiting')
  expect(seen.slice(seen.indexOf('waiting') + 1)[0]).toBe(0.5)
})

test('completes when only the response to the last chunk is lost', async () => {
  server.plan = [undefined, undefined, undefined, 'answer lost']
  const { done } = start()
  await vi.advanceTimersByTimeAsync(5000)
  await done
  expect(server.log).toEqual(['POST', 'PATCH 0', 'PATCH 6', 'PATCH 12', 'HEAD'])
})

test.each([502, 503, 423, 409])('waits and retries after status %i', async (status) => {
  server.plan = [undefined, undefined, status]
  const { done } = start()
  await vi.advanceTimersByTimeAsync(5000)
  await done
  expect(server.log).toEqual(['POST', 'PATCH 0', 'PATCH 6', 'HEAD', 'PATCH 6', 'PATCH 12'])
})

test('survives an hour without a connection, and continues at once when it is back', async () => {
  server.plan = [undefined, undefined, ...Array.from({ length: 1000 }, () => 'lost' as const)]
  const { done, seen } = start()
  await vi.advanceTimersByTimeAsync(3_600_000)
  const tries = server.log.length
  expect(tries).toBeGreaterThan(60)
  expect(tries).toBeLessThan(200)
  expect(seen.at(-1)).toBe('waiting')
  server.plan = []
  connectionIsBack()
  await done
  expect(server.log.slice(tries)).toEqual(['HEAD', 'PATCH 6', 'PATCH 12'])
})

test.each(['online', 'visibilitychange'])('stops waiting on the event %s', async (event) => {
  server.plan = [undefined, ...Array.from({ length: 8 }, () => 'lost' as const)]
  const { done } = start()
  await vi.advanceTimersByTimeAsync(100_000)
  page.dispatchEvent(new Event(event))
  await done
  expect(server.log.at(-1)).toBe('PATCH 12')
})

test('aborts and retries a request that stalls or whose network is gone', async () => {
  server.plan = [undefined, 'silent']
  const stalled = start()
  await vi.advanceTimersByTimeAsync(35_000)
  await stalled.done
  expect(server.log).toEqual(['POST', 'PATCH 0', 'HEAD', 'PATCH 0', 'PATCH 6', 'PATCH 12'])

  forgetAllUnfinished()
  Object.assign(server, { log: [], plan: [undefined, 'silent'] })
  const moved = start()
  await vi.advanceTimersByTimeAsync(0)
  page.dispatchEvent(new Event('online'))
  await vi.advanceTimersByTimeAsync(2000)
  await moved.done
  expect(server.log).toEqual(['POST', 'PATCH 0', 'HEAD', 'PATCH 0', 'PATCH 6', 'PATCH 12'])
})

test('gives up when the server keeps failing, and a later attempt continues', async () => {
  server.plan = [undefined, undefined, ...Array.from({ length: 20 }, () => 500)]
  const { done } = start()
  await vi.advanceTimersByTimeAsync(300_000)
  await expect(done).rejects.toMatchObject({ reason: 'failed' })
  Object.assign(server, { log: [], plan: [] })
  await start().done
  expect(server.log).toEqual(['HEAD', 'PATCH 6', 'PATCH 12'])
})

test('starts over when the server no longer has the upload', async () => {
  server.plan = [undefined, undefined, 404]
  const { done } = start()
  await vi.advanceTimersByTimeAsync(5000)
  await done
  expect(server.log).toEqual(['POST', 'PATCH 0', 'PATCH 6', 'POST', 'PATCH 0', 'PATCH 6', 'PATCH 12'])
})

test.each([
  [[403], '42501'],
  [[409], 'exists'],
  [[413], 'too_large'],
  [[415], 'unsupported'],
  [[429], 'too_many_unfinished'],
  [[401], 'signed_out'],
  [[undefined, undefined, 403], 'upload_ended'],
  [[undefined, undefined, undefined, 415], 'unsupported'],
])('maps the statuses %o to the reason %s', async (plan, reason) => {
  server.plan = plan
  const { done } = start()
  await expect(done).rejects.toMatchObject({ reason })
})

test('deletes a cancelled upload on the server, even while it waits for a connection', async () => {
  server.plan = [undefined, undefined, 'lost']
  const { done, abort } = start()
  await vi.advanceTimersByTimeAsync(0)
  abort.abort()
  await expect(done).rejects.toMatchObject({ reason: 'aborted' })
  expect(server.log.at(-1)).toBe('DELETE')
  expect([server.isCreated, unfinishedUrlOf(PATH)]).toEqual([false, undefined])
})

test('remembers the path of an unfinished file until it is discarded', async () => {
  server.plan = [undefined, undefined, 415]
  await start().done.catch(() => {})
  expect(unfinishedPathOf('a', scan)).toBe(PATH)
  expect(unfinishedPathOf('b', scan)).toBeUndefined()
  expect(unfinishedPathOf('a', new File(['other'], 'scan.pdf', { lastModified: 1 }))).toBeUndefined()
  await discardUnfinished(PATH)
  expect(unfinishedPathOf('a', scan)).toBeUndefined()
  expect(server.log.at(-1)).toBe('DELETE')
})

test('sends a small file in one request', async () => {
  server.plan = [200]
  await start(new File(['small'], 'small.pdf')).done
  expect(server.log).toEqual(['POST'])
  expect(server.isCreated).toBe(false)
})
