// Runs a program and starts it again when it crashes or its event loop stands still. Plain JavaScript without dependencies, like
// everything that `npm start` needs first.
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { isatty } from 'node:tty'
import { watchMainThread } from './busy-loop.mjs'

const MAX_RESTARTS = 5
const WINDOW_MS = 60_000
const MAX_BUSY_SECONDS = 10
// SIGHUP: the terminal was closed. A server without one, such as nohup's, goes on; Node itself would end at it even then.
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP']

/**
 * Resolves with the exit code for this process. The program sends `ready` over its IPC channel once it runs. A program that
 * exits before it was ready has printed the reason (a bad variable, a port in use), and a restart would not help. While it runs it
 * sends `heartbeat` every second; if its main thread takes ten seconds of processor time without one, it is killed and started again.
 *
 * @param {{ program: string, args: string[], options?: import('node:child_process').SpawnOptions,
 *   afterCrash?: () => unknown, signals?: NodeJS.EventEmitter, log?: (line: string) => void, windowMs?: number, maxBusySeconds?: number,
 *   hasTerminal?: boolean }} settings
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
  maxBusySeconds = MAX_BUSY_SECONDS,
  hasTerminal = [0, 1, 2].some(isatty),
}) {
  let child
  let isStopping = false
  let wasReady = false
  let crashes = []
  // Ctrl+C in a terminal reaches the program as well, which treats two signals as one.
  const onSignal = (signal) => {
    if (signal === 'SIGHUP' && !hasTerminal) return
    isStopping = true
    child?.kill(signal)
  }
  for (const signal of SIGNALS) signals.on(signal, onSignal)
  try {
    for (;;) {
      child = spawn(program, args, { ...options, stdio: ['inherit', 'inherit', 'inherit', 'ipc'] })
      child.on('message', (message) => (wasReady ||= message === 'ready'))
      const stopWatching = watchMainThread(child, maxBusySeconds, (seconds) => {
        log(`The server's event loop has been busy for ${seconds} seconds of processor time; it is stopped.`)
        // A thread that never returns to its event loop does not hear any other signal.
        child.kill('SIGKILL')
      })
      const { code, signal } = await ended(child).finally(stopWatching)
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

/**
 * When npm is killed, its shell passes no signal on: a process that npm started stops instead of running on unnoticed. One that was
 * started in any other way outlives its parent, as with nohup.
 */
export function stopWithNpm() {
  if (process.env.npm_lifecycle_event !== 'start') return
  const shell = process.ppid
  const npm = parentOf(shell)
  const isGone = () => process.ppid !== shell || parentOf(shell) !== npm
  setInterval(() => isGone() && process.kill(process.pid, 'SIGTERM'), 500).unref()
}

/** The parent of a shell that runs one command; undefined for other programs, and without /proc. */
function parentOf(shell) {
  try {
    const [program, option] = readFileSync(`/proc/${shell}/cmdline`, 'utf8').split('\0')
    if (!program?.endsWith('sh') || option !== '-c') return undefined
    return /^PPid:\s+(\d+)/m.exec(readFileSync(`/proc/${shell}/status`, 'utf8'))?.[1]
  } catch {
    return undefined
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
