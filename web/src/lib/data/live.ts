// Live changes for the whole site. A message is only a hint: the data is always fetched again with the reader's own rights.
import type { RealtimeChannel, RealtimeClient } from '@supabase/realtime-js'
import { useEffect, useEffectEvent, useState } from 'react'
import { readSiteConfig } from './config.ts'
import { checkSession, loadRealtime, onAuthChange, storedSession } from './supabase.ts'

export type LiveState = 'connecting' | 'live' | 'reconnecting' | 'refused'

export interface LiveSource {
  topic: string
  /** Only people whom the database admits may subscribe. */
  isPrivate?: boolean
  /** Row changes, each checked against the reader's rights before it is sent. */
  rows?: { table: string; event?: 'INSERT' | 'UPDATE' | '*'; filter?: string }[]
  /** Events that the database or another person broadcasts. */
  events?: string[]
}

export interface LiveMessage {
  /** Undefined when nothing is known to have changed, but a change may have been missed. */
  event: string | undefined
  /**
   * Why a change may have been missed: the subscription starts or restarts, or the page was hidden. After `join` messages can be sent,
   * but row changes may not arrive yet.
   */
  after?: 'join' | 'connection' | 'reconnection' | 'absence'
  row?: Record<string, unknown>
  /** The payload of a broadcast. Another person wrote it, so it must be validated. */
  payload?: unknown
}

export interface Listening {
  stop: () => void
  /** Sends to everybody else on the topic. Lost while there is no connection, as all broadcasts are. */
  send: (event: string, payload: object) => void
  /** Sends while the page is being closed, when the socket closes too early to send anything. */
  sendLast: (event: string, payload: object) => void
}

const AGAIN_MS = [1000, 2000, 5000, 10_000]
/** Realtime announces when row changes start to arrive. A server that does not announce it counts as ready after this time. */
const READY_WITHIN_MS = 5000
/** Lists load while the channel connects. Changes from that time are fetched after this delay, unless a message comes first. */
const SETTLE_MS = 10_000

/** Subscribes while mounted. `onMessage` also runs after every reconnection and when the page becomes visible again. */
export function useLive(source: LiveSource | undefined, onMessage: (message: LiveMessage) => void): LiveState {
  const [state, setState] = useState<LiveState>('connecting')
  const tell = useEffectEvent(onMessage)
  const wanted = source ? JSON.stringify(source) : undefined
  useEffect(() => {
    if (!wanted) return undefined
    let settling: ReturnType<typeof setTimeout> | undefined
    const hear = (message: LiveMessage) => {
      if (message.after === 'join') return
      clearTimeout(settling)
      // The page has just loaded its lists. Reloading them at once would double every request.
      if (message.after === 'connection') settling = setTimeout(() => tell(message), SETTLE_MS)
      else tell(message)
    }
    const { stop } = listen(JSON.parse(wanted) as LiveSource, hear, setState)
    return () => {
      clearTimeout(settling)
      stop()
    }
  }, [wanted])
  return state
}

