// Detects a process whose main thread is stuck in a busy loop. It measures processor time since the last heartbeat, because on a suspended
// or starved machine wall-clock time passes while a healthy process uses no processor time.
import { readFileSync } from 'node:fs'

/** The message that a healthy event loop sends over the IPC channel; server/main.ts sends it every second. */
const HEARTBEAT = 'heartbeat'

const CHECK_MS = 1000
/** The unit in /proc, which does not depend on the kernel's timer frequency. */
const TICKS_PER_SECOND = 100

/**
 * Calls `onBusy` once, with the seconds. Returns the function that stops watching. Does nothing on systems other than Linux.
 *
 * @param {import('node:child_process').ChildProcess} child
 * @param {number} maxSeconds
 * @param {(seconds: number) => void} onBusy
 */
export function watchMainThread(child, maxSeconds, onBusy) {
  /** Undefined before the first heartbeat, while the program is still loading. */
  let cpuAtHeartbeat
  let wasBusy = false
  const onMessage = (message) => {
    if (message !== HEARTBEAT) return
    cpuAtHeartbeat = mainThreadSeconds(child.pid)
    wasBusy = false
  }
  const check = () => {
    const cpu = mainThreadSeconds(child.pid)
    if (cpuAtHeartbeat === undefined || cpu === undefined || cpu - cpuAtHeartbeat < maxSeconds) return
    // Requires two checks in a row: after a pause of this process, heartbeats may still be unread.
    if (wasBusy) {
      stop()
      onBusy(Math.floor(cpu - cpuAtHeartbeat))
    }
    wasBusy = true
  }
  const timer = setInterval(check, CHECK_MS)
  const stop = () => {
    clearInterval(timer)
    child.off('message', onMessage)
  }
  child.on('message', onMessage)
  return stop
}

/** The processor time of a process's main thread; undefined if the process has ended or this is not Linux. */
function mainThreadSeconds(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/task/${pid}/stat`, 'utf8')
    // The second field is the program's name in parentheses, which may contain spaces and parentheses.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND
  } catch {
    return undefined
  }
}
