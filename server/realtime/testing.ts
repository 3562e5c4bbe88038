// Fixtures for realtime tests: a server, users with their clients, and received messages.
import { createClient, type RealtimeChannel, type SupabaseClient } from '@supabase/supabase-js'
import { WebSocket as Ws } from 'ws'
import { emailOf, idOf, superuser } from '../testing/database.ts'
import { startTestServer } from '../testing/server.ts'

const PEOPLE = ['ada', 'bo', 'mallory']

export type Transport = 'ws' | 'native'
type Constructor = NonNullable<NonNullable<NonNullable<Parameters<typeof createClient>[2]>['realtime']>['transport']>

export async function startLive(env: NodeJS.ProcessEnv = {}) {
  const server = await startTestServer({ env })
  const people = createPeople(server)
  const sql = <T = Record<string, unknown>>(query: string, values: unknown[] = []) =>
    server.database.keep(superuser, (db) => db.query<T>(query, values))
  for (const name of PEOPLE) await sql('insert into auth.users (id, email) values ($1, $2)', [idOf(name), emailOf(name)])
  await untilLogIsRead(sql)

  return {
    ...server,
    ...people,
    sql,
    async stop() {
      await people.leave()
      await server.stop()
    },
  }
}

// A slot starts only after all running transactions have ended, including those of other tests.
async function untilLogIsRead(sql: (query: string) => Promise<unknown[]>) {
  const streaming = 'select from pg_stat_replication r join pg_stat_activity a using (pid)'
  while (!(await sql(`${streaming} where r.state = 'streaming' and a.datname = current_database()`)).length) await aWhile(20)
}

export interface Host {
  url: string
  keys: { publishable: string; secret: string }
  tokenOf: (name: string) => Promise<string>
}

/** Creates users, each with a separate browser. */
export function createPeople(server: Host) {
  const clients: SupabaseClient[] = []

  function clientOf(accessToken: (() => Promise<string>) | undefined, key: string, transport: Transport, vsn?: '1.0.0' | '2.0.0') {
    const client = createClient(server.url, key, {
      ...(accessToken ? { accessToken } : {}),
      auth: { persistSession: false, autoRefreshToken: false },
      realtime: {
        transport: transport === 'ws' ? (Ws as unknown as Constructor) : (WebSocket as unknown as Constructor),
        ...(vsn ? { vsn } : {}),
      },
    })
    clients.push(client)
    return client
  }

  return {
    /** Returns a user's browser with its token set before the first join. */
    async as(name: string, { transport = 'ws', vsn }: { transport?: Transport; vsn?: '1.0.0' | '2.0.0' } = {}) {
      const token = await server.tokenOf(name)
      const client = clientOf(async () => token, server.keys.publishable, transport, vsn)
      await client.realtime.setAuth()
      return client
    },
    anonymous: (transport: Transport = 'ws') => clientOf(undefined, server.keys.publishable, transport),
    service: () => clientOf(undefined, server.keys.secret, 'ws'),
    leave: () => Promise.all(clients.map((client) => client.realtime.disconnect())),
  }
}

export type Live = Awaited<ReturnType<typeof startLive>>

/** Joins; returns the status or the error. */
export function joined(channel: RealtimeChannel) {
  return new Promise<string>((resolve) => {
    channel.subscribe((status, error) => resolve(error ? error.message : status))
  })
}

/** Joins and waits until changes are delivered. */
export async function following(channel: RealtimeChannel) {
  const told = Promise.withResolvers<string>()
  channel.on('system', {}, (payload: { extension: string; status: string; message: string }) => {
    if (payload.extension === 'postgres_changes') told.resolve(`${payload.status}: ${payload.message}`)
  })
  const status = await joined(channel)
  return status === 'SUBSCRIBED' ? told.promise : status
}

export const FOLLOWING = 'ok: Subscribed to PostgreSQL'

export interface ReceivedChange {
  eventType: string
  commit_timestamp: string
  new: Record<string, unknown>
  old: Record<string, unknown>
  errors: string[] | null
}

let followed = 0

/** Subscribes to a table and collects its changes. */
export async function follow(
  client: SupabaseClient,
  table: string,
  { event = '*', ...more }: { event?: '*' | 'INSERT' | 'UPDATE' | 'DELETE'; filter?: string; select?: string[] } = {},
) {
  const changes = createCollector<ReceivedChange>()
  const channel = client.channel(`follows ${table} ${++followed}`)
  const wanted = { event: event as '*', schema: 'public', table, ...more }
  channel.on('postgres_changes', wanted, (change) => changes.add(change as unknown as ReceivedChange))
  const status = await following(channel)
  if (status !== FOLLOWING) throw new Error(status)
  return { ...changes, channel }
}

/** Collects values; `until` waits for a number of them. */
export function createCollector<T>() {
  const received: T[] = []
  const waiting: (() => void)[] = []
  return {
    received,
    add(value: T) {
      received.push(value)
      for (const wake of waiting.splice(0)) wake()
    },
    async until(count: number) {
      while (received.length < count) await new Promise<void>((resolve) => waiting.push(resolve))
      return received
    },
  }
}

/** Waits longer than a message takes to arrive. */
export const aWhile = (ms = 300) => new Promise((resolve) => setTimeout(resolve, ms))

/** A plain socket for frames that the real client would not send. */
export async function openSocket(server: Pick<Live, 'url' | 'keys'>, vsn: '1.0.0' | '2.0.0' = '2.0.0', key = server.keys.publishable) {
  const socket = new Ws(`${server.url.replace('http', 'ws')}/realtime/v1/websocket?apikey=${key}&vsn=${vsn}`)
  const frames = createCollector<unknown[]>()
  const texts: string[] = []
  socket.on('message', (data: Buffer, isBinary: boolean) => {
    if (isBinary) return
    texts.push(data.toString())
    frames.add(JSON.parse(data.toString()) as unknown[])
  })
  const closed = new Promise<number>((resolve) => socket.on('close', resolve))
  await new Promise<void>((resolve, reject) => {
    socket.once('open', resolve)
    socket.once('error', reject)
  })
  return {
    socket,
    frames,
    texts,
    closed,
    send: (...frame: unknown[]) => socket.send(JSON.stringify(frame)),
    /** Waits for the reply to a reference. */
    async answer(ref: string) {
      for (let count = 1; ; count++) {
        const found = (await frames.until(count)).find((frame) => frame[1] === ref && frame[3] === 'phx_reply')
        if (found) return found[4] as { status: string; response: Record<string, unknown> }
      }
    },
  }
}
