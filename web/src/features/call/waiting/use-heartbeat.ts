// Reports every few seconds that this page is open, and signs off when it closes.

import { useEffect, useEffectEvent, useState } from 'react'
import { HEARTBEAT_MS } from '../../../../../supabase/functions/_shared/rules.ts'
import { readToken } from '../../../lib/data/supabase.ts'
import { type Leaving, leave, leaveAtOnce } from './waiting-requests.ts'

interface Heartbeat {
  /** The id of the appointment or the page. A change restarts the heartbeat. */
  id: string
  isOn: boolean
  beat: () => Promise<void>
  onLeave: Leaving
}

/** Does not retry a failed beat, because the next one follows soon. Returns the error of the last beat, undefined if it succeeded. */
export function useHeartbeat({ id, isOn, beat, onLeave }: Heartbeat): unknown {
  const [failure, setFailure] = useState<unknown>()
  const send = useEffectEvent(() =>
    beat().then(
      () => setFailure(undefined),
      (error: unknown) => setFailure(error),
    ),
  )
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
    addEventListener('pagehide', () => token && leaveAtOnce(onLeave, id, token), { signal })
    return () => {
      ended.abort()
      stop()
      void leave(onLeave, id).catch(() => {})
    }
  }, [id, isOn, onLeave])
  return isOn ? failure : undefined
}

/** Runs in a worker, because browsers throttle the timers of hidden tabs. */
function every(run: () => void) {
  let timer: ReturnType<typeof setInterval> | undefined
  const useTimer = () => (timer ??= setInterval(run, HEARTBEAT_MS))
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
