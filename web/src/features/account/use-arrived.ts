import { useEffect, useState } from 'react'
import { addressIn, endArrival, useArrival } from '../../lib/session/arrival.ts'
import { signOut, watchSession } from '../../lib/session/session.ts'
import { hasKeptSession } from '../../lib/session/session-state.ts'
import type { Notice } from './account-notice.tsx'
import { endLinkSession } from './queries.ts'

/**
 * Handles a link from an email that leads to the account page. After an address is confirmed, the page asks for the password, so it ends
 * both an earlier session and the one that the link opened.
 */
export function useArrived(isConfirmed: boolean): { isSettled: boolean; notice: Notice | undefined } {
  const arrival = useArrival()
  const link = arrival?.isConfirmation ? arrival : undefined
  const [isSettled, setIsSettled] = useState(false)
  const [wasSignedIn, setWasSignedIn] = useState(false)
  // The link is discarded once it has been used, but its address is still shown.
  const [email, setEmail] = useState<string>()
  const address = link?.tokens && addressIn(link.tokens)
  if (address && address !== email) setEmail(address)

  useEffect(() => {
    if (!link?.tokens) return
    endArrival()
    endLinkSession(link.tokens).catch(() => {})
  }, [link])

  useEffect(() => {
    if (!isConfirmed) return
    const settle = async () => {
      setWasSignedIn(await leave())
      setIsSettled(true)
    }
    void settle()
  }, [isConfirmed])

  if (link && !link.tokens) return { isSettled: true, notice: { kind: 'link-invalid' } }
  return isConfirmed ? { isSettled, notice: { kind: 'confirmed', wasSignedIn, email } } : { isSettled: true, notice: undefined }
}

async function leave() {
  if (!hasKeptSession()) return false
  try {
    await watchSession()
    await signOut('local')
    return true
  } catch {
    return false
  }
}
