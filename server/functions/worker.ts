// Runs inside a worker: loads one function and calls it with requests that arrive as messages.
import { parentPort, workerData } from 'node:worker_threads'
import { BodyError, readBody } from '../wire.ts'
import type { CallMessage, ResultMessage } from './running.ts'

interface FunctionModule {
  default: { fetch: (request: Request) => Response | Promise<Response> }
}

const { entry, responseBytes } = workerData as { entry: string; responseBytes: number }
const loaded = load()
// The error is reported in the response to each call.
loaded.catch(() => {})

async function load() {
  const { default: fn } = (await import(entry)) as Partial<FunctionModule>
  if (typeof fn?.fetch !== 'function') throw new Error('The function has no default export with fetch')
  return fn
}

parentPort?.on('message', ({ id, url, method, headers, body }: CallMessage) => {
  void answer().then((result) => parentPort?.postMessage(result))

  async function answer(): Promise<ResultMessage> {
    let isLoaded = false
    try {
      const fn = await loaded
      isLoaded = true
      const response = await fn.fetch(new Request(url, { method, headers, ...(body ? { body } : {}) }))
      if (response.status < 200) throw new Error(`The function answered status ${response.status}`)
      return { id, status: response.status, headers: [...response.headers], body: await bytesOf(response) }
    } catch (error) {
      return { id, loaded: isLoaded, fault: error instanceof Error ? (error.stack ?? error.message) : String(error) }
    }
  }
})

async function bytesOf(response: Response) {
  try {
    return await readBody(response, { maxBytes: responseBytes, cutsOff: true })
  } catch (error) {
    throw error instanceof BodyError && error.fault === 'too large'
      ? new Error(`The function answered more than ${responseBytes} bytes`)
      : error
  }
}
