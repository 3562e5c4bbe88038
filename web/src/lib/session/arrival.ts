// Handles the arrival by a link from an email. The token is removed from the address, and thus from the history, before anything else runs.

import { useSyncExternalStore } from 'react'
import { claimsOf } from './token.ts'

export interface LinkTokens {
  access_token: string
  refresh_token: string
}

export interface Arrival {
  /** Undefined if the link no longer works. */
  tokens: LinkTokens | undefined
  /** Whether the link confirms a new account, which has its own page. */
  isConfirmation: boolean
  /** Whether the link accepts an invitation. The account has no password yet. */
  isInvitation: boolean
  /** Whether the link confirms a change of address. */
  isAddressChange: boolean
  /** Whether the other of the two addresses has not confirmed yet. */
  isHalf: boolean
}

const PARTS = ['error', 'error_code', 'error_description']

let arrival: Arrival | undefined
const listeners = new Set<() => void>()

/** Called before the page is rendered. */
export function takeArrival() {
  const fragment = new URLSearchParams(location.hash.slice(1))
  const query = new URLSearchParams(location.search)
  const [access_token, refresh_token] = [fragment.get('access_token'), fragment.get('refresh_token')]
  const isFault = [fragment, query].some((fields) => fields.has('error_code') || fields.has('error_description'))
  const isAddressChange = query.get('address') === 'confirmed'
  const isHalf = isAddressChange && fragment.has('message')
  if (!(access_token && refresh_token) && !isFault && !isHalf) return
  const isInvitation = fragment.get('type') === 'invite'
  const isConfirmation = !isInvitation && /\/auth\/?$/.test(location.pathname) && query.get('confirmed') === 'true'
  const tokens = access_token && refresh_token ? { access_token, refresh_token } : undefined
  arrival = { tokens, isConfirmation, isInvitation, isAddressChange, isHalf }
  for (const part of PARTS) query.delete(part)
  query.delete('address')
  // Nothing was confirmed, so the address must not claim it when it is opened again.
  if (!arrival.tokens) query.delete('confirmed')
  history.replaceState(history.state, '', `${location.pathname}${query.size ? `?${query.toString()}` : ''}`)
}

/** The address of the account that the link claims to open. The server checks it. */
export function addressIn({ access_token }: Pick<LinkTokens, 'access_token'>) {
  const { email } = claimsOf(access_token)
  return typeof email === 'string' ? email : undefined
}

// The period in which the server treats the sign-in as recent.
const RECENT_SECONDS = 15 * 60

/** Whether a link from an email opened this session recently. Then the password can be set without the current one. */
export function isFromLink(accessToken: string) {
  const { amr } = claimsOf(accessToken) as { amr?: { method?: string; timestamp?: number }[] }
  const isRecent = ({ timestamp = 0 }) => timestamp > Date.now() / 1000 - RECENT_SECONDS
  return Array.isArray(amr) && amr.length > 0 && amr.every((entry) => entry.method !== 'password' && isRecent(entry))
}

/** Called when the link has been handled. */
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
