// The doctor's tab beside the call: the complaint, the note, the next patient, and the button that completes the appointment.
import { useQuery } from '@tanstack/react-query'
import { LoadFailed } from '../../../../components/load-failed.tsx'
import { PersonName } from '../../../../components/person-name.tsx'
import { FormSkeleton } from '../../../../components/ui/form-skeleton.tsx'
import { useI18n } from '../../../../lib/i18n.tsx'
import { useTexts } from '../../../../lib/load/use-texts.ts'
import { addGuardians } from '../guardians-query.ts'
import { NoteForm } from '../notes/note-form.tsx'
import { PatientAnswers } from '../notes/patient-answers.tsx'
import { PrivateNote } from '../notes/private-note.tsx'
import { useVisitNotes, type Visit, type VisitNotes } from '../notes/queries.ts'
import { useNoteDraft } from '../notes/use-note-draft.ts'
import { useNoteSharing } from '../notes/use-note-sharing.ts'
import { useSaveNote } from '../notes/use-save-note.ts'
import { PatientLine } from '../patient-line.tsx'
import { type Named, patientName } from '../patient-name.ts'
import { CompleteButton } from './complete-button.tsx'
import { NextPatient, type RenderWaiting } from './next-patient.tsx'

type Treated = NonNullable<Named['patient']> & { has_account: boolean | null }

interface DoctorTabProps {
  visit: Visit & { timezone: string; status: string; patient_complaint: string | null; user_id: string; patient: Treated | null }
  renderWaiting: RenderWaiting
}

export default function DoctorTab({ visit, renderWaiting }: DoctorTabProps) {
  useTexts('staff', 'patient', 'offers')
  const { t } = useI18n()
  const { data, error, refetch } = useVisitNotes(visit.id)
  if (error && !data) return <LoadFailed title={t('beside.loadFailed')} error={error} onRetry={() => void refetch()} />
  return (
    <div className="grid grid-cols-1 gap-6">
      <Company visit={visit} />
      <section className="grid gap-1">
        <h3 className="text-sm text-muted">{t('appointments.complaint')}</h3>
        <p className="whitespace-pre-line wrap-anywhere">
          <bdi>{visit.patient_complaint}</bdi>
        </p>
      </section>
      <PatientAnswers appointmentId={visit.id} />
      {data ? <Notes stored={data} visit={visit} renderWaiting={renderWaiting} /> : <FormSkeleton fields={2} />}
    </div>
  )
}

/** Names the people with the patient, if the patient is not alone. */
function Company({ visit: { id, user_id, patient } }: Pick<DoctorTabProps, 'visit'>) {
  const { t } = useI18n()
  const { data } = useQuery({
    queryKey: ['patient-in-call', id],
    queryFn: async () => (await addGuardians([{ user_id, patient }]))[0] ?? null,
    enabled: patient?.has_account === false,
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (!data?.patient) return null
  const appointment = { patient: data.patient, erased_at: null }
  return (
    <p className="wrap-anywhere">
      <PersonName className="block font-medium">{patientName(appointment, t)}</PersonName>
      <PatientLine appointment={appointment} />
    </p>
  )
}

function Notes({ stored, visit, renderWaiting }: DoctorTabProps & { stored: VisitNotes }) {
  const draft = useNoteDraft(stored.note)
  const sharing = useNoteSharing(stored.sharing)
  const saving = useSaveNote(draft, sharing)
  return (
    <>
      <NoteForm doctorId={stored.doctorId} draft={draft} saving={saving} {...(sharing && { sharing })} />
      <PrivateNote stored={stored.privateNote} savesOnBlur />
      <div className="grid gap-4 border-t border-line pt-4">
        <NextPatient doctorId={stored.doctorId} visit={visit} renderWaiting={renderWaiting} />
        {visit.status === 'confirmed' && (
          <CompleteButton visit={visit} isNoteUnsaved={draft.isUnsaved || sharing?.isChanged === true} onSaveNote={saving.saveAndWait} />
        )}
      </div>
    </>
  )
}
