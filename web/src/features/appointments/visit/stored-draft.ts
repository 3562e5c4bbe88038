// The draft that a doctor left behind in a call, for the other place where notes are written.
import { type QueryClient, useQuery } from '@tanstack/react-query'
import { unwrap } from '../../../lib/errors.ts'
import { supabase } from '../../../lib/supabase.ts'

const draftKey = (id: string) => ['note-draft', id]

export async function readDraft(id: string) {
  const [draft] = unwrap(await supabase.rpc('get_note_draft', { appointment_id: id }))
  return draft ?? null
}

/** Null when there is none. Read once each time that the editor opens: what is typed there afterwards stays. */
export const useStoredDraft = (id: string, isOpen: boolean) =>
  useQuery({
    queryKey: draftKey(id),
    queryFn: () => readDraft(id),
    enabled: isOpen,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })

/** A draft that says what the note says is none. */
export async function discardStoredDraft(client: QueryClient, id: string, note: string) {
  client.removeQueries({ queryKey: draftKey(id) })
  await supabase.rpc('save_note_draft', { appointment_id: id, draft: note })
}
