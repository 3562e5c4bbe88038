// The note as it is typed, and what became of it elsewhere. Tabs of the same browser tell each other.
import { AppError, isBusy, isTemporary } from '../../../lib/errors.ts'
import { createDraftSaver, type DraftStatus } from './draft-saver.ts'
import { saveNoteDraft, saveNoteDraftOnLeaving, type VisitNotes } from './queries.ts'

interface DraftState {
  text: string
  status: DraftStatus
  /** `theirs`: what was stored elsewhere is shown now. `ours`: what is shown has replaced it. `lost` is the other text. */
  conflict?: { winner: 'theirs' | 'ours'; lost: string } | undefined
}

export function createDraftStore(stored: VisitNotes) {
  const { id } = stored
  let state: DraftState = { text: textIn(stored), status: 'saved' }
  let known = stored
  let otherTabs: BroadcastChannel | undefined
  const listeners = new Set<() => void>()
  const update = (change: Partial<DraftState>) => {
    state = { ...state, ...change }
    for (const listener of listeners) listener()
  }
  const saver = createDraftSaver({
    text: state.text,
    seen: stored.draft?.updated_at ?? null,
    save: (text, seen) => saveNoteDraft(id, text, seen),
    saveLast: (text, seen) => saveNoteDraftOnLeaving(id, text, seen),
    canRetry,
    onStatus: (status) => update({ status }),
    onReplaced: (lost) => update({ conflict: { winner: 'ours', lost } }),
    onSaved: () => otherTabs?.postMessage('saved'),
  })
  const change = (text: string) => {
    update({ text })
    saver.change(text)
  }
  return {
    saver,
    change,
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    getState: () => state,
    /** What the database has now. Unsaved typing stays, and replaces it when it is saved. */
    sync(latest: VisitNotes) {
      const text = textIn(latest)
      const isNews = saver.isClean() && text !== state.text && hasChanged(latest, known, saver.seen())
      known = latest
      if (!isNews) return
      saver.adopt(text, latest.draft?.updated_at ?? null)
      update({ text, conflict: { winner: 'theirs', lost: state.text } })
    },
    /** Takes back the text that was replaced. */
    restore: () => {
      change(state.conflict?.lost ?? '')
      update({ conflict: undefined })
    },
    dismiss: () => update({ conflict: undefined }),
    /** Hears of other tabs, and saves when the page is hidden, closed or online again. Returns how to stop. */
    listen(refresh: () => void) {
      const channel = new BroadcastChannel(`note-draft:${id}`)
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

/** Any other refusal is final: the appointment was cancelled meanwhile. */
const canRetry = (error: unknown) => !(error instanceof AppError) || isTemporary(error) || isBusy(error) || error.reason === 'signed_out'

const textIn = ({ draft, notes }: VisitNotes) => draft?.draft ?? notes ?? ''

/** An answer that was under way while a draft was saved here may be older than that draft. */
const hasChanged = ({ draft, notes }: VisitNotes, known: VisitNotes, seen: string | null) =>
  draft ? seen === null || Date.parse(draft.updated_at) > Date.parse(seen) : notes !== known.notes
