// A minimal Realtime client: it joins, sends heartbeats, and records when messages arrive.
import { WebSocket } from 'ws'

export interface Listener {
  close: () => void
}

export interface Wanted {
  url: string
  key: string
  token: string
  topic: string
  config: object
  /** Called with the text that follows the mark in each message. */
  onHeard: (mark: string, at: number) => void
}

const HEARTBEAT_MS = 20_000

/** Resolves once the subscription is active. */
export function listen({ url, key, token, topic, config, onHeard }: Wanted): Promise<Listener> {
  const followsChanges = 'postgres_changes' in config
  const socket = new WebSocket(`${url.replace('http', 'ws')}/realtime/v1/websocket?apikey=${key}&vsn=2.0.0`)
  const heart = setInterval(() => socket.send(JSON.stringify([null, 'h', 'phoenix', 'heartbeat', {}])), HEARTBEAT_MS)
  const listener = {
    close() {
      clearInterval(heart)
      socket.close()
    },
  }
  return new Promise((resolve, reject) => {
    socket.once('error', reject)
    socket.once('open', () => {
      socket.send(JSON.stringify(['1', '1', `realtime:${topic}`, 'phx_join', { config, access_token: token }]))
    })
    socket.on('message', (data: Buffer) => {
      const at = performance.now()
      const text = data.toString()
      const mark = /mark-(\w+)/.exec(text)?.[1]
      if (mark !== undefined) return onHeard(mark, at)
      if (text.includes('"status":"error"')) reject(new Error(text))
      if (text.includes(followsChanges ? 'Subscribed to PostgreSQL' : '"status":"ok"')) resolve(listener)
    })
  })
}
