// A worker with one function, and its unanswered calls.
import { pathToFileURL } from 'node:url'
import { Worker } from 'node:worker_threads'

export interface CallMessage {
  id: number
  url: string
  method: string
  headers: [string, string][]
  body: Uint8Array<ArrayBuffer> | undefined
}

export type ResultMessage =
  | { id: number; fault: string; loaded: boolean }
  | { id: number; status: number; headers: [string, string][]; body: Uint8Array<ArrayBuffer> }

export interface Running {
  call: (message: Omit<CallMessage, 'id'>, timeoutMs: number) => Promise<ResultMessage | 'gone' | 'late'>
  waiting: () => number
  stop: () => Promise<void>
  /** Waits for running calls before it stops the worker. */
  stopWhenIdle: () => Promise<void>
}

export interface RunningOptions {
  entry: string
  environment: Record<string, string>
  memoryMb: number
  responseBytes: number
  /** Called with the function's output. */
  say: (text: string, stream: 'stdout' | 'stderr') => void
  /** Called when the worker has ended, with its error if there was one. */
  onGone: (reason: string | undefined) => void
}

/** The size of a worker's heap for new objects. With 16 MB each worker takes 15 MB more, most of it garbage from loading modules. */
const YOUNG_GENERATION_MB = 4

export function startWorker({ entry, environment, memoryMb, responseBytes, say, onGone }: RunningOptions): Running {
  const worker = new Worker(new URL('worker.ts', import.meta.url), {
    env: environment,
    workerData: { entry: pathToFileURL(entry).href, responseBytes },
    resourceLimits: { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: YOUNG_GENERATION_MB },
    stdout: true,
    stderr: true,
  })
  const waiting = new Map<number, (result: ResultMessage | 'gone') => void>()
  let calls = 0
  let reason: string | undefined

  for (const stream of ['stdout', 'stderr'] as const) worker[stream].setEncoding('utf8').on('data', (text: string) => say(text, stream))
  worker.on('message', (result: ResultMessage) => waiting.get(result.id)?.(result))
  worker.on('error', (error) => (reason = error instanceof Error ? error.message : String(error)))
  worker.on('exit', () => {
    for (const answer of waiting.values()) answer('gone')
    onGone(reason)
  })
  worker.unref()

  async function stop() {
    await worker.terminate()
  }

  return {
    stop,
    waiting: () => waiting.size,
    async call(message, timeoutMs) {
      const id = ++calls
      const result = await new Promise<ResultMessage | 'gone' | 'late'>((resolve) => {
        const timer = setTimeout(() => resolve('late'), timeoutMs)
        waiting.set(id, (answer) => (clearTimeout(timer), resolve(answer)))
        worker.postMessage({ id, ...message } satisfies CallMessage)
      })
      waiting.delete(id)
      return result
    },
    async stopWhenIdle() {
      // Each call has its own timeout, so this loop ends.
      while (waiting.size > 0) await new Promise((resolve) => setTimeout(resolve, 50))
      await stop()
    },
  }
}
