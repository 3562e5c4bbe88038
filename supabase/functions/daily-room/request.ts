// Validates the caller's request. Other fields (`roomName`) are accepted and ignored.

import { UUID } from '../_shared/rules.ts'
import { Refusal } from '../_shared/serve.ts'

const MAX_LENGTH = 50

export type RoomRequest =
  | { action: 'test-code'; appointmentId: string }
  | { action: 'enter'; appointmentId: string; userName: string; code: string | undefined }

export function readRequest({ appointmentId, userName, code, action = 'enter' }: Record<string, unknown>): RoomRequest {
  if (typeof appointmentId !== 'string' || !UUID.test(appointmentId)) throw invalid('appointmentId', 'must be the id of an appointment')
  const id = appointmentId.toLowerCase()
  if (action === 'test-code') return { action, appointmentId: id }
  if (action !== 'enter') throw invalid('action', 'must be "enter" or "test-code"')
  const name = typeof userName === 'string' ? userName.trim() : ''
  if (name === '' || name.length > MAX_LENGTH || /\p{Cc}/u.test(name)) throw invalid('userName', `must have 1 to ${MAX_LENGTH} characters`)
  if (code !== undefined && code !== null && (typeof code !== 'string' || code.length > MAX_LENGTH)) {
    throw invalid('code', `must be a text of at most ${MAX_LENGTH} characters`)
  }
  return { action, appointmentId: id, userName: name, code: code ?? undefined }
}

export const withoutBlanks = (code: string) => code.replaceAll(/\s/g, '').toUpperCase()

const invalid = (field: string, sentence: string) => new Refusal(400, 'invalid_request', `${field} ${sentence}`, { field })
