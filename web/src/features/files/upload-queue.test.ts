// The order of uploads, and how the queue reacts when the connection, the server or the user ends one.
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { AppError } from '../../lib/errors.ts'
import { rememberUnfinished } from './unfinished-store.ts'
import { type Outcome, takeInterruptedNames, uploadQueueOf } from './upload-queue.ts'

interface Sending {
  name: string
  path: string
  isRetry: boolean
  signal: AbortSignal
  onProgress: (share: number) => void
  onWaiting: () => void
  succeed: () => void
  fail: (reason: string) => void
}

const uploads = vi.hoisted(() => ({
  started: [] as Sending[],
  discarded: [] as string[],
  count: 0,
  forgetPerson: () => {},
}))
vi.mock('./upload.ts', () => ({
  newPath: (appointmentId: string, name: string) => `${appointmentId}/${++uploads.count}-${name}`,
  discardStored: async (path: string) => uploads.discarded.push(path),
  uploadFile: (file: Omit<Sending, 'succeed' | 'fail'>) =>
    new Promise<void>((resolve, reject) => {
      uploads.started.push({ ...file, succeed: resolve, fail: (reason) => reject(new AppError(reason)) })
    }),
}))
vi.mock('../../lib/session/session-state.ts', () => ({
  onPersonChange: (forget: () => void) => {
    uploads.forgetPerson = forget
  },
}))

let page: EventTarget
beforeEach(() => {
  Object.assign(uploads, { started: [], discarded: [], count: 0 })
  page ??= new EventTarget()
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
})
afterEach(() => {
  for (const queue of queues) queue.cancelAll()
  queues = []
  vi.unstubAllGlobals()
})

const file = (name: string) => new File(['x'], name)
const settle = () => new Promise(setImmediate)
const startedNames = () => uploads.started.map(({ name }) => name)

let queues: ReturnType<typeof uploadQueueOf>[] = []
let appointments = 0

function createQueue(queue = uploadQueueOf(`a${++appointments}`, 'me')) {
  queues.push(queue)
  const outcomes: Outcome[] = []
  queue.onOutcome((outcome) => outcomes.push(outcome))
  return { queue, outcomes, states: () => queue.list().map(({ name, state, share }) => ({ name, state, share })) }
}

test('sends one file at a time, and shows the progress of each', async () => {
  const { queue, outcomes, states } = createQueue()
  for (const name of ['one.pdf', 'two.pdf']) queue.add(file(name), 'application/pdf')
  expect(startedNames()).toEqual(['one.pdf'])
  uploads.started[0]?.onProgress(0.4)
  expect(states()).toEqual([
    { name: 'one.pdf', state: 'uploading', share: 0.4 },
    { name: 'two.pdf', state: 'waiting', share: 0 },
  ])
  uploads.started[0]?.succeed()
  await settle()
  expect(outcomes).toEqual([{ name: 'one.pdf', isKept: false }])
  expect(startedNames()).toEqual(['one.pdf', 'two.pdf'])
  uploads.started[1]?.succeed()
  await settle()
  expect(states()).toEqual([])
})

test('keeps a failed file, continues with the next one, and retries at the same path', async () => {
  const { queue, outcomes, states } = createQueue()
  for (const name of ['one.pdf', 'two.pdf']) queue.add(file(name), 'application/pdf')
  uploads.started[0]?.fail('failed')
  await settle()
  expect(outcomes).toMatchObject([{ name: 'one.pdf', isKept: true, error: { reason: 'failed' } }])
  expect(states().map(({ state }) => state)).toEqual(['failed', 'uploading'])
  queue.retry(queue.list()[0]?.id ?? 0)
  uploads.started[1]?.succeed()
  await settle()
  expect(uploads.started[2]).toMatchObject({ name: 'one.pdf', path: uploads.started[0]?.path, isRetry: true })
})

test.each(['upload_ended', 'too_large', 'unsupported', 'file_not_allowed', '23514', '42501'])(
  'drops a file that would be refused again: %s',
  async (reason) => {
    const { queue, outcomes, states } = createQueue()
    queue.add(file('one.pdf'), 'application/pdf')
    uploads.started[0]?.fail(reason)
    await settle()
    expect(states()).toEqual([])
    expect(outcomes).toMatchObject([{ isKept: false, error: { reason } }])
  },
)

