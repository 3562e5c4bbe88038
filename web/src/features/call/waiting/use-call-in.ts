// Reaches somebody who has another tab or window in front: a notification of the browser, the title of the tab, and a sound.
import { useEffect, useState } from 'react'
import { useI18n } from '../../../lib/i18n.tsx'
import { directionOf } from '../../../lib/languages.ts'
import { playChime } from './chime.ts'
import { useTitlePrefix } from './use-title-prefix.ts'

/** The newest notification replaces the one before. */
const TAG = 'waiting-room'

export function useCallIn() {
  const { language } = useI18n()
  const [permission, setPermission] = useState(readPermission)
  /** What happened while nobody looked. */
  const [missed, setMissed] = useState<string>()
  useTitlePrefix(missed)
  useEffect(() => {
    const forget = () => document.visibilityState === 'visible' && setMissed(undefined)
    document.addEventListener('visibilitychange', forget)
    return () => document.removeEventListener('visibilitychange', forget)
  }, [])

  return {
    permission,
    canAsk: permission === 'default',
    /** Only from a press of a button: browsers and people refuse a question that comes by itself. */
    ask: () => void Notification.requestPermission().then(setPermission, () => setPermission('denied')),
    announce: (text: string, isUrgent: boolean) => {
      const isHidden = document.visibilityState === 'hidden'
      if (isHidden || isUrgent) playChime()
      if (!isHidden) return
      setMissed(text)
      notify(text, { tag: TAG, lang: language, dir: directionOf(language) })
    },
  }
}

const readPermission = (): NotificationPermission => ('Notification' in globalThis ? Notification.permission : 'denied')

function notify(text: string, options: NotificationOptions) {
  if (readPermission() !== 'granted') return
  try {
    const notification = new Notification(text, options)
    notification.addEventListener('click', () => {
      window.focus()
      notification.close()
    })
  } catch {
    // Phones show notifications of service workers only. The title and the sound remain.
  }
}
