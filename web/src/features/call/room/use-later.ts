import { useEffect, useState } from 'react'
import { loadArea, useI18n } from '../../../lib/i18n.tsx'

type Later<Part> = { status: 'loading' | 'failed' } | { status: 'loaded'; part: Part }

/**
 * Loads a part of the call that its first picture does not need, with its texts. The call works without it. The part is shown once it is
 * loaded, and a failure is retried after `retryMs`.
 */
export function useLater<Part>(load: () => Promise<Part>, { isWanted = true, retryMs }: { isWanted?: boolean; retryMs?: number } = {}) {
  const { language } = useI18n()
  const [later, setLater] = useState<Later<Part>>({ status: 'loading' })
  useEffect(() => {
    if (!isWanted) return undefined
    let isCurrent = true
    let timer: ReturnType<typeof setTimeout> | undefined
    const start = async () => {
      try {
        const [part] = await Promise.all([load(), loadArea(language, 'room')])
        if (isCurrent) setLater({ status: 'loaded', part })
      } catch {
        if (!isCurrent) return
        setLater({ status: 'failed' })
        if (retryMs) timer = setTimeout(() => void start(), retryMs)
      }
    }
    void start()
    return () => {
      isCurrent = false
      clearTimeout(timer)
    }
  }, [load, language, isWanted, retryMs])
  return later
}
