// Subscriptions to row changes: checked by the database after the join, told when they hold.
import pg from 'pg'
import type { Changes } from './changes.ts'
import { type Channel, SUBSCRIBED, tell } from './channel.ts'
import type { Database } from './database.ts'
import { isPayload } from './protocol.ts'
import { parseSubscription, SubscriptionError, type WantedSubscription } from './subscription.ts'

const RETRY_MS = 5000

export type Subscriptions = ReturnType<typeof createSubscriptions>

export function createSubscriptions({ database, changes, isUp }: { database: Database; changes: Changes; isUp: () => boolean }) {
  let ids = 0
  const wantedBy = new WeakMap<Channel, { id: number; given: unknown }[]>()

  /** Each entry with its number, as the client wants them back. */
  function begin(channel: Channel) {
    const wanted = channel.config.changes.map((given) => ({ id: ++ids, given }))
    wantedBy.set(channel, wanted)
    if (wanted.length) void subscribe(channel)
    return wanted.map(({ id, given }) => ({ ...(isPayload(given) ? given : {}), id }))
  }

  async function subscribe(channel: Channel) {
    const { identity } = channel
    try {
      const subscriptions = []
      for (const { id, given } of wantedBy.get(channel) ?? []) subscriptions.push({ id, ...(await check(given, identity.role)) })
      // Another token came meanwhile: that one is checked by itself.
      if (!channel.isOpen || channel.identity !== identity) return
      channel.subscriptions = subscriptions
      changes.add(channel)
      if (isUp()) tell(channel, 'postgres_changes', 'ok', SUBSCRIBED)
    } catch (error) {
      if (!channel.isOpen || channel.identity !== identity) return
      changes.remove(channel)
      tell(channel, 'postgres_changes', 'error', error instanceof SubscriptionError ? error.message : UNAVAILABLE)
      // What was wrong stays wrong; a database that is away comes back.
      if (!(error instanceof SubscriptionError)) setTimeout(() => channel.isOpen && void subscribe(channel), RETRY_MS).unref()
    }
  }

  async function check(given: unknown, role: string) {
    const wanted = parseSubscription(given)
    try {
      const filters = await database.checkSubscription(role, wanted)
      if (filters) return { ...wanted, filters }
    } catch (error) {
      // Its own words, or that a value does not fit its column.
      if (!(error instanceof pg.DatabaseError) || !/^(P0001|22|42)/.test(error.code ?? '')) throw error
      throw new SubscriptionError(
        `Unable to subscribe to changes with given parameters. An exception happened so please check your connect parameters: [${describe(wanted)}]. Exception: ${error.message}`,
        { cause: error },
      )
    }
    throw new SubscriptionError(
      `Unable to subscribe to changes with given parameters. Please check Realtime is enabled for the given connect parameters: [${describe(wanted)}]`,
    )
  }

  return {
    begin,
    renew(channel: Channel) {
      if (channel.config.changes.length) void subscribe(channel)
    },
    /** The log is read again, or not any more: what changed in between, clients look up themselves. */
    announce(up: boolean) {
      for (const channel of changes.listeners()) {
        tell(channel, 'postgres_changes', up ? 'ok' : 'error', up ? SUBSCRIBED : UNAVAILABLE)
      }
    },
  }
}

const UNAVAILABLE = 'Realtime was unable to connect to the project database'

function describe({ event, schema, table, filters, select }: WantedSubscription) {
  const conditions = filters.map(({ column, op, value, negate }) => `${column}=${negate ? 'not.' : ''}${op}.${value}`).join(',')
  return `event: ${event}, schema: ${schema}, table: ${table}, filters: ${conditions}, select: ${select?.join(',') ?? ''}`
}
