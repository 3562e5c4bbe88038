// Somebody opened a link in a mail. What it carries leaves the address before anything else looks at it, the history included.
import { useSyncExternalStore } from 'react'

export interface LinkTokens {
  access_token: string
  refresh_token: string
}

export interface Arrival {
  /** None when the link no longer works. */
  tokens: LinkTokens | undefined
  /** The link that confirms a new account leads to its own page. */
  isConfirmation: boolean
}

const PARTS = ['error', 'error_code', 'error_description']

let arrival: Arrival | undefined
const listeners = new Set<() => void>()

/** Before the page is drawn. */
export function takeArrival() {
  const fragment = new URLSearchParams(location.hash.slice(1))
  const query = new URLSearchParams(location.search)
  const [access_token, refresh_token] = [fragment.get('access_token'), fragment.get('refresh_token')]
  const isFault = [fragment, query].some((fields) => fields.has('error_code') || fields.has('error_description'))
  if (!(access_token && refresh_token) && !isFault) return
  const isConfirmation = /\/auth\/?$/.test(location.pathname) && query.get('confirmed') === 'true'
  arrival = { tokens: access_token && refresh_token ? { access_token, refresh_token } : undefined, isConfirmation }
  for (const part of PARTS) query.delete(part)
  // Nothing was confirmed: the address must not say so when it is opened again.
  if (!arrival.tokens) query.delete('confirmed')
  history.replaceState(history.state, '', `${location.pathname}${query.size ? `?${query.toString()}` : ''}`)
}

/** Whose account a link opens, by its own word; the server has the last one. */
export function addressIn({ access_token }: Pick<LinkTokens, 'access_token'>) {
  const { email } = claimsIn(access_token)
  return typeof email === 'string' ? email : undefined
}

const DAY_SECONDS = 24 * 3600

/** Whether a link in a mail opened this session within the last day: the password may then be set without the present one. */
export function isFromLink(accessToken: string) {
  const { amr } = claimsIn(accessToken) as { amr?: { method?: string; timestamp?: number }[] }
  const isRecent = ({ timestamp = 0 }) => timestamp > Date.now() / 1000 - DAY_SECONDS
  return Array.isArray(amr) && amr.length > 0 && amr.every((entry) => entry.method !== 'password' && isRecent(entry))
}

function claimsIn(accessToken: string): Record<string, unknown> {
  try {
    const [, claims = ''] = accessToken.split('.')
    const bytes = Uint8Array.from(atob(claims.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0))
    return JSON.parse(new TextDecoder().decode(bytes)) as Record<string, unknown>
  } catch {
    return {}
  }
}

/** It has been dealt with. */
export function endArrival() {
  arrival = undefined
  for (const listener of listeners) listener()
}

export function useArrival() {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => arrival,
    () => undefined,
  )
}
