// Rooms at Daily. They are private, one for each appointment, and joined with a personal token. https://docs.daily.co/reference/rest-api
import { Refusal } from '../_shared/serve.ts'

const TIMEOUT_MS = 8000

export interface DailyRoom {
  provider: 'daily'
  room_url: string
  meeting_token: string
}

interface Wanted {
  key: string
  baseUrl: string
  appointmentId: string
  userName: string
  isOwner: boolean
  expiresAt: string
}

export async function makeDailyRoom({ key, baseUrl, appointmentId, userName, isOwner, expiresAt }: Wanted): Promise<DailyRoom> {
  const name = `room-${appointmentId.replaceAll('-', '')}`
  const exp = Math.floor(Date.parse(expiresAt) / 1000)
  const settings = { privacy: 'private', properties: { exp, eject_at_room_exp: true, enable_knocking: false } }
  const post = (path: string, body: object) => ask(`${baseUrl}${path}`, key, body)

  const made = await post('/rooms', { name, ...settings })
  // Daily answers 400 if the other person or an earlier call created the room. Its expiry is then extended to the latest end of the call.
  const room = made.status === 400 ? await post(`/rooms/${name}`, settings) : made
  const url = textOf(room, 'url')
  const token = await post('/meeting-tokens', { properties: { room_name: name, user_name: userName, is_owner: isOwner, exp } })
  return { provider: 'daily', room_url: url, meeting_token: textOf(token, 'token') }
}

async function ask(url: string, key: string, body: object) {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
      // The key must not follow a redirect to another address.
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    const answer: unknown = await response.json().catch(() => undefined)
    return { status: response.status, answer }
  } catch (cause) {
    throw failed(cause instanceof DOMException && cause.name === 'TimeoutError' ? 'did not answer in time' : 'cannot be reached')
  }
}

function textOf({ status, answer }: { status: number; answer: unknown }, field: 'url' | 'token') {
  if (status !== 200) throw failed(`answered ${status}`)
  const value = typeof answer === 'object' && answer !== null ? (answer as Record<string, unknown>)[field] : undefined
  if (typeof value !== 'string' || (field === 'url' && !/^https?:\/\//.test(value))) throw failed('gave no room')
  return value
}

const failed = (what: string) => new Refusal(502, 'provider_failed', `The video service ${what}`)
