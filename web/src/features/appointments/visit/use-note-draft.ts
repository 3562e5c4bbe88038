import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { AppError } from '../../../lib/errors.ts'
import { createDraftSaver, type DraftStatus } from './draft-saver.ts'
import { followToken, saveNoteDraft, saveNoteDraftOnLeaving, type VisitNotes, visitNotesKey, waitBeforeReading } from './queries.ts'

interface DraftState {
  text: string
  status: DraftStatus
  /** `theirs`: what was stored elsewhere is shown now. `ours`: what is shown has replaced it. `lost` is the other text. */
  conflict?: { winner: 'theirs' | 'ours'; lost: string } | undefined
}

/** A refusal is final: the appointment was cancelled meanwhile. */
const canRetry = (error: unknown) => !(error instanceof AppError) || ['unreachable', 'failed', 'signed_out'].includes(error.reason)

/** The text of the note as it is typed, saved as a draft meanwhile. Tabs of the same browser tell each other. */
export function useNoteDraft(stored: VisitNotes) {
  const { id } = stored
  const client = useQueryClient()
  const [state, setState] = useState<DraftState>(() => ({ text: textIn(stored), status: 'saved' }))
  const update = (change: Partial<DraftState>) => setState((before) => ({ ...before, ...change }))
  const otherTabs = useRef<BroadcastChannel>(undefined)
  const [saver] = useState(() =>
    createDraftSaver({
      text: textIn(stored),
      seen: stored.draft?.updated_at ?? null,
      save: (text, seen) => saveNoteDraft(id, text, seen),
      saveLast: (text, seen) => saveNoteDraftOnLeaving(id, text, seen),
      canRetry,
      onStatus: (status) => update({ status }),
      onReplaced: (lost) => update({ conflict: { winner: 'ours', lost } }),
      onSaved: () => otherTabs.current?.postMessage('saved'),
    }),
  )

  const [known, setKnown] = useState(stored)
  // Something was stored elsewhere. Unsaved typing stays, and replaces it when it is saved.
  const adopt = useEffectEvent(() => {
    setKnown(stored)
    const text = textIn(stored)
    if (!saver.isClean() || text === state.text || !hasChanged(stored, known, saver.seen())) return
    update({ text, conflict: { winner: 'theirs', lost: state.text } })
    saver.adopt(text, stored.draft?.updated_at ?? null)
  })
  useEffect(() => adopt(), [stored])

  useEffect(() => {
    const refresh = () => void client.invalidateQueries({ queryKey: visitNotesKey(id) })
    const stopFollowing = followToken()
    const channel = new BroadcastChannel(`note-draft:${id}`)
    channel.onmessage = refresh
    otherTabs.current = channel
    const onHide = () => saver.leave()
    const onOnline = () => void saver.flush()
    const onVisibility = () => (document.visibilityState === 'hidden' ? void saver.flush() : refresh())
    addEventListener('pagehide', onHide)
    addEventListener('online', onOnline)
    document.addEventListener('visibilitychange', onVisibility)
    return () => {
      stopFollowing()
      otherTabs.current = undefined
      channel.close()
      removeEventListener('pagehide', onHide)
      removeEventListener('online', onOnline)
      document.removeEventListener('visibilitychange', onVisibility)
      waitBeforeReading(saver.flush())
    }
  }, [client, id, saver])

  const change = (text: string) => {
    update({ text })
    saver.change(text)
  }
  return {
    ...state,
    /** Whether the text differs from what the patient reads. */
    isUnsaved: state.text.trim() !== (stored.notes ?? ''),
    change,
    /** Takes back the text that was replaced. */
    restore: () => {
      change(state.conflict?.lost ?? '')
      update({ conflict: undefined })
    },
    dismiss: () => update({ conflict: undefined }),
    saver,
  }
}

export type NoteDraft = ReturnType<typeof useNoteDraft>

const textIn = ({ draft, notes }: VisitNotes) => draft?.draft ?? notes ?? ''

/** An answer that was under way while a draft was saved here may be older than that draft. */
const hasChanged = ({ draft, notes }: VisitNotes, known: VisitNotes, seen: string | null) =>
  draft ? seen === null || Date.parse(draft.updated_at) > Date.parse(seen) : notes !== known.notes
