// Subscriptions to row changes. The database validates them after the join, and the client is notified of the result.
import { echoed } from '../request-limits.ts'
import { isObject } from '../wire.ts'
import type { Changes } from './changes.ts'
import { type Channel, personOf, type Socket, SUBSCRIBED, sendSystem } from './channel.ts'
import type { Database } from './database.ts'
import { LIMITS } from './limits.ts'
import type { Payload } from './protocol.ts'
import { parseSubscription, type Subscription, SubscriptionError, type WantedSubscription } from './subscription.ts'

const RETRY_MS = 5000

export type Subscriptions = ReturnType<typeof createSubscriptions>

export function createSubscriptions({ database, changes, isUp }: { database: Database; changes: Changes; isUp: () => boolean }) {
  let ids = 0
  const earlier = new WeakMap<Socket, Promise<void>>()
  const wantedBy = new WeakMap<Channel, { id: number; given: unknown }[]>()

  /** Numbers the subscriptions; clients expect the numbers back. */
  function begin(channel: Channel) {
    const wanted = channel.config.changes.map((given) => ({ id: ++ids, given }))
    // Keeps only the known fields for the lifetime of the channel, not everything that the client sent.
    const kept = wanted.map(({ id, given }) => ({ id, given: essentialsOf(given) }))
    wantedBy.set(channel, kept)
    channel.config.changes = kept.map(({ given }) => given)
    if (wanted.length) subscribe(channel)
    return wanted.map(({ id, given }) => ({ ...(isObject(given) ? given : {}), id }))
  }

  // Runs one check at a time per socket, so that a few sockets cannot keep the database busy.
  function subscribe(channel: Channel) {
    const { socket } = channel
    const next = (earlier.get(socket) ?? Promise.resolve()).then(() => attempt(channel))
    earlier.set(socket, next)
  }

  async function attempt(channel: Channel) {
    const { identity } = channel
    // A newer token has its own check.
    const isOver = () => !channel.isOpen || channel.identity !== identity
    if (isOver()) return
    try {
      const subscriptions = await check(wantedBy.get(channel) ?? [], identity.role)
      if (isOver()) return
      limitCompared(channel, subscriptions)
      channel.subscriptions = subscriptions
      changes.add(channel)
      if (isUp()) sendSystem(channel, 'postgres_changes', 'ok', SUBSCRIBED)
    } catch (error) {
      if (isOver()) return
      changes.remove(channel)
      sendSystem(channel, 'postgres_changes', 'error', error instanceof SubscriptionError ? error.message : UNAVAILABLE)
      // An invalid subscription stays invalid, but a failed query is retried.
      if (!(error instanceof SubscriptionError)) setTimeout(() => channel.isOpen && subscribe(channel), RETRY_MS).unref()
    }
  }

  async function check(entries: { id: number; given: unknown }[], role: string): Promise<Subscription[]> {
    const wanted = entries.map(({ id, given }) => ({ id, ...parseSubscription(given) }))
    const answers = await database.checkSubscriptions(role, wanted)
    return wanted.map((each, n) => {
      const { filters, problem } = answers[n] ?? {}
      if (filters) return { ...each, filters }
      const why = problem === undefined ? 'Please check Realtime is enabled for the given connect parameters' : PLEASE_CHECK
      const exception = problem === undefined ? '' : `. Exception: ${echoed(problem)}`
      throw new SubscriptionError(`Unable to subscribe to changes with given parameters. ${why}: [${echoed(describe(each))}]${exception}`)
    })
  }

  /** Each such filter costs a database comparison at every change of its table. */
  function limitCompared(channel: Channel, wanted: Subscription[]) {
    const person = personOf(channel)
    let count = wanted.filter(isCompared).length
    if (!count) return
    for (const other of changes.listeners()) {
      if (other !== channel && personOf(other) === person) count += other.subscriptions.filter(isCompared).length
    }
    if (count > LIMITS.comparedFilters) throw new SubscriptionError('Too many filters other than eq, neq and in')
  }

  return {
    begin,
    renew(channel: Channel) {
      if (channel.config.changes.length) subscribe(channel)
    },
    /** Announces that reading the log has begun or stopped. Clients refetch what changed in between. */
    announce(up: boolean) {
      for (const channel of changes.listeners()) {
        sendSystem(channel, 'postgres_changes', up ? 'ok' : 'error', up ? SUBSCRIBED : UNAVAILABLE)
      }
    },
  }
}

const PLEASE_CHECK = 'An exception happened so please check your connect parameters'
const UNAVAILABLE = 'Realtime was unable to connect to the project database'

function essentialsOf(given: unknown) {
  const { event, schema, table, filter, select }: Payload = isObject(given) ? given : {}
  return { event, schema, table, filter, select }
}

const isCompared = ({ filters }: Subscription) => filters.some(({ texts }) => texts === null)

function describe({ event, schema, table, filters, select }: WantedSubscription) {
  const conditions = filters.map(({ column, op, value, negate }) => `${column}=${negate ? 'not.' : ''}${op}.${value}`).join(',')
  return `event: ${event}, schema: ${schema}, table: ${table}, filters: ${conditions}, select: ${select?.join(',') ?? ''}`
}
