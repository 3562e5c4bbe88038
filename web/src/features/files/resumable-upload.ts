// A resumable upload (TUS 1.0.0) of one file. It survives a lost connection, a restart of the server and a sleeping phone,
// because it asks the server for the offset and continues there.

import { BUCKET } from '../../lib/data/stored-files.ts'
import { AppError } from '../../lib/errors.ts'
import { waitForConnection } from './connection-wait.ts'
import { type Sending, sendRequest } from './send-request.ts'
import { forgetUnfinished, rememberUnfinished, unfinishedUrlOf } from './unfinished-store.ts'

const ENDPOINT = 'upload/resumable'
/** Hosted Supabase requires this size for every chunk except the last. */
const CHUNK_BYTES = 6 * 1024 * 1024
/** A request without progress for this long is retried. This is short, because resuming costs nothing. */
const STALL_TIMEOUT_MS = 30_000
const MAX_PAUSE_MS = 30_000
/** The upload gives up after this many consecutive error responses without progress. */
const MAX_ERRORS = 8

const TUS = { 'tus-resumable': '1.0.0' }
const REASONS = new Map([
  [403, '42501'],
  [409, 'exists'],
  [413, 'too_large'],
  [415, 'unsupported'],
  [429, 'too_many_unfinished'],
])
const reasonOf = (error: unknown) => (error instanceof AppError ? error.reason : 'unreachable')

export interface FileToSend {
  file: File
  /** A name that every storage backend accepts. */
  storedName: string
  type: string
  path: string
  metadata: Record<string, string>
  signal: AbortSignal
  onProgress: (share: number) => void
  /** Called when the connection is lost. The upload continues by itself when it is back. */
  onWaiting: () => void
}

export async function sendResumably(sending: FileToSend): Promise<void> {
  const { file, path, signal, onProgress, onWaiting } = sending
  let url = unfinishedUrlOf(path)
  /** Undefined when only the server knows the offset. */
  let offset = url ? undefined : 0
  let errors = 0
  let losses = 0
  while (!url || offset !== file.size) {
    try {
      if (!url) {
        url = await create(sending)
        rememberUnfinished(path, file, url)
        offset = 0
      }
      offset ??= await askOffset(url, sending)
      onProgress(offset / file.size)
      if (offset < file.size) offset = await sendChunk(url, offset, sending)
      errors = losses = 0
    } catch (error) {
      if (signal.aborted) {
        await discardUnfinished(path)
        throw new AppError('aborted')
      }
      const reason = reasonOf(error)
      if (reason === 'gone') url = undefined
      else if (reason !== 'unreachable' && reason !== 'try_again') {
        if (reason === 'upload_ended') forgetUnfinished(path)
        throw error
      }
      if (reason === 'unreachable') await checkReadable(file, ++losses)
      else if (++errors >= MAX_ERRORS) throw new AppError('failed')
      offset = undefined
      onWaiting()
      await waitForConnection(Math.min(1000 * 2 ** Math.max(errors, losses, 1) * 0.5, MAX_PAUSE_MS), signal)
    }
  }
}

/** Deletes an unfinished upload on the server. */
export async function discardUnfinished(path: string) {
  const url = unfinishedUrlOf(path)
  if (!url) return
  forgetUnfinished(path)
  // Without a connection the server deletes it after a day.
  await sendRequest({ method: 'DELETE', url, headers: TUS, signal: AbortSignal.timeout(STALL_TIMEOUT_MS) }).catch(() => {})
}

async function create({ file, path, type, metadata, signal }: FileToSend) {
  const values = { bucketName: BUCKET, objectName: path, contentType: type, cacheControl: '3600', metadata: JSON.stringify(metadata) }
  const headers = {
    ...TUS,
    'x-upsert': 'false',
    'upload-length': String(file.size),
    'upload-metadata': Object.entries(values)
      .map(([name, value]) => `${name} ${toBase64(value)}`)
      .join(','),
  }
  const answer = await ask({ method: 'POST', url: ENDPOINT, headers, signal })
  if (answer.status !== 201) throw new AppError(REASONS.get(answer.status) ?? 'failed')
  return answer.headers.get('location') ?? ''
}

/** Asks the server how many bytes have arrived. */
async function askOffset(url: string, { file, signal }: FileToSend) {
  const answer = await ask({ method: 'HEAD', url, headers: TUS, signal })
  return offsetIn(answer, file)
}

async function sendChunk(url: string, offset: number, { file, signal, onProgress }: FileToSend) {
  const body = file.slice(offset, offset + CHUNK_BYTES)
  const headers = { ...TUS, 'x-upsert': 'false', 'upload-offset': String(offset), 'content-type': 'application/offset+octet-stream' }
  const report = (loaded: number) => onProgress(Math.min(offset + loaded, file.size) / file.size)
  const answer = await ask({ method: 'PATCH', url, headers, body, signal, onProgress: report })
  return offsetIn(answer, file)
}

function offsetIn({ status, headers }: Response, file: File) {
  if (status === 404 || status === 410) throw new AppError('gone')
  if (status === 403) throw new AppError('upload_ended')
  // The offset differs, or an earlier request still holds the server's lock.
  if (status === 409 || status === 423) throw new AppError('try_again')
  const offset = Number(headers.get('upload-offset') ?? Number.NaN)
  if (status >= 300 || !(offset >= 0 && offset <= file.size)) throw new AppError(REASONS.get(status) ?? 'failed')
  return offset
}

/** Aborts the request when the browser comes online: the network is a new one, so the old connection is dead. */
async function ask(sending: Sending) {
  const { signal } = sending
  if (signal.aborted) throw new AppError('aborted')
  const restart = new AbortController()
  const abort = () => restart.abort()
  signal.addEventListener('abort', abort)
  addEventListener('online', abort)
  try {
    const answer = await sendRequest({ ...sending, signal: restart.signal, stallTimeoutMs: STALL_TIMEOUT_MS })
    if (answer.status >= 500) throw new AppError('try_again')
    return answer
  } catch (error) {
    throw reasonOf(error) === 'aborted' ? new AppError(signal.aborted ? 'aborted' : 'unreachable') : error
  } finally {
    signal.removeEventListener('abort', abort)
    removeEventListener('online', abort)
  }
}

/** Checks the file after two losses, because a file deleted or changed on disk looks like a lost connection. */
async function checkReadable(file: File, losses: number) {
  if (losses < 2) return
  await file
    .slice(0, 1)
    .arrayBuffer()
    .catch(() => {
      throw new AppError('failed')
    })
}

const toBase64 = (text: string) => btoa(String.fromCharCode(...new TextEncoder().encode(text)))
