import { type Logger, pino } from 'pino'

/** Structured lines on standard output. A person at a terminal sees only what needs attention. */
export function createLog({ production }: { production: boolean }): Logger {
  const options = { level: production ? 'info' : 'warn', base: null, timestamp: pino.stdTimeFunctions.isoTime }
  // Under load, lines are written together; a second later at the latest they are all there.
  return pino(options, pino.destination({ sync: false, minLength: production ? 4096 : 0, periodicFlush: 1000 }))
}
