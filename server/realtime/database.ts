// All queries of realtime. They run as `supabase_replication_admin` and name the role whose rights apply.
import type pg from 'pg'
import type { Identity } from '../identity.ts'
import type { Relation } from './pgoutput.ts'
import { createPools, type PoolsOptions } from './pools.ts'

export type Extension = 'broadcast' | 'presence'

export interface Filter {
  column: string
  op: string
  value: string
  negate: boolean
}

/** A filter with the type of its column, and its values as texts if equal text means equal value. */
export interface CheckedFilter extends Filter {
  type: number
  texts: string[] | null
}

export interface Wanted {
  schema: string
  table: string
  filters: Filter[]
  select: string[] | null
}

export interface CheckedSubscription {
  filters: CheckedFilter[] | undefined
  problem: string | undefined
}

export interface VisibleChanges {
  /** Each entry maps columns to JSON texts. */
  records: string[] | null
  old_records: string[] | null
  columns_shown: string
  key: string[] | null
  problem: string | null
  /** For each subscriber, the indexes of the changes they may see. */
  seen: number[][]
}

export type Database = ReturnType<typeof createDatabase>

export function createDatabase(options: PoolsOptions) {
  const { ask, askPersistently, rights, comparing, sweeping, stop } = createPools(options)

  const extensionsBy =
    (question: string, pool = rights) =>
    async (topic: string, { role, claims }: Identity, extensions: Extension[]) => {
      const text = `select _server.${question}($1, $2, $3, $4) as extensions`
      const [row] = await ask<{ extensions: Extension[] }>(text, [topic, role, JSON.stringify(claims), extensions], pool)
      return new Set(row?.extensions)
    }

  const endedBy = (pool: pg.Pool) => async (open: string[]) => {
    const [row] = await ask<{ ended: string[] }>('select _server.ended_sessions($1) as ended', [open], pool)
    return new Set(row?.ended)
  }

  return {
    readable: extensionsBy('readable_extensions'),
    writable: extensionsBy('writable_extensions'),
    stillReadable: extensionsBy('readable_extensions', sweeping),

    /**
     * Returns, for each subscription, its filters with the types of their columns, or the problem. Both are undefined if no such table is
     * published. Stops at the first problem.
     */
    async checkSubscriptions(role: string, wanted: Wanted[]): Promise<CheckedSubscription[]> {
      const asked = wanted.map(({ schema, table, filters, select }) => ({ schema, table, filters, select }))
      const text = 'select _server.check_subscriptions($1, $2) as answers'
      const [row] = await ask<{ answers: { checked?: Pick<CheckedFilter, 'type' | 'texts'>[] | null; problem?: string }[] }>(text, [
        role,
        JSON.stringify(asked),
      ])
      return wanted.map(({ filters }, n) => {
        const { checked, problem } = row?.answers[n] ?? {}
        const found = checked && filters.map((filter, f) => ({ ...filter, type: checked[f]?.type ?? 0, texts: checked[f]?.texts ?? null }))
        return { filters: found ?? undefined, problem }
      })
    },

    endedSessions: endedBy(rights),
    endedMeanwhile: endedBy(sweeping),

    sentMessages: (topic: string, since: Date, max: number) =>
      ask<{ id: string; event: string; payload: string | null; binary_payload: Buffer | null }>(
        'select * from _server.sent_messages($1, $2::timestamptz::timestamp, $3)',
        [topic, since.toISOString(), max],
      ),

    async deleteOldMessages(max: number) {
      const [row] = await ask<{ deleted: number }>('select _server.delete_old_messages($1) as deleted', [max])
      return row?.deleted ?? 0
    },

    awaitVisible: async (transactions: number[]) =>
      void (await askPersistently({ name: 'await', text: 'select _server.await_visible($1)', values: [transactions] })),

    async visibleChanges(relation: Relation, role: string, changes: string, subscribers: string) {
      const [row] = await askPersistently<Omit<VisibleChanges, 'seen'> & { seen: string | null }>({
        name: 'changes',
        text: 'select * from _server.visible_changes($1, $2, $3, $4, $5)',
        values: [relation.oid, role, changes, typesOf(relation), subscribers],
      })
      return row && { ...row, seen: JSON.parse(row.seen ?? '[]') as number[][] }
    },

    async matchingRows(relation: Relation, role: string, rowsJson: string, compared: Filter[][]) {
      const text = 'select _server.matching_rows($1, $2, $3, $4, $5) as matching'
      const values = [relation.oid, role, rowsJson, typesOf(relation), JSON.stringify(compared)]
      const [row] = await askPersistently<{ matching: string }>({ name: 'filters', text, values }, comparing)
      return JSON.parse(row?.matching ?? '[]') as number[][]
    },

    stop,
  }
}

const typesOf = ({ columns }: Relation) => JSON.stringify(Object.fromEntries(columns.map(({ name, type }) => [name, type])))
