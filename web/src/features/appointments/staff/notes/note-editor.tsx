// Edits the note about one appointment. Typing saves a draft. The patient reads the text only after it is saved as the note.

import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { LoadFailed } from '../../../../components/load-failed.tsx'
import { PersonName } from '../../../../components/person-name.tsx'
import { Banner } from '../../../../components/ui/banner.tsx'
import { Button } from '../../../../components/ui/button.tsx'
import { Card } from '../../../../components/ui/card.tsx'
import { TextAreaField } from '../../../../components/ui/field.tsx'
import { FormSkeleton } from '../../../../components/ui/form-skeleton.tsx'
import { StatusBadge, shownStatus } from '../../../../domain/status-badge.tsx'
import { When } from '../../../../domain/when.tsx'
import { useI18n } from '../../../../lib/i18n.tsx'
import { useNow } from '../../../../lib/time/use-now.ts'
import { canHaveNote } from '../../shared/changes.ts'
import { PatientLine } from '../patient-line.tsx'
import { patientName } from '../patient-name.ts'
import type { Appointment } from '../queries.ts'
import { DiscardNote } from './discard-note.tsx'
import { NoteForm } from './note-form.tsx'
import { PatientCardButton } from './patient-card-button.tsx'
import { useVisitNotes, type VisitNotes } from './queries.ts'
import { useRequestedFocus } from './requested-focus.ts'
import { useNoteDraft } from './use-note-draft.ts'
import { useNoteSharing } from './use-note-sharing.ts'
import { useSaveNote } from './use-save-note.ts'

interface NoteEditorProps {
  appointment: Appointment
  ownZone: string
  /** Another appointment that still has no note. */
  next: Appointment | undefined
  /** Called with whether the note has text that the patient cannot read yet. */
  onUnsaved: (isUnsaved: boolean) => void
  onSelect: (appointmentId: string) => void
}

export function NoteEditor({ appointment, ownZone, ...rest }: NoteEditorProps) {
  const { t } = useI18n()
  const now = useNow()
  const isOpen = canHaveNote(appointment)
  // Keeps the text in the field when the appointment is cancelled during typing.
  const [wasOpen] = useState(isOpen)
  return (
    <Card className="grid grid-cols-1 gap-4">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1">
        <div className="grid gap-1">
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <h2 className="text-xl font-semibold wrap-anywhere">
              <PersonName>{patientName(appointment, t)}</PersonName>
            </h2>
            <StatusBadge status={shownStatus(appointment, now)} />
          </div>
          <PatientLine appointment={appointment} className="text-sm wrap-anywhere" />
          <When appointment={appointment} reader={{ is: 'staff', zone: ownZone }} />
        </div>
        {/* Negative margins align the button's label with the text. */}
        <div className="-mx-5 -my-2">
          <PatientCardButton appointment={appointment} />
        </div>
      </div>
      {appointment.patient_complaint && (
        <dl className="rounded-box bg-paper px-4 py-3">
          <dt className="text-sm text-muted">{t('appointments.complaint')}</dt>
          <dd className="max-w-[75ch] whitespace-pre-line wrap-anywhere">
            <bdi>{appointment.patient_complaint}</bdi>
          </dd>
        </dl>
      )}
      {!isOpen && <Banner tone="warning">{t('notes.closed')}</Banner>}
      {wasOpen ? (
        <StoredNote id={appointment.id} isClosed={!isOpen} {...rest} />
      ) : (
        appointment.notes && <TextAreaField label={t('notes.label')} rows={8} dir="auto" readOnly value={appointment.notes} />
      )}
    </Card>
  )
}

type WritingProps = Pick<NoteEditorProps, 'next' | 'onUnsaved' | 'onSelect'> & { isClosed: boolean }

function StoredNote({ id, ...rest }: WritingProps & { id: string }) {
  const { t } = useI18n()
  const { data, error, refetch } = useVisitNotes(id)
  if (data) return <Writing stored={data} {...rest} />
  if (error) return <LoadFailed title={t('beside.loadFailed')} error={error} onRetry={() => void refetch()} />
  return <FormSkeleton fields={1} />
}

function Writing({ stored, isClosed, next, onUnsaved, onSelect }: WritingProps & { stored: VisitNotes }) {
  const { t } = useI18n()
  const field = useRef<HTMLTextAreaElement>(null)
  const draft = useNoteDraft(stored.note)
  const sharing = useNoteSharing(stored.sharing)
  const saving = useSaveNote(draft, sharing)
  useRequestedFocus(field)
  const { isUnsaved } = draft
  const tell = useEffectEvent(onUnsaved)
  useEffect(() => tell(isUnsaved), [isUnsaved])
  const discard = async () => {
    // If the page were closed at once, a running save could otherwise arrive after this one.
    await draft.saver.pause()
    draft.change(stored.note.text)
    void draft.saver.flush()
  }
  return (
    <NoteForm
      isPage
      doctorId={stored.doctorId}
      actions={
        isUnsaved ? (
          <DiscardNote onDiscard={() => void discard()} focusNote={() => field.current?.focus()} />
        ) : (
          stored.note.text &&
          next && (
            <Button look="secondary" onClick={() => onSelect(next.id)}>
              <bdi>{t('notes.writeFor', { name: patientName(next, t) })}</bdi>
            </Button>
          )
        )
      }
      {...{ draft, saving, isClosed, field }}
      {...(sharing && { sharing })}
    />
  )
}
