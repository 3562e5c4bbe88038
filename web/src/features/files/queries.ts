// The files that the patient and the doctor of an appointment share.
import { useQuery } from '@tanstack/react-query'
import { useLive } from '../../lib/data/live.ts'
import { BUCKET } from '../../lib/data/stored-files.ts'
import { loadStorage, supabase } from '../../lib/data/supabase.ts'
import { unwrap } from '../../lib/errors.ts'
import { safeName } from '../../lib/file-names.ts'
import { filesKey, useRefreshFiles } from './refresh.ts'

export type SharedFile = Awaited<ReturnType<typeof listFiles>>[number]

async function listFiles(appointmentId: string) {
  return unwrap(
    await supabase
      .from('appointment_files')
      .select('id, file_name, file_path, file_size, file_type, uploaded_by, uploaded_at')
      .eq('appointment_id', appointmentId)
      .order('uploaded_at', { ascending: false }),
  )
}

export const useFiles = (appointmentId: string) => useQuery({ queryKey: filesKey(appointmentId), queryFn: () => listFiles(appointmentId) })

const NOBODY: ReadonlyMap<string, string> = new Map()

/** The names of the guardians who share files for a patient. Fetched only if the patient has or had guardians. */
export function useGuardianNames(appointmentId: string, isWanted: boolean) {
  const { data } = useQuery({
    queryKey: ['file sharers', appointmentId],
    queryFn: async () => unwrap(await supabase.rpc('list_appointment_people', { appointment_id: appointmentId })),
    enabled: isWanted,
    select: namesOfGuardians,
  })
  return data ?? NOBODY
}

const namesOfGuardians = (
  people: { user_id: string; part: string; first_name: string; last_name: string }[],
): ReadonlyMap<string, string> =>
  new Map(
    people.flatMap(({ user_id, part, first_name, last_name }) => {
      const name = [first_name, last_name].filter(Boolean).join(' ')
      return part === 'guardian' && name ? [[user_id, name] as const] : []
    }),
  )

interface NewFiles {
  appointmentId: string
  userId: string
  onNew: (name: string) => void
  onConnected: () => void
}

/** Keeps the list in sync with the database. Calls `onNew` with the name of each file that the other person shares. */
export function useNewFiles({ appointmentId, userId, onNew, onConnected }: NewFiles) {
  const refresh = useRefreshFiles(appointmentId)
  useLive(
    {
      topic: `files:${appointmentId}`,
      rows: [{ table: 'appointment_files', event: 'INSERT', filter: `appointment_id=eq.${appointmentId}` }],
    },
    ({ event, row }) => {
      void refresh()
      if (!event) onConnected()
      const { file_name, file_type, uploaded_by } = row ?? {}
      if (typeof file_name === 'string' && uploaded_by !== userId) onNew(safeName(file_name, String(file_type)))
    },
  )
}

/** Realtime cannot check a deleted row against the reader's policies, so deletions arrive as a broadcast of the appointment. */
export const FILE_REMOVED = 'file_removed'

export function useRemovedFiles(appointmentId: string) {
  const refresh = useRefreshFiles(appointmentId)
  useLive({ topic: `appointment:${appointmentId}`, isPrivate: true, events: [FILE_REMOVED] }, () => void refresh())
}

/** Deletes the bytes first. A record without bytes can still be deleted by the user, but bytes without a record cannot. */
export async function deleteFile({ id, file_path }: SharedFile) {
  const { error } = await (await loadStorage()).from(BUCKET).remove([file_path])
  if (error) throw error
  unwrap(await supabase.from('appointment_files').delete().eq('id', id).select('id'))
}
