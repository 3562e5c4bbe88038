// Row changes to those who asked for them and may see them.
import type { Logger } from 'pino'
import type { Identity } from '../identity.ts'
import type { Channel } from './channel.ts'
import { codeOf, type Database, isDown, type VisibleChanges } from './database.ts'
import type { Relation } from './pgoutput.ts'
import { encodeText } from './protocol.ts'
import { concerns, isDecidedByText, passes, type Subscription } from './subscription.ts'
import type { Change } from './wal.ts'

interface Hit {
  channel: Channel
  ids: number[]
}

/** People of one role who want the same columns: asked about in one question. */
interface Group {
  role: string
  select: string[] | null
  /** By their claims. */
  askers: Map<string, Asker>
}

interface Asker {
  claims: string
  /** By the number of the change in its batch. */
  hits: Map<number, Hit[]>
}

const LARGE_BYTES = 1024 * 1024

export type Changes = ReturnType<typeof createChanges>

export function createChanges({ database, log }: { database: Database; log: Logger }) {
  const listeners = new Set<Channel>()

  /** All changes are of one table. */
  async function deliver(batch: Change[]) {
    const groups = await findGroups(batch, listeners, database)
    const failures: unknown[] = []
    for (const group of groups) await deliverTo(batch, group, [...group.askers.values()], failures)
    if (!failures.length) return
    const [first] = batch
    log.error({ code: codeOf(failures[0]), table: first?.relation.table, count: failures.length }, 'changes could not be checked')
  }

  // What one policy or one row breaks is narrowed down to them: all others get theirs.
  async function deliverTo(batch: Change[], group: Group, askers: Asker[], failures: unknown[]): Promise<void> {
    const [first] = batch
    if (!first || !askers.length) return
    try {
      const visible = await askDatabase(database, first.relation, batch, group, askers)
      if (visible) send(batch, askers, visible)
    } catch (error) {
      if (isDown(error)) throw error
      if (askers.length > 1) {
        const half = Math.ceil(askers.length / 2)
        for (const part of [askers.slice(0, half), askers.slice(half)]) await deliverTo(batch, group, part, failures)
      } else if (batch.length > 1) {
        const half = Math.ceil(batch.length / 2)
        for (const [from, to] of [[0, half] as const, [half, batch.length] as const]) {
          const theirs = askers.map((asker) => partOf(asker, from, to))
          await deliverTo(batch.slice(from, to), group, theirs, failures)
        }
      } else {
        failures.push(error)
      }
    }
  }

  return {
    add: (channel: Channel) => listeners.add(channel),
    remove: (channel: Channel) => listeners.delete(channel),
    listeners: () => [...listeners],
    /** Whether anybody could want it: most changes concern nobody. */
    isWanted(change: Change) {
      for (const { subscriptions } of listeners) if (subscriptions.some((each) => concerns(each, change))) return true
      return false
    },
    deliver,
  }

  function send(batch: Change[], askers: Asker[], visible: VisibleChanges) {
    const payloads = batch.map((change, n) => payloadOf(change, n, visible))
    const seen = visible.seen.map((list) => new Set(list))
    for (const [n, payload] of payloads.entries()) {
      if (payload === undefined) continue
      for (const [a, asker] of askers.entries()) {
        if (!visible.problem && !seen[a]?.has(n)) continue
        for (const { channel, ids } of asker.hits.get(n) ?? []) {
          if (!listeners.has(channel)) continue
          const { socket, topic } = channel
          socket.send(encodeText(topic, 'postgres_changes', `{"ids":[${ids.join(',')}],"data":${payload}}`, socket.version))
        }
      }
    }
  }
}

