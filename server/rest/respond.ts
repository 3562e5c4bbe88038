// Status and headers of an answer: ranges, counts, preferences applied, and what the database itself asked for.
import { RestError } from './errors.ts'
import type { Media } from './media.ts'
import type { Page } from './statements.ts'
import type { Result } from './transaction.ts'

export function contentRange(first: number, last: number, total: string | number | null) {
  return `${last >= first ? `${first}-${last}` : '*'}/${total ?? '*'}`
}

/** 206 when there is more than was shown; an offset behind the end is not satisfiable. */
export function readStatus({ offset }: Page, shown: number, total: number | null) {
  if (total === null) return 200
  if (offset > total && offset > 0) {
    throw new RestError(416, 'PGRST103', 'Requested range not satisfiable', {
      details: `An offset of ${offset} was requested, but there are only ${total} rows.`,
    })
  }
  return shown < total ? 206 : 200
}

export function requireOneRow(media: Media, rows: number) {
  if (media.format !== 'object' || rows === 1) return
  throw new RestError(406, 'PGRST116', 'Cannot coerce the result to a single JSON object', { details: `The result contains ${rows} rows` })
}

export function requireAtMost(most: number | undefined, isStrict: boolean, rows: number) {
  if (!isStrict || most === undefined || rows <= most) return
  throw new RestError(400, 'PGRST124', 'Query result exceeds max-affected preference constraint', {
    details: `The query affects ${rows} rows`,
  })
}

/** Functions may set `response.status` and `response.headers`. */
export function fromDatabase({ status, headers }: Pick<Result, 'status' | 'headers'>) {
  const code = Number(status)
  return { status: status && code >= 200 && code < 600 ? code : undefined, headers: headers ? headerList(headers) : [] }
}

function headerList(text: string): [string, string][] {
  try {
    const list: unknown = JSON.parse(text)
    if (!Array.isArray(list)) return []
    return list.flatMap((each: unknown) =>
      typeof each === 'object' && each ? Object.entries(each).map(([name, value]): [string, string] => [name, String(value)]) : [],
    )
  } catch {
    throw new RestError(
      500,
      'PGRST111',
      'response.headers guc must be a JSON array composed of objects with a single key and a string value',
    )
  }
}

export function answer(body: string | null, status: number, headers: Record<string, string>, more: [string, string][] = []) {
  const all = new Headers(headers)
  for (const [name, value] of more) all.append(name, value)
  return new Response(status === 204 || status === 304 ? null : body, { status, headers: all })
}
