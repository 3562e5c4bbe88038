// The note that the patient reads once it is saved. Until then it is a draft that only the doctor reads.
import { type FormEvent, useRef } from 'react'
import { Banner } from '../../../components/ui/banner.tsx'
import { Button } from '../../../components/ui/button.tsx'
import { TextAreaField } from '../../../components/ui/field.tsx'
import { textOf } from '../../../lib/errors.ts'
import { useI18n } from '../../../lib/i18n.tsx'
import { MAX_NOTE } from '../changes.ts'
import { withTemplate } from '../desk/with-template.ts'
import { TemplatesButton } from '../staff/templates-button.tsx'
import type { NoteDraft } from './use-note-draft.ts'
import type { SaveNote } from './use-save-note.ts'

interface NoteFormProps {
  doctorId: string
  /** What the patient reads now. */
  note: string | null
  draft: NoteDraft
  saving: SaveNote
}

export function NoteForm({ doctorId, note, draft, saving }: NoteFormProps) {
  const { t } = useI18n()
  const field = useRef<HTMLTextAreaElement>(null)
  const { text, isUnsaved, conflict } = draft
  const problem = saving.error && textOf(saving.error, { note_not_allowed: 'notes.closed', PGRST116: 'notes.closed' })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isUnsaved && !saving.isPending) saving.mutate(text)
  }
  return (
    <form method="post" noValidate className="grid gap-3" onSubmit={submit}>
      <TextAreaField
        ref={field}
        label={t('notes.label')}
        hint={t('notes.hint')}
        rows={6}
        dir="auto"
        maxLength={MAX_NOTE}
        value={text}
        aside={<bdi dir="ltr">{t('booking.counter', { used: text.length, most: MAX_NOTE })}</bdi>}
        onChange={({ target }) => draft.change(target.value)}
      />
      {conflict && (
        <Banner tone="warning">
          <p>{t(conflict.winner === 'theirs' ? 'beside.theirs' : 'beside.ours')}</p>
          <div className="mt-2 flex flex-wrap gap-2">
            <Button look="secondary" onClick={draft.restore}>
              {t('beside.takeOther')}
            </Button>
            <Button look="quiet" onClick={draft.dismiss}>
              {t('beside.keepThis')}
            </Button>
          </div>
        </Banner>
      )}
      {problem && (
        <Banner tone="danger" role="alert">
          <p className="font-medium">{t('notes.failed')}</p>
          <p>{t(problem.key, problem.values)}</p>
        </Banner>
      )}
      {draft.status === 'failed' ? (
        <Banner tone="warning" role="alert">
          {t('beside.draftFailed')}
        </Banner>
      ) : (
        <p className="text-sm text-muted">
          {isUnsaved ? t(draft.status === 'saved' ? 'beside.draftSaved' : 'beside.draftSaving') : note && t('beside.noteIsSaved')}
        </p>
      )}
      <div className="flex flex-wrap items-center justify-between gap-2">
        <TemplatesButton
          doctorId={doctorId}
          text={text}
          onInsert={(body) => draft.change(withTemplate(text, body, MAX_NOTE))}
          focusNote={() => field.current?.focus()}
        />
        <Button type="submit" disabled={!isUnsaved} busyLabel={saving.isPending && t('notes.saving')}>
          {t('notes.save')}
        </Button>
      </div>
    </form>
  )
}
