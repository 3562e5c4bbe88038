// A baseline is a set of migrations that replaces many older ones. `baseline.json`, next to the folder of migrations, names the older ones,
// and `fingerprint.sql` tells whether a database that ran them has the same schema as the baseline creates.
import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'

export interface Baseline {
  /** The last commit with the older migrations. */
  commit: string
  /** The version of the baseline's last file. */
  through: string
  /** The versions of the older migrations, with the SHA-256 of each file. */
  replaces: Record<string, string>
  /** The result of `fingerprint.sql` in a new database: a hash per object. */
  fingerprint: Record<string, string>
}

/** The prefix of objects that users may have changed since. They are compared in a new database only. */
const INITIAL = 'initial '

/** `folder` contains the migrations. */
export function readBaseline(folder: string): Baseline | undefined {
  const file = join(folder, '../baseline.json')
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Baseline) : undefined
}

/**
 * Returns whether these versions are those of the older migrations. Throws if they are only the first ones; the message is about `subject`.
 */
export function isReplaced({ replaces, commit }: Baseline, versions: string[], { subject, advice }: { subject: string; advice: string }) {
  if (!versions.length || versions.some((version) => !(version in replaces))) return false
  if (versions.length === Object.keys(replaces).length) return true
  throw new Error(
    `${subject} stops at migration ${versions.at(-1)}, and this release continues from ${Object.keys(replaces).at(-1)}. ${advice.replace('<commit>', commit)}`,
  )
}

/** Throws if a database that ran the older migrations differs from what the baseline creates. Changes nothing. */
export async function checkReplaced(
  admin: pg.Client,
  folder: string,
  { replaces, fingerprint }: Baseline,
  applied: { version: string; statements: string[] | null }[],
) {
  for (const { version, statements } of applied) {
    // The Supabase CLI records statements separately, so only texts that this server recorded can be compared.
    const [text, ...more] = statements ?? []
    if (text !== undefined && more.length === 0 && hashOf(text) !== replaces[version])
      throw new Error(`Migration ${version} is another one than this release replaces. Nothing was changed.`)
  }
  const difference = findDifference(fingerprint, await readFingerprint(admin, folder))
  if (difference)
    throw new Error(
      `The schema differs from the one that this release continues: ${difference}. Nothing was changed. Undo the difference, or restore a backup.`,
    )
}

export async function readFingerprint(admin: pg.Client, folder: string) {
  const sql = readFileSync(join(folder, '../fingerprint.sql'), 'utf8')
  // Runs in a transaction, because it sets the search path.
  await admin.query('begin read only')
  try {
    const results = (await admin.query(sql)) as unknown as pg.QueryResult<{ name: string; hash: string }>[]
    return Object.fromEntries((results.at(-1)?.rows ?? []).map(({ name, hash }) => [name, hash]))
  } finally {
    await admin.query('rollback')
  }
}

function findDifference(expected: Record<string, string>, found: Record<string, string>) {
  const names = [...new Set([...Object.keys(expected), ...Object.keys(found)])].filter((name) => !name.startsWith(INITIAL)).toSorted()
  const name = names.find((each) => expected[each] !== found[each])
  if (name === undefined) return undefined
  if (!(name in found)) return `${name} is missing`
  return name in expected ? `${name} is different` : `${name} is not part of it`
}

export const hashOf = (text: string) => createHash('sha256').update(text).digest('hex')
