import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Check, CircleDashed } from 'lucide-react'
import { type FormEvent, useEffect, useEffectEvent, useRef } from 'react'
import { StatusBadge, shownStatus } from '../../../components/status-badge.tsx'
import { toast } from '../../../components/toaster.tsx'
import { Banner } from '../../../components/ui/banner.tsx'
import { Button } from '../../../components/ui/button.tsx'
import { Card } from '../../../components/ui/card.tsx'
import { TextAreaField } from '../../../components/ui/field.tsx'
import { When } from '../../../components/when.tsx'
import { classes } from '../../../lib/classes.ts'
import { textOf } from '../../../lib/errors.ts'
import { useI18n } from '../../../lib/i18n.tsx'
import { useNow } from '../../../lib/use-now.ts'
import { canHaveNote, MAX_NOTE, saveNote } from '../changes.ts'
import { withTemplate } from '../desk/with-template.ts'
import { refreshAppointments } from '../live.ts'
import type { Appointment } from '../staff-queries.ts'
import { discardStoredDraft, useStoredDraft } from '../visit/stored-draft.ts'
import { DiscardNote } from './discard-note.tsx'
import type { Draft } from './note-draft.ts'
import { PatientCardButton } from './patient-card-button.tsx'
import { patientName } from './patient-name.ts'
import { useRequestedFocus } from './requested-focus.ts'
import { TemplatesButton } from './templates-button.tsx'

interface NoteEditorProps {
  appointment: Appointment
  ownZone: string
  /** The unsaved text. */
  draft: string | undefined
  onDraft: (change: (before: Draft | undefined) => Draft | undefined) => void
  onClose: () => void
}

export function NoteEditor({ appointment, ownZone, draft, onDraft, onClose }: NoteEditorProps) {
  const { t } = useI18n()
  const now = useNow()
  const client = useQueryClient()
  const field = useRef<HTMLTextAreaElement>(null)
  const stored = appointment.notes ?? ''
  const name = patientName(appointment, t)
  const saving = useMutation({
    mutationFn: (text: string) => saveNote(appointment.id, text),
    onSuccess: async (_, text) => {
      toast.success(t('staff.success'), { description: t('notes.saved') })
      await refreshAppointments(client)
      // Text typed while saving is not saved yet, so that draft stays.
      onDraft((before) => (before?.text === text ? undefined : before))
    },
    onError: () => void refreshAppointments(client),
  })
  useRequestedFocus(field)
  const isOpen = canHaveNote(appointment)
  const { data: fromCall } = useStoredDraft(appointment.id, isOpen)
  const showStored = useEffectEvent((text: string) => onDraft((before) => before ?? { text, name, isStored: true }))
  useEffect(() => {
    if (fromCall) showStored(fromCall.draft)
  }, [fromCall])

  const change = (text: string) => {
    if (saving.isError) saving.reset()
    onDraft(() => (text === stored ? undefined : { text, name }))
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (draft !== undefined && !saving.isPending) saving.mutate(draft)
  }
  const text = draft ?? stored
  const problem = saving.error && textOf(saving.error, { note_not_allowed: 'notes.closed', PGRST116: 'notes.closed' })
  return (
    <Card className="grid grid-cols-1 gap-5">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1">
        <div className="grid gap-1">
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <h2 className="text-xl font-semibold wrap-anywhere">
              <bdi>{name}</bdi>
            </h2>
            <StatusBadge status={shownStatus(appointment, now)} />
          </div>
          <When appointment={appointment} reader={{ is: 'staff', zone: ownZone }} />
        </div>
        {/* The label of the button stands at the edge of the text. */}
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
      <form method="post" noValidate className="grid gap-4" onSubmit={submit}>
        <TextAreaField
          ref={field}
          label={t('notes.label')}
          hint={t('notes.hint')}
          rows={8}
          dir="auto"
          maxLength={MAX_NOTE}
          readOnly={!isOpen}
          value={text}
          aside={<bdi dir="ltr">{t('booking.counter', { used: text.length, most: MAX_NOTE })}</bdi>}
          onChange={({ target }) => change(target.value)}
        />
        {isOpen && (
          // At the other end of the line of the counter.
          <div className="relative -ms-5 -mt-11 justify-self-start">
            <TemplatesButton
              doctorId={appointment.doctor_id}
              text={text}
              onInsert={(body) => change(withTemplate(text, body, MAX_NOTE))}
              focusNote={() => field.current?.focus()}
            />
          </div>
        )}
        {problem && (
          <Banner tone="danger" role="alert">
            <p className="font-medium">{t('notes.failed')}</p>
            <p>{t(problem.key, problem.values)}</p>
          </Banner>
        )}
        {/* Within reach while something is unsaved. */}
        <div
          className={classes(
            'flex flex-wrap items-center justify-end gap-3 border-t border-line pt-4',
            draft !== undefined && 'sticky bottom-(--bottom-bar,0px) z-20 -mb-3 bg-surface pb-3 short:static',
          )}
        >
          <SaveState isDirty={draft !== undefined} isSaving={saving.isPending} hasNote={stored !== ''} />
          <DiscardNote
            isDirty={draft !== undefined}
            onDiscard={() => {
              if (fromCall) void discardStoredDraft(client, appointment.id, stored)
              onDraft(() => undefined)
              onClose()
            }}
          />
          <Button type="submit" disabled={draft === undefined || !isOpen} busyLabel={saving.isPending && t('notes.saving')}>
            {t('notes.save')}
          </Button>
        </div>
      </form>
    </Card>
  )
}

/** Whether the patient can read what stands in the field. */
function SaveState({ isDirty, isSaving, hasNote }: { isDirty: boolean; isSaving: boolean; hasNote: boolean }) {
  const { t } = useI18n()
  return (
    <output className="me-auto flex items-center gap-1.5 text-sm max-sm:basis-full">
      {isSaving ? null : isDirty ? (
        <>
          <CircleDashed aria-hidden="true" className="size-4 shrink-0 text-wait" />
          <span className="text-wait">{t('notes.unsaved')}</span>
        </>
      ) : (
        hasNote && (
          <>
            <Check aria-hidden="true" className="size-4 shrink-0 text-good" />
            <span className="text-good">{t('notes.isSaved')}</span>
          </>
        )
      )}
    </output>
  )
}