export function listen(source: LiveSource, tell: (message: LiveMessage) => void, setState: (state: LiveState) => void): Listening {
  let realtime: RealtimeClient | undefined
  let channel: RealtimeChannel | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let readyTimer: ReturnType<typeof setTimeout> | undefined
  let attempts = 0
  let hasEnded = false
  /** True after a refusal, until somebody signs in or the token changes. */
  let isRefused = false
  let refusedToken: string | null | undefined
  let wasReady = false
  let isReady = false

  const ready = () => {
    clearTimeout(readyTimer)
    setState('live')
    if (isReady) return
    isReady = true
    // Row changes arrive only from now on. Earlier ones were missed.
    tell({ event: undefined, after: wasReady ? 'reconnection' : 'connection' })
    wasReady = true
  }

  const interrupted = (state: 'reconnecting' | 'refused') => {
    clearTimeout(readyTimer)
    isReady = false
    setState(state)
  }

  const join = async () => {
    if (attempts) interrupted('reconnecting')
    else setState('connecting')
    realtime = await loadRealtime().catch(() => undefined)
    // Otherwise the first join would be sent before the token is known, and would never receive anything.
    await realtime?.setAuth()
    if (hasEnded || isRefused) return
    if (!realtime) return again()
    const joined = build(realtime, source, tell)
    channel = joined
    const isCurrent = () => channel === joined && !hasEnded
    joined.on('system', {}, ({ status }: { status: string }) => {
      if (!isCurrent()) return
      if (status === 'ok') ready()
      else interrupted('reconnecting')
    })
    joined.subscribe((reached, error) => {
      if (!isCurrent()) return
      const status: string = reached
      if (status === 'SUBSCRIBED') {
        attempts = 0
        isReady = false
        clearTimeout(readyTimer)
        readyTimer = setTimeout(ready, READY_WITHIN_MS)
        if (!source.rows) setState('live')
        tell({ event: undefined, after: 'join' })
        return
      }
      // The reason may be that the session has ended.
      void checkSession().catch(() => {})
      if (error?.message.includes('Unauthorized')) {
        // The client would retry for ever. Only another token can change the outcome.
        pause('refused')
      } else {
        interrupted('reconnecting')
        // The server closed the channel, for example because the token expired. The client recovers from everything but this.
        if (status === 'CLOSED') again()
      }
    })
  }

  const pause = (state: 'reconnecting' | 'refused') => {
    isRefused = true
    refusedToken = state === 'refused' ? realtime?.accessTokenValue : undefined
    clearTimeout(timer)
    interrupted(state)
    leave()
  }

  const leave = () => {
    const left = channel
    channel = undefined
    if (left) void realtime?.removeChannel(left)
  }

  const again = () => {
    leave()
    clearTimeout(timer)
    timer = setTimeout(() => void join(), AGAIN_MS[Math.min(attempts++, AGAIN_MS.length - 1)])
  }

  const lookAgain = () => {
    if (document.visibilityState === 'visible') tell({ event: undefined, after: 'absence' })
  }

  const hadSession = Boolean(storedSession())
  const unfollow = onAuthChange((event, session) => {
    // The session ended before the accounts client was loaded.
    const hasVanished = event === 'INITIAL_SESSION' && !session && hadSession
    // An anonymous join would succeed but receive nothing.
    if (event === 'SIGNED_OUT' || hasVanished) pause('reconnecting')
    if (!isRefused || (event !== 'SIGNED_IN' && event !== 'TOKEN_REFRESHED')) return
    // The accounts client also emits this event for a session that it has just read.
    if (refusedToken && session?.access_token === refusedToken) return
    isRefused = false
    again()
  })
  document.addEventListener('visibilitychange', lookAgain)
  void join()
  return {
    stop: () => {
      hasEnded = true
      clearTimeout(timer)
      clearTimeout(readyTimer)
      unfollow()
      document.removeEventListener('visibilitychange', lookAgain)
      leave()
    },
    send: (event, payload) => {
      // Otherwise the client would send the message over HTTP, where it may overtake earlier ones.
      const isThrough = channel?.state === 'joined' && realtime?.isConnected()
      if (isThrough) void channel?.send({ type: 'broadcast', event, payload })
    },
    sendLast: (event, payload) =>
      sendByRequest({ topic: source.topic, event, payload, private: source.isPrivate ?? false }, realtime?.accessTokenValue),
  }
}

function sendByRequest(message: { topic: string; event: string; payload: object; private: boolean }, token: string | null | undefined) {
  const { supabaseUrl, supabaseKey } = readSiteConfig()
  const authorization = `Bearer ${token ?? supabaseKey}`
  const headers = { apikey: supabaseKey, authorization, 'content-type': 'application/json' }
  const body = JSON.stringify({ messages: [message] })
  void fetch(`${supabaseUrl}/realtime/v1/api/broadcast`, { method: 'POST', headers, body, keepalive: true }).catch(() => {})
}

function build(
  realtime: RealtimeClient,
  { topic, isPrivate = false, rows = [], events = [] }: LiveSource,
  tell: (message: LiveMessage) => void,
) {
  const broadcast = events.length > 0 && isPrivate ? { replication_ready: true } : {}
  const channel = realtime.channel(topic, { config: { private: isPrivate, broadcast } })
  for (const { table, event = '*', filter } of rows) {
    channel.on('postgres_changes', { event, schema: 'public', table, ...(filter && { filter }) }, (change) =>
      tell({ event: change.eventType, row: change.new }),
    )
  }
  for (const event of events) channel.on('broadcast', { event }, ({ payload }: { payload?: unknown }) => tell({ event, payload }))
  return channel
}
