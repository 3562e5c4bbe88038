// Starts the worker thread that renders pages, queues its work, and replaces it after a hang or crash.
import { Worker } from 'node:worker_threads'
import type { LoadedData } from './public-data.ts'
import type { Message, RenderedPage, Reply, SentData, Task, WorkerSettings } from './render-job.ts'

export interface RendererOptions extends WorkerSettings {
  maxWaiting?: number
  /** A thread that takes longer is replaced. */
  timeoutMs?: number
}

const MAX_WAITING = 20
const TIMEOUT_MS = 5000
const RESTART_MS = 1000
const MAX_HEAP_MB = 192
const WORKER = new URL('./render-worker.ts', import.meta.url)

interface Job {
  task: Task
  data: Record<string, LoadedData>
  resolve: (result: RenderedPage | Record<string, string>) => void
  reject: (error: Error) => void
}

export class QueueIsFull extends Error {}

export function createRenderer({ maxWaiting = MAX_WAITING, timeoutMs = TIMEOUT_MS, ...settings }: RendererOptions) {
  const waiting: Job[] = []
  let thread: Worker | undefined
  let startedAt = Number.NEGATIVE_INFINITY
  let isReady = false
  let current: { id: number; job: Job; timer: NodeJS.Timeout } | undefined
  /** The versions of the data that the current thread has received. */
  let versions = new Map<string, number>()
  let lastId = 0
  let isStopped = false

  function start() {
    if (thread || isStopped) return
    startedAt = Date.now()
    const fresh = new Worker(WORKER, { workerData: settings, resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB }, execArgv: [] })
    thread = fresh
    fresh.unref()
    fresh.on('message', (reply: Reply) => fresh === thread && take(reply))
    fresh.on('error', (error) => lose(fresh, error instanceof Error ? error : new Error(String(error))))
    fresh.on('exit', () => lose(fresh, new Error('The thread that renders pages has ended.')))
  }

  function lose(lost: Worker, error: Error) {
    if (lost !== thread) return
    thread = undefined
    isReady = false
    versions = new Map()
    finish()?.reject(error)
    if (waiting.length === 0) return
    // A thread that cannot start must not be restarted in a loop.
    if (Date.now() - startedAt < RESTART_MS) for (const job of waiting.splice(0)) job.reject(error)
    else start()
  }

  function finish() {
    const done = current
    current = undefined
    if (done) clearTimeout(done.timer)
    return done?.job
  }

  function take(reply: Reply) {
    if (reply.id === 0) isReady = true
    else if (reply.id === current?.id) {
      const job = finish()
      if ('error' in reply) job?.reject(new Error(reply.error))
      else job?.resolve(reply.result)
    }
    next()
  }

  function next() {
    if (current || !isReady || !thread) return
    const job = waiting.shift()
    if (!job) return
    lastId += 1
    const worker = thread
    const timer = setTimeout(() => {
      lose(worker, new Error('A page took too long to render.'))
      void worker.terminate()
    }, timeoutMs)
    timer.unref()
    current = { id: lastId, job, timer }
    const sent: SentData = {}
    const needs: Record<string, string> = {}
    for (const [name, { key, version, json }] of Object.entries(job.data)) {
      needs[name] = key
      if (versions.get(key) !== version) sent[key] = json
      versions.set(key, version)
    }
    worker.postMessage({ id: lastId, task: job.task, needs, sent } satisfies Message)
  }

  function run(task: Task, data: Record<string, LoadedData>) {
    if (isStopped) return Promise.reject(new Error('The server stops.'))
    if (waiting.length >= maxWaiting) return Promise.reject(new QueueIsFull('Too many pages wait to be rendered.'))
    return new Promise<RenderedPage | Record<string, string>>((resolve, reject) => {
      waiting.push({ task, data, resolve, reject })
      start()
      next()
    })
  }

  return {
    /** Loads the site's code before the first request. */
    start,
    render: (task: Omit<Task & { kind: 'page' }, 'kind'>, data: Record<string, LoadedData>) =>
      run({ ...task, kind: 'page' }, data) as Promise<RenderedPage>,
    addressesOf: (page: string, data: Record<string, LoadedData>) =>
      run({ kind: 'addresses', page }, data) as Promise<Record<string, string>>,
    async stop() {
      isStopped = true
      const stopping = thread
      thread = undefined
      for (const job of [finish(), ...waiting.splice(0)]) job?.reject(new Error('The server stops.'))
      await stopping?.terminate()
    },
  }
}

export type Renderer = ReturnType<typeof createRenderer>
