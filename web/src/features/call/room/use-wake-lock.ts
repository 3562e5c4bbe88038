import { useEffect } from 'react'

/** A phone's screen stays on: nobody touches it while they talk. */
export function useWakeLock(isWanted: boolean) {
  useEffect(() => {
    if (!isWanted || !('wakeLock' in navigator)) return undefined
    let lock: WakeLockSentinel | undefined
    let hasEnded = false
    const hold = async () => {
      if (document.visibilityState !== 'visible') return
      try {
        lock = await navigator.wakeLock.request('screen')
        if (hasEnded) await lock.release()
      } catch {
        // With a low battery the device says no.
      }
    }
    void hold()
    // A page that is left loses it.
    const again = () => void hold()
    document.addEventListener('visibilitychange', again)
    return () => {
      hasEnded = true
      document.removeEventListener('visibilitychange', again)
      void lock?.release().catch(() => {})
    }
  }, [isWanted])
}
