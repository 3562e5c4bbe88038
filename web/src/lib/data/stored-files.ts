// The bytes of files that patients and doctors share.
import { loadStorage } from './supabase.ts'

export const BUCKET = 'appointment-files'

export async function fetchFile(path: string) {
  const { data, error } = await (await loadStorage()).from(BUCKET).download(path)
  if (error) throw error
  return data
}
