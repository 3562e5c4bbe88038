// Phoenix frames in Supabase's two protocol versions. Version 1: JSON objects. Version 2: JSON arrays, and binary broadcasts.
import { isObject, parseBody } from '../wire.ts'

export type Version = '1.0.0' | '2.0.0'

export interface Frame {
  joinRef: string | null
  ref: string | null
  topic: string
  event: string
  payload: Payload
}

export type Payload = Record<string, unknown>

/** A broadcast with its payload as raw bytes. */
export interface Message {
  event: string
  encoding: 'json' | 'binary'
  bytes: Buffer
  /** The id of a message that the database sent. */
  id?: string
  replayed?: boolean
}

const USER_PUSH = 3
const USER_BROADCAST = 4
const PUSH_HEADER_BYTES = 7
const MAX_FIELD_LENGTH = 1000
/** Binary frames encode lengths in one byte. */
export const MAX_NAME_BYTES = 255

/** Decodes a frame or a binary broadcast. Throws on anything else. */
export function decode(data: Buffer, isBinary: boolean, version: Version): { frame: Frame; message?: Message } {
  if (isBinary) return decodePush(data)
  const given = parseBody(data.toString())
  const fields = Array.isArray(given) ? given : isObject(given) ? FIELDS.map((name) => given[name]) : []
  if (Array.isArray(given) !== (version === '2.0.0')) throw new Error('a frame of the other version')
  const [joinRef, ref, topic, event, payload] = fields as unknown[]
  if (typeof topic !== 'string' || typeof event !== 'string') throw new Error('not a frame')
  // Limited in length, because responses repeat them.
  if ([joinRef, ref, topic, event].some((each) => typeof each === 'string' && each.length > MAX_FIELD_LENGTH))
    throw new Error('not a frame')
  return { frame: { joinRef: textOrNull(joinRef), ref: textOrNull(ref), topic, event, payload: isObject(payload) ? payload : {} } }
}

const FIELDS = ['join_ref', 'ref', 'topic', 'event', 'payload']

function decodePush(data: Buffer): { frame: Frame; message: Message } {
  const [kind, joinRefBytes = 0, refBytes = 0, topicBytes = 0, eventBytes = 0, metaBytes = 0, encoding] = data
  let end = PUSH_HEADER_BYTES
  if (kind !== USER_PUSH || data.length < end + joinRefBytes + refBytes + topicBytes + eventBytes + metaBytes) throw new Error('not a push')
  const next = (length: number) => data.toString('utf8', end, (end += length))
  const [joinRef, ref, topic, event] = [next(joinRefBytes), next(refBytes), next(topicBytes), next(eventBytes)]
  const bytes = data.subarray(end + metaBytes)
  // The payload is copied into other clients' frames, so invalid JSON could forge frames.
  if (encoding === 1 && parseBody(bytes.toString()) === undefined) throw new Error('not JSON')
  return {
    frame: { joinRef: joinRef || null, ref: ref || null, topic, event: 'broadcast', payload: {} },
    message: { event, encoding: encoding === 1 ? 'json' : 'binary', bytes },
  }
}

/** `payload` is already JSON. */
export function encodeText(topic: string, event: string, payload: string, version: Version, joinRef: string | null = null, ref = joinRef) {
  return version === '2.0.0'
    ? `[${JSON.stringify(joinRef)},${JSON.stringify(ref)},${JSON.stringify(topic)},${JSON.stringify(event)},${payload}]`
    : `{"topic":${JSON.stringify(topic)},"event":${JSON.stringify(event)},"payload":${payload},"ref":${JSON.stringify(ref)},"join_ref":${JSON.stringify(joinRef)}}`
}

export function encodeFrame({ joinRef, ref, topic, event, payload }: Frame, version: Version) {
  return encodeText(topic, event, JSON.stringify(payload), version, joinRef, ref)
}

/** Undefined if this version cannot express it. */
export function encodeMessage(topic: string, message: Message, version: Version): string | Buffer | undefined {
  const meta = metaOf(message)
  if (version === '1.0.0') {
    if (message.encoding === 'binary') return undefined
    const rest = meta ? `,"meta":${meta}` : ''
    const payload = `{"type":"broadcast","event":${JSON.stringify(message.event)},"payload":${message.bytes.toString()}${rest}}`
    return encodeText(topic, 'broadcast', payload, version)
  }
  const names = [topic, message.event, meta].map((name) => Buffer.from(name))
  if (names.some((name) => name.length > MAX_NAME_BYTES)) return undefined
  const header = [USER_BROADCAST, ...names.map((name) => name.length), message.encoding === 'json' ? 1 : 0]
  return Buffer.concat([Buffer.from(header), ...names, message.bytes])
}

function metaOf({ id, replayed }: Message) {
  return id === undefined ? '' : JSON.stringify(replayed ? { replayed, id } : { id })
}

const textOrNull = (value: unknown) => (typeof value === 'string' ? value : null)
