// Decides when a call gives up its video for the sake of its sound, and when it tries the video again.
import type { Quality } from '../quality.ts'

/** The upload must be poor for so long. */
export const PAUSE_AFTER_MS = 8000
/** The upload must be good for so long; longer after every attempt that failed, because without video every connection looks better. */
export const RESUME_AFTER_MS = 20_000
const MAX_RESUME_AFTER_MS = 160_000
/** A person who turned the video on again keeps it for at least this long. */
export const KEEP_AFTER_BUTTON_MS = 30_000
/** Video that lasted so long was no failed attempt. */
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
   * `upload` is undefined while nothing could be measured; `hasVideo` says whether there is any to save. `latest` is what was measured
   * just now: the rating is slow to get better, so after a short outage it alone would be poor for long enough.
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

  /** By the person's own wish. */
  resume(now: number) {
    this.#keepUntil = now + KEEP_AFTER_BUTTON_MS
    this.#resume(now)
  }

  /** The connection was interrupted: what was observed before says nothing about the new one. */
  forget() {
    this.#poorSince = this.#goodSince = undefined
  }
}

const hasLasted = (since: number | undefined, ms: number, now: number) => since !== undefined && now - since >= ms
