// Notes about appointments. Typing saves a draft that only the doctor reads, until the doctor saves it as the note or discards it.
import { ArrowLeft, NotebookPen } from 'lucide-react'
import { useRef, useState } from 'react'
import { LoadFailed } from '../../../../components/load-failed.tsx'
import { Banner } from '../../../../components/ui/banner.tsx'
import { Button } from '../../../../components/ui/button.tsx'
import { Card } from '../../../../components/ui/card.tsx'
import { EmptyState } from '../../../../components/ui/empty-state.tsx'
import { FormSkeleton } from '../../../../components/ui/form-skeleton.tsx'
import { useI18n } from '../../../../lib/i18n.tsx'
import { useTexts } from '../../../../lib/load/use-texts.ts'
import { useIsWide } from '../../../../lib/use-is-wide.ts'
import { NoteEditor } from '../notes/note-editor.tsx'
import { useDraftIds } from '../notes/queries.ts'
import { useRequestedFocus } from '../notes/requested-focus.ts'
import { patientName } from '../patient-name.ts'
import type { Appointment } from '../queries.ts'
import { useAppointment, useRecent } from '../use-staff-appointments.ts'
import { isNoteMissing } from './missing-notes.ts'
import type { Unsaved } from './note-choices.tsx'
import { RecentAppointments } from './recent-appointments.tsx'
import { UpcomingAppointments, useUpcoming } from './upcoming-appointments.tsx'

interface NotesTabProps {
  doctor: { id: string; timezone: string }
  /** The appointment whose note is open. */
  appointmentId: string | undefined
  onSelect: (appointmentId: string | undefined) => void
}

/** A wide screen shows the appointments beside the note, a narrow one shows either the list or the note. */
export function NotesTab({ doctor, appointmentId, onSelect }: NotesTabProps) {
  useTexts('staff')
  const { t } = useI18n()
  const isWide = useIsWide()
  const upcoming = useUpcoming(doctor)
  const { data: recent, failureCount } = useRecent(doctor.id)
  const missing = recent?.filter(isNoteMissing) ?? []
  const isEmpty = recent?.length === 0 && upcoming?.length === 0
  const opened = useFirstOpened(isWide ? (missing[0] ?? recent?.[0])?.id : undefined)
  const selected = appointmentId ?? (isWide ? opened : undefined)
  const [changed, setChanged] = useState<Unsaved>({})
  const unsaved = { ...useStoredDrafts([...(recent ?? []), ...(upcoming ?? [])]), ...changed }
  // Stored drafts are only marked in the list, because a banner that appears later would move it.
  const others = Object.entries(changed).filter(([id, name]) => name && id !== selected)
  if (isEmpty && !appointmentId) return <NothingToChoose />
  return (
    <div className="grid grid-cols-1 gap-6">
      {others.length > 0 && (
        <Banner tone="warning">
          <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
            <p>{t('notes.others')}</p>
            {others.map(([id, name]) => (
              <Button key={id} look="secondary" className="min-h-11! text-sm" onClick={() => onSelect(id)}>
                <bdi>{name}</bdi>
              </Button>
            ))}
          </div>
        </Banner>
      )}
      <div className="grid grid-cols-1 items-start gap-2 lg:grid-cols-[22rem_minmax(0,1fr)] lg:gap-6">
        {isWide || !selected ? (
          <div className="grid grid-cols-1 gap-6">
            <RecentAppointments
              doctorId={doctor.id}
              missing={missing.length}
              isFocusWanted={!appointmentId}
              {...{ selected, unsaved, onSelect }}
            />
            {/* Waits for the list above, which would move it. */}
            {(recent || failureCount > 0) && upcoming && upcoming.length > 0 && (
              <UpcomingAppointments appointments={upcoming} {...{ selected, unsaved, onSelect }} />
            )}
          </div>
        ) : (
          <Button look="quiet" className="-ms-3 -mt-3 justify-self-start px-3!" onClick={() => onSelect(undefined)}>
            <ArrowLeft aria-hidden="true" className="mirrored size-4 text-brass" />
            {t('notes.recent')}
          </Button>
        )}
        {isWide && !selected && !recent && (
          <div className="lg:mt-10">
            <NoteSkeleton />
          </div>
        )}
        {selected && (
          <div className="grid grid-cols-1 lg:sticky lg:top-20 lg:mt-10">
            <SelectedAppointment
              key={selected}
              doctor={doctor}
              appointmentId={selected}
              next={missing.find(({ id }) => id !== selected)}
              onUnsaved={(name) => setChanged((all) => ({ ...all, [selected]: name }))}
              onSelect={onSelect}
            />
          </div>
        )}
      </div>
    </div>
  )
}

/** The stored drafts from an earlier visit to this page or from another device. */
function useStoredDrafts(appointments: Appointment[]): Unsaved {
  const { t } = useI18n()
  const { data: ids } = useDraftIds()
  return Object.fromEntries(appointments.filter(({ id }) => ids?.includes(id)).map((each) => [each.id, patientName(each, t)]))
}

/** Remembers the first appointment that could be opened. It stays open when its note is saved and another one becomes the first. */
function useFirstOpened(id: string | undefined) {
  const [opened, setOpened] = useState(id)
  if (!opened && id) setOpened(id)
  return opened ?? id
}

const NoteSkeleton = () => (
  <Card>
    <FormSkeleton fields={1} />
  </Card>
)

/** The empty state when no appointment can have a note. */
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
  next: Appointment | undefined
  /** Called with the patient's name while the note is unsaved, and with undefined when it is saved. */
  onUnsaved: (name: string | undefined) => void
  onSelect: NotesTabProps['onSelect']
}

function SelectedAppointment({ doctor, appointmentId, next, onUnsaved, onSelect }: SelectedAppointmentProps) {
  const { t } = useI18n()
  const { data: appointment, error, refetch } = useAppointment(doctor.id, appointmentId)
  if (error && !appointment) return <LoadFailed title={t('doctorPanel.loadFailed')} error={error} onRetry={() => void refetch()} />
  if (appointment === undefined) return <NoteSkeleton />
  if (!appointment) return <Banner tone="warning">{t('notes.notFound')}</Banner>
  const name = patientName(appointment, t)
  return (
    <NoteEditor
      ownZone={doctor.timezone}
      onUnsaved={(isUnsaved) => onUnsaved(isUnsaved ? name : undefined)}
      {...{ appointment, next, onSelect }}
    />
  )
}
