// One file on its way: its bytes, then its record.

import { readSiteConfig } from '../../lib/config.ts'
import { AppError, unwrap } from '../../lib/errors.ts'
import { supabase, through } from '../../lib/supabase.ts'
import { BUCKET } from './queries.ts'
import { LONGEST_NAME, storedName } from './rules.ts'

interface Upload {
  file: File
  type: string
  appointmentId: string
  userId: string
  signal: AbortSignal
  onProgress: (share: number) => void
}

/** If the record cannot be written, the stored file is removed again. */
export async function uploadFile({ file, type, appointmentId, userId, signal, onProgress }: Upload) {
  const path = `${appointmentId}/${Date.now()}-${storedName(file.name)}`
  const form = new FormData()
  form.append('cacheControl', '3600')
  form.append('metadata', JSON.stringify({ uploadedBy: userId, appointmentId }))
  form.append('', new File([file], storedName(file.name), { type }))
  await send(path, form, signal, onProgress)
  const record = {
    appointment_id: appointmentId,
    file_name: file.name.slice(-LONGEST_NAME),
    file_path: path,
    file_size: file.size,
    file_type: type,
    uploaded_by: userId,
  }
  try {
    unwrap(await supabase.from('appointment_files').insert(record))
  } catch (error) {
    await supabase.storage.from(BUCKET).remove([path])
    throw error
  }
}

async function send(path: string, form: FormData, signal: AbortSignal, onProgress: (share: number) => void) {
  const { supabaseUrl, supabaseKey } = readSiteConfig()
  const { data } = await supabase.auth.getSession()
  const headers = { apikey: supabaseKey, authorization: `Bearer ${data.session?.access_token ?? supabaseKey}`, 'x-upsert': 'false' }
  const upload = through(async (input, init) => sendWithProgress(input as string, new Headers(init?.headers), form, signal, onProgress))
  const answer = await upload(`${supabaseUrl}/storage/v1/object/${BUCKET}/${path}`, { method: 'POST', headers })
  if (answer.status === 401) throw new AppError('signed_out')
  if (!answer.ok) throw new AppError(reasonIn(await answer.text()))
}

// Not by fetch, which does not tell how far it is.
async function sendWithProgress(url: string, headers: Headers, form: FormData, signal: AbortSignal, onProgress: (share: number) => void) {
  return new Promise<Response>((resolve, reject) => {
    // Given up while it waited for somebody to sign in again.
    if (signal.aborted) return reject(new AppError('aborted'))
    const request = new XMLHttpRequest()
    request.open('POST', url)
    for (const [name, value] of headers) request.setRequestHeader(name, value)
    request.upload.addEventListener('progress', ({ loaded, total }) => onProgress(total ? loaded / total : 0))
    request.addEventListener('load', () => resolve(new Response(request.responseText, { status: request.status })))
    request.addEventListener('error', () => reject(new AppError('unreachable')))
    request.addEventListener('abort', () => reject(new AppError('aborted')))
    signal.addEventListener('abort', () => request.abort())
    return request.send(form)
  })
}

function reasonIn(answer: string) {
  try {
    const { code, statusCode } = JSON.parse(answer) as { code?: string; statusCode?: string }
    return statusCode === '413' ? 'too_large' : statusCode === '415' ? 'unsupported' : statusCode === '403' ? '42501' : (code ?? 'failed')
  } catch {
    return 'failed'
  }
}
