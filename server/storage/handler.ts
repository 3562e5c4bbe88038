// `/storage/v1`: the Supabase Storage API. Policies in the database decide about access; bytes are stored outside it.
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Logger } from 'pino'
import type { S3Config } from '../config.ts'
import type { Gate } from '../gate.ts'
import type { Identify } from '../identity.ts'
import { anyOrigin, PRIVATE_HEADERS, preflight, withHeaders } from '../wire.ts'
import { createBucket, deleteBucket, emptyBucket, getBucket, listBuckets, updateBucket } from './buckets.ts'
import { ANONYMOUS, createCallers, SERVICE } from './caller.ts'
import type { Handle } from './context.ts'
import { createDisk } from './disk.ts'
import { download, downloadBySignature, downloadPublic, info, infoPublic, sign, signMany } from './downloads.ts'
import { invalid, noRoute, notSupported, toStorageError } from './errors.ts'
import { copy, list, move, removeMany, removeOne } from './manage.ts'
import { createOrphanedObjects } from './orphaned-objects.ts'
import { resumable, TUS_HEADERS, TUS_METHODS, TUS_OPTIONS, tusError } from './resumable.ts'
import { createS3 } from './s3.ts'
import { createSignatures } from './signatures.ts'
import { createUnfinishedUploads } from './unfinished-uploads.ts'
import { replace, signUpload, upload, uploadBySignature } from './uploads.ts'

interface Route {
  method: string
  /** The prefix of the path, before bucket and key. */
  below: string
  takes: 'nothing' | 'bucket' | 'key'
  handle: Handle
  /** Whether no key or token is needed, because the bucket is public or the URL is signed. */
  isOpen?: boolean
}

// The first match wins, so longer prefixes precede shorter ones.
const ROUTES: Route[] = [
  { method: 'GET', below: 'object/info/public', takes: 'key', handle: infoPublic, isOpen: true },
  { method: 'GET', below: 'object/info/authenticated', takes: 'key', handle: info },
  { method: 'GET', below: 'object/info', takes: 'key', handle: info },
  { method: 'GET', below: 'object/public', takes: 'key', handle: downloadPublic, isOpen: true },
  { method: 'GET', below: 'object/authenticated', takes: 'key', handle: download },
  { method: 'GET', below: 'object/sign', takes: 'key', handle: downloadBySignature, isOpen: true },
  { method: 'POST', below: 'object/upload/sign', takes: 'key', handle: signUpload },
  { method: 'PUT', below: 'object/upload/sign', takes: 'key', handle: uploadBySignature, isOpen: true },
  { method: 'POST', below: 'object/sign', takes: 'key', handle: sign },
  { method: 'POST', below: 'object/sign', takes: 'bucket', handle: signMany },
  { method: 'POST', below: 'object/list', takes: 'bucket', handle: list },
  { method: 'POST', below: 'object/move', takes: 'nothing', handle: move },
  { method: 'POST', below: 'object/copy', takes: 'nothing', handle: copy },
  { method: 'DELETE', below: 'object', takes: 'bucket', handle: removeMany },
  { method: 'DELETE', below: 'object', takes: 'key', handle: removeOne },
  { method: 'GET', below: 'object', takes: 'key', handle: download },
  { method: 'POST', below: 'object', takes: 'key', handle: upload },
  { method: 'PUT', below: 'object', takes: 'key', handle: replace },
  { method: 'GET', below: 'bucket', takes: 'nothing', handle: listBuckets },
  { method: 'POST', below: 'bucket', takes: 'nothing', handle: createBucket },
  { method: 'GET', below: 'bucket', takes: 'bucket', handle: getBucket },
  { method: 'PUT', below: 'bucket', takes: 'bucket', handle: updateBucket },
  { method: 'DELETE', below: 'bucket', takes: 'bucket', handle: deleteBucket },
]

