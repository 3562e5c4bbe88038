// Saves a note's draft shortly after typing stops, and every few seconds during continuous typing.

const AFTER_TYPING_MS = 1000
/** A crash during continuous typing loses at most this much. */
const MAX_UNSAVED_MS = 5000
const RETRY_MS = [2000, 5000, 10_000, 30_000]

export type DraftStatus = 'saved' | 'unsaved' | 'failed'

export interface SavedDraft {
  /** Null if no draft is stored, because its text equals the note. */
  updated_at: string | null
  /** The draft of another tab or device that this save replaced. */
  replaced: string | null
}

interface DraftSaverOptions {
  /** The stored text. `seen` is the time at which it was stored. */
  text: string
  seen: string | null
  save: (text: string, seen: string | null) => Promise<SavedDraft>
  /** Sends without waiting for a response, because the page is being closed. */
  saveLast: (text: string, seen: string | null) => void
  /** Whether a retry could succeed. */
  canRetry: (error: unknown) => boolean
  onStatus: (status: DraftStatus) => void
  onReplaced: (text: string) => void
  onSaved: () => void
}

export function createDraftSaver({ save, saveLast, canRetry, onStatus, onReplaced, onSaved, ...stored }: DraftSaverOptions) {
  let { text, seen } = stored
  /** The text that is known to be stored. Undefined if the stored text is unknown or another one. */
  let savedText: string | undefined = text
  let unsavedSince: number | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let running: Promise<void> | undefined
  let failures = 0
  /** Texts of this tab that may be stored although no response came. Replacing them is not reported. */
  const unanswered = new Set<string>()

  const schedule = (delayMs: number) => {
    clearTimeout(timer)
    timer = setTimeout(() => void flush(), delayMs)
  }

  const isClean = () => text === savedText

  const saveOnce = async () => {
    const sent = text
    unanswered.add(sent)
    try {
      const { updated_at, replaced } = await save(sent, seen)
      const isFromElsewhere = replaced !== null && !unanswered.has(replaced)
      seen = updated_at
      savedText = sent
      failures = 0
      unanswered.clear()
      unsavedSince = isClean() ? undefined : Date.now()
      onStatus(isClean() ? 'saved' : 'unsaved')
      if (isFromElsewhere) onReplaced(replaced)
      onSaved()
      if (!isClean()) schedule(AFTER_TYPING_MS)
    } catch (error) {
      onStatus('failed')
      if (canRetry(error)) schedule(RETRY_MS[Math.min(failures++, RETRY_MS.length - 1)] ?? 0)
    }
  }

  /** Saves unsaved text now. */
  async function flush() {
    clearTimeout(timer)
    await running
    if (isClean()) return
    running = saveOnce()
    await running
    running = undefined
  }

  return {
    change(next: string) {
      text = next
      if (isClean()) {
        clearTimeout(timer)
        unsavedSince = undefined
        if (!running) onStatus('saved')
        return
      }
      onStatus('unsaved')
      unsavedSince ??= Date.now()
      // A running request schedules the next one itself.
      if (!running) schedule(Math.max(0, Math.min(AFTER_TYPING_MS, unsavedSince + MAX_UNSAVED_MS - Date.now())))
    },
    flush,
    isClean,
    seen: () => seen,
    /** Whether this tab may have stored this text although no response came. */
    isOwn: (sent: string) => unanswered.has(sent),
    /** Sends the text again, because the stored draft is another one or gone. */
    resend(storedSeen: string | null) {
      ;[savedText, seen] = [undefined, storedSeen]
      schedule(0)
    },
    /** Waits for the running request and starts no other, because the note itself is about to be saved. */
    async pause() {
      clearTimeout(timer)
      await running
      clearTimeout(timer)
    },
    /** Continues after a pause. */
    resume() {
      if (!isClean()) schedule(AFTER_TYPING_MS)
    },
    /** Takes over the stored text, for example after another tab has saved it. */
    adopt(storedText: string, storedSeen: string | null) {
      clearTimeout(timer)
      ;[text, savedText, seen, unsavedSince] = [storedText, storedText, storedSeen, undefined]
      onStatus('saved')
    },
    /** Call this when the note was saved with this text. Text typed meanwhile stays a draft. */
    noteSaved(noteText: string) {
      ;[savedText, seen] = [noteText, null]
      if (!isClean()) return schedule(AFTER_TYPING_MS)
      clearTimeout(timer)
      onStatus('saved')
    },
    /** Call this when the page is being closed. */
    leave() {
      if (isClean() && !running) return
      unanswered.add(text)
      saveLast(text, seen)
    },
  }
}
