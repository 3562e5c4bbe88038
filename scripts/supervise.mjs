// Runs a program and restarts it when it crashes or its event loop is stuck. Plain JavaScript without dependencies, because `npm start`
// needs it before anything is installed.
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { isatty } from 'node:tty'
import { watchMainThread } from './busy-loop.mjs'

const MAX_RESTARTS = 5
const WINDOW_MS = 60_000
const MAX_BUSY_SECONDS = 10
// SIGHUP means that the terminal was closed. A server without a terminal, such as one started with nohup, ignores it; by default Node would
// exit.
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP']

/**
 * Resolves with the exit code for this process. The program sends `ready` over its IPC channel once it runs. A program that exits before
 * that has printed the reason (a bad variable, a port in use) and is not restarted, because that would not help. While it runs, it sends
 * `heartbeat` every second. It is killed and restarted if its main thread uses ten seconds of processor time without a heartbeat.
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
  // Ctrl+C in a terminal also reaches the program directly, which treats two signals as one.
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
        // A thread that never returns to its event loop cannot handle any other signal.
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
    // Cleans up after the crashed program.
    await afterCrash()
    return 1
  } finally {
    for (const signal of SIGNALS) signals.off(signal, onSignal)
  }
}

/**
 * Stops a process started by npm when npm is killed, because npm's shell passes no signal on and the process would run on unnoticed. A
 * process started in any other way, such as with nohup, outlives its parent.
 */
export function stopWithNpm() {
  if (process.env.npm_lifecycle_event !== 'start') return
  const shell = process.ppid
  const npm = parentOf(shell)
  const isGone = () => process.ppid !== shell || parentOf(shell) !== npm
  setInterval(() => isGone() && process.kill(process.pid, 'SIGTERM'), 500).unref()
}

/** The parent of a shell that runs one command. Undefined for other programs, or if there is no /proc. */
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