/** Unsupported features of Supabase Storage, by path prefix. */
const ABSENT: [RegExp, string][] = [
  [/^\/object\/list-v2\/[^/]*$/, 'Listing with list-v2'],
  [/^\/render\/image\//, 'Image transformation'],
  [/^\/s3(?:\/|$)/, 'The S3 protocol'],
  [/^\/cdn(?:\/|$)/, 'Purging the cache of a CDN'],
  [/^\/iceberg(?:\/|$)/, 'Storing data in analytics buckets'],
  [/^\/vector(?:\/|$)/, 'Storing data in vector buckets'],
]

const RESUMABLE = '/upload/resumable'
const HEADERS = { ...PRIVATE_HEADERS, ...anyOrigin('content-length, content-range, content-type, etag') }
const PREFLIGHT = { methods: 'GET, HEAD, POST, PUT, DELETE, OPTIONS', otherwise: 'content-type' }

export interface StorageOptions {
  gate: Gate
  identify: Identify
  /** Holds uploads until they are complete, and all objects unless S3 is used. */
  folder: string
  s3: S3Config | undefined
  /** Keys the signatures of URLs. */
  secret: string
  writeTimeoutMs: number
  log: Logger
}

export interface Storage {
  handle: (request: Request, path: string, address: string) => Promise<Response>
  stop: () => Promise<void>
}

export function startStorage({ gate, identify, folder, s3, secret, writeTimeoutMs, log }: StorageOptions): Storage {
  const bytes = s3 ? createS3(s3) : createDisk(join(folder, 'objects'))
  const unfinished = createUnfinishedUploads(join(folder, 'unfinished'))
  const callersOfServer = createCallers(gate, { identity: SERVICE, address: 'server' }, writeTimeoutMs)
  const orphanedObjects = createOrphanedObjects({ callers: callersOfServer, bytes, unfinished, log })
  const incoming = join(folder, 'incoming')
  // Deletes the remains of uploads from an earlier process.
  rmSync(incoming, { recursive: true, force: true })
  const signatures = createSignatures(secret)

  async function route(request: Request, path: string, address: string) {
    const url = new URL(request.url)
    if (/%00/.test(url.href)) throw invalid('The address holds a NUL')
    const absent = ABSENT.find(([paths]) => paths.test(path))
    if (absent) throw notSupported(absent[1])
    const steps = path.split('/').slice(1).map(decodeURIComponent)
    const method = request.method === 'HEAD' ? 'GET' : request.method
    if (method === 'POST' && steps.length === 3 && steps[0] === 'bucket' && steps[2] === 'empty')
      return emptyBucket({ ...(await parts(request, url, address)), bucket: steps[1] ?? '', key: '' })
    const found = ROUTES.find((each) => each.method === method && fits(each, steps))
    if (!found) throw noRoute()
    const [bucket = '', ...key] = steps.slice(found.below.split('/').length)
    return found.handle({ ...(await parts(request, url, address, found.isOpen)), bucket, key: key.join('/') })
  }

  async function parts(request: Request, url: URL, address: string, isOpen = false) {
    const asking = isOpen ? ANONYMOUS : await identify(request)
    const callers = createCallers(gate, { identity: asking, address }, writeTimeoutMs)
    return { request, url, identity: isOpen ? SERVICE : asking, callers, bytes, orphanedObjects, incoming, unfinished, signatures }
  }

  async function handleResumable(request: Request, path: string, address: string) {
    if (request.method === 'OPTIONS') {
      const { headers } = preflight(request, { methods: TUS_METHODS, otherwise: 'content-type' })
      return withHeaders(new Response(null, { status: 204, headers }), { ...HEADERS, ...TUS_HEADERS, ...TUS_OPTIONS })
    }
    try {
      const [first, ...rest] = path.slice(RESUMABLE.length + 1).split('/')
      const isSigned = first === 'sign'
      const context = await parts(request, new URL(request.url), address, isSigned)
      return withHeaders(await resumable(context, isSigned ? rest : [first ?? '', ...rest], isSigned), { ...HEADERS, ...TUS_HEADERS })
    } catch (error) {
      const refusal = tusError(error)
      if (!refusal) throw error
      log.debug({ status: refusal.status }, 'a resumable upload was refused')
      return withHeaders(refusal, { ...HEADERS, ...TUS_HEADERS })
    }
  }

  return {
    stop: orphanedObjects.startSweeping(),
    async handle(request: Request, path: string, address: string): Promise<Response> {
      if (path === RESUMABLE || path.startsWith(`${RESUMABLE}/`)) return handleResumable(request, path, address)
      try {
        if (request.method === 'OPTIONS') return withHeaders(preflight(request, PREFLIGHT), HEADERS)
        return withHeaders(await route(request, path, address), HEADERS)
      } catch (error) {
        const refused = toStorageError(error)
        if (!refused) throw error
        log.debug({ code: refused.code }, 'a storage request was refused')
        return withHeaders(refused.toResponse(), HEADERS)
      }
    },
  }
}

function fits({ below, takes }: Route, steps: string[]) {
  const beginning = below.split('/')
  if (!beginning.every((step, index) => steps[index] === step)) return false
  const rest = steps.slice(beginning.length)
  return takes === 'nothing' ? rest.length === 0 : takes === 'bucket' ? rest.length === 1 && rest[0] !== '' : rest.length > 1
}
