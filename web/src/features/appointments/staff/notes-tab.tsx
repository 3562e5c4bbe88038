// Notes about appointments. Unsaved text stays while the doctor looks at other tabs or appointments, until it is saved or discarded.
import { ArrowLeft, NotebookPen } from 'lucide-react'
import { type Dispatch, type SetStateAction, useRef, useState } from 'react'
import { LoadFailed } from '../../../components/load-failed.tsx'
import { Banner } from '../../../components/ui/banner.tsx'
import { Button } from '../../../components/ui/button.tsx'
import { Card } from '../../../components/ui/card.tsx'
import { EmptyState } from '../../../components/ui/empty-state.tsx'
import { Skeleton } from '../../../components/ui/skeleton.tsx'
import { UnsavedChanges } from '../../../components/unsaved-changes.tsx'
import { useI18n } from '../../../lib/i18n.tsx'
import { useIsWide } from '../../../lib/use-is-wide.ts'
import { canHaveNote } from '../changes.ts'
import type { Appointment } from '../staff-queries.ts'
import { useAppointment, useRecent } from '../use-staff-appointments.ts'
import type { Draft, Drafts } from './note-draft.ts'
import { NoteEditor } from './note-editor.tsx'
import { patientName } from './patient-name.ts'
import { RecentAppointments } from './recent-appointments.tsx'
import { useRequestedFocus } from './requested-focus.ts'
import { UpcomingAppointments, useUpcoming } from './upcoming-appointments.tsx'

interface NotesTabProps {
  doctor: { id: string; timezone: string }
  /** The appointment whose note is open. */
  appointmentId: string | undefined
  onSelect: (appointmentId: string | undefined) => void
}

/** On a wide screen the appointments stand beside the note, on a narrow one there is either of them. */
export function NotesTab({ doctor, appointmentId, onSelect }: NotesTabProps) {
  const { t } = useI18n()
  const isWide = useIsWide()
  const upcoming = useUpcoming(doctor)
  const { data: recent } = useRecent(doctor.id)
  const isEmpty = recent?.length === 0 && upcoming?.length === 0
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
      {isEmpty && !appointmentId ? (
        <NothingToChoose />
      ) : (
        <div className="grid grid-cols-1 items-start gap-2 lg:grid-cols-[22rem_minmax(0,1fr)] lg:gap-6">
          {isWide || !appointmentId ? (
            <div className="grid grid-cols-1 gap-6">
              <RecentAppointments
                doctorId={doctor.id}
                hint={isWide ? undefined : t('notes.chooseTitle')}
                selected={appointmentId}
                {...{ drafts, onSelect }}
              />
              {upcoming && upcoming.length > 0 && (
                <UpcomingAppointments appointments={upcoming} selected={appointmentId} {...{ drafts, onSelect }} />
              )}
            </div>
          ) : (
            <Button look="quiet" className="-ms-3 -mt-3 justify-self-start px-3!" onClick={() => onSelect(undefined)}>
              <ArrowLeft aria-hidden="true" className="mirrored size-4 text-brass" />
              {t('notes.recent')}
            </Button>
          )}
          {appointmentId ? (
            <div className="grid grid-cols-1 lg:sticky lg:top-20 lg:mt-10">
              <SelectedAppointment key={appointmentId} {...{ doctor, appointmentId, onSelect, setDrafts }} draft={drafts[appointmentId]} />
            </div>
          ) : (
            isWide && <NothingChosen recent={recent ?? []} onSelect={onSelect} />
          )}
        </div>
      )}
      <UnsavedChanges isDirty={Object.values(drafts).some((draft) => draft && !draft.isStored)} />
    </div>
  )
}

/** Beside the list: what to do, and the first note that is missing. */
function NothingChosen({ recent, onSelect }: { recent: Appointment[]; onSelect: NotesTabProps['onSelect'] }) {
  const { t } = useI18n()
  // A request that nobody answered has nothing to write about.
  const missing = recent.filter((each) => !each.notes && canHaveNote(each) && each.status !== 'pending')
  const [first] = missing
  return (
    <Card className="grid justify-items-start gap-4 lg:mt-10 sm:p-8">
      <div className="grid gap-1">
        <h2 className="text-lg font-semibold">{t('notes.chooseTitle')}</h2>
        <p className="text-muted">{t('notes.choose')}</p>
      </div>
      {first && (
        <div className="flex flex-wrap items-center gap-x-5 gap-y-3 justify-self-stretch border-t border-line pt-5">
          <p>{t('notes.missing', { number: missing.length })}</p>
          <Button look="secondary" onClick={() => onSelect(first.id)}>
            <NotebookPen aria-hidden="true" className="size-4 shrink-0 text-brass" />
            <bdi>{t('notes.writeFor', { name: patientName(first, t) })}</bdi>
          </Button>
        </div>
      )}
    </Card>
  )
}

/** There is no appointment to write about. */
function NothingToChoose() {
  const { t } = useI18n()
  const place = useRef<HTMLDivElement>(null)
  useRequestedFocus(place)
  return (
    <div ref={place} tabIndex={-1} className="outline-none">
      <EmptyState icon={NotebookPen} title={t('notes.noRecent')} text={t('notes.later')} />
    </div>
  )
}

interface SelectedAppointmentProps {
  doctor: NotesTabProps['doctor']
  appointmentId: string
  onSelect: NotesTabProps['onSelect']
  draft: Draft | undefined
  setDrafts: Dispatch<SetStateAction<Drafts>>
}

function SelectedAppointment({ doctor, appointmentId, onSelect, draft, setDrafts }: SelectedAppointmentProps) {
  const { t } = useI18n()
  const { data: appointment, error, refetch } = useAppointment(doctor.id, appointmentId)
  if (error && !appointment) return <LoadFailed title={t('doctorPanel.loadFailed')} error={error} onRetry={() => void refetch()} />
  if (appointment === undefined) return <Skeleton className="h-96" />
  if (!appointment) return <Banner tone="warning">{t('notes.notFound')}</Banner>
  return (
    <NoteEditor
      appointment={appointment}
      ownZone={doctor.timezone}
      draft={draft?.text}
      onDraft={(change) => setDrafts((all) => ({ ...all, [appointmentId]: change(all[appointmentId]) }))}
      onClose={() => onSelect(undefined)}
    />
  )
}
