// The state of a note that is being edited, including conflicts with other tabs and devices. Tabs of one browser notify each other.
import { AppError, isBusy, isTemporary } from '../../../../lib/errors.ts'
import { createDraftSaver, type DraftStatus } from './draft-saver.ts'
import { type StoredNote, saveNote, saveNoteDraft, saveNoteDraftOnLeaving } from './queries.ts'

/** Thrown by `save` when another text is stored. Nothing was saved, and the reader has to choose. */
const NOTE_CHANGED = 'note_changed'
export const isNoteChanged = (error: unknown) => error instanceof AppError && error.reason === NOTE_CHANGED

export interface NoteConflict {
  /** `theirs`: the field now shows the other text. `ours`: the field's text has replaced another draft. `open`: the reader must choose. */
  winner: 'theirs' | 'ours' | 'open'
  /** The text that is not in the field. */
  other: string
  /** For `open`: the time of the saved note that the reader's choice is based on. */
  base?: string | null
}

interface DraftState {
  text: string
  status: DraftStatus
  conflict?: NoteConflict | undefined
}

export function createDraftStore(stored: StoredNote) {
  const { id, kind, draft } = stored
  let state: DraftState = { text: textIn(stored), status: 'saved', conflict: conflictIn(stored) }
  /** The time of the saved note that the text in the field is based on. */
  let base = draft ? draft.based_on : stored.updatedAt
  let known = stored
  let otherTabs: BroadcastChannel | undefined
  const listeners = new Set<() => void>()
  const update = (change: Partial<DraftState>) => {
    state = { ...state, ...change }
    for (const listener of listeners) listener()
  }
  const asSent = (text: string, seen: string | null) => ({
    appointment_id: id,
    kind,
    draft: text,
    ...(seen && { seen }),
    ...(base && { based_on: base }),
  })
  const saver = createDraftSaver({
    text: state.text,
    seen: draft?.updated_at ?? null,
    save: (text, seen) => saveNoteDraft(asSent(text, seen)),
    saveLast: (text, seen) => saveNoteDraftOnLeaving(asSent(text, seen)),
    canRetry,
    onStatus: (status) => update({ status }),
    onReplaced: (other) => update({ conflict: { winner: 'ours', other } }),
    onSaved: () => otherTabs?.postMessage('saved'),
  })
  const change = (text: string) => {
    update({ text })
    saver.change(text)
  }
  /** Makes one attempt. Returns the stored text if this page has not shown it yet. */
  const saveOnce = async (text: string, isShown: boolean | undefined) => {
    const { updated_at, draft_updated_at, other } = await saveNote(stored, text, { seen: base, draftSeen: saver.seen() }, isShown)
    if (other !== null) return { other, base: updated_at, draftSeen: draft_updated_at }
    base = updated_at
    saver.noteSaved(text)
    return undefined
  }
  const settle = (text: string) => {
    const { conflict } = state
    update({ conflict: undefined })
    if (conflict?.base !== undefined) base = conflict.base
    change(text)
    // The draft is now based on another note, so it has to be stored again.
    if (conflict?.winner === 'open') saver.resend(saver.seen())
  }
  return {
    saver,
    change,
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    getState: () => state,
    /** Applies the latest state of the database. Keeps unsaved text. */
    sync(latest: StoredNote) {
      const text = textIn(latest)
      const isOpen = state.conflict?.winner === 'open'
      const isNews = !isOpen && saver.isClean() && text !== state.text && hasChanged(latest, known, base, saver.seen())
      known = latest
      if (isNews) {
        base = latest.draft ? latest.draft.based_on : latest.updatedAt
        saver.adopt(text, latest.draft?.updated_at ?? null)
        update({ text, conflict: { winner: 'theirs', other: state.text } })
      } else if (!latest.draft && text === state.text) base = latest.updatedAt
    },
    /** Saves the note itself and returns the saved text. `isShown`: whether guardians read it, if that is a choice. */
    save: async (isShown?: boolean) => {
      // Stops the drafts first, because a draft that arrives after the note would look like a later change.
      await saver.pause()
      const { text } = state
      try {
        let rest = await saveOnce(text, isShown)
        // The other text is an older draft of this tab, whose response was lost.
        if (rest && rest.base === base && saver.isOwn(rest.other)) {
          saver.resend(rest.draftSeen)
          await saver.pause()
          rest = await saveOnce(text, isShown)
        }
        if (rest) {
          // Saving the other text elsewhere has removed this text's draft.
          saver.resend(rest.draftSeen)
          update({ conflict: { winner: 'open', other: rest.other, base: rest.base } })
          throw new AppError(NOTE_CHANGED)
        }
      } catch (error) {
        saver.resume()
        throw error
      }
      update({ conflict: undefined })
      otherTabs?.postMessage('saved')
      return text
    },
    /** Puts the other text into the field. */
    takeOther: () => settle(state.conflict?.other ?? ''),
    keepThis: () => settle(state.text),
    /** Listens to other tabs, and saves when the page is hidden, closed or online again. Returns a function that stops it. */
    listen(refresh: () => void) {
      const channel = new BroadcastChannel(`note-draft:${kind}:${id}`)
      channel.addEventListener('message', refresh)
      otherTabs = channel
      const onHide = () => saver.leave()
      const onOnline = () => void saver.flush()
      const onVisibility = () => (document.visibilityState === 'hidden' ? void saver.flush() : refresh())
      addEventListener('pagehide', onHide)
      addEventListener('online', onOnline)
      document.addEventListener('visibilitychange', onVisibility)
      return () => {
        otherTabs = undefined
        channel.close()
        removeEventListener('pagehide', onHide)
        removeEventListener('online', onOnline)
        document.removeEventListener('visibilitychange', onVisibility)
      }
    },
  }
}

/** Any other refusal is final, for example because the appointment was cancelled meanwhile. */
const canRetry = (error: unknown) => !(error instanceof AppError) || isTemporary(error) || isBusy(error) || error.reason === 'signed_out'

const textIn = ({ draft, text }: StoredNote) => draft?.draft ?? text

/** The conflict of a draft that is based on an older note than the saved one, for example from a device that was offline. */
const conflictIn = ({ draft, text, updatedAt }: StoredNote): NoteConflict | undefined =>
  draft && draft.based_on !== updatedAt && draft.draft.trim() !== text ? { winner: 'open', other: text, base: updatedAt } : undefined

/** Compares times, because a response that was requested before a save here is stale. */
const hasChanged = ({ draft, updatedAt }: StoredNote, known: StoredNote, base: string | null, seen: string | null) =>
  draft ? seen === null || Date.parse(draft.updated_at) > Date.parse(seen) : updatedAt !== known.updatedAt && updatedAt !== base
