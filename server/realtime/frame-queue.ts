// Handles the frames of one socket one at a time.
import type { Logger } from 'pino'
import type { WebSocket } from 'ws'
import { reply, type Socket } from './channel.ts'
import type { Channels } from './channels.ts'
import { createRateLimiter, LIMITS, RATES } from './limits.ts'
import type { MessageHandlers } from './messages.ts'
import { codeOf } from './pools.ts'
import { decode, type Frame, type Message } from './protocol.ts'

export const CLOSE_CODES = { goingAway: 1001, notUnderstood: 1007, tooMuch: 1008 }

export interface FrameQueueOptions {
  channels: Channels
  messages: MessageHandlers
  factor: number
  log: Logger
}

/** Heartbeats bypass the queue, so that a slow frame does not look like a dead server. */
export function createFrameQueue(webSocket: WebSocket, socket: Socket, { channels, messages, factor, log }: FrameQueueOptions) {
  const events = createRateLimiter(RATES.eventsPerSocket, factor)
  const calls = createRateLimiter(RATES.callsPerSocket, factor)
  let earlier = Promise.resolve()
  let waiting = 0
  let waitingBytes = 0

  /** Checked before a frame is queued, so that the queue stays short. */
  function isWithinLimits({ event, topic }: Frame) {
    const channel = event === 'phx_join' || event === 'phx_leave' ? undefined : socket.channels.get(topic)
    if ((channel ? events : calls).take()) return true
    if (channel) channels.close(channel, 'Too many messages per second')
    else webSocket.close(CLOSE_CODES.tooMuch, 'Too many messages per second')
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
    if (frame.event === 'broadcast') return messages.broadcast(channel, frame, message)
    if (frame.event === 'presence') return messages.presence(channel, frame)
    if (frame.event === 'access_token') return channels.refresh(channel, frame.payload)
  }

  return (data: Buffer, isBinary: boolean) => {
    let decoded: ReturnType<typeof decode>
    try {
      decoded = decode(data, isBinary, socket.version)
    } catch {
      return webSocket.close(CLOSE_CODES.notUnderstood, 'not understood')
    }
    const { frame } = decoded
    if (frame.topic === 'phoenix') return frame.event === 'heartbeat' ? reply(socket, frame, 'ok') : undefined
    if (!socket.isOpen() || !isWithinLimits(frame)) return
    // A large frame is stored as bytes and decoded again later, because the decoded form takes many times the memory.
    const kept = data.length <= LIMITS.parsedBytes ? decoded : undefined
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
