import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { readConfig } from '../config.ts'
import { startServer } from '../main.ts'
import { PROJECTS, temporaryFolder } from '../testing/cluster.ts'
import { freePort } from '../testing/server.ts'
import { checkS3 } from './s3.ts'

const stops: (() => void)[] = []
afterEach(() => stops.splice(0).forEach((stop) => stop()))

/** Answers every request the same way. Without a status it never answers. */
async function s3That(status?: number, code?: string) {
  const server = createServer((_, response) => {
    if (status) response.writeHead(status).end(code ? `<?xml version="1.0"?><Error><Code>${code}</Code></Error>` : undefined)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  stops.push(() => {
    server.closeAllConnections()
    server.close()
  })
  return configOf((server.address() as AddressInfo).port)
}

const configOf = (port: number) => ({
  endpoint: `http://127.0.0.1:${port}`,
  region: 'eu-test',
  bucket: 'files',
  accessKeyId: 'key',
  secretAccessKey: 'secret',
})

test.each([
  [404, 'NoSuchKey'],
  [404, undefined],
  [403, 'AccessDenied'],
])('a bucket that answers %s %s for a missing object is accepted', async (status, code) => {
  await expect(checkS3(await s3That(status, code))).resolves.toBeUndefined()
})

test.each([
  [404, 'NoSuchBucket', /^S3_BUCKET "files" does not exist at S3_ENDPOINT http.* \(404 NoSuchBucket\)\.$/],
  [403, 'InvalidAccessKeyId', /^S3_ENDPOINT .* with S3_BUCKET "files" answers 403 InvalidAccessKeyId; check S3_REGION, S3_ACCESS_KEY_ID/],
  [403, undefined, /answers 403; check/],
  [503, undefined, /answers 503; check/],
])('a bucket that answers %s %s is rejected with a sentence', async (status, code, sentence) => {
  await expect(checkS3(await s3That(status, code))).rejects.toThrow(sentence)
})

test('an endpoint that never answers is rejected after the timeout', async () => {
  await expect(checkS3(await s3That(), 300)).rejects.toThrow(/^S3_ENDPOINT .* cannot be reached \(no answer within 0.3 seconds\)/)
})

test('an unreachable S3 stops the start before anything is created', async () => {
  const { endpoint } = configOf(await freePort())
  const config = readConfig({
    NODE_ENV: 'test',
    PORT: String(await freePort()),
    DATA_DIR: join(temporaryFolder(), 'data'),
    S3_ENDPOINT: endpoint,
    S3_REGION: 'x',
    S3_BUCKET: 'files',
    S3_ACCESS_KEY_ID: 'x',
    S3_SECRET_ACCESS_KEY: 'x',
  })
  await expect(startServer(config, { project: PROJECTS.sample, site: temporaryFolder() })).rejects.toThrow(
    `S3_ENDPOINT ${endpoint}/ cannot be reached (ECONNREFUSED)`,
  )
})
