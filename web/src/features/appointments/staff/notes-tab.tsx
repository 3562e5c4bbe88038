// Notes about appointments. Unsaved text stays while the doctor looks at other tabs or appointments, until it is saved or discarded.
import { NotebookPen } from 'lucide-react'
import { type Dispatch, type SetStateAction, useState } from 'react'
import { LoadFailed } from '../../../components/load-failed.tsx'
import { Banner } from '../../../components/ui/banner.tsx'
import { Button } from '../../../components/ui/button.tsx'
import { EmptyState } from '../../../components/ui/empty-state.tsx'
import { Skeleton } from '../../../components/ui/skeleton.tsx'
import { UnsavedChanges } from '../../../components/unsaved-changes.tsx'
import { useI18n } from '../../../lib/i18n.tsx'
import { useAppointment } from '../use-appointments.ts'
import type { Drafts } from './note-draft.ts'
import { NoteEditor } from './note-editor.tsx'
import { RecentAppointments } from './recent-appointments.tsx'

interface NotesTabProps {
  doctor: { id: string; timezone: string }
  /** The appointment whose note is open. */
  appointmentId: string | undefined
  onSelect: (appointmentId: string | undefined) => void
}

export function NotesTab({ doctor, appointmentId, onSelect }: NotesTabProps) {
  const { t } = useI18n()
  const [drafts, setDrafts] = useState<Drafts>({})
  const others = Object.entries(drafts).filter(([id, draft]) => draft && id !== appointmentId)
  return (
    <div className="grid grid-cols-1 gap-6">
      {others.length > 0 && (
        <Banner tone="warning">
          <p>{t('notes.others')}</p>
          <div className="mt-2 flex flex-wrap gap-2">
            {others.map(([id, draft]) => (
              <Button key={id} look="secondary" onClick={() => onSelect(id)}>
                <bdi>{draft?.name}</bdi>
              </Button>
            ))}
          </div>
        </Banner>
      )}
      {appointmentId ? (
        <SelectedAppointment key={appointmentId} {...{ doctor, appointmentId, onSelect, drafts, setDrafts }} />
      ) : (
        <>
          <EmptyState icon={NotebookPen} title={t('notes.chooseTitle')} text={t('notes.choose')} />
          <RecentAppointments doctorId={doctor.id} drafts={drafts} onSelect={onSelect} />
        </>
      )}
      <UnsavedChanges isDirty={Object.values(drafts).some((draft) => draft && !draft.isStored)} />
    </div>
  )
}

interface SelectedAppointmentProps extends NotesTabProps {
  appointmentId: string
  drafts: Drafts
  setDrafts: Dispatch<SetStateAction<Drafts>>
}

function SelectedAppointment({ doctor, appointmentId, onSelect, drafts, setDrafts }: SelectedAppointmentProps) {
  const { t } = useI18n()
  const { data: appointment, error, refetch } = useAppointment(doctor.id, appointmentId)
  if (error && !appointment) return <LoadFailed title={t('doctorPanel.loadFailed')} error={error} onRetry={() => void refetch()} />
  if (appointment === undefined) return <Skeleton className="h-96" />
  if (!appointment) {
    return (
      <>
        <Banner tone="warning">{t('notes.notFound')}</Banner>
        <RecentAppointments doctorId={doctor.id} drafts={drafts} onSelect={onSelect} />
      </>
    )
  }
  return (
    <NoteEditor
      appointment={appointment}
      ownZone={doctor.timezone}
      draft={drafts[appointmentId]?.text}
      onDraft={(change) => setDrafts((all) => ({ ...all, [appointmentId]: change(all[appointmentId]) }))}
      onClose={() => onSelect(undefined)}
    />
  )
}
