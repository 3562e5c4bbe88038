// Shares the connections of the pool fairly, so that nobody can starve others.
import type pg from 'pg'
import { networkOf } from './client-address.ts'
import type { HeldBytes } from './held-bytes.ts'
import type { Identity } from './identity.ts'

/** The share of all connections that one person or one network address may hold at the same time. */
const USER_SHARE = 1 / 4
const ADDRESS_SHARE = 1 / 2
/** Reserved for the server's own work: scheduled functions, reading the schema. */
const RESERVED_CONNECTIONS = 2
/** A request that waits longer for a connection is refused. */
const MAX_WAIT_MS = 3000
/** The maximum number of waiting requests of one person, and in proportion of one address. More are refused at once. */
export const MAX_WAITING_PER_USER = 100

export const RETRY_AFTER_SECONDS = 1

export class GateError extends Error {
  constructor() {
    super('No connection to the database was free in time.')
  }
}

export interface Caller {
  identity: Identity
  /** The client's real network address. */
  address: string
}

export interface Gate {
  /** Must not be called again within `work`: a request holds one connection at a time. */
  use: <T>(who: Caller, work: (client: pg.PoolClient) => Promise<T>) => Promise<T>
}

/** The connections that one person, one address or everybody holds and waits for. */
interface Share {
  name: string
  held: number
  maxHeld: number
  waiting: number
  maxWaiting: number
}

interface Waiter {
  shares: Share[]
  address: string
  enter: () => void
}

export interface GateOptions {
  maxWaitMs?: number
  heldBytes?: HeldBytes
}

export function createGate(pool: pg.Pool, { maxWaitMs = MAX_WAIT_MS, heldBytes }: GateOptions = {}): Gate {
  const size = pool.options.max ?? 10
  const maxPerUser = Math.max(1, Math.floor(size * USER_SHARE))
  const maxPerAddress = Math.max(1, Math.floor(size * ADDRESS_SHARE))
  const maxWaitingPerAddress = (MAX_WAITING_PER_USER * ADDRESS_SHARE) / USER_SHARE
  const everybody = newShare('everybody', Math.max(1, size - RESERVED_CONNECTIONS), Infinity)
  /** Counters of the people and addresses that hold or wait for a connection. */
  const shares = new Map<string, Share>()
  /** In order of arrival. */
  const waiters = new Set<Waiter>()

  function shareOf(name: string, maxHeld: number, maxWaiting: number) {
    let share = shares.get(name)
    if (!share) shares.set(name, (share = newShare(name, maxHeld, maxWaiting)))
    return share
  }

  // The holder of the secret key is trusted and acts for many people.
  function sharesOf({ identity, address }: Caller): Share[] {
    if (identity.role === 'service_role') return [everybody]
    const network = networkOf(address)
    const user = 'sub' in identity.claims ? `user ${identity.claims.sub}` : `anonymous ${network}`
    return [everybody, shareOf(user, maxPerUser, MAX_WAITING_PER_USER), shareOf(`address ${network}`, maxPerAddress, maxWaitingPerAddress)]
  }

  function hasRoom(wanted: Share[], address: string) {
    for (const { held, maxHeld } of wanted) if (held >= maxHeld) return false
    // An address with too many unread responses has to wait.
    return wanted.length === 1 || !heldBytes?.isFull(address)
  }

  const hold = (taken: Share[]) => {
    for (const share of taken) share.held++
  }

  function forgetUnused(used: Share[]) {
    for (const share of used) if (share.held === 0 && share.waiting === 0) shares.delete(share.name)
  }

  function wait(wanted: Share[], address: string) {
    for (const share of wanted) share.waiting++
    return new Promise<void>((resolve, reject) => {
      const waiter: Waiter = {
        shares: wanted,
        address,
        enter() {
          stopWaiting()
          hold(wanted)
          resolve()
        },
      }
      const timer = setTimeout(() => {
        stopWaiting()
        forgetUnused(wanted)
        reject(new GateError())
      }, maxWaitMs)
      const stopWaiting = () => {
        waiters.delete(waiter)
        clearTimeout(timer)
        for (const share of wanted) share.waiting--
      }
      waiters.add(waiter)
    })
  }

  function leave(taken: Share[]) {
    for (const share of taken) share.held--
    for (const waiter of waiters) {
      if (everybody.held >= everybody.maxHeld) break
      if (hasRoom(waiter.shares, waiter.address)) waiter.enter()
    }
    forgetUnused(taken)
  }

  return {
    async use(who, work) {
      const taken = sharesOf(who)
      if (hasRoom(taken, who.address)) hold(taken)
      else if (taken.some(({ waiting, maxWaiting }) => waiting >= maxWaiting)) {
        forgetUnused(taken)
        throw new GateError()
      } else await wait(taken, who.address)
      try {
        const client = await pool.connect()
        try {
          return await work(client)
        } finally {
          client.release()
        }
      } finally {
        leave(taken)
      }
    },
  }
}

const newShare = (name: string, maxHeld: number, maxWaiting: number): Share => ({ name, held: 0, maxHeld, waiting: 0, maxWaiting })
