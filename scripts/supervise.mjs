// Runs a program and starts it again when it crashes. Plain JavaScript without dependencies, as everything that `npm start` needs first.
import { spawn } from 'node:child_process'

const MAX_RESTARTS = 5
const WINDOW_MS = 60_000
// SIGHUP: the terminal was closed.
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP']

/**
 * Ends with the exit code that this process should have. The program says `ready` over its IPC channel once it runs: one that
 * gives up before it was ever ready has told why (a bad variable, a port in use), and trying again would not help.
 *
 * @param {{ program: string, args: string[], options?: import('node:child_process').SpawnOptions,
 *   afterCrash?: () => unknown, signals?: NodeJS.EventEmitter, say?: (line: string) => void, windowMs?: number }} settings
 * @returns {Promise<number>}
 */
export async function supervise({
  program,
  args,
  options = {},
  afterCrash = () => {},
  signals = process,
  say = sayOnStderr,
  windowMs = WINDOW_MS,
}) {
  let child
  let isStopping = false
  let wasReady = false
  let crashes = []
  // A terminal's Ctrl+C reaches the program as well; it counts the second signal as the first.
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
        say(`The server crashed ${crashes.length} times in a minute and is not started again.`)
        break
      }
      say(`The server crashed (${signal ?? `exit ${code}`}) and is started again.`)
    }
    // What a crashed program could not clean up itself.
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

function sayOnStderr(line) {
  process.stderr.write(`${line}\n`)
}
