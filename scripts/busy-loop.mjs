// Notices that the main thread of another process computes without end and answers nobody. What counts is the processor time that it took
// since its last heartbeat: on a machine that is suspended or starved, time passes but a healthy process takes none of it.
import { readFileSync } from 'node:fs'

/** Sent over the IPC channel by an event loop that runs; server/main.ts does it every second. */
const HEARTBEAT = 'heartbeat'

const CHECK_MS = 1000
/** Linux counts in these, whatever its own clock is. */
const TICKS_PER_SECOND = 100

/**
 * Calls `onBusy` once, with the seconds. Returns the function that ends the watch. Elsewhere than on Linux nothing is watched.
 *
 * @param {import('node:child_process').ChildProcess} child
 * @param {number} maxSeconds
 * @param {(seconds: number) => void} onBusy
 */
export function watchMainThread(child, maxSeconds, onBusy) {
  /** Before the first heartbeat it is still being loaded. */
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
    // Twice in a row: after a pause of this process heartbeats may be waiting to be read.
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
    // The name of the program comes second, in parentheses, and may contain anything.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND
  } catch {
    return undefined
  }
}
