// Decides which lines of PostgreSQL's log are passed on, and at which level. Errors of one session or statement are reported to its client
// and may quote its data, so they are dropped. Errors of the system itself are kept.

export interface PostgresLogLine {
  level: 'info' | 'warn' | 'error' | 'fatal'
  /** SQLSTATE. */
  code: string
  message: string
}

/** The value of `log_line_prefix`: the SQLSTATE before each line. */
export const LOG_LINE_PREFIX = '[%e] '

const LEVELS: Record<string, PostgresLogLine['level']> = {
  LOG: 'info',
  INFO: 'info',
  NOTICE: 'info',
  WARNING: 'warn',
  ERROR: 'error',
  FATAL: 'error',
  PANIC: 'fatal',
}
// Deadlock, insufficient resources (disk, memory, connections), system errors, internal errors and damaged data.
const SYSTEM_ERROR = /^(40P01|53|58|XX)/
const MAX_MESSAGE_LENGTH = 500

/** Returns undefined for dropped lines: statements, details, and errors that may quote personal data. */
export function parseLogLine(text: string): PostgresLogLine | undefined {
  const [, code = '', severity = '', message = ''] = /^\[(\w{5})\] (\w+): {2}(.*)$/.exec(text) ?? []
  const level = LEVELS[severity]
  const isOfOneSession = severity === 'ERROR' || severity === 'FATAL'
  if (!level || (isOfOneSession && !SYSTEM_ERROR.test(code))) return undefined
  return { level, code, message: message.slice(0, MAX_MESSAGE_LENGTH) }
}
