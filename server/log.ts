import { type Logger, pino } from 'pino'

/** Writes structured lines to standard output. At a terminal, people see only what needs attention. */
export function createLog({ production }: { production: boolean }): Logger {
  const options = { level: production ? 'info' : 'warn', base: null, timestamp: pino.stdTimeFunctions.isoTime }
  // Under load, lines are buffered for a second at most.
  return pino(options, pino.destination({ sync: false, minLength: production ? 4096 : 0, periodicFlush: 1000 }))
}
