// Stores bytes in a private bucket of S3 or a compatible service. The server generates versions as keys; clients never see them.
import { openAsBlob } from 'node:fs'
import { rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { AwsClient } from 'aws4fetch'
import type { S3Config } from '../config.ts'
import type { Bytes } from './disk.ts'

const AT_ONCE = 8
const REQUEST_TIMEOUT_MS = 60_000
const CHECK_TIMEOUT_MS = 10_000
const MAX_ERROR_BYTES = 8192

/** Requests a missing object, so that a wrong URL, bucket or key fails at the start instead of the first upload. */
export async function checkS3(
  { endpoint, region, bucket, accessKeyId, secretAccessKey }: S3Config,
  timeoutMs = CHECK_TIMEOUT_MS,
): Promise<void> {
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3', retries: 2, initRetryMs: 200 })
  const signal = AbortSignal.timeout(timeoutMs)
  const response = await client.fetch(`${endpoint.replace(/\/$/, '')}/${bucket}/start-check`, { signal }).catch((error: unknown) => {
    const reason = signal.aborted ? `no answer within ${timeoutMs / 1000} seconds` : reasonOf(error)
    throw new Error(`S3_ENDPOINT ${endpoint} cannot be reached (${reason}); files could not be stored.`)
  })
  const code = /<Code>(\w{1,64})<\/Code>/.exec(await readStart(response))?.[1]
  // Credentials that may read and write but not list get AccessDenied for a missing object.
  if (response.ok || code === 'AccessDenied' || (response.status === 404 && code !== 'NoSuchBucket')) return
  const answer = `${response.status}${code ? ` ${code}` : ''}`
  if (code === 'NoSuchBucket') throw new Error(`S3_BUCKET "${bucket}" does not exist at S3_ENDPOINT ${endpoint} (${answer}).`)
  throw new Error(
    `S3_ENDPOINT ${endpoint} with S3_BUCKET "${bucket}" answers ${answer}; check S3_REGION, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY.`,
  )
}

function reasonOf(error: unknown) {
  const cause = error instanceof Error ? error.cause : undefined
  if (cause instanceof Error && 'code' in cause) return String(cause.code)
  return error instanceof Error ? error.message : 'unknown error'
}

async function readStart(response: Response) {
  let text = ''
  const decoder = new TextDecoder()
  try {
    // Leaving the loop cancels the rest of the response.
    for await (const chunk of response.body ?? []) {
      text += decoder.decode(chunk, { stream: true })
      if (text.length >= MAX_ERROR_BYTES) break
    }
  } catch {
    // For an interrupted response, the status is enough.
  }
  return text
}

export function createS3({ endpoint, region, bucket, accessKeyId, secretAccessKey }: S3Config): Bytes {
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3', retries: 3, initRetryMs: 200 })
  const urlOf = (version: string) => `${endpoint.replace(/\/$/, '')}/${bucket}/${version}`

  async function ask(method: string, version: string, more: { headers?: Record<string, string>; body?: Blob } = {}) {
    // Limits the time until the response begins. Reading it may take longer.
    const timeout = new AbortController()
    const timer = setTimeout(() => timeout.abort(), REQUEST_TIMEOUT_MS)
    const response = await client.fetch(urlOf(version), { method, ...more, signal: timeout.signal }).finally(() => clearTimeout(timer))
    if (response.ok) return response
    await response.body?.cancel()
    throw new Error(`S3 answered ${response.status} to ${method}`)
  }

  return {
    async keep(version, file) {
      await ask('PUT', version, { body: await openAsBlob(file) })
      await rm(file, { force: true })
    },
    async copy(version, to) {
      await ask('PUT', to, { headers: { 'x-amz-copy-source': `/${bucket}/${version}` } })
    },
    async read(version, range) {
      const { body } = await ask('GET', version, range ? { headers: { range: `bytes=${range.start}-${range.end}` } } : {})
      return body ? Readable.fromWeb(body) : Readable.from([])
    },
    async remove(versions) {
      for (let start = 0; start < versions.length; start += AT_ONCE)
        await Promise.all(versions.slice(start, start + AT_ONCE).map((version) => ask('DELETE', version)))
    },
  }
}