async function findGroups(batch: Change[], listeners: Set<Channel>, database: Database) {
  const groups = new Map<string, Group>()
  const pending: { channel: Channel; subscription: Subscription; candidates: number[] }[] = []
  const add = (channel: Channel, { id, select }: Subscription, n: number) => {
    const { role } = channel.identity
    const name = select ? JSON.stringify([role, select]) : role
    let group = groups.get(name)
    if (!group) groups.set(name, (group = { role, select, askers: new Map() }))
    const key = claimsOf(channel)
    let asker = group.askers.get(key)
    if (!asker) group.askers.set(key, (asker = { claims: key, hits: new Map() }))
    const hits = asker.hits.get(n) ?? []
    asker.hits.set(n, hits)
    const hit = hits.find((each) => each.channel === channel)
    if (hit) hit.ids.push(id)
    else hits.push({ channel, ids: [id] })
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
      if (isDecided) for (const n of candidates) add(channel, subscription, n)
      else pending.push({ channel, subscription, candidates })
    }
  }

  for (const { channel, subscription, candidates } of await comparedByDatabase(batch, pending, database)) {
    for (const n of candidates) add(channel, subscription, n)
  }
  return groups.values()
}

async function comparedByDatabase<T extends { channel: Channel; subscription: Subscription; candidates: number[] }>(
  batch: Change[],
  pending: T[],
  database: Database,
) {
  const [first] = batch
  if (!first || !pending.length) return []
  const rows = JSON.stringify(batch.map((change) => change.row ?? change.old))
  const matching = new Map<string, Set<number>>()
  for (const role of new Set(pending.map(({ channel }) => channel.identity.role))) {
    const ofRole = pending.filter(({ channel }) => channel.identity.role === role)
    const distinct = [...new Map(ofRole.map(({ subscription: { filters } }) => [JSON.stringify(filters), filters]))]
    const lists = await database.matchingRows(
      first.relation.oid,
      role,
      rows,
      distinct.map(([, filters]) => filters),
    )
    for (const [n, [name]] of distinct.entries()) matching.set(`${role} ${name}`, new Set(lists[n]))
  }
  return pending.map((each) => {
    const rowsThatMatch = matching.get(`${each.channel.identity.role} ${JSON.stringify(each.subscription.filters)}`)
    return { ...each, candidates: each.candidates.filter((n) => rowsThatMatch?.has(n)) }
  })
}

function askDatabase(database: Database, relation: Relation, batch: Change[], { role, select }: Group, askers: Asker[]) {
  const changes = batch.map(({ type, transaction, row, old, bytes }) => ({
    type,
    transaction,
    new: row ?? null,
    old: old ?? null,
    large: bytes > LARGE_BYTES,
  }))
  const asked = askers.map(({ claims, hits }) => ({ claims, changes: [...hits.keys()] }))
  return database.visibleChanges(relation, role, JSON.stringify(changes), JSON.stringify(asked), select)
}

/** The data as JSON text; what the database rendered is not read again, so that no digit is lost. */
function payloadOf(change: Change, n: number, { records, old_records, columns_shown, problem }: VisibleChanges) {
  const isLarge = change.bytes > LARGE_BYTES
  if (problem && change.type === 'DELETE') return undefined
  const errors = problem ? [problem] : isLarge ? ['Error 413: Payload Too Large'] : null
  const parts = [
    `"schema":${JSON.stringify(change.relation.schema)},"table":${JSON.stringify(change.relation.table)}`,
    `"commit_timestamp":"${change.committedAt}","type":"${change.type}"`,
    `"columns":${problem ? '[]' : columns_shown},"errors":${JSON.stringify(errors)}`,
  ]
  if (!problem && change.row) parts.push(`"record":${records?.[n] ?? '{}'}`)
  if (!problem && change.old) parts.push(`"old_record":${old_records?.[n] ?? '{}'}`)
  return `{${parts.join(',')}}`
}

// Written once for each token, not for each change.
const written = new WeakMap<Identity, string>()

function claimsOf({ identity }: Channel) {
  let claims = written.get(identity)
  if (claims === undefined) written.set(identity, (claims = JSON.stringify(identity.claims)))
  return claims
}

function partOf({ claims, hits }: Asker, from: number, to: number): Asker {
  return { claims, hits: new Map([...hits].filter(([n]) => n >= from && n < to).map(([n, hit]) => [n - from, hit])) }
}
