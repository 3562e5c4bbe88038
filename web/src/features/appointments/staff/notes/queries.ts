// The doctor's notes about an appointment, and the next patient.
import { useQuery } from '@tanstack/react-query'
import type { Database } from '../../../../../../supabase/functions/_shared/database.types.ts'
import { readSiteConfig } from '../../../../lib/data/config.ts'
import { onAuthChange, storedSession, supabase } from '../../../../lib/data/supabase.ts'
import { AppError, unwrap } from '../../../../lib/errors.ts'
import { keys } from '../../shared/keys.ts'
import { addGuardians } from '../guardians-query.ts'
import type { SavedDraft } from './draft-saver.ts'

export type NoteKind = Database['public']['Enums']['note_kind']

/** The stored note or private note about an appointment. */
export interface StoredNote {
  id: string
  kind: NoteKind
  text: string
  /** When `text` was last changed. Null if there is no note, or if it is older than this column. */
  updatedAt: string | null
  /** `based_on` is the `updatedAt` of the text that the draft is based on. */
  draft: { draft: string; updated_at: string; based_on: string | null } | null
}

/** The readers of a note about a patient without an account, besides the doctor. Null for patients who read their notes themselves. */
export interface NoteSharing {
  has_guardian: boolean
  /** Whether the note may be shown to guardians: the patient is a child, or has agreed. */
  may_be_shown: boolean
  is_shown: boolean
}

export type VisitNotes = Awaited<ReturnType<typeof readNotes>>

/** The save that a just closed page still has in progress. */
let lastSave: Promise<unknown> | undefined
export const waitBeforeReading = (save: Promise<unknown>) => {
  lastSave = save
}

async function readNotes(id: string) {
  await lastSave
  const [[appointment, sharing], [privateNote], draft, privateDraft] = await Promise.all([
    readNote(id),
    supabase.from('appointment_private_notes').select('note, updated_at').eq('appointment_id', id).then(unwrap),
    readDraft(id, 'note'),
    readDraft(id, 'private_note'),
  ])
  // The generated types do not know that there is at most one.
  const hidden = appointment.hidden as unknown as { note: string; updated_at: string } | null
  const { note: text, updated_at: updatedAt } = hidden ?? { note: appointment.notes, updated_at: appointment.notes_updated_at }
  const note: StoredNote = { id, kind: 'note', text: text ?? '', updatedAt, draft }
  return {
    doctorId: appointment.doctor_id,
    sharing,
    note,
    privateNote: {
      id,
      kind: 'private_note',
      text: privateNote?.note ?? '',
      updatedAt: privateNote?.updated_at ?? null,
      draft: privateDraft,
    } satisfies StoredNote,
  }
}

const NOTE_FIELDS = 'doctor_id, notes, notes_updated_at, hidden:appointment_hidden_notes (note, updated_at), patient:profiles (has_account)'

async function readNote(id: string) {
  const appointment = await supabase.from('appointments').select(NOTE_FIELDS).eq('id', id).single().then(unwrap)
  const patient: { has_account: boolean | null } | null = appointment.patient
  return [appointment, patient?.has_account === false ? await readSharing(id) : null] as const
}

async function readSharing(id: string): Promise<NoteSharing | null> {
  const [sharing] = unwrap(await supabase.rpc('get_note_sharing', { appointment_id: id }))
  return sharing ?? null
}

async function readDraft(id: string, kind: NoteKind): Promise<StoredNote['draft']> {
  const [draft] = unwrap(await supabase.rpc('get_note_draft', { appointment_id: id, kind }))
  return draft ?? null
}

export const visitNotesKey = (id: string) => [...keys.one(id), 'visit-notes']

/** The note, the private note and their drafts. Only the appointment's doctor gets them. Not cached after the panel unmounts. */
export const useVisitNotes = (id: string) => useQuery({ queryKey: visitNotesKey(id), queryFn: () => readNotes(id), gcTime: 0 })

/** The doctor's appointments with unsaved drafts. Fetched again only after a note is saved, because the page knows its own drafts. */
export const useDraftIds = () =>
  useQuery({
    queryKey: keys.noteDrafts,
    queryFn: async () => {
      await lastSave
      const drafts = unwrap(await supabase.rpc('list_note_drafts'))
      return drafts.filter(({ kind }) => kind === 'note').map(({ appointment_id }) => appointment_id)
    },
    gcTime: 0,
  })

/** The payload of a draft. `seen` is the time of the stored draft that this page knows, `based_on` that of the saved note. */
export interface SentDraft {
  appointment_id: string
  kind: NoteKind
  draft: string
  seen?: string
  based_on?: string
}

export async function saveNoteDraft(sent: SentDraft): Promise<SavedDraft> {
  const [saved] = unwrap(await supabase.rpc('save_note_draft', { ...sent }))
  if (!saved) throw new AppError('failed')
  return saved
}

/** The times of the saved note and the draft that this page knows. */
export interface KnownTimes {
  seen: string | null
  draftSeen: string | null
}

/** `isShown`: whether guardians read the note. If `other` is returned, nothing was saved: it is a stored text new to this page. */
export async function saveNote({ id, kind }: StoredNote, note: string, { seen, draftSeen }: KnownTimes, isShown?: boolean) {
  const times = { ...(seen && { seen }), ...(draftSeen && { draft_seen: draftSeen }) }
  const sent = { appointment_id: id, kind, note, ...times, ...(isShown !== undefined && { shown_to_guardians: isShown }) }
  const [saved] = unwrap(await supabase.rpc('save_note', sent))
  if (!saved) throw new AppError('failed')
  // The generated types do not know which returned columns of a function can be null.
  return saved as { updated_at: string | null; draft_updated_at: string | null; other: string | null }
}

let token: string | undefined

/** Keeps the current token, because a closing page has no time to read it. Returns a function that stops it. */
export function followToken() {
  token = storedSession()?.access_token
  return onAuthChange((_, session) => {
    token = session?.access_token
  })
}

/** Uses `keepalive`, so that the browser sends the request even while the page closes. */
export function saveNoteDraftOnLeaving(sent: SentDraft) {
  if (!token) return
  const { supabaseUrl, supabaseKey } = readSiteConfig()
  const headers = { apikey: supabaseKey, authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const body = JSON.stringify(sent)
  void fetch(`${supabaseUrl}/rest/v1/rpc/save_note_draft`, { method: 'POST', headers, body, keepalive: true }).catch(() => {})
}

export interface Visit {
  id: string
  starts_at: string
  appointment_date: string
}

/** The doctor's next confirmed appointment of the same day. */
export const useNextAppointment = (doctorId: string, { id, starts_at, appointment_date }: Visit) =>
  useQuery({
    queryKey: [...keys.staff, 'next', doctorId, id],
    queryFn: async () => {
      const found = unwrap(
        await supabase
          .from('appointments')
          .select('id, user_id, appointment_time, starts_at, erased_at, patient:profiles (first_name, last_name, has_account)')
          .eq('doctor_id', doctorId)
          .eq('status', 'confirmed')
          .eq('appointment_date', appointment_date)
          .gt('starts_at', starts_at)
          .order('starts_at')
          .limit(1),
      )
      const [next] = await addGuardians(found)
      return next ?? null
    },
  })
