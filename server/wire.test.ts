import { expect, test } from 'vitest'
import { BodyError, bearerToken, parseJson, parseObject, readBody, withHeaders } from './wire.ts'

const streamed = (chunks: string[], { ends = true, fails = false } = {}) => {
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(new TextEncoder().encode(chunk))
      if (fails) controller.error(new Error('connection reset'))
      else if (ends) controller.close()
    },
  })
  return new Request('http://site.test/', { method: 'POST', body, duplex: 'half' })
}

test('a body is read completely, into its own memory', async () => {
  const bytes = await readBody(streamed(['ab', 'cd']), { maxBytes: 4 })
  expect(bytes.toString()).toBe('abcd')
  expect(bytes.buffer.byteLength).toBe(4)
  expect(await readBody(new Request('http://site.test/'), { maxBytes: 4 })).toHaveLength(0)
})

test('a body that is larger than allowed is refused, whatever its content-length says', async () => {
  await expect(readBody(streamed(['abc', 'de'], { ends: false }), { maxBytes: 4 })).rejects.toEqual(new BodyError('too large'))
  const said = new Request('http://site.test/', { method: 'POST', body: 'abcde', headers: { 'content-length': '5' } })
  await expect(readBody(said, { maxBytes: 4 })).rejects.toEqual(new BodyError('too large'))
})

test('a body that is not complete in time is refused', async () => {
  await expect(readBody(streamed(['a'], { ends: false }), { maxBytes: 4, timeoutMs: 20 })).rejects.toEqual(new BodyError('too slow'))
})

test('a connection that breaks during a body is distinguished from a refusal', async () => {
  await expect(readBody(streamed([], { fails: true }), { maxBytes: 4 })).rejects.toEqual(new BodyError('aborted'))
  const refuse = () => {
    throw new RangeError('too many at once')
  }
  await expect(readBody(streamed(['ab']), { maxBytes: 4, onChunk: refuse })).rejects.toThrow('too many at once')
})

test('only an object is accepted as a JSON object', () => {
  expect(parseObject('{"a":1}')).toEqual({ a: 1 })
  for (const text of ['', '[]', 'null', '1', '{']) expect(parseObject(text)).toBeUndefined()
  expect(parseJson('null')).toBeNull()
  expect(parseJson('nothing')).toBeUndefined()
})

test('a bearer token is one word after the scheme', () => {
  const tokenIn = (authorization: string) => bearerToken(new Request('http://site.test/', { headers: { authorization } }))
  expect(tokenIn('Bearer abc')).toBe('abc')
  expect(tokenIn('bearer  abc')).toBe('abc')
  for (const header of ['abc', 'Bearer', 'Bearer a b', 'Basic abc']) expect(tokenIn(header)).toBeUndefined()
})

test('headers are set on a response, but an existing cache-control stays', () => {
  const headers = { 'cache-control': 'no-store', 'access-control-allow-origin': '*' }
  expect([...withHeaders(new Response(), headers).headers]).toEqual([
    ['access-control-allow-origin', '*'],
    ['cache-control', 'no-store'],
  ])
  const cached = new Response(null, { headers: { 'cache-control': 'max-age=60' } })
  expect(withHeaders(cached, headers).headers.get('cache-control')).toBe('max-age=60')
})
