// `/realtime/v1`: row changes, broadcasts and presence over WebSockets.
import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import type { Logger } from 'pino'
import { networkOf } from '../client-address.ts'
import type { Identities } from '../identity.ts'
import { createChanges } from './changes.ts'
import { createChannels } from './channels.ts'
import { createDatabase } from './database.ts'
import { createFeed } from './feed.ts'
import { LIMITS } from './limits.ts'
import { createMessageHandlers } from './messages.ts'
import { codeOf } from './pools.ts'
import { createBroadcastApi } from './rest.ts'
import { createRights } from './rights.ts'
import { createRooms } from './rooms.ts'
import { createSockets } from './sockets.ts'
import { createSubscriptions } from './subscriptions.ts'
import { createWal } from './wal.ts'

export interface Realtime {
  handle: (request: Request, path: string, address: string) => Promise<Response>
  upgrade: (request: IncomingMessage, stream: Duplex, head: Buffer, address: string) => void
  /** Closes all WebSockets, so that the port can close. */
  closeAll: () => void
  /** The number of open connections. */
  connections: () => number
  stop: () => Promise<void>
}

export interface RealtimeOptions {
  /** Logs in as `supabase_replication_admin`. */
  url: string
  identities: Identities
  rateLimitFactor: number
  idleMs?: number
  log: Logger
}

const HOUR_MS = 3_600_000
const SWEEP_MS = 5000
const TIDY_RETRY_MS = 30_000
const DELETED_AT_ONCE = 10_000

export function startRealtime({ url, identities, rateLimitFactor: factor, idleMs = LIMITS.idleMs, log }: RealtimeOptions): Realtime {
  const { identify, identifyKey, identifyPerson } = identities
  const wal = createWal({ url, publications: ['supabase_realtime', 'supabase_realtime_messages_publication'] })
  const { isUp } = wal
  const database = createDatabase({ url, onDown: wal.giveUp, log })
  const rooms = createRooms()
  const rights = createRights({ database, log })
  const changes = createChanges({ database, isUp, log })
  const subscriptions = createSubscriptions({ database, changes, isUp })
  const channels = createChannels({ database, rights, rooms, changes, subscriptions, identifyPerson, isUp, factor, log })
  const messages = createMessageHandlers({ channels, rights, rooms })
  const sockets = createSockets({ identifyKey, channels, messages, factor, idleMs, log })
  const api = createBroadcastApi({ identify, database, rooms, factor, log })
  const feed = createFeed({ database, changes, rooms, wal, log })
  wal.onChange(feed.take)
  wal.onState((up, reason) => {
    if (!up) log.warn({ code: codeOf(reason) }, 'the write-ahead log is not read at the moment')
    subscriptions.announce(up)
    if (up) channels.announceReady()
  })
  wal.start()

  const every = (ms: number, work: () => unknown) => {
    let isWorking = false
    const attempt = async () => {
      if (isWorking) return
      isWorking = true
      try {
        await work()
      } catch (error) {
        log.warn(reasonOf(error), 'realtime could not tidy up')
      } finally {
        isWorking = false
      }
    }
    return setInterval(() => void attempt(), ms).unref()
  }
  const deleteOld = async () => {
    while ((await database.deleteOldMessages(DELETED_AT_ONCE)) === DELETED_AT_ONCE);
  }
  const timers = [
    every(LIMITS.sessionCheckMs, () => channels.closeEnded()),
    every(LIMITS.sessionCheckMs, () => channels.closeUnreadable()),
    every(HOUR_MS, deleteOld),
    every(Math.min(SWEEP_MS, idleMs / 2), () => {
      sockets.closeSilent()
      channels.sweep()
      api.sweep()
    }),
  ]
  // At startup, when everything connects at once, a failure is harmless. It is retried before a warning is logged.
  let retry: NodeJS.Timeout | undefined
  let tidied = deleteOld().catch(() => {
    retry = setTimeout(() => {
      tidied = deleteOld().catch((error: unknown) => log.warn(reasonOf(error), 'realtime could not tidy up'))
    }, TIDY_RETRY_MS).unref()
  })

  return {
    handle: (request, path, address) => api.handle(request, path, networkOf(address)),
    upgrade: (request, stream, head, address) => sockets.upgrade(request, stream, head, networkOf(address)),
    closeAll: () => sockets.closeAll(),
    connections: () => sockets.count(),
    async stop() {
      for (const timer of timers) clearInterval(timer)
      sockets.closeAll()
      await tidied
      clearTimeout(retry)
      await Promise.all([wal.stop(), feed.stop(), database.stop()])
    },
  }
}

// An error of a timed-out connection has a message but no code. Messages of the database may quote data, so only their code is logged.
function reasonOf(error: unknown) {
  const code = codeOf(error)
  return code === undefined && error instanceof Error ? { reason: error.message } : { code }
}
