// Alerts a user who is looking at another tab or window: a browser notification, the tab's title, and a sound.
import { useEffect, useState } from 'react'
import { useI18n } from '../../../lib/i18n.tsx'
import { directionOf } from '../../../lib/languages.ts'
import { playChime } from './chime.ts'
import { useTitlePrefix } from './use-title-prefix.ts'

/** With the same tag, a notification replaces the previous one. */
const TAG = 'waiting-room'

export function useCallIn() {
  const { language } = useI18n()
  const [permission, setPermission] = useState(readPermission)
  /** The event that the user missed while the page was hidden. */
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
    /** Call this only from a click, because browsers and users refuse unsolicited prompts. */
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
    // Phones only support notifications from service workers. The title and the sound still work.
  }
}
