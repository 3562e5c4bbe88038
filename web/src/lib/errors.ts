// What went wrong, by name: the database names it, a table of texts puts it into words.
import type { TextKey, Values } from './i18n.tsx'

/** What the client's answers have in common when something went wrong. */
interface Refusal {
  message: string
  code?: string
  details?: string | null
}

export class AppError extends Error {
  /** A raised name ('slot_not_offered'), else an SQLSTATE or code ('23505', '42501', 'invalid_credentials'), else 'unreachable'. */
  readonly reason: string
  /** What the database added to it. */
  readonly facts: Values

  constructor(reason: string, facts: Values = {}, options?: ErrorOptions) {
    super(reason, options)
    this.name = 'AppError'
    this.reason = reason
    this.facts = facts
  }
}

/** The data, or an AppError. */
export function unwrap<Data>(
  answer: { data: Data; error: null; status: number } | { data: unknown; error: Refusal; status: number },
): Data {
  if (answer.error === null) return answer.data
  throw new AppError(reasonOf(answer.error, answer.status), factsOf(answer.error.details), { cause: answer.error })
}

function reasonOf({ code, message }: Refusal, status: number) {
  if (status === 0 || !code) return status >= 500 ? 'failed' : 'unreachable'
  return code === 'P0001' ? message : code
}

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
  // The token is no longer good.
  PGRST301: 'error.signedOut',
  PGRST303: 'error.signedOut',
  '42501': 'error.notAllowed',
}

/** The text for an error, from the caller's own table first. */
export function textOf(error: unknown, texts: ErrorTexts = {}): { key: TextKey; values: Values } {
  const { reason, facts } = error instanceof AppError ? error : new AppError('failed')
  return { key: texts[reason] ?? GENERAL[reason] ?? 'error.failed', values: facts }
}
