// Delivers row changes to the subscribers who may see them.
import type { Logger } from 'pino'
import type { Identity } from '../identity.ts'
import { type Channel, SUBSCRIBED, sendSystem } from './channel.ts'
import { compare, type Pending } from './comparison.ts'
import type { Database, VisibleChanges } from './database.ts'
import type { Relation } from './pgoutput.ts'
import { codeOf, isDown } from './pools.ts'
import { encodeText } from './protocol.ts'
import { concerns, isDecidedByText, isPattern, passes, type Subscription } from './subscription.ts'
import type { Change } from './wal.ts'

interface Hit {
  select: string[] | null
  ids: number[]
}

/** The matching subscriptions of each channel, by the columns they select. */
type Hits = Map<Channel, Map<string, Hit>>

interface Subscriber {
  claims: string
  /** Keyed by the index of the change in its batch. */
  hits: Map<number, Hits>
}

/** The state of one delivery: channels that missed something, the errors, and the retry deadline. */
interface Attempt {
  lost: Set<Channel>
  failures: unknown[]
  until: number
}

const LARGE_BYTES = 1024 * 1024
const DELIVERY_TIMEOUT_MS = 60_000
const LOST = 'Some changes could not be delivered'
const TOO_SLOW = 'Unable to subscribe to changes with given parameters. The pattern of a filter takes too long'

export type Changes = ReturnType<typeof createChanges>

export function createChanges({ database, isUp, log }: { database: Database; isUp: () => boolean; log: Logger }) {
  const listeners = new Set<Channel>()

  /** All changes of a batch belong to one table. */
  async function deliver(batch: Change[]) {
    const attempt: Attempt = { lost: new Set(), failures: [], until: Date.now() + DELIVERY_TIMEOUT_MS }
    const { hits, failed } = await findHits(batch, listeners, database)
    for (const { channel, subscription } of failed) {
      if (subscription.filters.some(isPattern)) end(channel, subscription)
      else attempt.lost.add(channel)
    }
    // One query serves all subscribers of a role, whatever columns they select.
    for (const [role, subscribers] of hits) await deliverTo(batch, role, [...subscribers.values()], attempt)
    announceLoss(attempt.lost)
    const { failures } = attempt
    if (!failures.length) return
    log.error({ code: codeOf(failures[0]), table: batch[0]?.relation.table, count: failures.length }, 'changes could not be checked')
  }

  // After a failure the batch is split in halves until the failing policy or row is isolated, so that all other changes are delivered.
  async function deliverTo(batch: Change[], role: string, subscribers: Subscriber[], attempt: Attempt): Promise<void> {
    const [first] = batch
    if (!first || !subscribers.some(({ hits }) => hits.size)) return
    try {
      const visible = await queryDatabase(database, first.relation, batch, role, subscribers)
      if (visible) send(batch, subscribers, visible)
    } catch (error) {
      if (isDown(error)) throw error
      const isHopeless = Date.now() > attempt.until
      if (!isHopeless && subscribers.length > 1) {
        const half = Math.ceil(subscribers.length / 2)
        for (const part of [subscribers.slice(0, half), subscribers.slice(half)]) await deliverTo(batch, role, part, attempt)
      } else if (!isHopeless && batch.length > 1) {
        const half = Math.ceil(batch.length / 2)
        for (const [from, to] of [[0, half] as const, [half, batch.length] as const]) {
          const theirs = subscribers.map((subscriber) => partOf(subscriber, from, to))
          await deliverTo(batch.slice(from, to), role, theirs, attempt)
        }
      } else {
        attempt.failures.push(error)
        for (const { hits } of subscribers) for (const each of hits.values()) for (const channel of each.keys()) attempt.lost.add(channel)
      }
    }
  }

  // Ends only the subscription with the slow pattern. The other subscriptions of the channel continue.
  function end(channel: Channel, subscription: Subscription) {
    if (!channel.subscriptions.includes(subscription)) return
    channel.subscriptions = channel.subscriptions.filter((each) => each !== subscription)
    if (!channel.subscriptions.length) listeners.delete(channel)
    sendSystem(channel, 'postgres_changes', 'error', TOO_SLOW)
  }

  /** Announces an interruption, after which clients refetch what they missed. */
  function announceLoss(channels: Iterable<Channel>) {
    // While the log is not being read, clients are notified when reading resumes.
    if (!isUp()) return
    for (const channel of channels) {
      if (!listeners.has(channel)) continue
      sendSystem(channel, 'postgres_changes', 'error', LOST)
      sendSystem(channel, 'postgres_changes', 'ok', SUBSCRIBED)
    }
  }

  return {
    add: (channel: Channel) => listeners.add(channel),
    remove: (channel: Channel) => listeners.delete(channel),
    listeners: () => [...listeners],
    /** A cheap check whether anybody may be subscribed, because most changes concern nobody. */
    isWanted(change: Change) {
      for (const { subscriptions } of listeners) if (subscriptions.some((each) => concerns(each, change))) return true
      return false
    },
    deliver,
    /** Called for changes that could not be delivered. */
    lose: (batch: Change[]) =>
      announceLoss(
        [...listeners].filter(({ subscriptions }) => subscriptions.some((each) => batch.some((change) => concerns(each, change)))),
      ),
  }

  function send(batch: Change[], subscribers: Subscriber[], visible: VisibleChanges) {
    const seen = visible.seen.map((list) => new Set(list))
    for (const [n, change] of batch.entries()) {
      const payloads = createPayloads(change, n, visible)
      for (const [a, subscriber] of subscribers.entries()) {
        if (!visible.problem && !seen[a]?.has(n)) continue
        for (const [channel, hits] of subscriber.hits.get(n) ?? []) if (listeners.has(channel)) sendTo(channel, hits, payloads)
      }
    }
  }
}

