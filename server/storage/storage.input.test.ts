import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { idOf } from '../testing/database.ts'
import { startTestServer } from '../testing/server.ts'
import { withShelves } from './test-shelves.ts'

const openShelves = async () => {
  const shelves = await withShelves(await startTestServer())
  return { ...shelves, adaToken: await shelves.tokenOf('ada') }
}
let shelves: Awaited<ReturnType<typeof openShelves>>
beforeAll(async () => {
  shelves = await openShelves()
})
afterAll(() => shelves.stop())

interface Asked {
  method?: string
  path: string
  type?: string
  body?: string
  headers?: Record<string, string>
}

async function ask({ method = 'POST', path, type = 'application/json', body, headers = {} }: Asked) {
  const answer = await fetch(`${shelves.url}/storage/v1/${path}`, {
    method,
    body: body ?? null,
    headers: {
      apikey: shelves.keys.publishable,
      authorization: `Bearer ${shelves.adaToken}`,
      ...(body === undefined ? {} : { 'content-type': type }),
      ...headers,
    },
  })
  return { status: answer.status, headers: answer.headers, body: await answer.text() }
}

const mine = `papers/${idOf('ada')}`
const NUL = String.raw`"a\u0000b"`
const base64 = (text: string) => Buffer.from(text).toString('base64')
const form = (...lines: string[]) => ({ type: 'multipart/form-data; boundary=x', body: lines.join('\r\n') })

test.each<[string, Asked]>([
  ['a NUL in the name of a public bucket', { method: 'GET', path: 'object/public/%00/x' }],
  ['a NUL in a key', { method: 'GET', path: 'object/papers/a%00b' }],
  ['a NUL in the key of an upload', { path: `object/${mine}/a%00b`, type: 'text/plain', body: 'x' }],
  ['a NUL in a bucket', { method: 'GET', path: 'bucket/a%00' }],
  ['a NUL in the search text for buckets', { method: 'GET', path: 'bucket?search=a%00' }],
  ['a NUL in the prefix of a list', { path: 'object/list/papers', body: `{"prefix":${NUL}}` }],
  ['a NUL in the search text of a list', { path: 'object/list/papers', body: `{"prefix":"","search":${NUL}}` }],
  ['a NUL in a key to remove', { method: 'DELETE', path: 'object/papers', body: `{"prefixes":[${NUL}]}` }],
  ['a NUL in a key to sign', { path: 'object/sign/papers', body: `{"expiresIn":60,"paths":[${NUL}]}` }],
  ['a NUL in the target of a move', { path: 'object/move', body: `{"bucketId":"papers","sourceKey":"a","destinationKey":${NUL}}` }],
  ['a lone surrogate in a key', { method: 'GET', path: 'object/papers/%ED%A0%80' }],
  [
    'a NUL in metadata',
    { path: `object/${mine}/nul.txt`, type: 'text/plain', body: 'x', headers: { 'x-metadata': base64(`{"a":${NUL}}`) } },
  ],
  [
    'a lone surrogate in metadata',
    { path: `object/${mine}/half.txt`, type: 'text/plain', body: 'x', headers: { 'x-metadata': base64(String.raw`{"a":"\ud800"}`) } },
  ],
  ['a truncated form', { path: `object/${mine}/form.txt`, ...form('--x', '') }],
  ['a form without a file', { path: `object/${mine}/form.txt`, ...form('--x--', '') }],
  [
    'a form with a truncated file',
    { path: `object/${mine}/form.txt`, ...form('--x', 'Content-Disposition: form-data; name=""; filename="a"', '', 'x') },
  ],
  ['an empty form', { path: `object/${mine}/form.txt`, ...form('') }],
  [
    'a form with invalid metadata',
    {
      path: `object/${mine}/form.txt`,
      ...form(
        '--x',
        'Content-Disposition: form-data; name="metadata"',
        '',
        `{"a":${NUL}}`,
        '--x',
        'Content-Disposition: form-data; name=""; filename="a"',
        '',
        'x',
        '--x--',
        '',
      ),
    },
  ],
  ['a form without a boundary', { path: `object/${mine}/form.txt`, type: 'multipart/form-data', body: 'x' }],
])('%s is answered as a client error', async (_, asked) => {
  const { status, body } = await ask(asked)
  expect([status, JSON.parse(body)]).toEqual([
    400,
    { statusCode: expect.stringMatching(/^4/), code: expect.any(String), error: expect.any(String), message: expect.any(String) },
  ])
})

describe('caching', () => {
  test('is disabled for lists, signed URLs and errors', async () => {
    const answers = await Promise.all([
      ask({ path: 'object/list/papers', body: '{"prefix":""}' }),
      ask({ method: 'GET', path: 'bucket' }),
      ask({ path: 'object/sign/papers/nothing', body: '{"expiresIn":60}' }),
    ])
    for (const { headers } of answers) {
      expect([headers.get('cache-control'), headers.get('x-content-type-options')]).toEqual(['no-store', 'nosniff'])
    }
  })

  test('is allowed for public files', async () => {
    const { error } = await shelves.service
      .from('posters')
      .upload('poster.txt', new Blob(['x'], { type: 'text/plain' }), { cacheControl: '60' })
    expect(error).toBeNull()
    const { headers } = await ask({ method: 'GET', path: 'object/public/posters/poster.txt' })
    expect(headers.get('cache-control')).toBe('max-age=60')
  })
})

describe('an unsupported feature is answered as not supported', () => {
  const absent = { statusCode: '400', code: 'FeatureNotEnabled', message: expect.stringMatching(/ is not supported by this server$/) }

  test.each<[string, Asked]>([
    ['list-v2', { path: 'object/list-v2/papers', body: '{}' }],
    ['a signed URL of a scaled image', { path: `object/sign/${mine}/x.png`, body: '{"expiresIn":60,"transform":{"width":10}}' }],
    ['a scaled image', { method: 'GET', path: 'render/image/public/papers/x.png?width=10' }],
    ['the S3 protocol', { method: 'GET', path: 's3/papers' }],
    ['a CDN', { method: 'DELETE', path: 'cdn/papers/x.png' }],
    ['analytics buckets', { path: 'iceberg/bucket', body: '{}' }],
    ['vector buckets', { path: 'vector/CreateIndex', body: '{}' }],
  ])('%s', async (_what, asked) => {
    const { status, body } = await ask(asked)
    expect([status, JSON.parse(body)]).toMatchObject([400, absent])
  })
})
