// What went wrong, by name: the database names it, a table of texts puts it into words.
import type { TextKey, Values } from './i18n.tsx'

/** What the client's answers have in common when something went wrong. */
interface Refusal {
  message: string
  code?: string
  details?: string | null
}

export class AppError extends Error {
  /** A raised name ('slot_not_offered'), else an SQLSTATE or code ('23505', '42501', 'invalid_credentials'), else 'signed_out' or 'unreachable'. */
  readonly reason: string
  /** What the database added to it. */
  readonly facts: Values
  /** The constraint that was violated, where it was one. */
  readonly constraint: string | undefined

  constructor(reason: string, facts: Values = {}, { constraint, ...options }: ErrorOptions & { constraint?: string | undefined } = {}) {
    super(reason, options)
    this.name = 'AppError'
    this.reason = reason
    this.facts = facts
    this.constraint = constraint
  }
}

/** The data, or an AppError. */
export function unwrap<Data>(
  answer: { data: Data; error: null; status: number } | { data: unknown; error: Refusal; status: number },
): Data {
  if (answer.error === null) return answer.data
  throw new AppError(reasonOf(answer.error, answer.status), factsOf(answer.error.details), {
    cause: answer.error,
    constraint: constraintOf(answer.error),
  })
}

function reasonOf({ code, message }: Refusal, status: number) {
  if (status === 401) return 'signed_out'
  if (status === 0 || !code) return status >= 500 ? 'failed' : 'unreachable'
  return code === 'P0001' ? message : code
}

// PostgREST has no field for it: PostgreSQL ends what it says about a violated constraint (class 23) with the quoted name.
const constraintOf = ({ code, message }: Refusal) => (code?.startsWith('23') ? /"(\w+)"$/.exec(message)?.[1] : undefined)

function factsOf(details: string | null | undefined): Values {
  try {
    const parsed: unknown = JSON.parse(details ?? '{}')
    return typeof parsed === 'object' && parsed ? (parsed as Values) : {}
  } catch {
    return {}
  }
}

export type ErrorTexts = Partial<Record<string, TextKey>>

const GENERAL: ErrorTexts = {
  unreachable: 'error.unreachable',
  signed_out: 'error.signedOut',
  '42501': 'error.notAllowed',
}

/** The text for an error, from the caller's own table first; there a constraint's name comes before the code. */
export function textOf(error: unknown, texts: ErrorTexts = {}): { key: TextKey; values: Values } {
  const { reason, facts, constraint } = error instanceof AppError ? error : new AppError('failed')
  return { key: texts[constraint ?? reason] ?? texts[reason] ?? GENERAL[reason] ?? 'error.failed', values: facts }
}
