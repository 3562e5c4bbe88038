// A software security key: real CBOR, real ES256 signatures, and options to forge any part of them.
import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'

type Cbor = number | string | Uint8Array | Map<number | string, Cbor>

function head(major: number, length: number) {
  if (length < 24) return Buffer.from([(major << 5) | length])
  if (length < 0x100) return Buffer.from([(major << 5) | 24, length])
  return Buffer.from([(major << 5) | 25, length >> 8, length & 255])
}

function cbor(value: Cbor): Buffer {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value)
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)])
  if (value instanceof Uint8Array) return Buffer.concat([head(2, value.length), value])
  return Buffer.concat([head(5, value.size), ...[...value].flatMap(([key, each]) => [cbor(key), cbor(each)])])
}

const USER_PRESENT = 0x01
const USER_VERIFIED = 0x04
const HAS_CREDENTIAL = 0x40

const base64url = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url')
const sha256 = (data: Uint8Array | string) => createHash('sha256').update(data).digest()

/** Options as sent by the server, or as decoded by the client. */
type Bytes = string | ArrayBuffer | ArrayBufferView<ArrayBuffer>
const bytesOf = (given: Bytes) =>
  typeof given === 'string' ? Buffer.from(given, 'base64url') : Buffer.from(ArrayBuffer.isView(given) ? given.buffer : given)

export interface Changes {
  origin?: string
  rpId?: string
  challenge?: string
  signCount?: number
  isPresent?: boolean
  isVerified?: boolean
  userHandle?: string
  /** An attestation statement instead of none. */
  statement?: { format: string; content: Map<string, Cbor> }
}

export function createSecurityKey(origin: string) {
  const site = { origin, rpId: new URL(origin).hostname }
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const cosePublicKey = cbor(
    new Map<number, Cbor>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, Buffer.from(x, 'base64url')],
      [-3, Buffer.from(y, 'base64url')],
    ]),
  )
  let id = randomBytes(32)
  let userHandle = ''
  let uses = 0

  const clientDataOf = (type: string, challenge: Bytes, changes: Changes) =>
    Buffer.from(
      JSON.stringify({
        type,
        challenge: changes.challenge ?? base64url(bytesOf(challenge)),
        origin: changes.origin ?? site.origin,
        crossOrigin: false,
      }),
    )

  function authDataOf(changes: Changes, more: Uint8Array = Buffer.alloc(0)) {
    const count = Buffer.alloc(4)
    count.writeUInt32BE(changes.signCount ?? uses)
    const flags =
      (changes.isPresent === false ? 0 : USER_PRESENT) |
      (changes.isVerified === false ? 0 : USER_VERIFIED) |
      (more.length ? HAS_CREDENTIAL : 0)
    return Buffer.concat([sha256(changes.rpId ?? site.rpId), Buffer.from([flags]), count, more])
  }

  /** Imitates a browser's credential; the client calls `toJSON`. */
  const credential = <Response extends object>(response: Response) => {
    const json = { id: base64url(id), rawId: base64url(id), type: 'public-key' as const, response, clientExtensionResults: {} }
    return { ...json, toJSON: () => json }
  }

  return {
    id: () => base64url(id),
    /** Claims to be another key. */
    pretendToBe(other: string) {
      id = Buffer.from(other, 'base64url')
    },

    create({ challenge, user }: { challenge: Bytes; user: { id: Bytes } }, changes: Changes = {}) {
      userHandle = base64url(bytesOf(user.id))
      const length = Buffer.from([id.length >> 8, id.length & 255])
      const authData = authDataOf({ signCount: 0, ...changes }, Buffer.concat([Buffer.alloc(16), length, id, cosePublicKey]))
      const { format, content } = changes.statement ?? { format: 'none', content: new Map<string, Cbor>() }
      return credential({
        clientDataJSON: base64url(clientDataOf('webauthn.create', challenge, changes)),
        attestationObject: base64url(
          cbor(
            new Map<string, Cbor>([
              ['fmt', format],
              ['attStmt', content],
              ['authData', authData],
            ]),
          ),
        ),
        transports: ['usb', 'made-up'],
      })
    },

    get({ challenge }: { challenge: Bytes }, changes: Changes = {}) {
      uses++
      const [clientData, authData] = [clientDataOf('webauthn.get', challenge, changes), authDataOf(changes)]
      return credential({
        clientDataJSON: base64url(clientData),
        authenticatorData: base64url(authData),
        signature: base64url(sign('sha256', Buffer.concat([authData, sha256(clientData)]), privateKey)),
        userHandle: changes.userHandle ?? userHandle,
      })
    },
  }
}

export type SecurityKey = ReturnType<typeof createSecurityKey>
