// Parses the Accept header.
import { echoed } from '../request-limits.ts'
import { RestError } from './errors.ts'
import type { Format } from './statements.ts'

export interface Media {
  format: Exclude<Format, 'none'>
  /** The result must have exactly one row. */
  isSingle: boolean
  stripsNulls: boolean
  contentType: string
  /** Set if the caller requests the query plan: its format and options. */
  plan: { format: 'text' | 'json'; options: string[] } | undefined
}

const PLAN_OPTIONS = ['analyze', 'verbose', 'settings', 'buffers', 'wal']

export function negotiate(accept: string | null): Media {
  const wanted = (accept ?? '*/*')
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)
  for (const each of wanted) {
    const [type = '', ...parameters] = each.split(';').map((part) => part.trim())
    const stripsNulls = parameters.includes('nulls=stripped')
    const plain = { plan: undefined, isSingle: false, stripsNulls }
    const suffix = `${stripsNulls ? ';nulls=stripped' : ''}; charset=utf-8`
    if (type === 'application/json' || type === '*/*' || type === 'application/*')
      return { ...plain, format: 'json', contentType: 'application/json; charset=utf-8' }
    if (type === 'application/vnd.pgrst.array+json' || type === 'application/vnd.pgrst.array')
      return { ...plain, format: 'json', contentType: `application/vnd.pgrst.array+json${suffix}` }
    if (type === 'application/vnd.pgrst.object+json' || type === 'application/vnd.pgrst.object') {
      return {
        ...plain,
        format: 'object',
        isSingle: true,
        contentType: `application/vnd.pgrst.object+json${suffix}`,
      }
    }
    if (type === 'text/csv') return { ...plain, format: 'csv', contentType: 'text/csv; charset=utf-8' }
    if (type === 'application/vnd.pgrst.plan+json' || type === 'application/vnd.pgrst.plan+text' || type === 'application/vnd.pgrst.plan') {
      const options =
        parameters
          .find((part) => part.startsWith('options='))
          ?.slice('options='.length)
          .split('|') ?? []
      return {
        ...plain,
        format: 'json',
        contentType: `${type}; charset=utf-8`,
        plan: { format: type.endsWith('json') ? 'json' : 'text', options: options.filter((option) => PLAN_OPTIONS.includes(option)) },
      }
    }
  }
  throw new RestError(406, 'PGRST107', `None of these media types are available: ${echoed(wanted.join(', '))}`)
}
