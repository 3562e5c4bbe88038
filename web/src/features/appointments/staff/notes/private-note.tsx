import { useEffect, useEffectEvent } from 'react'
import { LoadFailed } from '../../../../components/load-failed.tsx'
import { toast } from '../../../../components/toaster.tsx'
import { FormSkeleton } from '../../../../components/ui/form-skeleton.tsx'
import { useI18n } from '../../../../lib/i18n.tsx'
import { NoteForm } from './note-form.tsx'
import { type StoredNote, useVisitNotes } from './queries.ts'
import { useNoteDraft } from './use-note-draft.ts'
import { useSaveNote } from './use-save-note.ts'

/** The private note on the patient card. */
export function CardPrivateNote({ appointmentId }: { appointmentId: string }) {
  const { t } = useI18n()
  const { data, error, refetch } = useVisitNotes(appointmentId)
  if (data) return <PrivateNote stored={data.privateNote} />
  if (error) return <LoadFailed title={t('beside.loadFailed')} error={error} onRetry={() => void refetch()} />
  return <FormSkeleton fields={1} />
}

/** A note that only the doctor of the appointment reads. */
export function PrivateNote({ stored, savesOnBlur = false }: { stored: StoredNote; savesOnBlur?: boolean }) {
  const { t } = useI18n()
  const draft = useNoteDraft(stored)
  const saving = useSaveNote(draft)
  // Escape closes the card without a confirmation, because the draft is kept.
  const onClose = useEffectEvent(() => {
    if (draft.isUnsaved && !saving.isPending && draft.status !== 'failed') toast.info(t('beside.privateDraftKept'))
  })
  useEffect(() => () => onClose(), [])
  return <NoteForm {...{ draft, saving, savesOnBlur }} />
}
