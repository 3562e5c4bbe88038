// Uploads one file: its bytes, then its record.

import { MAX_BYTES_PER_APPOINTMENT, MAX_FILES_PER_APPOINTMENT } from '../../../../supabase/functions/_shared/rules.ts'
import { readSiteConfig } from '../../lib/config.ts'
import { AppError, unwrap } from '../../lib/errors.ts'
import { BUCKET } from '../../lib/stored-files.ts'
import { loadStorage, supabase, through } from '../../lib/supabase.ts'
import { MAX_NAME_LENGTH, storedName } from './rules.ts'

interface FileToSend {
  file: File
  name: string
  type: string
  path: string
  /** Whether this path was tried before, so that some or all of the work may be done already. */
  isRetry: boolean
  appointmentId: string
  userId: string
  signal: AbortSignal
  onProgress: (share: number) => void
}

/** Without a byte or an answer for this long, the connection counts as lost. */
const STALL_TIMEOUT_MS = 120_000

let lastTime = 0

/** Never the same twice, not even for two files of one name that are dropped together. */
export function newPath(appointmentId: string, name: string) {
  lastTime = Math.max(Date.now(), lastTime + 1)
  return `${appointmentId}/${lastTime}-${storedName(name)}`
}

/** If the record is refused, the stored file is removed again. */
export async function uploadFile({ file, name, type, path, isRetry, appointmentId, userId, signal, onProgress }: FileToSend) {
  if (isRetry && (await isRecorded(path))) return
  const form = new FormData()
  form.append('cacheControl', '3600')
  form.append('metadata', JSON.stringify({ uploadedBy: userId, appointmentId }))
  form.append('', new File([file], storedName(name), { type }))
  try {
    await send(path, form, signal, onProgress)
  } catch (error) {
    const isStored = isRetry && hasReason(error, 'exists')
    // The policy refuses what is over the limit just as it refuses a closed appointment.
    if (hasReason(error, '42501') && (await isFull(appointmentId))) throw new AppError('too_many_files')
    if (!isStored) throw error
  }
  const record = {
    appointment_id: appointmentId,
    file_name: Array.from(name).slice(-MAX_NAME_LENGTH).join(''),
    file_path: path,
    file_size: file.size,
    file_type: type,
    uploaded_by: userId,
  }
  try {
    unwrap(await supabase.from('appointment_files').insert(record))
  } catch (error) {
    // It is not known whether the record was written: the next try will find out.
    if (!hasReason(error, 'unreachable')) await (await loadStorage()).from(BUCKET).remove([path])
    throw error
  }
}

const hasReason = (error: unknown, reason: string) => error instanceof AppError && error.reason === reason

const isRecorded = async (path: string) =>
  unwrap(await supabase.from('appointment_files').select('id').eq('file_path', path).limit(1)).length > 0

/** Removes what a discarded upload may have left behind; otherwise it would count towards the limits for a day. */
export async function discardStored(path: string) {
  try {
    if (!(await isRecorded(path))) await (await loadStorage()).from(BUCKET).remove([path])
  } catch {
    // Without a connection the server removes it later.
  }
}

/** Counted as the database does: by what is stored. */
async function isFull(appointmentId: string) {
  const { data } = await (await loadStorage()).from(BUCKET).list(appointmentId, { limit: 100 })
  const sizes = (data ?? []).map(({ metadata }) => metadata?.['size'] ?? 0)
  return sizes.length >= MAX_FILES_PER_APPOINTMENT || sizes.reduce((sum, size) => sum + size, 0) >= MAX_BYTES_PER_APPOINTMENT
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

// XMLHttpRequest, because fetch does not report upload progress.
async function sendWithProgress(url: string, headers: Headers, form: FormData, signal: AbortSignal, onProgress: (share: number) => void) {
  return new Promise<Response>((resolve, reject) => {
    // It was cancelled while it waited for a new sign-in.
    if (signal.aborted) return reject(new AppError('aborted'))
    const request = new XMLHttpRequest()
    let timer: ReturnType<typeof setTimeout> | undefined
    const wait = () => {
      clearTimeout(timer)
      timer = setTimeout(() => request.abort(), STALL_TIMEOUT_MS)
    }
    request.open('POST', url)
    for (const [name, value] of headers) request.setRequestHeader(name, value)
    request.upload.addEventListener('progress', ({ loaded, total }) => {
      wait()
      onProgress(total ? loaded / total : 0)
    })
    request.addEventListener('load', () => resolve(new Response(request.responseText, { status: request.status })))
    request.addEventListener('error', () => reject(new AppError('unreachable')))
    request.addEventListener('abort', () => reject(new AppError(signal.aborted ? 'aborted' : 'unreachable')))
    request.addEventListener('loadend', () => clearTimeout(timer))
    signal.addEventListener('abort', () => request.abort())
    wait()
    return request.send(form)
  })
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
