// Runs a program and starts it again when it crashes. Plain JavaScript without dependencies, like everything that `npm start` needs first.
import { spawn } from 'node:child_process'

const MAX_RESTARTS = 5
const WINDOW_MS = 60_000
// SIGHUP: the terminal was closed.
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP']

/**
 * Resolves with the exit code for this process. The program sends `ready` over its IPC channel once it runs. A program that
 * exits before it was ready has printed the reason (a bad variable, a port in use), and a restart would not help.
 *
 * @param {{ program: string, args: string[], options?: import('node:child_process').SpawnOptions,
 *   afterCrash?: () => unknown, signals?: NodeJS.EventEmitter, log?: (line: string) => void, windowMs?: number }} settings
 * @returns {Promise<number>}
 */
export async function supervise({
  program,
  args,
  options = {},
  afterCrash = () => {},
  signals = process,
  log = logToStderr,
  windowMs = WINDOW_MS,
}) {
  let child
  let isStopping = false
  let wasReady = false
  let crashes = []
  // Ctrl+C in a terminal reaches the program as well, which treats two signals as one.
  const onSignal = (signal) => {
    isStopping = true
    child?.kill(signal)
  }
  for (const signal of SIGNALS) signals.on(signal, onSignal)
  try {
    for (;;) {
      child = spawn(program, args, { ...options, stdio: ['inherit', 'inherit', 'inherit', 'ipc'] })
      child.on('message', (message) => (wasReady ||= message === 'ready'))
      const { code, signal } = await ended(child)
      if (code === 0) return 0
      if (!wasReady && signal === null) return 1
      if (isStopping) break
      crashes = [...crashes, Date.now()].filter((at) => at > Date.now() - windowMs)
      if (crashes.length > MAX_RESTARTS) {
        log(`The server crashed ${crashes.length} times in a minute and is not started again.`)
        break
      }
      log(`The server crashed (${signal ?? `exit ${code}`}) and is started again.`)
    }
    // Clean up what the crashed program could not.
    await afterCrash()
    return 1
  } finally {
    for (const signal of SIGNALS) signals.off(signal, onSignal)
  }
}

function ended(child) {
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code, signal) => resolve({ code, signal }))
  })
}

function logToStderr(line) {
  process.stderr.write(`${line}\n`)
}
