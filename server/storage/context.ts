import type { Identity } from '../identity.ts'
import type { Callers } from './caller.ts'
import type { Bytes } from './disk.ts'
import type { Signatures } from './signatures.ts'
import type { Strays } from './strays.ts'

/** What a route gets to answer one request. */
export interface Context {
  request: Request
  url: URL
  identity: Identity
  bucket: string
  key: string
  callers: Callers
  bytes: Bytes
  strays: Strays
  /** The folder where uploads stay while they come in. */
  incoming: string
  signatures: Signatures
}

export type Handle = (context: Context) => Promise<Response>
