// The bytes in a private bucket of S3 or what speaks like it. Keys are versions, which we make; clients never see them.
import { openAsBlob } from 'node:fs'
import { rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { AwsClient } from 'aws4fetch'
import type { S3Config } from '../config.ts'
import type { Bytes } from './disk.ts'

const AT_ONCE = 8
const PATIENCE_MS = 60_000

export function createS3({ endpoint, region, bucket, accessKeyId, secretAccessKey }: S3Config): Bytes {
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3', retries: 3, initRetryMs: 200 })
  const urlOf = (version: string) => `${endpoint.replace(/\/$/, '')}/${bucket}/${version}`

  async function ask(method: string, version: string, more: { headers?: Record<string, string>; body?: Blob } = {}) {
    // Until it answers; what follows takes as long as whoever reads it.
    const patience = new AbortController()
    const timer = setTimeout(() => patience.abort(), PATIENCE_MS)
    const response = await client.fetch(urlOf(version), { method, ...more, signal: patience.signal }).finally(() => clearTimeout(timer))
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
