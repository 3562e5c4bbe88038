import { useEffect } from 'react'

/** Keeps a phone's screen on, because nobody touches it during a call. */
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
        // The device refuses when its battery is low.
      }
    }
    void hold()
    // The browser releases the lock when the page is hidden.
    const again = () => void hold()
    document.addEventListener('visibilitychange', again)
    return () => {
      hasEnded = true
      document.removeEventListener('visibilitychange', again)
      void lock?.release().catch(() => {})
    }
  }, [isWanted])
}
