// Saves what is typed into a note as a draft: shortly after typing stops, and every few seconds while it goes on.

const AFTER_TYPING_MS = 1000
/** Somebody who types without a pause loses at most this much in a crash. */
const MAX_UNSAVED_MS = 5000
const RETRY_MS = [2000, 5000, 10_000, 30_000]

export type DraftStatus = 'saved' | 'unsaved' | 'failed'

export interface SavedDraft {
  /** Null when there is no draft, because it says the same as the note. */
  updated_at: string | null
  /** The text of another tab or device that this one replaced. */
  replaced: string | null
}

interface DraftSaverOptions {
  /** What is stored now, and since when. */
  text: string
  seen: string | null
  save: (text: string, seen: string | null) => Promise<SavedDraft>
  /** Sends without waiting for an answer, because the page is being closed. */
  saveLast: (text: string, seen: string | null) => void
  /** Whether trying again could help. */
  canRetry: (error: unknown) => boolean
  onStatus: (status: DraftStatus) => void
  onReplaced: (text: string) => void
  onSaved: () => void
}

export function createDraftSaver({ save, saveLast, canRetry, onStatus, onReplaced, onSaved, ...stored }: DraftSaverOptions) {
  let { text, seen } = stored
  /** Undefined when what is stored is not known to be the text. */
  let savedText: string | undefined = text
  let unsavedSince: number | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let running: Promise<void> | undefined
  let failures = 0
  /** Texts of this tab that may have arrived although no answer came: replacing them is no news. */
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

  /** Saves now what is not saved yet. */
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
      // The request under way schedules the next one.
      if (!running) schedule(Math.max(0, Math.min(AFTER_TYPING_MS, unsavedSince + MAX_UNSAVED_MS - Date.now())))
    },
    flush,
    isClean,
    seen: () => seen,
    /** Whether this text may have been sent from here although no answer came. */
    isOwn: (sent: string) => unanswered.has(sent),
    /** The stored draft is another one, or gone: the text is sent again. */
    resend(storedSeen: string | null) {
      ;[savedText, seen] = [undefined, storedSeen]
      schedule(0)
    },
    /** Waits for a request that is under way, and starts no other: the note itself is about to be saved. */
    async pause() {
      clearTimeout(timer)
      await running
      clearTimeout(timer)
    },
    /** Goes on after a pause. */
    resume() {
      if (!isClean()) schedule(AFTER_TYPING_MS)
    },
    /** Takes over what is stored now, for example after another tab has saved it. */
    adopt(storedText: string, storedSeen: string | null) {
      clearTimeout(timer)
      ;[text, savedText, seen, unsavedSince] = [storedText, storedText, storedSeen, undefined]
      onStatus('saved')
    },
    /** The note has been saved with this text. What was typed meanwhile stays a draft. */
    noteSaved(noteText: string) {
      ;[savedText, seen] = [noteText, null]
      if (!isClean()) return schedule(AFTER_TYPING_MS)
      clearTimeout(timer)
      onStatus('saved')
    },
    /** The page is being closed. */
    leave() {
      if (isClean() && !running) return
      unanswered.add(text)
      saveLast(text, seen)
    },
  }
}
