// Reports every few seconds that this page is still open, and says good-bye when it closes.
import { useEffect, useEffectEvent } from 'react'
import { readToken } from '../../lib/supabase.ts'
import { type Leaving, leave, leaveAtOnce } from './requests.ts'

const INTERVAL_MS = 12_000

interface Heartbeat {
  appointmentId: string
  isOn: boolean
  beat: () => Promise<void>
  onLeave: Leaving
}

/** A beat that fails is not repeated: the next one comes soon. */
export function useHeartbeat({ appointmentId, isOn, beat, onLeave }: Heartbeat) {
  const send = useEffectEvent(async () => beat().catch(() => {}))
  useEffect(() => {
    if (!isOn) return undefined
    let token: string | undefined
    const run = () => {
      void send()
      void readToken().then(
        (current) => (token = current),
        () => {},
      )
    }
    const ended = new AbortController()
    const { signal } = ended
    run()
    const stop = every(run)
    document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && run(), { signal })
    addEventListener('online', run, { signal })
    addEventListener('pagehide', () => token && leaveAtOnce(onLeave, appointmentId, token), { signal })
    return () => {
      ended.abort()
      stop()
      void leave(onLeave, appointmentId).catch(() => {})
    }
  }, [appointmentId, isOn, onLeave])
}

/** In a worker, because browsers slow down the timers of hidden tabs. */
function every(run: () => void) {
  let timer: ReturnType<typeof setInterval> | undefined
  const useTimer = () => (timer ??= setInterval(run, INTERVAL_MS))
  let worker: Worker | undefined
  try {
    worker = new Worker(new URL('./heartbeat-worker.ts', import.meta.url), { type: 'module' })
    worker.addEventListener('message', run)
    worker.addEventListener('error', useTimer)
  } catch {
    useTimer()
  }
  return () => {
    worker?.terminate()
    clearInterval(timer)
  }
}
