// Parses the `Prefer` header and builds `Preference-Applied`.
import { echoed } from '../request-limits.ts'
import { RestError } from './errors.ts'
import type { Settings } from './schema.ts'

export interface Preferences {
  return: 'minimal' | 'headers-only' | 'representation' | undefined
  resolution: 'merge-duplicates' | 'ignore-duplicates' | undefined
  missing: 'default' | 'null' | undefined
  count: 'exact' | 'planned' | 'estimated' | undefined
  handling: 'strict' | 'lenient' | undefined
  tx: 'commit' | 'rollback' | undefined
  maxAffected: number | undefined
  timezone: string | undefined
}

const VALUES = {
  return: ['minimal', 'headers-only', 'representation'],
  resolution: ['merge-duplicates', 'ignore-duplicates'],
  missing: ['default', 'null'],
  count: ['exact', 'planned', 'estimated'],
  handling: ['strict', 'lenient'],
  tx: ['commit', 'rollback'],
} as const

export function parsePreferences(header: string | null, { allowsRollback }: Pick<Settings, 'allowsRollback'>): Preferences {
  const found: Record<string, string> = {}
  const unknown: string[] = []
  for (const token of (header ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)) {
    const [name = '', value = ''] = token.split('=').map((part) => part.trim())
    const isKnown =
      (Object.hasOwn(VALUES, name) && VALUES[name as keyof typeof VALUES].some((each) => each === value)) ||
      (name === 'max-affected' && /^\d{1,9}$/.test(value)) ||
      (name === 'timezone' && /^[\w/+-]{1,40}$/.test(value))
    if (!isKnown) unknown.push(token)
    // The first preference of each kind wins.
    else found[name] ??= value
  }
  if (found['handling'] === 'strict' && unknown.length) {
    throw new RestError(400, 'PGRST122', 'Invalid preferences given with handling=strict', {
      details: `Invalid preferences: ${echoed(unknown.join(', '))}`,
    })
  }
  const { 'max-affected': maxAffected, ...rest } = found
  if (!allowsRollback) delete rest['tx']
  return { ...EMPTY, ...rest, maxAffected: maxAffected === undefined ? undefined : Number(maxAffected) }
}

const EMPTY: Preferences = {
  return: undefined,
  resolution: undefined,
  missing: undefined,
  count: undefined,
  handling: undefined,
  tx: undefined,
  maxAffected: undefined,
  timezone: undefined,
}

/** Builds `Preference-Applied` from the preferences that affect this kind of request. */
export function applied(preferences: Preferences, names: (keyof Preferences)[]) {
  const words = names.flatMap((name) => {
    const value = preferences[name]
    return value === undefined ? [] : [`${name === 'maxAffected' ? 'max-affected' : name}=${value}`]
  })
  return words.length ? { 'preference-applied': words.join(', ') } : {}
}
