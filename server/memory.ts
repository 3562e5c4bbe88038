// Keeps the process small under load. Live objects take about 35 MB. On a machine with much memory V8 lets garbage grow to several times as
// much before it collects, as `npm run bench -- soak` shows.
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** Makes V8 collect garbage when the old generation has grown by half instead of fourfold. */
export function keepHeapSmall() {
  setFlagsFromString('--heap-growing-percent=50')
}

let collect: (() => void) | undefined
let isScheduled = false

/**
 * Called after copying many megabytes. The driver's buffer, its text and our bytes are three copies of one response. Several responses at
 * once would leave hundreds of megabytes of garbage before V8 collects on its own.
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
