// Keeps the process small under load. What is alive in it comes to about 35 MB; on a machine with much memory V8 lets garbage grow
// to several times as much before it looks: `npm run bench -- soak` shows it.
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** Garbage is collected when what is old has grown by half, not when it has grown fourfold. */
export function keepHeapSmall() {
  setFlagsFromString('--heap-growing-percent=50')
}

let collect: (() => void) | undefined
let isScheduled = false

/**
 * After something of many megabytes was copied. The driver's buffer, its text and our bytes are three copies of one response, and
 * several of those at once would be garbage of hundreds of megabytes before V8 looks by itself.
 */
export function collectGarbageSoon() {
  if (isScheduled) return
  isScheduled = true
  setImmediate(() => {
    isScheduled = false
    collect ??= exposeCollector()
    collect()
  })
}

function exposeCollector() {
  setFlagsFromString('--expose-gc')
  return runInNewContext('gc') as () => void
}
