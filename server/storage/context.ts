import type { Identity } from '../identity.ts'
import type { Callers } from './caller.ts'
import type { Bytes } from './disk.ts'
import type { OrphanedObjects } from './orphaned-objects.ts'
import type { Signatures } from './signatures.ts'
import type { UnfinishedUploads } from './unfinished-uploads.ts'

/** The context in which a route answers one request. */
export interface Context {
  request: Request
  url: URL
  identity: Identity
  bucket: string
  key: string
  callers: Callers
  bytes: Bytes
  orphanedObjects: OrphanedObjects
  /** The folder for uploads in progress. */
  incoming: string
  unfinished: UnfinishedUploads
  signatures: Signatures
}

export type Handle = (context: Context) => Promise<Response>
