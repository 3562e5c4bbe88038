// Shares the connections of the pool fairly: nobody may hold so many that others have to wait.
import type pg from 'pg'
import { networkOf } from './client-address.ts'
import type { HeldBytes } from './held-bytes.ts'
import type { Identity } from './identity.ts'

/** The share of all connections that one person and one network address may hold at the same time. */
const USER_SHARE = 1 / 4
const ADDRESS_SHARE = 1 / 2
/** Kept free for the server's own work: scheduled functions, reading the schema. */
const RESERVED_CONNECTIONS = 2
/** A request that waits longer for a connection is refused. */
const MAX_WAIT_MS = 3000
/** How many requests of one person may wait at the same time; of an address, in proportion. More are refused at once. */
export const MAX_WAITING_PER_USER = 100

export const RETRY_AFTER_SECONDS = 1

export class GateError extends Error {
  constructor() {
    super('No connection to the database was free in time.')
  }
}

export interface Asker {
  identity: Identity
  /** The network address it really comes from. */
  address: string
}

export interface Gate {
  /** Must not be called again within `work`: a request holds one connection at a time. */
  use: <T>(who: Asker, work: (client: pg.PoolClient) => Promise<T>) => Promise<T>
}

interface Waiter {
  keys: Key[]
  enter: () => void
}

interface Key {
  name: string
  most: number
  mostWaiting: number
  /** Whether it has to read its earlier answers first. */
  isFull?: () => boolean
}

export interface GateOptions {
  maxWaitMs?: number
  heldBytes?: HeldBytes
}

export function createGate(pool: pg.Pool, { maxWaitMs = MAX_WAIT_MS, heldBytes }: GateOptions = {}): Gate {
  const size = pool.options.max ?? 10
  const most = (share: number) => Math.max(1, Math.floor(size * share))
  const everybody: Key = { name: 'everybody', most: Math.max(1, size - RESERVED_CONNECTIONS), mostWaiting: Infinity }
  const held = new Map<string, number>()
  const waitingOf = new Map<string, number>()
  /** In the order in which they came. */
  const waiters = new Set<Waiter>()

  // The holder of the secret key is trusted and acts for many people.
  function keysOf({ identity, address }: Asker): Key[] {
    if (identity.role === 'service_role') return [everybody]
    const network = networkOf(address)
    const user = 'sub' in identity.claims ? `user ${identity.claims.sub}` : `anonymous ${network}`
    return [
      everybody,
      { name: user, most: most(USER_SHARE), mostWaiting: MAX_WAITING_PER_USER },
      {
        name: `address ${network}`,
        most: most(ADDRESS_SHARE),
        mostWaiting: (MAX_WAITING_PER_USER * ADDRESS_SHARE) / USER_SHARE,
        isFull: () => heldBytes?.isFull(address) ?? false,
      },
    ]
  }

  const hasRoom = (keys: Key[]) => keys.every((key) => (held.get(key.name) ?? 0) < key.most && !key.isFull?.())

  async function enter(keys: Key[]) {
    if (hasRoom(keys)) return count(held, keys, 1)
    if (keys.some((key) => (waitingOf.get(key.name) ?? 0) >= key.mostWaiting)) throw new GateError()
    count(waitingOf, keys, 1)
    try {
      await new Promise<void>((resolve, reject) => {
        const waiter: Waiter = {
          keys,
          enter() {
            waiters.delete(waiter)
            clearTimeout(timer)
            count(held, keys, 1)
            resolve()
          },
        }
        const timer = setTimeout(() => {
          waiters.delete(waiter)
          reject(new GateError())
        }, maxWaitMs)
        waiters.add(waiter)
      })
    } finally {
      count(waitingOf, keys, -1)
    }
  }

  function leave(keys: Key[]) {
    count(held, keys, -1)
    for (const waiter of waiters) {
      if (!hasRoom([everybody])) return
      if (hasRoom(waiter.keys)) waiter.enter()
    }
  }

  return {
    async use(who, work) {
      const keys = keysOf(who)
      await enter(keys)
      try {
        const client = await pool.connect()
        try {
          return await work(client)
        } finally {
          client.release()
        }
      } finally {
        leave(keys)
      }
    },
  }
}

function count(counts: Map<string, number>, keys: Key[], step: 1 | -1) {
  for (const { name } of keys) {
    const now = (counts.get(name) ?? 0) + step
    if (now > 0) counts.set(name, now)
    else counts.delete(name)
  }
}
