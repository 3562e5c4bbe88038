// Every question to the database, asked as `supabase_replication_admin`; whose rights count is told with each.
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import type { Logger } from 'pino'
import type { Identity } from '../identity.ts'
import { LIMITS } from './limits.ts'
import type { Relation } from './pgoutput.ts'
import { SESSION_OPTIONS } from './session.ts'

export type Extension = 'broadcast' | 'presence'

export interface Filter {
  column: string
  op: string
  value: string
  negate: boolean
}

/** The type a column had, and what its text must be where that decides. */
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
  /** Each an object of JSON texts by column. */
  records: string[] | null
  old_records: string[] | null
  columns_shown: string
  key: string[] | null
  problem: string | null
  /** Per asker the changes they may see. */
  seen: number[][]
}

export type Database = ReturnType<typeof createDatabase>

const RETRY_MS = 250
const PATIENCE_MS = 60_000

export interface DatabaseOptions {
  url: string
  /** Told each time that delivery finds no database. */
  onDown: () => void
  log: Logger
}

export function createDatabase({ url, onDown, log }: DatabaseOptions) {
  let stopped = false
  const settings = { connectionString: url, options: SESSION_OPTIONS, connectionTimeoutMillis: 5000, lock_timeout: 3000 }
  // Delivery has a connection of its own, so that no crowd at the door holds it up.
  const delivery = new pg.Pool({ ...settings, max: 1, statement_timeout: 8000, application_name: 'realtime delivery' })
  const rights = new pg.Pool({ ...settings, max: 3, statement_timeout: 5000, application_name: 'realtime rights' })
  // What people have compared must not take long, or all wait for it.
  const comparing = new pg.Pool({ ...settings, max: 1, statement_timeout: 1500, application_name: 'realtime filters' })
  // Who is out has to go also while a crowd asks to come in.
  const sweeping = new pg.Pool({ ...settings, max: 1, statement_timeout: 5000, application_name: 'realtime sweep' })
  const pools = [delivery, rights, comparing, sweeping]
  for (const pool of pools) {
    pool.on('error', (error) => stopped || log.warn({ code: codeOf(error) }, 'an idle realtime connection was lost'))
  }

  async function ask<T extends pg.QueryResultRow>(text: string, values: unknown[], pool = rights) {
    if (pool.waitingCount > LIMITS.waitingQuestions) throw new TooBusyError()
    return (await pool.query<T>(text, values)).rows
  }

  // A lock, a slow commit or a restart passes; what is to be delivered waits for it.
  async function persistently<T extends pg.QueryResultRow>(query: pg.QueryConfig, pool = delivery) {
    for (const started = Date.now(); ; await wait(RETRY_MS)) {
      try {
        return (await pool.query<T>(query)).rows
      } catch (error) {
        if (stopped || !(isDown(error) || codeOf(error) === BLOCKED) || Date.now() - started > PATIENCE_MS) throw error
        if (isDown(error)) onDown()
      }
    }
  }

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

    /** For each the filters with their columns' types, or why not; undefined when no such table is published. Ends at the first problem. */
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

    sentMessages: (topic: string, since: Date, most: number) =>
      ask<{ id: string; event: string; payload: string | null; binary_payload: Buffer | null }>(
        'select * from _server.sent_messages($1, $2::timestamptz::timestamp, $3)',
        [topic, since.toISOString(), most],
      ),

    async deleteOldMessages(most: number) {
      const [row] = await ask<{ deleted: number }>('select _server.delete_old_messages($1) as deleted', [most])
      return row?.deleted ?? 0
    },

    awaitVisible: async (transactions: number[]) =>
      void (await persistently({ name: 'await', text: 'select _server.await_visible($1)', values: [transactions] })),

    async visibleChanges(relation: Relation, role: string, changes: string, askers: string) {
      const [row] = await persistently<Omit<VisibleChanges, 'seen'> & { seen: string | null }>({
        name: 'changes',
        text: 'select * from _server.visible_changes($1, $2, $3, $4, $5)',
        values: [relation.oid, role, changes, typesOf(relation), askers],
      })
      return row && { ...row, seen: JSON.parse(row.seen ?? '[]') as number[][] }
    },

    async matchingRows(relation: Relation, role: string, rowsJson: string, compared: Filter[][]) {
      const text = 'select _server.matching_rows($1, $2, $3, $4, $5) as matching'
      const values = [relation.oid, role, rowsJson, typesOf(relation), JSON.stringify(compared)]
      const [row] = await persistently<{ matching: string }>({ name: 'filters', text, values }, comparing)
      return JSON.parse(row?.matching ?? '[]') as number[][]
    },

    async stop() {
      stopped = true
      await Promise.all(pools.map((pool) => pool.end()))
    },
  }
}

const typesOf = ({ columns }: Relation) => JSON.stringify(Object.fromEntries(columns.map(({ name, type }) => [name, type])))

/** More questions wait than would be answered in time. */
export class TooBusyError extends Error {}

export function codeOf(error: unknown) {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined
}

/** Somebody holds a lock, or a commit takes its time. */
const BLOCKED = '55P03'

/** It said neither yes nor no: it is away, somebody holds a lock, or it took too long. */
export const isUnanswered = (error: unknown) => isDown(error) || [BLOCKED, '57014', '40001', '40P01'].includes(codeOf(error) ?? '')

/** The database itself is not there; not that it said no. */
export function isDown(error: unknown) {
  return !(error instanceof pg.DatabaseError) || /^(08|53|57P)/.test(error.code ?? '')
}
