// Runs each function of a project in its own worker with its own environment, so that an endless loop blocks nothing else.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Logger } from 'pino'
import { MAX_BODY_BYTES } from '../request-limits.ts'
import { BodyError, PRIVATE_HEADERS, readBody } from '../wire.ts'
import { failed, notFound, notLoaded, overloaded, tooLarge, tooLate, tooSlow } from './answers.ts'
import { createRedactor } from './redact.ts'
import { type Running, type RunningOptions, startWorker } from './running.ts'

export interface Functions {
  has: (name: string) => boolean
  call: (name: string, request: Request) => Promise<Response>
  /** The number of calls that arrive or wait, over all functions. */
  waitingCalls: () => number
  stop: () => Promise<void>
}

export interface FunctionsOptions {
  folder: string
  environment: Record<string, string>
  log: Logger
  timeoutMs?: number
  /** A worker without calls for this long is stopped. The next call starts another. */
  idleMs?: number
  /** Body limits in bytes, for functions with a different limit. */
  bodyBytes?: Record<string, number>
  limits?: Partial<typeof LIMITS>
}

const TIMEOUT_MS = 30_000
/** Longer than a minute, so that a function scheduled every minute keeps its worker. */
const IDLE_MS = 90_000
const MEBIBYTE = 1024 * 1024
const LIMITS = { requestMs: 10_000, responseBytes: 8 * MEBIBYTE, waitingCalls: 100, memoryMb: 256 }
const WITHOUT_BODY = [204, 205, 304]
// Connection headers, which are meaningless between function and host.
const OF_THE_CONNECTION = ['connection', 'content-length', 'keep-alive', 'transfer-encoding', 'upgrade']

export function createFunctions({
  folder,
  environment,
  log,
  timeoutMs = TIMEOUT_MS,
  idleMs = IDLE_MS,
  bodyBytes = {},
  limits,
}: FunctionsOptions): Functions {
  const { requestMs, responseBytes, waitingCalls, memoryMb } = { ...LIMITS, ...limits }
  const redact = createRedactor(environment)
  const running = new Map<string, Running>()
  const all = new Set<Running>()
  /** Calls whose bodies are still arriving, which also take memory. */
  const arriving = new Map<string, number>()
  let stopped = false

  const entryOf = (name: string) => join(folder, name, 'index.ts')
  const has = (name: string) => /^[a-z0-9][a-z0-9-]*$/.test(name) && existsSync(entryOf(name))

  function start(name: string) {
    const say: RunningOptions['say'] = (text, stream) =>
      log[stream === 'stderr' ? 'warn' : 'info']({ function: name, said: redact(text.trimEnd()) }, 'a function said something')
    const started = startWorker({ entry: entryOf(name), environment, memoryMb, responseBytes, say, onGone })
    running.set(name, started)
    all.add(started)
    return started

    function onGone(reason: string | undefined) {
      retire(name, started)
      all.delete(started)
      if (reason) log.error({ function: name, reason: redact(reason) }, 'a function broke its worker')
    }
  }

  // The next call starts a new worker. Calls that are running in this one may finish.
  function retire(name: string, one: Running) {
    if (running.get(name) === one) running.delete(name)
  }

  const idleTimers = new WeakMap<Running, NodeJS.Timeout>()

  function stopOnceIdle(name: string, one: Running) {
    clearTimeout(idleTimers.get(one))
    const stop = () => {
      if (one.waiting() > 0) return
      retire(name, one)
      void one.stop()
    }
    idleTimers.set(one, setTimeout(stop, idleMs).unref())
  }

  async function arrival(name: string, request: Request) {
    arriving.set(name, (arriving.get(name) ?? 0) + 1)
    try {
      const maxBytes = (Object.hasOwn(bodyBytes, name) ? bodyBytes[name] : undefined) ?? MAX_BODY_BYTES.function
      return await readBody(request, { maxBytes, timeoutMs: requestMs, cutsOff: true })
    } catch (error) {
      if (!(error instanceof BodyError) || error.fault === 'aborted') throw error
      if (error.fault === 'too slow') return tooSlow()
      return tooLarge()
    } finally {
      arriving.set(name, (arriving.get(name) ?? 1) - 1)
    }
  }

  return {
    has,
    async call(name, request) {
      if (stopped || !has(name)) return notFound()
      if ((arriving.get(name) ?? 0) + (running.get(name)?.waiting() ?? 0) >= waitingCalls) return overloaded()
      const body = await arrival(name, request)
      if (body instanceof Response) return body
      const one = running.get(name) ?? start(name)
      const { url, method, headers } = request
      const result = await one.call({ url, method, headers: [...headers], body: body.length ? body : undefined }, timeoutMs)
      stopOnceIdle(name, one)
      if (result === 'late') {
        retire(name, one)
        // A running call can only be stopped together with its worker.
        void one.stopWhenIdle()
        log.error({ function: name }, 'a function took too long')
        return tooLate()
      }
      if (result === 'gone') return failed()
      if ('fault' in result) {
        log.error({ function: name, fault: redact(result.fault) }, 'a function failed')
        return result.loaded ? failed() : notLoaded()
      }
      const kept = new Headers(result.headers.filter(([header]) => !OF_THE_CONNECTION.includes(header)))
      for (const [header, value] of Object.entries(PRIVATE_HEADERS)) if (!kept.has(header)) kept.set(header, value)
      return new Response(WITHOUT_BODY.includes(result.status) ? null : result.body, { status: result.status, headers: kept })
    },
    waitingCalls() {
      const waiting = [...running.values()].map((one) => one.waiting())
      return [...arriving.values(), ...waiting].reduce((sum, count) => sum + count, 0)
    },
    async stop() {
      stopped = true
      await Promise.all([...all].map((one) => one.stop()))
    },
  }
}
