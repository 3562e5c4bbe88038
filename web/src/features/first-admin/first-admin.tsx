// Asks whether the site has an admin. The card that offers the role, and its texts, are fetched only where there is none.
import { type ComponentType, useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { loadArea, useI18n } from '../../lib/i18n.tsx'
import { reloadRoles, type SignedIn } from '../../lib/session.ts'
import type { ClaimCardProps } from './claim-card.tsx'
import { hasNoAdmin, needsCode } from './queries.ts'

// Once there is an admin there always will be one: nobody is asked again.
let isSettled = false

export default function FirstAdmin({ person }: { person: SignedIn }) {
  const { language } = useI18n()
  const { pathname } = useLocation()
  const [Card, setCard] = useState<ComponentType<ClaimCardProps>>()
  const [wantsCode, setWantsCode] = useState(false)
  const [isDeciding, setIsDeciding] = useState(false)
  const wasOffered = useRef(false)
  // oxlint-disable-next-line react/exhaustive-deps -- every page looks again: somebody may have claimed it meanwhile
  useEffect(() => {
    // Whoever is about to claim it learns by doing so whether they were first.
    if (isDeciding) return undefined
    let isLeft = false
    const look = async () => {
      if (isSettled || document.hidden) return
      isSettled = !(await hasNoAdmin())
      if (isSettled) {
        setCard(undefined)
        // Perhaps it was the same person, in another tab.
        if (wasOffered.current) await reloadRoles()
        return
      }
      const [{ ClaimCard }, isCodeWanted] = await Promise.all([import('./claim-card.tsx'), needsCode(), loadArea(language, 'bootstrap')])
      if (isLeft) return
      setWantsCode(isCodeWanted)
      wasOffered.current = true
      setCard(() => ClaimCard)
    }
    // oxlint-disable-next-line no-console -- nothing that somebody who came for something else should be told
    const lookQuietly = () => void look().catch((error: unknown) => console.warn('Whether there is an admin could not be asked:', error))
    lookQuietly()
    document.addEventListener('visibilitychange', lookQuietly)
    return () => {
      isLeft = true
      document.removeEventListener('visibilitychange', lookQuietly)
    }
  }, [language, pathname, isDeciding])
  if (!Card) return null
  const settle = () => {
    isSettled = true
    setCard(undefined)
  }
  return <Card person={person} wantsCode={wantsCode} isDeciding={isDeciding} onDeciding={setIsDeciding} onTaken={settle} />
}
