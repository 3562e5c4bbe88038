import { useEffect, useEffectEvent } from 'react'
import { useLocation } from 'react-router'
import { useI18n } from '../../lib/i18n.tsx'

/** For somebody who looked for a doctor of a specialty that has none: begins the message that asks for one. */
export function useSpecialtyMessage(onText: (text: string) => void) {
  const { language } = useI18n()
  const code = new URLSearchParams(useLocation().search).get('specialty')
  const begin = useEffectEvent(onText)
  useEffect(() => {
    if (!code) return undefined
    let isLeaving = false
    const load = async () => {
      try {
        const { specialtyMessage } = await import('./specialty-message.ts')
        const text = await specialtyMessage(code, language)
        if (text && !isLeaving) begin(text)
      } catch {
        // The form is empty, as for everybody else.
      }
    }
    void load()
    return () => {
      isLeaving = true
    }
  }, [code, language])
}
