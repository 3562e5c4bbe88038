import { useMutation, useQueryClient } from '@tanstack/react-query'
import { toast } from '../../../components/toaster.tsx'
import { useI18n } from '../../../lib/i18n.tsx'
import { saveNote } from '../changes.ts'
import { refreshAppointments } from '../live.ts'
import type { NoteDraft } from './use-note-draft.ts'

export type SaveNote = ReturnType<typeof useSaveNote>

/** Saves the note: from then on the patient reads it, and there is no draft any more. */
export function useSaveNote(id: string, { saver }: NoteDraft) {
  const { t } = useI18n()
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (text: string) => {
      // A draft that arrives after the note would look like a later change.
      await saver.pause()
      await saveNote(id, text)
    },
    onSuccess: async (_, text) => {
      saver.noteSaved(text)
      toast.success(t('staff.success'), { description: t('notes.saved') })
      await refreshAppointments(client)
    },
    onError: () => {
      saver.resume()
      void refreshAppointments(client)
    },
  })
}
