// Limits how long one person may hold locks while related rows are read for the representation of their writes. The full time is reserved
// before the transaction begins and only the unused part is returned, so that rolling back costs as much as committing.
import { networkOf } from '../client-address.ts'
import type { Caller } from '../gate.ts'
import { RestError } from './errors.ts'
import { WRITE_TIMEOUT_MS } from './limits.ts'

/**
 * A person may use up this many writes of full duration at once, and regains REFILL_PER_SECOND_MS each second. An address has twice as
 * much.
 */
const BUDGET_WRITES = 5
const REFILL_PER_SECOND_MS = 100
const ADDRESS_FACTOR = 2
/** Above this number of entries, all are dropped. */
const MAX_ACCOUNTS = 10_000

interface Account {
  leftMs: number
  at: number
}

export interface WriteBudget {
  spend: <T>(who: Caller, work: () => Promise<T>) => Promise<T>
}

interface Options {
  /** Multiplies the budget; 0 switches the limit off. */
  factor?: number
  writeTimeoutMs?: number
  now?: () => number
}

export function createWriteBudget({
  factor = 1,
  writeTimeoutMs = WRITE_TIMEOUT_MS,
  now = () => performance.now(),
}: Options = {}): WriteBudget {
  const accounts = new Map<string, Account>()

  function keysOf({ identity, address }: Caller) {
    if (identity.role === 'service_role' || factor === 0) return []
    const network = networkOf(address)
    const user = 'sub' in identity.claims ? identity.claims.sub : network
    return [
      { name: `user ${user}`, share: factor },
      { name: `address ${network}`, share: factor * ADDRESS_FACTOR },
    ]
  }

  function refilled({ name, share }: { name: string; share: number }) {
    const most = BUDGET_WRITES * writeTimeoutMs * share
    const account = accounts.get(name) ?? { leftMs: most, at: now() }
    const refill = ((now() - account.at) / 1000) * REFILL_PER_SECOND_MS * share
    account.leftMs = Math.min(most, account.leftMs + refill)
    account.at = now()
    accounts.set(name, account)
    return { account, share }
  }

  return {
    async spend(who, work) {
      if (accounts.size > MAX_ACCOUNTS) accounts.clear()
      const taken = keysOf(who).map(refilled)
      for (const { account, share } of taken) {
        const missing = writeTimeoutMs - account.leftMs
        if (missing > 0) throw tooMuch(Math.ceil(missing / (REFILL_PER_SECOND_MS * share)))
      }
      for (const { account } of taken) account.leftMs -= writeTimeoutMs
      const started = now()
      try {
        return await work()
      } finally {
        const unused = Math.max(0, writeTimeoutMs - (now() - started))
        for (const { account } of taken) account.leftMs += unused
      }
    },
  }
}

const tooMuch = (seconds: number) =>
  new RestError(429, '54000', 'Too many writes that read related rows for their representation', {
    hint: 'Select columns of the written row alone, or read the rest with a second request.',
    headers: { 'retry-after': String(seconds) },
  })
