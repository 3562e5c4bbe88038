// Raw requests of the resumable upload protocol, for tests that need to break its rules.
import { idOf } from './database.ts'

export const MB = 1024 * 1024
export const CHUNK_HEADERS = { 'content-type': 'application/offset+octet-stream' }
export const mine = (name: string) => `${idOf('ada')}/${name}`

export const metadataHeader = (values: Record<string, string>) =>
  Object.entries(values)
    .map(([name, value]) => `${name} ${Buffer.from(value).toString('base64')}`)
    .join(',')

/** `credentials` are headers: the API key, and the token of a signed-in user. */
export function createUploader(url: string, credentials: Record<string, string>) {
  const send = (method: string, address: string, headers: Record<string, string | undefined> = {}, body?: RequestInit['body']) => {
    const all = { 'tus-resumable': '1.0.0', ...credentials, ...headers }
    const given = Object.fromEntries(Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== undefined))
    return fetch(new URL(address, url), {
      method,
      headers: given,
      body: body ?? null,
      ...(body instanceof ReadableStream && { duplex: 'half' }),
    })
  }
  const create = (length: number, { key, bucket = 'papers', type = 'text/plain' }: { key: string; bucket?: string; type?: string }) =>
    send('POST', '/storage/v1/upload/resumable', {
      'upload-length': String(length),
      'upload-metadata': metadataHeader({ bucketName: bucket, objectName: key, contentType: type, cacheControl: '3600' }),
    })
  const patch = (address: string, offset: number, body: RequestInit['body'], headers: Record<string, string | undefined> = {}) =>
    send('PATCH', address, { ...CHUNK_HEADERS, 'upload-offset': String(offset), ...headers }, body)
  return {
    send,
    create,
    patch,
    /** Creates an upload and returns its URL. */
    async begin(length: number, key: string) {
      const answer = await create(length, { key })
      if (answer.status !== 201) throw new Error(`${answer.status} ${await answer.text()}`)
      return answer.headers.get('location') ?? ''
    },
    async offsetOf(address: string) {
      const answer = await send('HEAD', address)
      return answer.status === 200 ? Number(answer.headers.get('upload-offset')) : `refused with ${answer.status}`
    },
  }
}

/** A body whose chunks the test sends one by one. */
export function slowBody() {
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined
  const body = new ReadableStream<Uint8Array>({
    start(each) {
      controller = each
    },
  })
  return { body, send: (bytes: Uint8Array) => controller?.enqueue(bytes), end: () => controller?.close() }
}