function sendTo({ socket, topic }: Channel, hits: Map<string, Hit>, payloads: ReturnType<typeof createPayloads>) {
  for (const [columns, { select, ids }] of hits) {
    const payload = payloads(columns, select)
    if (payload === undefined) continue
    socket.send(encodeText(topic, 'postgres_changes', `{"ids":[${ids.join(',')}],"data":${payload}}`, socket.version))
  }
}

/** Finds the subscribers by role and claims, and the subscriptions with filters that could not be compared. */
async function findHits(batch: Change[], listeners: Set<Channel>, database: Database) {
  const found = new Map<string, Map<string, Subscriber>>()
  const pending: Pending[] = []
  const add = ({ channel, subscription: { id, select }, candidates }: Pending) => {
    const claims = claimsOf(channel)
    const subscribers = found.get(channel.identity.role) ?? new Map<string, Subscriber>()
    found.set(channel.identity.role, subscribers)
    const subscriber = subscribers.get(claims) ?? { claims, hits: new Map<number, Hits>() }
    subscribers.set(claims, subscriber)
    const columns = JSON.stringify(select)
    for (const n of candidates) {
      const hits: Hits = subscriber.hits.get(n) ?? new Map()
      subscriber.hits.set(n, hits)
      const ofChannel = hits.get(channel) ?? new Map<string, Hit>()
      hits.set(channel, ofChannel)
      const hit = ofChannel.get(columns)
      if (hit) hit.ids.push(id)
      else ofChannel.set(columns, { select, ids: [id] })
    }
  }

  for (const channel of listeners) {
    for (const subscription of channel.subscriptions) {
      const candidates: number[] = []
      let isDecided = true
      for (const [n, change] of batch.entries()) {
        if (!concerns(subscription, change)) continue
        const byText = subscription.filters.filter((filter) => isDecidedByText(filter, change))
        if (!byText.every((filter) => passes(filter, change.row ?? change.old))) continue
        if (byText.length < subscription.filters.length) isDecided = false
        candidates.push(n)
      }
      if (!candidates.length) continue
      if (isDecided) add({ channel, subscription, candidates })
      else pending.push({ channel, subscription, candidates })
    }
  }
  const { passed, failed } = pending.length ? await compare(batch, pending, database) : { passed: [], failed: [] }
  for (const each of passed) if (each.candidates.length) add(each)
  return { hits: found, failed }
}

function queryDatabase(database: Database, relation: Relation, batch: Change[], role: string, subscribers: Subscriber[]) {
  const changes = batch.map(({ type, transaction, row, old, bytes }) => ({
    type,
    transaction,
    new: row ?? null,
    old: old ?? null,
    large: bytes > LARGE_BYTES,
  }))
  const asked = subscribers.map(({ claims, hits }) => ({ claims, changes: [...hits.keys()] }))
  return database.visibleChanges(relation, role, JSON.stringify(changes), JSON.stringify(asked))
}

/** Builds the JSON payload for each selection of columns. Values stay in the text format of the database, so that no digit is lost. */
function createPayloads(change: Change, n: number, { records, old_records, columns_shown, key, problem }: VisibleChanges) {
  const written = new Map<string, string>()
  const read = (text: string | undefined) => Object.entries(JSON.parse(text ?? '{}') as Record<string, string>)
  const content = once(() => ({
    columns: JSON.parse(columns_shown) as { name: string }[],
    record: read(records?.[n]),
    old: read(old_records?.[n]),
  }))

  function write(select: string[] | null) {
    const errors = problem ? [problem] : change.bytes > LARGE_BYTES ? ['Error 413: Payload Too Large'] : null
    const parts = [
      `"schema":${JSON.stringify(change.relation.schema)},"table":${JSON.stringify(change.relation.table)}`,
      `"commit_timestamp":"${change.committedAt}","type":"${change.type}","errors":${JSON.stringify(errors)}`,
    ]
    if (problem) return `{${[...parts, '"columns":[]'].join(',')}}`
    const { columns, record, old } = content()
    const isShown = (name: string) => !select || select.includes(name) || (key ?? []).includes(name)
    const shown = (values: [string, string][]) =>
      `{${values.flatMap(([name, text]) => (isShown(name) ? [`${JSON.stringify(name)}: ${text}`] : [])).join(', ')}}`
    parts.push(`"columns":${JSON.stringify(columns.filter(({ name }) => isShown(name)))}`)
    if (change.row) parts.push(`"record":${shown(record)}`)
    if (change.old) parts.push(`"old_record":${shown(old)}`)
    return `{${parts.join(',')}}`
  }

  return (columns: string, select: string[] | null) => {
    if (problem && change.type === 'DELETE') return undefined
    let payload = written.get(columns)
    if (payload === undefined) written.set(columns, (payload = write(select)))
    return payload
  }
}

function once<T extends object>(make: () => T) {
  let made: T | undefined
  return () => (made ??= make())
}

// Cached per token instead of being built for every change.
const written = new WeakMap<Identity, string>()

function claimsOf({ identity }: Channel) {
  let claims = written.get(identity)
  if (claims === undefined) written.set(identity, (claims = JSON.stringify(identity.claims)))
  return claims
}

function partOf({ claims, hits }: Subscriber, from: number, to: number): Subscriber {
  return { claims, hits: new Map([...hits].filter(([n]) => n >= from && n < to).map(([n, hit]) => [n - from, hit])) }
}
