// Decides when a call pauses its video to save the sound, and when it resumes.
import type { Quality } from '../quality.ts'

/** The video pauses after the upload was poor for this long. */
export const PAUSE_AFTER_MS = 8000
/** The video resumes after a good upload for this long. Doubled after each failure, because without video a connection looks better. */
export const RESUME_AFTER_MS = 20_000
const MAX_RESUME_AFTER_MS = 160_000
/** Video that the user resumed stays on for at least this long. */
export const KEEP_AFTER_BUTTON_MS = 30_000
/** Resumed video that lasts this long counts as a success. */
const LASTED_MS = 60_000

export class VideoSaver {
  #isPaused = false
  #poorSince: number | undefined
  #goodSince: number | undefined
  #keepUntil = 0
  #resumedAt: number | undefined
  #resumeAfterMs = RESUME_AFTER_MS

  get isPaused() {
    return this.#isPaused
  }

  /**
   * `upload` is the rating, undefined while nothing could be measured. `hasVideo`: whether there is video to pause. `latest` is the newest
   * measurement. It is needed because the rating improves slowly, so it stays poor for too long after a short outage.
   */
  observe(upload: Quality | undefined, hasVideo: boolean, now: number, latest: Quality | 'unknown' | undefined = upload) {
    if (latest && latest !== 'unknown') this.#poorSince = latest === 'poor' ? (this.#poorSince ?? now) : undefined
    this.#goodSince = upload === 'good' ? (this.#goodSince ?? now) : undefined
    if (this.#isPaused) {
      if (hasLasted(this.#goodSince, this.#resumeAfterMs, now)) this.#resume(now)
    } else if (hasVideo && now >= this.#keepUntil && latest === 'poor' && hasLasted(this.#poorSince, PAUSE_AFTER_MS, now)) this.#pause(now)
    return this.#isPaused
  }

  #pause(now: number) {
    const isRelapse = this.#resumedAt !== undefined && now - this.#resumedAt < LASTED_MS
    this.#resumeAfterMs = isRelapse ? Math.min(MAX_RESUME_AFTER_MS, this.#resumeAfterMs * 2) : RESUME_AFTER_MS
    this.#isPaused = true
    this.#goodSince = undefined
  }

  #resume(now: number) {
    this.#isPaused = false
    this.#poorSince = undefined
    this.#resumedAt = now
  }

  /** Resumes the video on the user's request. */
  resume(now: number) {
    this.#keepUntil = now + KEEP_AFTER_BUTTON_MS
    this.#resume(now)
  }

  /** Call this after an interruption, because earlier observations say nothing about the new connection. */
  forget() {
    this.#poorSince = this.#goodSince = undefined
  }
}

const hasLasted = (since: number | undefined, ms: number, now: number) => since !== undefined && now - since >= ms
