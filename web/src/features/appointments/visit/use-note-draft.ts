import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { createDraftStore } from './draft-store.ts'
import { followToken, type VisitNotes, visitNotesKey, waitBeforeReading } from './queries.ts'

/** Drafts that could not be saved when their editor was left. They are tried again meanwhile, and shown when it opens again. */
const heldBack = new Map<string, ReturnType<typeof createDraftStore>>()

function storeOf(stored: VisitNotes) {
  const held = heldBack.get(stored.id)
  return held && !held.saver.isClean() ? held : createDraftStore(stored)
}

export type NoteDraft = ReturnType<typeof useNoteDraft>

/** The text of the note as it is typed, saved as a draft meanwhile. */
export function useNoteDraft(stored: VisitNotes) {
  const { id } = stored
  const client = useQueryClient()
  const [store] = useState(() => storeOf(stored))
  const state = useSyncExternalStore(store.subscribe, store.getState)
  useEffect(() => store.sync(stored), [store, stored])
  useEffect(() => {
    const stopFollowing = followToken()
    const stopListening = store.listen(() => void client.invalidateQueries({ queryKey: visitNotesKey(id) }))
    return () => {
      stopFollowing()
      stopListening()
      heldBack.set(id, store)
      waitBeforeReading(store.saver.flush().then(() => void (store.saver.isClean() && heldBack.delete(id))))
    }
  }, [client, id, store])
  return {
    ...state,
    /** Whether the text differs from what the patient reads. */
    isUnsaved: state.text.trim() !== (stored.notes ?? ''),
    change: store.change,
    restore: store.restore,
    dismiss: store.dismiss,
    saver: store.saver,
  }
}
