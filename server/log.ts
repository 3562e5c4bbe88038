import { type Logger, pino } from 'pino'

/** Structured lines on standard output. A person at a terminal sees only what needs attention. */
export function createLog({ production }: { production: boolean }): Logger {
  return pino({ level: production ? 'info' : 'warn', base: null, timestamp: pino.stdTimeFunctions.isoTime })
}
