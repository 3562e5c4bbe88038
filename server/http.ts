// The one port. Stops gently: it drains, running requests finish, idle connections close, and after a while even the slow ones.
import { createServer, type IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { getRequestListener, type HttpBindings } from '@hono/node-server'

const STOP_TIMEOUT_MS = 10_000
// Node's five minutes are too few for 50 MB over a poor line.
const MAX_REQUEST_DURATION_MS = 20 * 60_000

export interface ListenOptions {
  host: string
  port: number
  /** How long it goes on answering after it was told to stop, so that proxies notice and connections are not cut. */
  drainMs?: number
  /** How long running requests may take after that. */
  stopTimeoutMs?: number
}

export interface Http {
  stop: () => Promise<void>
}

/** Connections that stay: how one is taken over, and how all are ended. */
export interface Live {
  upgrade: (request: IncomingMessage, stream: Duplex, head: Buffer) => void
  closeAll: () => void
}

export async function listen(
  fetch: (request: Request, environment: HttpBindings) => Response | Promise<Response>,
  { host, port, drainMs = 0, stopTimeoutMs = STOP_TIMEOUT_MS }: ListenOptions,
  live?: Live,
): Promise<Http> {
  const handle = getRequestListener((request, environment) => fetch(request, environment as HttpBindings))
  // Other upgrades that a client offers are not taken up, which is no reason not to answer.
  const isLive = (request: IncomingMessage) => live !== undefined && request.headers.upgrade?.toLowerCase() === 'websocket'
  let isDraining = false
  const server = createServer({ shouldUpgradeCallback: isLive, requestTimeout: MAX_REQUEST_DURATION_MS }, (request, response) => {
    // The client opens its next connection elsewhere, and none is closed under a request.
    if (isDraining) response.shouldKeepAlive = false
    void handle(request, response)
  })
  // Taken over from the server, which does not know them any more and yet waits for them.
  const taken = new Set<Duplex>()
  server.on('upgrade', (request, stream, head) => {
    taken.add(stream)
    stream.once('close', () => taken.delete(stream))
    live?.upgrade(request, stream, head)
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      reject(error.code === 'EADDRINUSE' ? new Error(`PORT ${port} is already in use on ${host}; set PORT to another one.`) : error)
    })
    server.listen(port, host, resolve)
  })
  return {
    async stop() {
      isDraining = true
      if (drainMs > 0) await sleep(drainMs)
      const closed = new Promise((resolve) => server.close(resolve))
      live?.closeAll()
      // A connection whose last request finishes meanwhile would be kept alive for more.
      const sweep = setInterval(() => server.closeIdleConnections(), 50)
      const deadline = setTimeout(() => {
        server.closeAllConnections()
        for (const stream of taken) stream.destroy()
      }, stopTimeoutMs)
      await closed
      clearInterval(sweep)
      clearTimeout(deadline)
    },
  }
}
