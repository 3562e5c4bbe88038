// Sends the bytes of a file: a small file in one request, a large one in resumable chunks.

import { BUCKET } from '../../lib/data/stored-files.ts'
import { AppError } from '../../lib/errors.ts'
import { type FileToSend, sendResumably } from './resumable-upload.ts'
import { sendRequest } from './send-request.ts'

export { discardUnfinished } from './resumable-upload.ts'

/** Hosted Supabase recommends resumable uploads above this size. */
const RESUMABLE_FROM_BYTES = 6 * 1024 * 1024

export async function sendFile(sending: FileToSend) {
  return sending.file.size >= RESUMABLE_FROM_BYTES ? sendResumably(sending) : sendWhole(sending)
}

async function sendWhole({ file, storedName, type, path, metadata, signal, onProgress }: FileToSend) {
  const form = new FormData()
  form.append('cacheControl', '3600')
  form.append('metadata', JSON.stringify(metadata))
  form.append('', new File([file], storedName, { type }))
  const answer = await sendRequest({
    method: 'POST',
    url: `object/${BUCKET}/${path}`,
    headers: { 'x-upsert': 'false' },
    body: form,
    signal,
    onProgress: (loaded, total) => onProgress(total ? loaded / total : 0),
  })
  if (!answer.ok) throw new AppError(reasonIn(await answer.text()))
}

const REASONS = new Map([
  ['413', 'too_large'],
  ['415', 'unsupported'],
  ['403', '42501'],
  ['409', 'exists'],
])

function reasonIn(answer: string) {
  try {
    const { code, statusCode } = JSON.parse(answer) as { code?: string; statusCode?: string }
    return REASONS.get(statusCode ?? '') ?? code ?? 'failed'
  } catch {
    return 'failed'
  }
}
