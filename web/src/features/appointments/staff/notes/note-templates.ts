// A doctor's own templates for notes.
import { useQuery } from '@tanstack/react-query'
import { supabase } from '../../../../lib/data/supabase.ts'
import { unwrap } from '../../../../lib/errors.ts'

const FIELDS = 'id, title, body'

async function listTemplates(doctorId: string) {
  return unwrap(await supabase.from('note_templates').select(FIELDS).eq('doctor_id', doctorId).order('title').order('id'))
}

export type NoteTemplate = Awaited<ReturnType<typeof listTemplates>>[number]

export const templatesKey = (doctorId: string) => ['note-templates', doctorId]

export const useTemplates = (doctorId: string) => useQuery({ queryKey: templatesKey(doctorId), queryFn: () => listTemplates(doctorId) })

export async function addTemplate(doctorId: string, title: string, body: string) {
  unwrap(await supabase.from('note_templates').insert({ doctor_id: doctorId, title, body }))
}

/** Throws PGRST116 if another tab has renamed or deleted the template meanwhile. */
export async function renameTemplate({ id, title: shown }: NoteTemplate, title: string) {
  unwrap(await supabase.from('note_templates').update({ title }).eq('id', id).eq('title', shown).select('id').single())
}

export async function deleteTemplate(id: string) {
  unwrap(await supabase.from('note_templates').delete().eq('id', id))
}
