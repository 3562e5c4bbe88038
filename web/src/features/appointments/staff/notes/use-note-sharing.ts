import { useState } from 'react'
import type { TextKey } from '../../../../lib/i18n.tsx'
import type { NoteSharing } from './queries.ts'

export type Sharing = ReturnType<typeof useNoteSharing>

/** The choice whether guardians read the saved note. Undefined for a patient with an account, who reads it themselves. */
export function useNoteSharing(stored: NoteSharing | null) {
  const [chosen, setChosen] = useState<boolean>()
  if (!stored) return undefined
  const { has_guardian, may_be_shown, is_shown } = stored
  const isChoice = has_guardian && may_be_shown
  const isShown = isChoice ? (chosen ?? is_shown) : false
  return {
    isChoice,
    isShown,
    /** Whether the choice is unsaved. */
    isChanged: isChoice && isShown !== is_shown,
    choose: setChosen,
    hint: hintOf(stored, isShown),
  }
}

function hintOf({ has_guardian, may_be_shown }: NoteSharing, isShown: boolean): TextKey {
  if (!has_guardian) return 'notes.hintNobody'
  if (!may_be_shown) return 'notes.hintNotAgreed'
  return isShown ? 'notes.hintShown' : 'notes.hintHidden'
}
