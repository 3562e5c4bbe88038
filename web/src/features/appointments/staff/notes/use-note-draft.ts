import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { createDraftStore } from './draft-store.ts'
import { followToken, type StoredNote, visitNotesKey, waitBeforeReading } from './queries.ts'

/** Drafts that could not be saved when their editor closed. They are retried in the background and shown when it opens again. */
const heldBack = new Map<string, ReturnType<typeof createDraftStore>>()

const keyOf = ({ kind, id }: StoredNote) => `${kind}:${id}`

function storeOf(stored: StoredNote) {
  const held = heldBack.get(keyOf(stored))
  return held && !held.saver.isClean() ? held : createDraftStore(stored)
}

export type NoteDraft = ReturnType<typeof useNoteDraft>

/** The text of a note in an editor, saved as a draft during typing. */
export function useNoteDraft(stored: StoredNote) {
  const { id } = stored
  const key = keyOf(stored)
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
      heldBack.set(key, store)
      waitBeforeReading(store.saver.flush().then(() => void (store.saver.isClean() && heldBack.delete(key))))
    }
  }, [client, id, key, store])
  return {
    ...state,
    stored,
    /** Whether the text differs from the saved note. */
    isUnsaved: state.text.trim() !== stored.text,
    change: store.change,
    save: store.save,
    takeOther: store.takeOther,
    keepThis: store.keepThis,
    saver: store.saver,
  }
}
