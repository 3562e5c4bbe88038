// The form of a note or a private note. Until it is saved, the text is a draft that only the doctor reads.

import { Check } from 'lucide-react'
import { type FormEvent, type ReactNode, type RefObject, useRef } from 'react'
import { MAX_NOTE_LENGTH } from '../../../../../../supabase/functions/_shared/rules.ts'
import { Banner } from '../../../../components/ui/banner.tsx'
import { Button } from '../../../../components/ui/button.tsx'
import { ErrorBanner } from '../../../../components/ui/error-banner.tsx'
import { TextAreaField } from '../../../../components/ui/field.tsx'
import { UnsavedChanges } from '../../../../components/unsaved-changes.tsx'
import { classes } from '../../../../lib/classes.ts'
import { textOf } from '../../../../lib/errors.ts'
import { useI18n } from '../../../../lib/i18n.tsx'
import { isNoteChanged } from './draft-store.ts'
import { NoteConflict } from './note-conflict.tsx'
import { NOTE_TEXTS } from './note-texts.ts'
import { TemplatesButton } from './templates-button.tsx'
import type { NoteDraft } from './use-note-draft.ts'
import type { Sharing } from './use-note-sharing.ts'
import type { SaveNote } from './use-save-note.ts'
import { withTemplate } from './with-template.ts'

interface NoteFormProps {
  draft: NoteDraft
  saving: SaveNote
  /** The choice whether guardians read the note, for a patient without an account. */
  sharing?: Sharing
  /** The doctor whose templates can be inserted. */
  doctorId?: string
  /** Whether the note is the main content of the page: the buttons are sticky. */
  isPage?: boolean
  /** Whether to save on blur, for a place that the next click may close. */
  savesOnBlur?: boolean
  isClosed?: boolean
  field?: RefObject<HTMLTextAreaElement | null>
  /** Further buttons, before the one that saves. */
  actions?: ReactNode
}

export function NoteForm({
  draft,
  saving,
  sharing,
  doctorId,
  isPage = false,
  savesOnBlur = false,
  isClosed = false,
  field: given,
  actions,
}: NoteFormProps) {
  const { t } = useI18n()
  const own = useRef<HTMLTextAreaElement>(null)
  const field = given ?? own
  const { text, isUnsaved, conflict, stored } = draft
  const texts = NOTE_TEXTS[stored.kind]
  const isPrivate = stored.kind === 'private_note'
  const problem = problemOf(saving.error)
  const mustChoose = conflict?.winner === 'open'
  const canSave = isUnsaved || sharing?.isChanged === true
  const save = () => {
    if (canSave) saving.save()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save()
  }
  const choose = (choice: () => void) => {
    choice()
    field.current?.focus()
  }
  return (
    <form method="post" noValidate className="grid gap-3" onSubmit={submit}>
      <TextAreaField
        ref={field}
        label={t(texts.label)}
        hint={t(sharing?.hint ?? texts.hint)}
        rows={isPrivate ? 3 : isPage ? 5 : 6}
        dir="auto"
        maxLength={MAX_NOTE_LENGTH}
        readOnly={isClosed}
        value={text}
        aside={isPrivate ? undefined : <bdi dir="ltr">{t('booking.counter', { used: text.length, most: MAX_NOTE_LENGTH })}</bdi>}
        onChange={({ target }) => draft.change(target.value)}
        {...(savesOnBlur && { onBlur: save })}
      />
      {doctorId && !isClosed && (
        // Placed at the other end of the counter's line.
        <div className="relative -mt-10 justify-self-start">
          <TemplatesButton
            doctorId={doctorId}
            text={text}
            onInsert={(body) => draft.change(withTemplate(text, body, MAX_NOTE_LENGTH))}
            focusNote={() => field.current?.focus()}
          />
        </div>
      )}
      {sharing?.isChoice && (
        <label className="flex min-h-11 items-center gap-3 justify-self-start">
          <input
            type="checkbox"
            className="size-5 shrink-0 accent-action"
            disabled={isClosed}
            checked={!sharing.isShown}
            onChange={({ target }) => sharing.choose(!target.checked)}
          />
          {t('notes.hide')}
        </label>
      )}
      {conflict && (
        <NoteConflict conflict={conflict} onTakeOther={() => choose(draft.takeOther)} onKeepThis={() => choose(draft.keepThis)} />
      )}
      {problem && <ErrorBanner title={t('notes.failed')}>{t(problem.key, problem.values)}</ErrorBanner>}
      {draft.status === 'failed' && (
        <Banner tone="warning" role="alert">
          {t('beside.draftFailed')}
        </Banner>
      )}
      <DraftState draft={draft} isSharedByChoice={sharing !== undefined} />
      <div
        className={classes(
          'flex flex-wrap items-center justify-end gap-2 max-sm:*:grow',
          isPage && canSave && 'sticky bottom-(--bottom-bar,0px) z-20 -mb-3 bg-surface py-3 short:static',
        )}
      >
        {actions}
        <Button
          type="submit"
          look={isPrivate ? 'secondary' : 'primary'}
          disabled={!canSave || isClosed || mustChoose}
          busyLabel={saving.isPending && t('notes.saving')}
        >
          {t(texts.save)}
        </Button>
      </div>
      {/* A saved draft needs no warning, because it is not lost. */}
      <UnsavedChanges isDirty={draft.status === 'failed' || sharing?.isChanged === true} />
    </form>
  )
}

/** A conflict is not an error here, because it is shown with both texts. */
const problemOf = (error: Error | null) =>
  error && !isNoteChanged(error)
    ? textOf(error, { note_not_allowed: 'notes.closed', PGRST116: 'notes.closed', '42501': 'notes.closed' })
    : undefined

/** Shows whether the text in the field is saved. */
function DraftState({ draft: { status, isUnsaved, stored }, isSharedByChoice }: { draft: NoteDraft; isSharedByChoice: boolean }) {
  const { t } = useI18n()
  if (status === 'failed') return null
  const texts = NOTE_TEXTS[stored.kind]
  const isSaved = !isUnsaved && stored.text !== ''
  return (
    <output className={classes('flex items-start gap-1.5 text-sm empty:hidden', isSaved ? 'text-good' : 'text-muted')}>
      {isSaved && <Check aria-hidden="true" className="mt-0.5 size-4 shrink-0" />}
      {isUnsaved
        ? t(status === 'saved' ? texts.draftSaved : 'beside.draftSaving')
        : isSaved && t(isSharedByChoice ? 'notes.isSaved' : texts.isSaved)}
    </output>
  )
}
