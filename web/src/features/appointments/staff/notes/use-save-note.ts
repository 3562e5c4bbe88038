import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { toast } from '../../../../components/toaster.tsx'
import { useI18n } from '../../../../lib/i18n.tsx'
import { refreshAppointments } from '../../shared/live.ts'
import { NOTE_TEXTS } from './note-texts.ts'
import type { NoteDraft } from './use-note-draft.ts'
import type { Sharing } from './use-note-sharing.ts'

export type SaveNote = ReturnType<typeof useSaveNote>

/** Saves the note, which removes its draft. The patient can then read it unless it is the private note. */
export function useSaveNote({ save, stored, conflict }: NoteDraft, sharing?: Sharing) {
  const { t } = useI18n()
  const client = useQueryClient()
  const isWantedAgain = useRef(false)
  const { mutate, mutateAsync, isPending, error } = useMutation({
    mutationFn: () => save(sharing?.isChoice ? sharing.isShown : undefined),
    onSuccess: () => {
      toast.success(t('staff.success'), { description: t(sharing ? 'notes.isSaved' : NOTE_TEXTS[stored.kind].saved) })
    },
    onSettled: async (_, failure) => {
      await refreshAppointments(client)
      if (isWantedAgain.current && !failure) mutate()
      isWantedAgain.current = false
    },
  })
  return {
    isPending,
    error,
    saveAndWait: () => mutateAsync(),
    /** Saves again after a running save, so that text typed meanwhile is saved too. */
    save: () => {
      if (conflict?.winner === 'open') return
      if (isPending) isWantedAgain.current = true
      else mutate()
    },
  }
}
