// The doctor's notes about an appointment, and the next patient.
import { useQuery } from '@tanstack/react-query'
import { readSiteConfig } from '../../../lib/config.ts'
import { AppError, unwrap } from '../../../lib/errors.ts'
import { onAuthChange, storedSession, supabase } from '../../../lib/supabase.ts'
import { keys } from '../keys.ts'
import type { SavedDraft } from './draft-saver.ts'

export type VisitNotes = Awaited<ReturnType<typeof readNotes>>

/** What a page that has just been left is still saving. */
let lastSave: Promise<unknown> | undefined
export const waitBeforeReading = (save: Promise<unknown>) => {
  lastSave = save
}

async function readNotes(id: string) {
  await lastSave
  const [appointment, privateNote, drafts] = await Promise.all([
    supabase.from('appointments').select('id, doctor_id, status, erased_at, notes').eq('id', id).single().then(unwrap),
    supabase.from('appointment_private_notes').select('note').eq('appointment_id', id).then(unwrap),
    supabase.rpc('get_note_draft', { appointment_id: id }).then(unwrap),
  ])
  return { ...appointment, privateNote: privateNote[0]?.note ?? '', draft: drafts[0] ?? null }
}

export const visitNotesKey = (id: string) => [...keys.one(id), 'visit-notes']

/** The note, the private note and the draft. Only the doctor of the appointment gets them. Read anew each time that the panel is mounted. */
export const useVisitNotes = (id: string) => useQuery({ queryKey: visitNotesKey(id), queryFn: () => readNotes(id), gcTime: 0 })

/** The appointments of the doctor whose notes are typed and not saved. Asked again after a note is saved: what is typed on the page, the page knows. */
export const useDraftIds = () =>
  useQuery({
    queryKey: keys.noteDrafts,
    queryFn: async () => {
      await lastSave
      return unwrap(await supabase.rpc('list_note_drafts')).map(({ appointment_id }) => appointment_id)
    },
    gcTime: 0,
  })

export async function saveNoteDraft(id: string, draft: string, seen: string | null): Promise<SavedDraft> {
  const [saved] = unwrap(await supabase.rpc('save_note_draft', { appointment_id: id, draft, ...(seen && { seen }) }))
  if (!saved) throw new AppError('failed')
  return saved
}

let token: string | undefined

/** Keeps the token at hand: while a page is being closed there is no time to ask for it. Returns how to stop. */
export function followToken() {
  token = storedSession()?.access_token
  return onAuthChange((_, session) => {
    token = session?.access_token
  })
}

/** The browser sends it even though the page is being closed. */
export function saveNoteDraftOnLeaving(id: string, draft: string, seen: string | null) {
  if (!token) return
  const { supabaseUrl, supabaseKey } = readSiteConfig()
  const headers = { apikey: supabaseKey, authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const body = JSON.stringify({ appointment_id: id, draft, seen })
  void fetch(`${supabaseUrl}/rest/v1/rpc/save_note_draft`, { method: 'POST', headers, body, keepalive: true }).catch(() => {})
}

export interface Visit {
  id: string
  starts_at: string
  appointment_date: string
}

export const nextKey = (doctorId: string) => [...keys.staff, 'next', doctorId]

/** The doctor's next confirmed appointment of the same day. */
export const useNextAppointment = (doctorId: string, { id, starts_at, appointment_date }: Visit) =>
  useQuery({
    queryKey: [...nextKey(doctorId), id],
    queryFn: async () => {
      const [next] = unwrap(
        await supabase
          .from('appointments')
          .select('id, user_id, appointment_time, starts_at, erased_at, patient:profiles (first_name, last_name)')
          .eq('doctor_id', doctorId)
          .eq('status', 'confirmed')
          .eq('appointment_date', appointment_date)
          .gt('starts_at', starts_at)
          .order('starts_at')
          .limit(1),
      )
      return next ?? null
    },
  })
