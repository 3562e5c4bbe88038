// Beside the call, for the doctor: why the patient came, the note, who is next, and the end of the visit.
import { LoadFailed } from '../../../../components/load-failed.tsx'
import { FormSkeleton } from '../../../../components/ui/form-skeleton.tsx'
import { useI18n } from '../../../../lib/i18n.tsx'
import { useTexts } from '../../../../lib/load/use-texts.ts'
import { NoteForm } from '../notes/note-form.tsx'
import { PrivateNote } from '../notes/private-note.tsx'
import { useVisitNotes, type Visit, type VisitNotes } from '../notes/queries.ts'
import { useNoteDraft } from '../notes/use-note-draft.ts'
import { useSaveNote } from '../notes/use-save-note.ts'
import { CompleteButton } from './complete-button.tsx'
import { NextPatient, type RenderWaiting } from './next-patient.tsx'

interface DoctorTabProps {
  visit: Visit & { timezone: string; status: string; patient_complaint: string | null }
  renderWaiting: RenderWaiting
}

export default function DoctorTab({ visit, renderWaiting }: DoctorTabProps) {
  useTexts('beside', 'staff', 'patient')
  const { t } = useI18n()
  const { data, error, refetch } = useVisitNotes(visit.id)
  if (error && !data) return <LoadFailed title={t('beside.loadFailed')} error={error} onRetry={() => void refetch()} />
  return (
    <div className="grid grid-cols-1 gap-6">
      <section className="grid gap-1">
        <h3 className="text-sm text-muted">{t('appointments.complaint')}</h3>
        <p className="whitespace-pre-line wrap-anywhere">
          <bdi>{visit.patient_complaint}</bdi>
        </p>
      </section>
      {data ? <Notes stored={data} visit={visit} renderWaiting={renderWaiting} /> : <FormSkeleton fields={2} />}
    </div>
  )
}

function Notes({ stored, visit, renderWaiting }: DoctorTabProps & { stored: VisitNotes }) {
  const draft = useNoteDraft(stored.note)
  const saving = useSaveNote(draft)
  return (
    <>
      <NoteForm doctorId={stored.doctorId} draft={draft} saving={saving} />
      <PrivateNote stored={stored.privateNote} savesOnBlur />
      <div className="grid gap-4 border-t border-line pt-4">
        <NextPatient doctorId={stored.doctorId} visit={visit} renderWaiting={renderWaiting} />
        {visit.status === 'confirmed' && <CompleteButton visit={visit} isNoteUnsaved={draft.isUnsaved} onSaveNote={saving.saveAndWait} />}
      </div>
    </>
  )
}
