// WebSockets: opened with an API key, and closed when they are silent, slow or malformed.
import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import type { Logger } from 'pino'
import { type WebSocket, WebSocketServer } from 'ws'
import type { Identities, Identity } from '../identity.ts'
import { IdentityError } from '../identity-error.ts'
import type { Socket } from './channel.ts'
import type { Channels } from './channels.ts'
import { CLOSE_CODES, createFrameQueue } from './frame-queue.ts'
import { LIMITS } from './limits.ts'
import type { MessageHandlers } from './messages.ts'

const PATH = '/realtime/v1/websocket'
const CLOSE_TIMEOUT_MS = 1000

export interface SocketsOptions {
  identifyKey: Identities['identifyKey']
  channels: Channels
  messages: MessageHandlers
  factor: number
  idleMs: number
  log: Logger
}

interface Opening {
  identity: Identity
  key: string
  network: string
  version: Socket['version']
}

export function createSockets({ identifyKey, channels, messages, factor, idleMs, log }: SocketsOptions) {
  const server = new WebSocketServer({ noServer: true, maxPayload: LIMITS.frameBytes, perMessageDeflate: false, clientTracking: false })
  const open = new Map<WebSocket, { activeAt: number; network: string }>()
  const perNetwork = new Map<string, number>()
  let stopping = false

  /** `network` is the key for rate limits. */
  function upgrade(request: IncomingMessage, stream: Duplex, head: Buffer, network: string) {
    stream.on('error', () => {})
    let refusal: string | undefined
    try {
      refusal = accept(request, stream, head, network)
    } catch (error) {
      refusal = error instanceof IdentityError ? '401 Unauthorized' : '400 Bad Request'
    }
    if (refusal) refuse(stream, refusal)
    log.info({ method: request.method, path: PATH, status: Number.parseInt(refusal ?? '101', 10) })
  }

  /** Returns the HTTP status of a refusal. */
  function accept(request: IncomingMessage, stream: Duplex, head: Buffer, network: string) {
    const url = new URL(request.url ?? '/', 'http://localhost')
    if (url.pathname !== PATH) return '404 Not Found'
    if (stopping) return '503 Service Unavailable'
    if (factor > 0 && (perNetwork.get(network) ?? 0) >= LIMITS.socketsPerNetwork * factor) return '429 Too Many Requests'
    const key = url.searchParams.get('apikey') ?? String(request.headers['apikey'] ?? '')
    const identity = identifyKey(key)
    const version = url.searchParams.get('vsn') === '2.0.0' ? '2.0.0' : '1.0.0'
    server.handleUpgrade(request, stream, head, (webSocket) => serve(webSocket, { identity, key, network, version }))
    return undefined
  }

  function serve(webSocket: WebSocket, opening: Opening) {
    const entry = { activeAt: Date.now(), network: opening.network }
    const socket: Socket = {
      ...opening,
      channels: new Map(),
      isOpen: () => webSocket.readyState === webSocket.OPEN,
      send: (data) => send(webSocket, data),
    }
    open.set(webSocket, entry)
    perNetwork.set(entry.network, (perNetwork.get(entry.network) ?? 0) + 1)
    const receive = createFrameQueue(webSocket, socket, { channels, messages, factor, log })
    webSocket.on('message', (data: Buffer, isBinary: boolean) => {
      entry.activeAt = Date.now()
      receive(data, isBinary)
    })
    webSocket.on('error', () => {})
    webSocket.on('close', () => {
      open.delete(webSocket)
      const left = (perNetwork.get(entry.network) ?? 1) - 1
      if (left) perNetwork.set(entry.network, left)
      else perNetwork.delete(entry.network)
      for (const channel of socket.channels.values()) channels.leave(channel)
    })
  }

  function send(webSocket: WebSocket, data: string | Buffer) {
    if (webSocket.readyState !== webSocket.OPEN) return
    if (webSocket.bufferedAmount <= LIMITS.unreadBytes) return webSocket.send(data)
    log.warn('a realtime client did not read what it was sent and was disconnected')
    webSocket.terminate()
  }

  return {
    upgrade,
    count: () => open.size,

    closeSilent() {
      const since = Date.now() - idleMs
      for (const [webSocket, { activeAt }] of open) if (activeAt < since) webSocket.terminate()
    },

    /** Clients reconnect by themselves. */
    closeAll() {
      stopping = true
      for (const webSocket of open.keys()) {
        webSocket.close(CLOSE_CODES.goingAway, 'Realtime is restarting, please standby')
        setTimeout(() => webSocket.terminate(), CLOSE_TIMEOUT_MS).unref()
      }
    },
  }
}

function refuse(stream: Duplex, status: string) {
  const body = JSON.stringify({ error: status.slice(4) })
  const headers = ['content-type: application/json', `content-length: ${Buffer.byteLength(body)}`, 'connection: close']
  stream.end([`HTTP/1.1 ${status}`, ...headers, '', body].join('\r\n'))
  // A client that never closes the connection after the answer would otherwise keep it open forever.
  stream.resume()
  const timer = setTimeout(() => stream.destroy(), CLOSE_TIMEOUT_MS).unref()
  stream.once('close', () => clearTimeout(timer))
}
