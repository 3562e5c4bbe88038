// Checks whether the site has an admin. Only if it has none, downloads the card that offers the role, with its texts.
import { type ComponentType, useEffect, useRef, useState } from 'react'
import { loadArea, useI18n } from '../../lib/i18n.tsx'
import { useLocation } from '../../lib/router/router.tsx'
import { reloadRoles } from '../../lib/session/session.ts'
import { isAdmin, type SignedIn } from '../../lib/session/session-state.ts'
import type { ClaimCardProps } from './claim-card.tsx'
import { hasNoAdmin, needsCode } from './queries.ts'

// A site that has an admin always keeps one, so the check is not repeated.
let isSettled = false

export default function FirstAdmin({ person }: { person: SignedIn }) {
  const { language } = useI18n()
  const { pathname } = useLocation()
  const [Card, setCard] = useState<ComponentType<ClaimCardProps>>()
  const [wantsCode, setWantsCode] = useState(false)
  const [isDeciding, setIsDeciding] = useState(false)
  const wasOffered = useRef(false)
  const isKnown = isAdmin(person)
  // oxlint-disable-next-line react/exhaustive-deps -- checked on every page, because somebody may have claimed the role meanwhile
  useEffect(() => {
    // No refetch while the dialog is open: claiming shows whether somebody else was first.
    if (isDeciding) return undefined
    let isLeft = false
    const look = async () => {
      if (isSettled || document.hidden) return
      isSettled = isKnown || !(await hasNoAdmin())
      if (isSettled) {
        setCard(undefined)
        // The same person may have claimed the role in another tab.
        if (wasOffered.current) await reloadRoles()
        return
      }
      const [{ ClaimCard }, isCodeWanted] = await Promise.all([import('./claim-card.tsx'), needsCode(), loadArea(language, 'security')])
      if (isLeft) return
      setWantsCode(isCodeWanted)
      wasOffered.current = true
      setCard(() => ClaimCard)
    }
    // oxlint-disable-next-line no-console -- not an error that the person can do anything about
    const lookQuietly = () => void look().catch((error: unknown) => console.warn('Could not check whether the site has an admin:', error))
    lookQuietly()
    document.addEventListener('visibilitychange', lookQuietly)
    return () => {
      isLeft = true
      document.removeEventListener('visibilitychange', lookQuietly)
    }
  }, [language, pathname, isDeciding, isKnown])
  if (!Card) return null
  const settle = () => {
    isSettled = true
    setCard(undefined)
  }
  return <Card person={person} wantsCode={wantsCode} isDeciding={isDeciding} onDeciding={setIsDeciding} onTaken={settle} />
}
