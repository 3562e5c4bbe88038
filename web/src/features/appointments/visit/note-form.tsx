// The note that the patient reads once it is saved. Until then it is a draft that only the doctor reads.
import { Check } from 'lucide-react'
import { type FormEvent, type ReactNode, type RefObject, useRef } from 'react'
import { Banner } from '../../../components/ui/banner.tsx'
import { Button } from '../../../components/ui/button.tsx'
import { TextAreaField } from '../../../components/ui/field.tsx'
import { classes } from '../../../lib/classes.ts'
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
  /** Where the note is the page: a larger field, and the buttons stay within reach. */
  isPage?: boolean
  isClosed?: boolean
  field?: RefObject<HTMLTextAreaElement | null>
  /** Further buttons, before the one that saves. */
  actions?: ReactNode
}

export function NoteForm({ doctorId, note, draft, saving, isPage = false, isClosed = false, field: given, actions }: NoteFormProps) {
  const { t } = useI18n()
  const own = useRef<HTMLTextAreaElement>(null)
  const field = given ?? own
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
        rows={isPage ? 7 : 6}
        dir="auto"
        maxLength={MAX_NOTE}
        readOnly={isClosed}
        value={text}
        aside={<bdi dir="ltr">{t('booking.counter', { used: text.length, most: MAX_NOTE })}</bdi>}
        onChange={({ target }) => draft.change(target.value)}
      />
      {!isClosed && (
        // At the other end of the line of the counter.
        <div className="relative -ms-5 -mt-10 justify-self-start">
          <TemplatesButton
            doctorId={doctorId}
            text={text}
            onInsert={(body) => draft.change(withTemplate(text, body, MAX_NOTE))}
            focusNote={() => field.current?.focus()}
          />
        </div>
      )}
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
      {draft.status === 'failed' && (
        <Banner tone="warning" role="alert">
          {t('beside.draftFailed')}
        </Banner>
      )}
      <DraftState draft={draft} hasNote={Boolean(note)} />
      <div
        className={classes(
          'flex flex-wrap items-center justify-end gap-2 max-sm:*:grow',
          isPage && isUnsaved && 'sticky bottom-(--bottom-bar,0px) z-20 -mb-3 bg-surface py-3 short:static',
        )}
      >
        {actions}
        <Button type="submit" disabled={!isUnsaved || isClosed} busyLabel={saving.isPending && t('notes.saving')}>
          {t('notes.save')}
        </Button>
      </div>
    </form>
  )
}

/** Whether the patient can read what stands in the field. */
function DraftState({ draft: { status, isUnsaved }, hasNote }: { draft: NoteDraft; hasNote: boolean }) {
  const { t } = useI18n()
  if (status === 'failed') return null
  const isSaved = !isUnsaved && hasNote
  return (
    <output className={classes('flex items-start gap-1.5 text-sm empty:hidden', isSaved ? 'text-good' : 'text-muted')}>
      {isSaved && <Check aria-hidden="true" className="mt-0.5 size-4 shrink-0" />}
      {isUnsaved ? t(status === 'saved' ? 'beside.draftSaved' : 'beside.draftSaving') : hasNote && t('beside.noteIsSaved')}
    </output>
  )
}
