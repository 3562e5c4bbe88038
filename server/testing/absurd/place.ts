// Places in a request that can be filled with a text.
import { asSegment, inAddress, inHeader } from './texts.ts'

export interface AbsurdRequest {
  /** The name of the place, for messages. */
  place: string
  method: string
  /** The encoded path. */
  path: string
  headers: Record<string, string>
  body: string | undefined
  /** Sent as a WebSocket frame instead of a request. */
  frame?: string
}

export interface Place {
  /** Whether the text is in the URL or a header, or in the body. */
  room: 'head' | 'body'
  request: (text: string) => Partial<Omit<AbsurdRequest, 'place'>> & { path: string }
}

export type Named = [name: string, place: Place]

const JSON_TYPE = { 'content-type': 'application/json' }

export const get = (path: (text: string) => string): Place => ({ room: 'head', request: (text) => ({ path: path(inAddress(text)) }) })
export const segment = (method: string, path: (text: string) => string): Place => ({
  room: 'head',
  request: (text) => ({ method, path: path(asSegment(text)) }),
})
export const header = (method: string, path: string, name: string, before = ''): Place => ({
  room: 'head',
  request: (text) => ({ method, path, headers: { [name]: before + inHeader(text) } }),
})
export const post = (path: string, body: (text: string) => string, method = 'POST'): Place => ({
  room: 'body',
  request: (text) => ({ method, path, headers: JSON_TYPE, body: body(text) }),
})
export const frame = (text: (text: string) => string): Place => ({
  room: 'body',
  request: (given) => ({ path: '/realtime/v1/websocket?vsn=2.0.0', frame: text(given) }),
})

export const json = (value: unknown) => JSON.stringify(value)
/** The text itself as the body, which is usually not JSON. */
export const raw = (text: string) => text
export const enclosed = (text: string) => `[${text.slice(0, -1).replace(/,$/, '')}]`
export const asKeys = (text: string) =>
  `{${Array.from({ length: Math.floor(text.length / 16) }, (_, n) => `${json(text.slice(0, 4) + n)}:1`).join(',')}}`
const asKey = (text: string) => `{${json(text)}:1}`
const asMany = (text: string) =>
  `[${Array.from({ length: Math.floor(text.length / 12) }, () => json({ name: text.slice(0, 3) })).join(',')}]`
export const field =
  (name: string, rest: Record<string, unknown> = {}) =>
  (text: string) =>
    json({ ...rest, [name]: text })

const BODIES = { raw, enclosed, 'many keys': asKeys, 'one key': asKey, 'many rows': asMany, 'one value': field('name') }

export const everyBody = (name: string, path: string, method = 'POST') =>
  Object.entries(BODIES).map(([kind, body]): Named => [`${name}: ${kind}`, post(path, body, method)])
export const everyHeader = (method: string, path: string, names: string[]) =>
  names.map((name): Named => [`${method} ${path}: ${name}`, header(method, path, name)])