test('pauses while the server is unreachable, and resumes when the connection is back', async () => {
  const { queue, states } = createQueue()
  for (const name of ['one.pdf', 'two.pdf']) queue.add(file(name), 'application/pdf')
  uploads.started[0]?.fail('unreachable')
  await settle()
  expect(states().map(({ state }) => state)).toEqual(['failed', 'waiting'])
  expect(uploads.started).toHaveLength(1)
  queue.resume()
  expect(startedNames()).toEqual(['one.pdf', 'one.pdf'])
  uploads.started[1]?.succeed()
  await settle()
  expect(startedNames()).toEqual(['one.pdf', 'one.pdf', 'two.pdf'])
})

test('shows that a file waits for the connection, and continues from its progress', async () => {
  const { queue, states } = createQueue()
  queue.add(file('one.pdf'), 'application/pdf')
  uploads.started[0]?.onProgress(0.4)
  uploads.started[0]?.onWaiting()
  expect(states()).toEqual([{ name: 'one.pdf', state: 'reconnecting', share: 0.4 }])
  uploads.started[0]?.onProgress(0.5)
  expect(states()).toEqual([{ name: 'one.pdf', state: 'uploading', share: 0.5 }])
  uploads.started[0]?.succeed()
  await settle()
})

test('resumes only the same file after a reload', async () => {
  const { queue } = createQueue(uploadQueueOf('c', 'me'))
  const [scan, other] = [file('scan.pdf'), new File(['other'], 'scan.pdf')]
  rememberUnfinished('c/begun-scan.pdf', scan, '/upload')
  queue.add(scan, 'application/pdf')
  expect(uploads.started[0]).toMatchObject({ path: 'c/begun-scan.pdf', isRetry: true })
  uploads.started[0]?.succeed()
  await settle()
  queue.add(other, 'application/pdf')
  expect(uploads.started[1]).toMatchObject({ isRetry: false })
  expect(uploads.started[1]?.path).not.toBe('c/begun-scan.pdf')
  uploads.forgetPerson()
  queue.add(scan, 'application/pdf')
  uploads.started[1]?.fail('aborted')
  await settle()
  expect(uploads.started[2]).toMatchObject({ isRetry: false })
})

test('aborts a cancelled file and starts the next one', async () => {
  const { queue, outcomes } = createQueue()
  for (const name of ['one.pdf', 'two.pdf']) queue.add(file(name), 'application/pdf')
  queue.cancel(queue.list()[0]?.id ?? 0)
  expect(uploads.started[0]?.signal.aborted).toBe(true)
  uploads.started[0]?.fail('aborted')
  await settle()
  expect(outcomes).toEqual([])
  expect(startedNames()).toEqual(['one.pdf', 'two.pdf'])
})

test('discards the leftovers of a failed file when it is cancelled, and continues with the others', async () => {
  const { queue } = createQueue()
  for (const name of ['one.pdf', 'two.pdf']) queue.add(file(name), 'application/pdf')
  uploads.started[0]?.fail('unreachable')
  await settle()
  queue.cancel(queue.list()[0]?.id ?? 0)
  expect(uploads.discarded).toEqual([uploads.started[0]?.path])
  expect(startedNames()).toEqual(['one.pdf', 'two.pdf'])
})

test('warns before closing the page during an upload, resumes when online, and clears the queue when the user changes', async () => {
  const { queue } = createQueue(uploadQueueOf('b', 'me'))
  expect(uploadQueueOf('b', 'me')).toBe(queue)
  expect(uploadQueueOf('b', 'you')).not.toBe(queue)
  const isHeldBack = () => !page.dispatchEvent(new Event('beforeunload', { cancelable: true }))
  expect(isHeldBack()).toBe(false)
  queue.add(file('one.pdf'), 'application/pdf')
  expect(isHeldBack()).toBe(true)
  // After a reload the page reports the interrupted files once.
  const stored = new Map<string, string>()
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  })
  page.dispatchEvent(new Event('pagehide'))
  expect(takeInterruptedNames('b', 'you')).toEqual([])
  expect(takeInterruptedNames('b', 'me')).toEqual(['one.pdf'])
  expect(takeInterruptedNames('b', 'me')).toEqual([])
  uploads.started[0]?.fail('unreachable')
  await settle()
  page.dispatchEvent(new Event('online'))
  expect(uploads.started).toHaveLength(2)
  uploads.forgetPerson()
  expect(uploads.started[1]?.signal.aborted).toBe(true)
  expect(queue.list()).toEqual([])
  expect(isHeldBack()).toBe(false)
})
