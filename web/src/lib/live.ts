// Live changes, once for the whole site. A message is a hint: what is shown is always fetched again, with the reader's own rights.
import { REALTIME_CHANNEL_STATES, type RealtimeChannel } from '@supabase/supabase-js'
import { useEffect, useEffectEvent, useState } from 'react'
import { readSiteConfig } from './config.ts'
import { supabase } from './supabase.ts'

export type LiveState = 'connecting' | 'live' | 'reconnecting' | 'refused'

export interface LiveSource {
  topic: string
  /** Only who the database lets in may listen. */
  isPrivate?: boolean
  /** Row changes, each checked against the reader's rights before it is sent. */
  rows?: { table: string; event?: 'INSERT' | 'UPDATE' | '*'; filter?: string }[]
  /** Events that the database or another person broadcasts. */
  events?: string[]
}

export interface LiveMessage {
  /** Undefined when nothing is known to have changed, but something may have while nobody listened. */
  event: string | undefined
  row?: Record<string, unknown>
  /** Of a broadcast: another person's words, to be read with care. */
  payload?: unknown
}

export interface Listening {
  stop: () => void
  /** To everybody else on the topic; lost while there is no connection, as broadcasts are. */
  send: (event: string, payload: object) => void
  /** As the page is being left, when the line is closed before anything can go through it. */
  sendLast: (event: string, payload: object) => void
}

const AGAIN_MS = [1000, 2000, 5000, 10_000]

/** Listens while mounted. `onMessage` also runs on every (re)connection and when the page comes back into view. */
export function useLive(source: LiveSource | undefined, onMessage: (message: LiveMessage) => void): LiveState {
  const [state, setState] = useState<LiveState>('connecting')
  const tell = useEffectEvent(onMessage)
  const wanted = source ? JSON.stringify(source) : undefined
  useEffect(() => {
    if (!wanted) return undefined
    return listen(JSON.parse(wanted) as LiveSource, (message) => tell(message), setState).stop
  }, [wanted])
  return state
}

export function listen(source: LiveSource, tell: (message: LiveMessage) => void, setState: (state: LiveState) => void): Listening {
  let channel: RealtimeChannel | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let attempts = 0
  let hasEnded = false
  let isRefused = false

  const join = async () => {
    setState(attempts ? 'reconnecting' : 'connecting')
    // Without this the first join goes out before the token is known, and stays silent for ever.
    await supabase.realtime.setAuth()
    if (hasEnded) return
    const joined = build(source, tell)
    channel = joined
    const isCurrent = () => channel === joined && !hasEnded
    joined.on('system', {}, ({ status }: { status: string }) => {
      if (!isCurrent()) return
      setState(status === 'ok' ? 'live' : 'reconnecting')
      // Only now do changes flow, at first and after every interruption: whatever happened before it was missed.
      if (status === 'ok') tell({ event: undefined })
    })
    joined.subscribe((reached, error) => {
      if (!isCurrent()) return
      const status: string = reached
      if (status === 'SUBSCRIBED') {
        attempts = 0
        setState('live')
        tell({ event: undefined })
      } else if (error?.message.includes('Unauthorized')) {
        // The client would ask again for ever. Another token may be another answer.
        isRefused = true
        setState('refused')
        leave()
      } else {
        setState('reconnecting')
        // Closed by the server, as when a token runs out: the client leaves it at that. All else it mends by itself.
        if (status === 'CLOSED') again()
      }
    })
  }

  const leave = () => {
    const left = channel
    channel = undefined
    if (left) void supabase.removeChannel(left)
  }

  const again = () => {
    leave()
    clearTimeout(timer)
    timer = setTimeout(() => void join(), AGAIN_MS[Math.min(attempts++, AGAIN_MS.length - 1)])
  }

  const lookAgain = () => {
    if (document.visibilityState === 'visible') tell({ event: undefined })
  }

  const { data } = supabase.auth.onAuthStateChange((event) => {
    if (!isRefused || (event !== 'SIGNED_IN' && event !== 'TOKEN_REFRESHED')) return
    isRefused = false
    again()
  })
  document.addEventListener('visibilitychange', lookAgain)
  void join()
  return {
    stop: () => {
      hasEnded = true
      clearTimeout(timer)
      data.subscription.unsubscribe()
      document.removeEventListener('visibilitychange', lookAgain)
      leave()
    },
    send: (event, payload) => {
      // Otherwise the client would send it by another way, which may overtake what was said before.
      const isThrough = channel?.state === REALTIME_CHANNEL_STATES.joined && supabase.realtime.isConnected()
      if (isThrough) void channel?.send({ type: 'broadcast', event, payload })
    },
    sendLast: (event, payload) => sendByRequest({ topic: source.topic, event, payload, private: source.isPrivate ?? false }),
  }
}

function sendByRequest(message: { topic: string; event: string; payload: object; private: boolean }) {
  const { supabaseUrl, supabaseKey } = readSiteConfig()
  const authorization = `Bearer ${supabase.realtime.accessTokenValue ?? supabaseKey}`
  const headers = { apikey: supabaseKey, authorization, 'content-type': 'application/json' }
  const body = JSON.stringify({ messages: [message] })
  void fetch(`${supabaseUrl}/realtime/v1/api/broadcast`, { method: 'POST', headers, body, keepalive: true }).catch(() => {})
}

function build({ topic, isPrivate = false, rows = [], events = [] }: LiveSource, tell: (message: LiveMessage) => void) {
  const broadcast = events.length > 0 && isPrivate ? { replication_ready: true } : {}
  const channel = supabase.channel(topic, { config: { private: isPrivate, broadcast } })
  for (const { table, event = '*', filter } of rows) {
    channel.on('postgres_changes', { event, schema: 'public', table, ...(filter && { filter }) }, (change) =>
      tell({ event: change.eventType, row: change.new }),
    )
  }
  for (const event of events) channel.on('broadcast', { event }, ({ payload }: { payload?: unknown }) => tell({ event, payload }))
  return channel
}
