// Uploads one file: first its bytes, then its record.

import { BUCKET } from '../../lib/data/stored-files.ts'
import { loadStorage, supabase } from '../../lib/data/supabase.ts'
import { AppError, unwrap } from '../../lib/errors.ts'
import { MAX_NAME_LENGTH, storedName } from './rules.ts'
import { forgetUnfinished } from './unfinished-store.ts'

interface FileToSend {
  file: File
  name: string
  type: string
  path: string
  /** Whether this path was tried before, so that the bytes or the record may already exist. */
  isRetry: boolean
  appointmentId: string
  userId: string
  signal: AbortSignal
  onProgress: (share: number) => void
  /** Called when the connection is lost. The upload continues by itself when it is back. */
  onWaiting: () => void
}

let lastTime = 0

/** Unique within the page, even for two files of the same name that are dropped together. */
export function newPath(appointmentId: string, name: string) {
  lastTime = Math.max(Date.now(), lastTime + 1)
  return `${appointmentId}/${lastTime}-${storedName(name)}`
}

/** Removes the stored file again if the database refuses the record. */
export async function uploadFile({ name, path, isRetry, appointmentId, userId, ...rest }: FileToSend) {
  const { file, type } = rest
  if (isRetry && (await isRecorded(path))) return forgetUnfinished(path)
  const metadata = { uploadedBy: userId, appointmentId }
  try {
    const { sendFile } = await loadSender()
    await sendFile({ ...rest, path, metadata, storedName: storedName(name) })
  } catch (error) {
    const isStored = isRetry && hasReason(error, 'exists')
    // The policy answers with the same error for a reached limit and a closed appointment.
    if ((hasReason(error, '42501') || hasReason(error, 'upload_ended')) && (await isFull(appointmentId)))
      throw new AppError('too_many_files')
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
    // The record may or may not have been written. The next attempt checks.
    if (hasReason(error, 'unreachable')) throw error
    forgetUnfinished(path)
    await (await loadStorage()).from(BUCKET).remove([path])
    throw error
  }
  forgetUnfinished(path)
}

/** The list of uploads loads this module up front, so that it is available offline. */
async function loadSender() {
  return import('./send-file.ts').catch(() => {
    throw new AppError('unreachable')
  })
}

const hasReason = (error: unknown, reason: string) => error instanceof AppError && error.reason === reason

const isRecorded = async (path: string) =>
  unwrap(await supabase.from('appointment_files').select('id').eq('file_path', path).limit(1)).length > 0

/** Removes the leftovers of a discarded upload, which would otherwise count towards the limits for a day. */
export async function discardStored(path: string) {
  try {
    const { discardUnfinished } = await loadSender()
    await discardUnfinished(path)
    if (!(await isRecorded(path))) await (await loadStorage()).from(BUCKET).remove([path])
  } catch {
    // Without a connection the server removes it later.
  }
}

/** Asks the database, because its count includes unfinished uploads. */
const isFull = async (appointmentId: string) =>
  (await supabase.rpc('is_file_limit_reached', { appointment_id: appointmentId })).data === true
