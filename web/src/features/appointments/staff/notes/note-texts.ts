import type { TextKey } from '../../../../lib/i18n.tsx'
import type { NoteKind } from './queries.ts'

type Part = 'label' | 'hint' | 'save' | 'saved' | 'isSaved' | 'draftSaved'

export const NOTE_TEXTS: Record<NoteKind, Record<Part, TextKey>> = {
  note: {
    label: 'notes.label',
    hint: 'notes.hint',
    save: 'notes.save',
    saved: 'notes.saved',
    isSaved: 'beside.noteIsSaved',
    draftSaved: 'beside.draftSaved',
  },
  private_note: {
    label: 'card.privateNote',
    hint: 'card.privateNoteHint',
    save: 'card.privateNoteSave',
    saved: 'card.privateNoteSaved',
    isSaved: 'beside.privateNoteIsSaved',
    draftSaved: 'beside.privateDraftSaved',
  },
}
