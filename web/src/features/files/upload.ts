// Uploads one file: its bytes, then its record.

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
  /** Whether this path was tried before, so that some or all of the work may be done already. */
  isRetry: boolean
  appointmentId: string
  userId: string
  signal: AbortSignal
  onProgress: (share: number) => void
  /** The connection was lost; it continues by itself when there is one. */
  onWaiting: () => void
}

let lastTime = 0

/** Never the same twice, not even for two files of one name that are dropped together. */
export function newPath(appointmentId: string, name: string) {
  lastTime = Math.max(Date.now(), lastTime + 1)
  return `${appointmentId}/${lastTime}-${storedName(name)}`
}

/** If the record is refused, the stored file is removed again. */
export async function uploadFile({ name, path, isRetry, appointmentId, userId, ...rest }: FileToSend) {
  const { file, type } = rest
  if (isRetry && (await isRecorded(path))) return forgetUnfinished(path)
  const metadata = { uploadedBy: userId, appointmentId }
  try {
    const { sendFile } = await loadSender()
    await sendFile({ ...rest, path, metadata, storedName: storedName(name) })
  } catch (error) {
    const isStored = isRetry && hasReason(error, 'exists')
    // The policy refuses what is over the limit just as it refuses a closed appointment.
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
    // It is not known whether the record was written: the next try will find out.
    if (hasReason(error, 'unreachable')) throw error
    forgetUnfinished(path)
    await (await loadStorage()).from(BUCKET).remove([path])
    throw error
  }
  forgetUnfinished(path)
}

/** It comes with the list of uploads, so that it is there when the connection is not. */
async function loadSender() {
  return import('./send-file.ts').catch(() => {
    throw new AppError('unreachable')
  })
}

const hasReason = (error: unknown, reason: string) => error instanceof AppError && error.reason === reason

const isRecorded = async (path: string) =>
  unwrap(await supabase.from('appointment_files').select('id').eq('file_path', path).limit(1)).length > 0

/** Removes what a discarded upload may have left behind; otherwise it would count towards the limits for a day. */
export async function discardStored(path: string) {
  try {
    const { discardUnfinished } = await loadSender()
    await discardUnfinished(path)
    if (!(await isRecorded(path))) await (await loadStorage()).from(BUCKET).remove([path])
  } catch {
    // Without a connection the server removes it later.
  }
}

/** Counted by the database, which counts unfinished uploads as well. */
const isFull = async (appointmentId: string) =>
  (await supabase.rpc('is_file_limit_reached', { appointment_id: appointmentId })).data === true
