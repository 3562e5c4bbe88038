// Inside a worker: one function of the project, called with requests that come as messages.
import { parentPort, workerData } from 'node:worker_threads'
import type { CallMessage, ResultMessage } from './host.ts'

interface FunctionModule {
  default: { fetch: (request: Request) => Response | Promise<Response> }
}

const { entry } = workerData as { entry: string }
const loaded = import(entry) as Promise<FunctionModule>
// Said in the answer to each call.
loaded.catch(() => {})

parentPort?.on('message', ({ id, url, method, headers, body }: CallMessage) => {
  void answer().then((result) => parentPort?.postMessage(result))

  async function answer(): Promise<ResultMessage> {
    try {
      const { default: fn } = await loaded
      const response = await fn.fetch(new Request(url, { method, headers, ...(body ? { body } : {}) }))
      return { id, status: response.status, headers: [...response.headers], body: new Uint8Array(await response.arrayBuffer()) }
    } catch (error) {
      return { id, fault: error instanceof Error ? (error.stack ?? error.message) : String(error) }
    }
  }
})
