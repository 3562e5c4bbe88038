// Counts attempts before their transaction begins. A counter in the database would be rolled back with the transaction, which a client can
// always cause: by a representation that fails, or by asking for one row where there are several.
import { networkOf } from './client-address.ts'
import type { Caller } from './gate.ts'

/** An entry of `attempts` in the project's `server.toml`. */
export interface AttemptLimit {
  /** A method and a path below `/rest/v1`, such as `POST /orders`, or a path alone for all methods. They share one counter. */
  requests: string[]
  minutes: number
  /** Limits per signed-in user, per network address for everybody, and per network address for visitors. */
  perUser?: number
  perNetwork?: number
  perVisitor?: number
  /** The message of the refusal. */
  error: string
}

export class AttemptError extends Error {
  readonly limit: AttemptLimit
  readonly max: number
  readonly retryAfterSeconds: number

  constructor(limit: AttemptLimit, max: number, retryAfterSeconds: number) {
    super(limit.error)
    this.limit = limit
    this.max = max
    this.retryAfterSeconds = retryAfterSeconds
  }
}

export interface Attempts {
  /** Throws an AttemptError above a limit. `path` has decoded segments. */
  count: (who: Caller, method: string, path: string) => void
}

/** Above this number of counters the oldest are dropped. */
const MAX_COUNTERS = 50_000

interface Counter {
  count: number
  endsAt: number
}

/** `factor` multiplies the limits; 0 disables them. Counters are in memory and restart with the process. */
export function createAttempts(limits: AttemptLimit[], factor = 1, now = () => Date.now()): Attempts {
  const byRequest = new Map<string, AttemptLimit>(limits.flatMap((limit) => limit.requests.map((request) => [request, limit] as const)))
  const counters = new Map<string, Counter>()

  function countOne(limit: AttemptLimit, key: string, max: number) {
    let counter = counters.get(key)
    if (!counter || counter.endsAt <= now()) {
      counters.delete(key)
      counters.set(key, (counter = { count: 0, endsAt: now() + limit.minutes * 60_000 }))
      const [oldest] = counters.keys()
      if (counters.size > MAX_COUNTERS && oldest !== undefined) counters.delete(oldest)
    }
    counter.count += 1
    const allowed = Math.max(1, Math.round(max * factor))
    if (counter.count > allowed) throw new AttemptError(limit, allowed, Math.max(1, Math.ceil((counter.endsAt - now()) / 1000)))
  }

  return {
    count({ identity, address }, method, path) {
      const limit = byRequest.get(`${method} ${path}`) ?? byRequest.get(path)
      // The holder of the secret key is trusted and acts for many people.
      if (!limit || factor === 0 || identity.role === 'service_role') return
      const user = 'sub' in identity.claims ? identity.claims.sub : undefined
      const network = networkOf(address)
      const name = limit.requests[0]
      if (user !== undefined && limit.perUser !== undefined) countOne(limit, `${name} user ${user}`, limit.perUser)
      if (user === undefined && limit.perVisitor !== undefined) countOne(limit, `${name} visitor ${network}`, limit.perVisitor)
      if (limit.perNetwork !== undefined) countOne(limit, `${name} network ${network}`, limit.perNetwork)
    },
  }
}
