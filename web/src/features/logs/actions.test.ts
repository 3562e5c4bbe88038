import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ACTIONS } from './actions.ts'

const FOLDER = join(import.meta.dirname, '../../../../supabase/migrations')
/**
 * The values of `'appointment.' || new.status`. Nothing writes 'appointment.pending' today, but a confirmed appointment may become pending.
 */
const STATUSES = ['pending', 'confirmed', 'completed', 'cancelled']

/** The action names in the first argument of each call of `private.audit`. */
function writtenActions() {
  const sql = readdirSync(FOLDER)
    .map((file) => readFileSync(join(FOLDER, file), 'utf8'))
    .join('\n')
  const calls = [...sql.matchAll(/perform private\.audit\(([^;]*?),\s*'[a-z_]+:?'/g)].map(([, first = '']) => first)
  const names = calls.flatMap((call) => [...call.matchAll(/'([a-z_]+\.[a-z_]*)'/g)].map(([, name = '']) => name))
  const expanded = names.flatMap((name) => (name === 'appointment.' ? STATUSES.map((status) => name + status) : name))
  return { calls: sql.match(/perform private\.audit\(/g)?.length ?? 0, found: calls.length, names: [...new Set(expanded)].toSorted() }
}

test('every action that the database writes has a text, and every text an action', () => {
  const { calls, found, names } = writtenActions()
  expect(found).toBe(calls)
  expect(found).toBeGreaterThan(20)
  expect(names).toEqual(ACTIONS.toSorted())
})
