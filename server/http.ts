// The HTTP server. A graceful stop drains, lets running requests finish, closes idle connections, and after a timeout the others as well.
import { createServer, type IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { getRequestListener, type HttpBindings } from '@hono/node-server'

const STOP_TIMEOUT_MS = 10_000
// Node's default of five minutes is too short for 50 MB over a slow connection.
const MAX_REQUEST_DURATION_MS = 20 * 60_000

export interface ListenOptions {
  host: string
  port: number
  /** How long the server keeps answering after a stop request, so that proxies notice in time. */
  drainMs?: number
  /** The timeout for running requests after that. */
  stopTimeoutMs?: number
}

export interface Http {
  stop: () => Promise<void>
}

/** Opens and closes WebSockets. */
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
  // Other upgrade requests are answered as usual.
  const isLive = (request: IncomingMessage) => live !== undefined && request.headers.upgrade?.toLowerCase() === 'websocket'
  let isDraining = false
  const server = createServer({ shouldUpgradeCallback: isLive, requestTimeout: MAX_REQUEST_DURATION_MS }, (request, response) => {
    // Without keep-alive the client opens its next connection elsewhere, and no connection is closed during a request.
    if (isDraining) response.shouldKeepAlive = false
    void handle(request, response)
  })
  // After an upgrade the HTTP server no longer tracks these connections, but still waits for them when it closes.
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
      // Otherwise a connection whose last request finishes in the meantime would be kept alive.
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
