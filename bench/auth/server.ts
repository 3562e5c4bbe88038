// The backend in its own process, which also reports the delay of its event loop.
import { monitorEventLoopDelay } from 'node:perf_hooks'
import '../../server/testing/backend-child.ts'
import { serveParent } from '../rest/child.ts'

export interface LoopDelay {
  p50: number
  p99: number
  max: number
}

const RESOLUTION_MS = 2
const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
delay.enable()

serveParent((question): LoopDelay => {
  if (question === 'begin') delay.reset()
  // The measured delay includes the timer's own interval.
  const beyond = (nanoseconds: number) => Math.max(0, nanoseconds / 1e6 - RESOLUTION_MS)
  return { p50: beyond(delay.percentile(50)), p99: beyond(delay.percentile(99)), max: beyond(delay.max) }
})
