// Errors by name: the database names the error, and tables of texts translate it.
import type { TextKey, Values } from './i18n.tsx'

/** The common part of the client's error responses. */
interface Refusal {
  message: string
  code?: string
  details?: string | null
}

export class AppError extends Error {
  /** A raised name ('slot_not_offered'), else an SQLSTATE or code ('23505', '42501', 'invalid_credentials'), else 'signed_out' or 'unreachable'. */
  readonly reason: string
  /** Details from the database, to fill into the text. */
  readonly facts: Values
  /** The violated constraint, if any. */
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

// PostgREST has no field for the constraint, but PostgreSQL ends messages about violations (class 23) with its quoted name.
const constraintOf = ({ code, message }: Refusal) => (code?.startsWith('23') ? /"(\w+)"$/.exec(message)?.[1] : undefined)

function factsOf(details: string | null | undefined): Values {
  try {
    const parsed: unknown = JSON.parse(details ?? '{}')
    return typeof parsed === 'object' && parsed ? (parsed as Values) : {}
  } catch {
    return {}
  }
}

/** Errors that may pass: the connection may come back, and the server may soon have a free connection to its database. */
const TEMPORARY = ['unreachable', 'failed', 'PGRST000', 'PGRST001', 'PGRST002', 'PGRST003']

/** Whether the same request may succeed a moment later. A refusal by the database is not temporary. */
export const isTemporary = (error: unknown) => error instanceof AppError && TEMPORARY.includes(error.reason)

/** The database ended the statement after a second, or another statement held its row. Nothing was changed. */
const BUSY = ['57014', '55P03', 'PGRST003']

export const isBusy = (error: unknown) => error instanceof AppError && BUSY.includes(error.reason)

export type ErrorTexts = Partial<Record<string, TextKey>>

const GENERAL: ErrorTexts = {
  ...Object.fromEntries(BUSY.map((reason) => [reason, 'error.busy' as const])),
  unreachable: 'error.unreachable',
  signed_out: 'error.signedOut',
  '42501': 'error.notAllowed',
}

/** The text for an error. The caller's table takes precedence, and in it the name of a constraint over the code. */
export function textOf(error: unknown, texts: ErrorTexts = {}): { key: TextKey; values: Values } {
  const { reason, facts, constraint } = error instanceof AppError ? error : new AppError('failed')
  return { key: texts[constraint ?? reason] ?? texts[reason] ?? GENERAL[reason] ?? 'error.failed', values: facts }
}
