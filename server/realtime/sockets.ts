// WebSockets: opened with an API key, heard in order, hung up on when they are silent, slow or not understood.
import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import type { Logger } from 'pino'
import { type WebSocket, WebSocketServer } from 'ws'
import type { Identities, Identity } from '../identity.ts'
import { IdentityError } from '../identity-error.ts'
import { reply, type Socket } from './channel.ts'
import type { Channels } from './channels.ts'
import { codeOf } from './database.ts'
import { createAllowance, LIMITS, RATES } from './limits.ts'
import { decode, type Frame, type Message } from './protocol.ts'
import type { createTalk } from './talk.ts'

const PATH = '/realtime/v1/websocket'
const HANG_UP_MS = 1000
const CODES = { goingAway: 1001, notUnderstood: 1007, tooMuch: 1008 }

export interface SocketsOptions {
  identifyKey: Identities['identifyKey']
  channels: Channels
  talk: ReturnType<typeof createTalk>
  factor: number
  idleMs: number
  log: Logger
}

export function createSockets({ identifyKey, channels, talk, factor, idleMs, log }: SocketsOptions) {
  const server = new WebSocketServer({ noServer: true, maxPayload: LIMITS.frameBytes, perMessageDeflate: false, clientTracking: false })
  const lives = new Map<WebSocket, { heardAt: number; network: string }>()
  const perNetwork = new Map<string, number>()
  let stopping = false

  /** `network` is what limits count by. */
  function upgrade(request: IncomingMessage, stream: Duplex, head: Buffer, network: string) {
    stream.on('error', () => {})
    let status: string | undefined
    try {
      status = open(request, stream, head, network)
    } catch (error) {
      status = error instanceof IdentityError ? '401 Unauthorized' : '400 Bad Request'
    }
    if (status) refuse(stream, status)
    log.info({ method: request.method, path: PATH, status: Number.parseInt(status ?? '101', 10) })
  }

  /** The status when it is refused. */
  function open(request: IncomingMessage, stream: Duplex, head: Buffer, network: string) {
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

  function serve(webSocket: WebSocket, about: { identity: Identity; key: string; network: string; version: '1.0.0' | '2.0.0' }) {
    const life = { heardAt: Date.now(), network: about.network }
    const socket: Socket = {
      ...about,
      channels: new Map(),
      isOpen: () => webSocket.readyState === webSocket.OPEN,
      send(data) {
        if (webSocket.readyState !== webSocket.OPEN) return
        if (webSocket.bufferedAmount <= LIMITS.unreadBytes) return webSocket.send(data)
        log.warn('a realtime client did not read what it was sent and was hung up on')
        webSocket.terminate()
      },
    }
    lives.set(webSocket, life)
    perNetwork.set(life.network, (perNetwork.get(life.network) ?? 0) + 1)
    const hear = createEar(webSocket, socket)
    webSocket.on('message', (data: Buffer, isBinary: boolean) => {
      life.heardAt = Date.now()
      hear(data, isBinary)
    })
    webSocket.on('error', () => {})
    webSocket.on('close', () => {
      lives.delete(webSocket)
      const left = (perNetwork.get(life.network) ?? 1) - 1
      if (left) perNetwork.set(life.network, left)
      else perNetwork.delete(life.network)
      for (const channel of socket.channels.values()) channels.leave(channel)
    })
  }

  // One frame after the other; heartbeats in between, so that nothing slow looks like a dead server.
  function createEar(webSocket: WebSocket, socket: Socket) {
    const events = createAllowance(RATES.eventsPerSocket, factor)
    const calls = createAllowance(RATES.callsPerSocket, factor)
    let earlier = Promise.resolve()
    let waiting = 0
    let waitingBytes = 0

    /** Before it waits, or what is too much would be kept first. */
    function isWithinLimits({ event, topic }: Frame) {
      const channel = event === 'phx_join' || event === 'phx_leave' ? undefined : socket.channels.get(topic)
      if ((channel ? events : calls).take()) return true
      if (channel) channels.close(channel, 'Too many messages per second')
      else webSocket.close(CODES.tooMuch, 'Too many messages per second')
      return false
    }

    async function handle({ frame, message }: { frame: Frame; message?: Message }) {
      if (!socket.isOpen()) return
      if (frame.event === 'phx_join') return channels.join(socket, frame)
      const channel = socket.channels.get(frame.topic)
      const isOfEarlierJoin = channel && frame.joinRef !== null && frame.joinRef !== channel.joinRef
      if (frame.event === 'phx_leave') {
        if (channel && !isOfEarlierJoin) channels.leave(channel)
        return reply(socket, frame, 'ok')
      }
      if (!channel) return reply(socket, frame, 'error', { reason: 'unmatched topic' })
      if (isOfEarlierJoin) return
      if (frame.event === 'broadcast') return talk.broadcast(channel, frame, message)
      if (frame.event === 'presence') return talk.presence(channel, frame)
      if (frame.event === 'access_token') return channels.refresh(channel, frame.payload)
    }

    return (data: Buffer, isBinary: boolean) => {
      let heard: ReturnType<typeof decode>
      try {
        heard = decode(data, isBinary, socket.version)
      } catch {
        return webSocket.close(CODES.notUnderstood, 'not understood')
      }
      const { frame } = heard
      if (frame.topic === 'phoenix') return frame.event === 'heartbeat' ? reply(socket, frame, 'ok') : undefined
      if (!socket.isOpen() || !isWithinLimits(frame)) return
      const kept = data.length <= LIMITS.parsedBytes ? heard : undefined
      waiting++
      waitingBytes += data.length
      if (waiting >= LIMITS.waitingFrames || waitingBytes >= LIMITS.waitingBytes) webSocket.pause()
      earlier = earlier
        .then(() => handle(kept ?? decode(data, isBinary, socket.version)))
        .catch((error: unknown) => {
          log.error({ name: error instanceof Error ? error.name : undefined, code: codeOf(error) }, 'a realtime frame failed')
        })
        .finally(() => {
          waiting--
          waitingBytes -= data.length
          if (waiting === 0 && webSocket.isPaused) webSocket.resume()
        })
    }
  }

  return {
    upgrade,
    count: () => lives.size,

    hangUpOnSilent() {
      const since = Date.now() - idleMs
      for (const [webSocket, { heardAt }] of lives) if (heardAt < since) webSocket.terminate()
    },

    /** Clients come back by themselves. */
    hangUp() {
      stopping = true
      for (const webSocket of lives.keys()) {
        webSocket.close(CODES.goingAway, 'Realtime is restarting, please standby')
        setTimeout(() => webSocket.terminate(), HANG_UP_MS).unref()
      }
    },
  }
}

function refuse(stream: Duplex, status: string) {
  const body = JSON.stringify({ error: status.slice(4) })
  const headers = ['content-type: application/json', `content-length: ${Buffer.byteLength(body)}`, 'connection: close']
  stream.end([`HTTP/1.1 ${status}`, ...headers, '', body].join('\r\n'))
  // Who does not hang up after the answer would keep the connection for ever.
  stream.resume()
  const impatience = setTimeout(() => stream.destroy(), HANG_UP_MS).unref()
  stream.once('close', () => clearTimeout(impatience))
}
