// Returns the query plan of a request instead of its result, where the project allows it.
import { RestError } from './errors.ts'
import type { RestRequest } from './request.ts'
import { answer } from './respond.ts'
import type { Statement } from './statements.ts'
import { readOnce } from './transaction.ts'

/** Runs in a read-only transaction: a write can be planned but not analyzed. */
export async function explain(request: RestRequest, { sql, values }: Statement) {
  const { gate, facts, cache, media } = request
  const { plan, contentType } = media
  if (!cache.settings.allowsPlan) {
    throw new RestError(406, 'PGRST107', `None of these media types are available: ${contentType.split(';')[0]}`)
  }
  const format = plan?.format ?? 'text'
  const [rows = []] = await readOnce(gate, facts, {
    sql: `explain (${[`format ${format}`, ...(plan?.options ?? [])].join(', ')}) ${sql}`,
    values,
  })
  const lines = rows.map((row): unknown => row['QUERY PLAN'])
  return answer(request, format === 'json' ? JSON.stringify(lines[0]) : lines.join('\n'), 200, { 'content-type': contentType })
}
