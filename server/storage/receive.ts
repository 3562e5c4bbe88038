// Receives an upload into a temporary file, and computes its size and hash.
import { createHash, randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { PassThrough, Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Busboy } from '@fastify/busboy'
import { MAX_BODY_BYTES } from '../request-limits.ts'
import { aborted, invalid, tooLarge } from './errors.ts'
import { objectIn } from './input.ts'

export interface Received {
  file: string
  size: number
  etag: string
  /** Includes parameters, as in text/plain;charset=utf-8. */
  type: string
  cacheControl: string
  metadata: Record<string, unknown> | undefined
}

interface UploadedFile {
  body: Readable
  type: string
  cacheControl: () => string
  metadata: () => Record<string, unknown> | undefined
}

/** Returns the received file. Deletes it after an error. */
export async function receive(request: Request, folder: string, most: number): Promise<Received> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const file = join(folder, randomUUID())
  try {
    const whole = request.body ? Readable.fromWeb(request.body) : Readable.from([])
    const isForm = request.headers.get('content-type')?.startsWith('multipart/form-data')
    const { uploaded, done } = isForm
      ? formFile(request, whole)
      : { uploaded: Promise.resolve(rawFile(request, whole)), done: Promise.resolve() }
    const { body, type, cacheControl, metadata } = await uploaded
    const hash = createHash('md5')
    let size = 0
    const count = new Transform({
      transform(chunk: Buffer, _, next) {
        size += chunk.length
        hash.update(chunk)
        next(size > most ? tooLarge() : null, chunk)
      },
    })
    await pipeline(body, count, createWriteStream(file, { mode: 0o600, flush: true }))
    await done
    return { file, size, etag: `"${hash.digest('hex')}"`, type, cacheControl: cacheControl(), metadata: metadata() }
  } catch (error) {
    await rm(file, { force: true })
    throw isHungUp(error) ? aborted() : error
  }
}

// The client has disconnected, which is not a server error.
const isHungUp = (error: unknown) =>
  error instanceof Error &&
  (error.message === 'aborted' || ('code' in error && ['ECONNRESET', 'ERR_STREAM_PREMATURE_CLOSE'].includes(String(error.code))))
const unreadable = () => invalid('The form could not be read')

function rawFile(request: Request, body: Readable): UploadedFile {
  const encoded = request.headers.get('x-metadata')
  return {
    body,
    type: typeIn(request.headers.get('content-type')),
    cacheControl: () => request.headers.get('cache-control') ?? 'no-cache',
    metadata: () => (encoded ? objectIn(Buffer.from(encoded, 'base64').toString('utf8')) : undefined),
  }
}

/** Finds the file in a form, whose field has no name. Other fields may come before or after it. */
function formFile(request: Request, whole: Readable): { uploaded: Promise<UploadedFile>; done: Promise<void> } {
  const fields = new Map<string, string>()
  const parser = parserFor(request.headers.get('content-type') ?? '')
  parser.on('field', (name, value) => void fields.set(name, value))
  let isFound = false
  const uploaded = new Promise<UploadedFile>((resolve, reject) => {
    parser.on('file', (_, stream, __, ___, type) => {
      isFound = true
      // The form parser does not always pass its errors to the file's stream.
      const body = stream.pipe(new PassThrough())
      const end = () => void body.destroy(unreadable())
      stream.once('error', end)
      parser.once('error', end)
      resolve({
        body,
        type: typeIn(type),
        cacheControl: () => (fields.has('cacheControl') ? `max-age=${fields.get('cacheControl')}` : 'no-cache'),
        metadata: () => (fields.has('metadata') ? objectIn(fields.get('metadata') ?? '') : undefined),
      })
    })
    parser.once('finish', () => isFound || reject(invalid('No file in the form')))
    parser.once('error', () => reject(unreadable()))
  })
  const done = pipeline(whole, parser).catch((error: unknown) => {
    throw isHungUp(error) ? error : unreadable()
  })
  // Prevents an unhandled rejection before the caller awaits it.
  done.catch(() => {})
  uploaded.catch(() => {})
  return { uploaded: Promise.race([uploaded, done.then(() => uploaded)]), done }
}

function parserFor(type: string) {
  try {
    return new Busboy({
      headers: { 'content-type': type },
      limits: { files: 1, fields: 10, parts: 11, fieldSize: MAX_BODY_BYTES.formField },
    })
  } catch {
    throw unreadable()
  }
}

const typeIn = (header: string | null | undefined) => header?.trim().toLowerCase() || 'application/octet-stream'
