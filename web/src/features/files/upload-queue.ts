// The uploads of an appointment, one at a time. They outlive the panel that shows them: a failed upload stays, with its file,
// until it is retried or discarded.
import { AppError } from '../../lib/errors.ts'
import { cleanName } from '../../lib/file-names.ts'
import { onPersonChange } from '../../lib/session/session-state.ts'
import { connectionIsBack } from './connection-wait.ts'
import { forgetAllUnfinished, rememberInterrupted, takeInterrupted, unfinishedPathOf } from './unfinished-store.ts'
import { discardStored, newPath, uploadFile } from './upload.ts'

export interface Upload {
  id: number
  name: string
  /** `reconnecting`: the connection was lost, and the upload continues by itself. */
  state: 'waiting' | 'uploading' | 'reconnecting' | 'failed'
  /** Progress from 0 to 1. */
  share: number
  /** Why the upload failed. */
  error?: unknown
}

interface Entry extends Upload {
  file: File
  type: string
  abort: AbortController
  /** Set by the first attempt, so that a retry continues at the same path. */
  path?: string
}

export interface Outcome {
  name: string
  /** Undefined for a file that arrived. */
  error?: unknown
  /** Whether the failed file stays in the list for a retry. */
  isKept: boolean
}

/** Reasons for which a retry would fail again. */
const FINAL = new Set(['upload_ended', 'too_large', 'unsupported', 'file_not_allowed', '23514', '42501'])
const reasonOf = (error: unknown) => (error instanceof AppError ? error.reason : 'failed')

let lastId = 0

class UploadQueue {
  readonly #appointmentId: string
  readonly #userId: string
  readonly #listeners = new Set<() => void>()
  #entries: Entry[] = []
  #isRunning = false
  /** Set while the server is unreachable, so that the waiting uploads do not start. */
  #isPaused = false
  #onOutcome: (outcome: Outcome) => void = () => {}

  constructor(appointmentId: string, userId: string) {
    this.#appointmentId = appointmentId
    this.#userId = userId
  }

  subscribe = (listener: () => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Sets the only listener for finished uploads. It stays set after its page unmounts, until another page replaces it. */
  onOutcome(listener: (outcome: Outcome) => void) {
    this.#onOutcome = listener
  }

  list = (): readonly Upload[] => this.#entries

  add(file: File, type: string) {
    watchBrowser()
    const entry: Entry = { id: ++lastId, name: cleanName(file.name), state: 'waiting', share: 0, file, type, abort: new AbortController() }
    this.#set([...this.#entries, entry])
    this.#start()
  }

  retry(id: number) {
    this.#change(id, { state: 'waiting' })
    this.#isPaused = false
    this.#start()
  }

  /** Call this when the connection is back. */
  resume() {
    for (const { id, state, error } of this.#entries) {
      if (state === 'failed' && reasonOf(error) === 'unreachable') this.#change(id, { state: 'waiting' })
    }
    this.#isPaused = false
    connectionIsBack()
    this.#start()
  }

  cancel(id: number) {
    const entry = this.#entries.find((each) => each.id === id)
    if (!entry) return
    entry.abort.abort()
    this.#set(this.#entries.filter((each) => each.id !== id))
    if (entry.state !== 'failed') return
    if (entry.path) void discardStored(entry.path)
    // The cancelled upload no longer blocks the ones behind it.
    this.#isPaused = false
    this.#start()
  }

  cancelAll() {
    for (const { abort } of this.#entries) abort.abort()
    this.#set([])
  }

  #start() {
    if (!this.#isRunning) void this.#run()
  }

  async #run() {
    this.#isRunning = true
    const next = () => (this.#isPaused ? undefined : this.#entries.find(({ state }) => state === 'waiting'))
    for (let entry = next(); entry; entry = next()) await this.#upload(entry)
    this.#isRunning = false
  }

  async #upload({ id, name, file, type, abort, share, path: tried }: Entry) {
    // A reload may have interrupted an upload of the same file.
    const begun = tried ?? unfinishedPathOf(this.#appointmentId, file)
    const path = begun ?? newPath(this.#appointmentId, name)
    this.#change(id, { state: 'uploading', share, path })
    const common = { appointmentId: this.#appointmentId, userId: this.#userId, signal: abort.signal }
    try {
      const onProgress = (sent: number) => this.#change(id, { state: 'uploading', share: sent })
      const onWaiting = () => this.#change(id, { state: 'reconnecting' })
      await uploadFile({ ...common, file, name, type, path, isRetry: begun !== undefined, onProgress, onWaiting })
      this.#set(this.#entries.filter((each) => each.id !== id))
      this.#onOutcome({ name, isKept: false })
    } catch (error) {
      if (abort.signal.aborted) return
      const isKept = !FINAL.has(reasonOf(error))
      if (reasonOf(error) === 'unreachable') this.#isPaused = true
      if (isKept) this.#change(id, { state: 'failed', error })
      else this.#set(this.#entries.filter((each) => each.id !== id))
      this.#onOutcome({ name, error, isKept })
    }
  }

  #change(id: number, change: Partial<Entry>) {
    this.#set(this.#entries.map((each) => (each.id === id ? { ...each, ...change } : each)))
  }

  #set(entries: Entry[]) {
    this.#entries = entries
    for (const listener of this.#listeners) listener()
  }
}

const queues = new Map<string, UploadQueue>()
const queueName = (appointmentId: string, userId: string) => `${userId} ${appointmentId}`

export function uploadQueueOf(appointmentId: string, userId: string) {
  const key = queueName(appointmentId, userId)
  const queue = queues.get(key) ?? new UploadQueue(appointmentId, userId)
  queues.set(key, queue)
  return queue
}

export const takeInterruptedNames = (appointmentId: string, userId: string) => takeInterrupted(queueName(appointmentId, userId))

let isWatching = false

/** Adds the browser listeners once for all queues. */
function watchBrowser() {
  if (isWatching) return
  isWatching = true
  addEventListener('online', () => {
    for (const queue of queues.values()) queue.resume()
  })
  // Closing the tab loses the files, on any page of the site.
  addEventListener('beforeunload', (event) => {
    if ([...queues.values()].some((queue) => queue.list().length > 0)) event.preventDefault()
  })
  addEventListener('pagehide', () => {
    rememberInterrupted([...queues].flatMap(([queue, uploads]) => uploads.list().map(({ name }) => ({ queue, name }))))
  })
  onPersonChange(() => {
    forgetAllUnfinished()
    for (const queue of queues.values()) queue.cancelAll()
  })
}
