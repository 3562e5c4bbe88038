// Functions of a project, each in a worker of its own: its environment is what it is given, and its endless loop stops nobody else.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Worker } from 'node:worker_threads'
import type { Logger } from 'pino'

export interface CallMessage {
  id: number
  url: string
  method: string
  headers: [string, string][]
  body: Uint8Array<ArrayBuffer> | undefined
}

export type ResultMessage =
  | { id: number; fault: string }
  | { id: number; status: number; headers: [string, string][]; body: Uint8Array<ArrayBuffer> }

export interface Functions {
  has: (name: string) => boolean
  call: (name: string, request: Request) => Promise<Response>
  stop: () => Promise<void>
}

const TIMEOUT_MS = 30_000
const MOST_MEMORY_MB = 256

interface Running {
  worker: Worker
  waiting: Map<number, (result: ResultMessage | 'gone') => void>
}

export interface FunctionsOptions {
  folder: string
  environment: Record<string, string>
  log: Logger
  timeoutMs?: number
}

export function createFunctions({ folder, environment, log, timeoutMs = TIMEOUT_MS }: FunctionsOptions): Functions {
  const running = new Map<string, Running>()
  let calls = 0

  const entryOf = (name: string) => join(folder, name, 'index.ts')
  const has = (name: string) => /^[a-z0-9][a-z0-9-]*$/.test(name) && existsSync(entryOf(name))

  function start(name: string): Running {
    const worker = new Worker(join(import.meta.dirname, 'worker.ts'), {
      env: environment,
      workerData: { entry: pathToFileURL(entryOf(name)).href },
      resourceLimits: { maxOldGenerationSizeMb: MOST_MEMORY_MB },
    })
    const started: Running = { worker, waiting: new Map() }
    worker.on('message', (result: ResultMessage) => started.waiting.get(result.id)?.(result))
    worker.on('error', (error) => log.error({ function: name, reason: nameless(error.message) }, 'a function broke its worker'))
    worker.on('exit', () => {
      retire(name, started)
      for (const resolve of started.waiting.values()) resolve('gone')
    })
    worker.unref()
    running.set(name, started)
    return started
  }

  // The next call starts a new one.
  function retire(name: string, one: Running) {
    if (running.get(name) === one) running.delete(name)
  }

  return {
    has,
    async call(name, request) {
      if (!has(name)) return Response.json({ code: 'NOT_FOUND', message: 'Requested function was not found' }, { status: 404 })
      const body = new Uint8Array(await request.arrayBuffer())
      const one = running.get(name) ?? start(name)
      const { worker, waiting } = one
      const id = ++calls
      const message: CallMessage = {
        id,
        url: request.url,
        method: request.method,
        headers: [...request.headers],
        body: body.length ? body : undefined,
      }
      const result = await new Promise<ResultMessage | 'gone' | 'late'>((resolve) => {
        const timer = setTimeout(() => resolve('late'), timeoutMs)
        waiting.set(id, (answer) => (clearTimeout(timer), resolve(answer)))
        worker.postMessage(message)
      })
      waiting.delete(id)
      if (result === 'late') {
        // Nothing can be stopped inside a worker but the worker.
        retire(name, one)
        await worker.terminate()
        log.error({ function: name }, 'a function took too long')
        return Response.json({ code: 'WORKER_LIMIT', message: 'Function failed due to not having enough time' }, { status: 546 })
      }
      if (result === 'gone') return broken()
      if ('fault' in result) {
        log.error({ function: name, fault: nameless(result.fault) }, 'a function failed')
        return broken()
      }
      return new Response(result.status === 204 || result.status === 304 ? null : result.body, {
        status: result.status,
        headers: result.headers,
      })
    },
    async stop() {
      await Promise.all([...running.values()].map(({ worker }) => worker.terminate()))
    },
  }
}

const broken = () => Response.json({ code: 'WORKER_ERROR', message: 'Function exited due to an error' }, { status: 500 })

// Mail servers and databases like to repeat addresses in their errors.
const nameless = (text: string) => text.replaceAll(/[^\s<>"'(),;:]+@[^\s<>"'(),;:]+/g, '…@…')
