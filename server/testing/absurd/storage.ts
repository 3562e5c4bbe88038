import { everyBody, field, get, header, json, type Named, type Place, post, segment } from './place.ts'
import { inHeader } from './texts.ts'

const FORM = '--b\r\ncontent-disposition: form-data; name="'
const form = (path: string, type: (text: string) => string, body: (text: string) => string): Place => ({
  room: 'head',
  request: (text) => ({ method: 'POST', path, headers: { 'content-type': inHeader(type(text)) }, body: body(text) }),
})

const STORAGE = '/storage/v1'
export const storage: Named[] = [
  ...everyBody('list', `${STORAGE}/object/list/papers`),
  ['list: folder', post(`${STORAGE}/object/list/papers`, field('prefix'))],
  ['list: search', post(`${STORAGE}/object/list/papers`, field('search', { prefix: '' }))],
  ['list: order', post(`${STORAGE}/object/list/papers`, (text) => json({ sortBy: { column: text } }))],
  ['remove', post(`${STORAGE}/object/papers`, (text) => json({ prefixes: [text] }), 'DELETE')],
  [
    'remove many',
    post(`${STORAGE}/object/papers`, (text) => json({ prefixes: Array.from({ length: 1000 }, () => text.slice(0, 200)) }), 'DELETE'),
  ],
  ['move', post(`${STORAGE}/object/move`, field('destinationKey', { bucketId: 'papers', sourceKey: 'x' }))],
  ['copy', post(`${STORAGE}/object/copy`, field('sourceKey', { bucketId: 'papers', destinationKey: 'x' }))],
  ['sign', post(`${STORAGE}/object/sign/papers/x`, field('expiresIn'))],
  [
    'sign many',
    post(`${STORAGE}/object/sign/papers`, (text) => json({ expiresIn: 60, paths: Array.from({ length: 1000 }, () => text.slice(0, 200)) })),
  ],
  ['bucket', post(`${STORAGE}/bucket`, field('name'))],
  ['size of a bucket', post(`${STORAGE}/bucket`, field('file_size_limit', { name: 'x' }))],
  ['bucket to change', post(`${STORAGE}/bucket/papers`, field('allowed_mime_types'), 'PUT')],
  ['upload to sign', segment('POST', (text) => `${STORAGE}/object/upload/sign/papers/${text}`)],
  ['signed upload', header('PUT', `${STORAGE}/object/upload/sign/papers/x?token=x`, 'content-type')],
  ['signature of an upload', segment('PUT', (text) => `${STORAGE}/object/upload/sign/papers/x?token=${text}`)],
  ['key to replace', segment('PUT', (text) => `${STORAGE}/object/papers/${text}`)],
  ['key to remove', segment('DELETE', (text) => `${STORAGE}/object/papers/${text}`)],
  ['key of information', segment('GET', (text) => `${STORAGE}/object/info/papers/${text}`)],
  ['public key of information', segment('GET', (text) => `${STORAGE}/object/info/public/papers/${text}`)],
  ['key to read', segment('GET', (text) => `${STORAGE}/object/papers/${text}`)],
  ['key to write', segment('POST', (text) => `${STORAGE}/object/papers/${text}`)],
  ['public key', segment('GET', (text) => `${STORAGE}/object/public/papers/${text}`)],
  ['signature', get((text) => `${STORAGE}/object/sign/papers/x?token=${text}`)],
  ['path', segment('GET', (text) => `${STORAGE}/${text}`)],
  ['buckets by name', get((text) => `${STORAGE}/bucket?search=${text}`)],
  ['resumable: address', segment('PATCH', (text) => `${STORAGE}/upload/resumable/${text}`)],
  ['resumable: signature', header('POST', `${STORAGE}/upload/resumable/sign`, 'x-signature')],
  [
    'resumable: metadata',
    {
      room: 'head',
      request: (text) => ({
        method: 'POST',
        path: `${STORAGE}/upload/resumable`,
        headers: { 'tus-resumable': '1.0.0', 'upload-length': '1', 'upload-metadata': inHeader(text) },
      }),
    },
  ],
  ['metadata', header('POST', `${STORAGE}/object/papers/x`, 'x-metadata')],
  ['type', header('POST', `${STORAGE}/object/papers/x`, 'content-type')],
  ['range', header('GET', `${STORAGE}/object/public/papers/x`, 'range', 'bytes=')],
  [
    'boundary',
    form(
      `${STORAGE}/object/papers/x`,
      (text) => `multipart/form-data; boundary=${text}`,
      (text) => `--${text}\r\n`,
    ),
  ],
  [
    'form type',
    form(
      `${STORAGE}/object/papers/x`,
      (text) => `multipart/form-data; boundary=b; ${text}`,
      () => `${FORM}a"\r\n\r\nx\r\n--b--\r\n`,
    ),
  ],
  [
    'form field',
    form(
      `${STORAGE}/object/papers/x`,
      () => 'multipart/form-data; boundary=b',
      (text) => `${FORM}${text}"\r\n\r\nx\r\n--b--\r\n`,
    ),
  ],
  [
    'form parts',
    form(
      `${STORAGE}/object/papers/x`,
      () => 'multipart/form-data; boundary=b',
      (text) => `${FORM}${text.slice(0, 3)}"\r\n\r\nx\r\n`.repeat(5000),
    ),
  ],
]
