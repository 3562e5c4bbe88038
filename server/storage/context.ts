import type { Identity } from '../identity.ts'
import type { Callers } from './caller.ts'
import type { Bytes } from './disk.ts'
import type { OrphanedObjects } from './orphaned-objects.ts'
import type { Signatures } from './signatures.ts'
import type { UnfinishedUploads } from './unfinished-uploads.ts'

/** What a route gets to answer one request. */
export interface Context {
  request: Request
  url: URL
  identity: Identity
  bucket: string
  key: string
  callers: Callers
  bytes: Bytes
  orphanedObjects: OrphanedObjects
  /** The folder where uploads stay while they come in. */
  incoming: string
  unfinished: UnfinishedUploads
  signatures: Signatures
}

export type Handle = (context: Context) => Promise<Response>
