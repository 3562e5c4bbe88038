// Evaluates filters that only the database can compare. A slow or failing filter costs only its owner the change.
import { type Channel, personOf } from './channel.ts'
import type { Database } from './database.ts'
import type { Relation } from './pgoutput.ts'
import { isDown } from './pools.ts'
import { isPattern, type Subscription } from './subscription.ts'
import type { Change } from './wal.ts'

export interface Pending {
  channel: Channel
  subscription: Subscription
  /** Indexes of the changes in their batch. */
  candidates: number[]
}

export interface Compared {
  passed: Pending[]
  failed: Pending[]
}

export async function compare(batch: Change[], pending: Pending[], database: Database): Promise<Compared> {
  const compared: Compared = { passed: [], failed: [] }
  const relation = batch[0]?.relation
  if (!relation) return compared
  const rows = JSON.stringify(batch.map((change) => change.row ?? change.old))

  async function ask(about: Relation, role: string, asked: Pending[]): Promise<void> {
    const distinct = [...new Map(asked.map(({ subscription: { filters } }) => [JSON.stringify(filters), filters])).entries()]
    const filters = distinct.map(([, each]) => each)
    try {
      const lists = await database.matchingRows(about, role, rows, filters)
      const matching = new Map(distinct.map(([name], n) => [name, new Set(lists[n])]))
      for (const each of asked) {
        const rowsThatMatch = matching.get(JSON.stringify(each.subscription.filters))
        compared.passed.push({ ...each, candidates: each.candidates.filter((n) => rowsThatMatch?.has(n)) })
      }
    } catch (error) {
      if (isDown(error)) throw error
      const parts = partsOf(asked)
      if (parts.length > 1) for (const part of parts) await ask(about, role, part)
      else compared.failed.push(...asked)
    }
  }

  for (const [role, asked] of Map.groupBy(pending, ({ channel }) => channel.identity.role)) await ask(relation, role, asked)
  return compared
}

// Split by person, then by whether there is a pattern, but no further: otherwise a person with many slow filters would delay everybody.
function partsOf(asked: Pending[]) {
  const byPerson = Map.groupBy(asked, ({ channel }) => personOf(channel))
  if (byPerson.size > 1) return [...byPerson.values()]
  return [...Map.groupBy(asked, ({ subscription }) => subscription.filters.some(isPattern)).values()]
}
