// Monitors the quality of a connection, and pauses the video if it is too poor for both sound and video.

import { VideoSaver } from '../devices/video-saver.ts'
import { type Quality, QualityMeter, rate, worstOf } from '../quality.ts'
import { StatsReader, type StatsRecord } from '../stats.ts'

const SAMPLE_EVERY_MS = 2000

interface ConnectionWatchOptions {
  getStats: () => Promise<Iterable<StatsRecord> | undefined>
  /** Whether a camera or a screen is on, so that there is video to pause. */
  hasVideo: () => boolean
  /** Whether the other person's camera is sending. Its picture never stands still for long, unlike a shared screen. */
  isOtherSeen: () => boolean
  onQuality: (quality: Quality | undefined) => void
  onPause: (isPaused: boolean) => void
  /** Called when the other person's picture freezes or moves again. */
  onFrozen: (isFrozen: boolean) => void
}

/** The picture counts as frozen after this many consecutive samples without a new frame. */
const FROZEN_SAMPLES = 2

export class ConnectionWatch {
  readonly #options: ConnectionWatchOptions
  readonly #saver = new VideoSaver()
  #meters = newMeters()
  #quality: Quality | undefined
  #isConnected = false
  #frozenSamples = 0
  #timer: ReturnType<typeof setInterval> | undefined

  constructor(options: ConnectionWatchOptions) {
    this.#options = options
  }

  /**
   * Call this when the connection is established or lost. Measuring continues during an interruption, because a connection that is too
   * slow for its video also loses the browser's connectivity checks.
   */
  setConnected(isConnected: boolean, isInterrupted = false) {
    this.#isConnected = isConnected
    if (!isConnected) this.#report(undefined)
    if ((isConnected || isInterrupted) === (this.#timer !== undefined)) return
    this.stop()
    this.#forget()
    if (isConnected) this.#timer = setInterval(() => void this.#sample(this.#meters), SAMPLE_EVERY_MS)
  }

  #forget() {
    this.#meters = newMeters()
    this.#saver.forget()
    this.#setFrozen(0)
  }

  async #sample(meters: Meters) {
    const records = await this.#options.getStats().catch(() => undefined)
    // The connection may have ended while the browser was collecting its statistics.
    if (!records || meters !== this.#meters || !this.#timer) return
    const { down, up, upNow, hasReport, hasArrived, isFrozen } = meters.reader.read(records)
    // Samples of the old connection say nothing about the new one.
    if (!this.#isConnected && !hasArrived) return this.#forget()
    meters.down.take(down)
    meters.up.take(up)
    if (this.#isConnected) this.#report(worstOf([meters.down.quality, meters.up.quality]))
    this.#setFrozen(isFrozen && this.#options.isOtherSeen() ? this.#frozenSamples + 1 : 0)
    const wasPaused = this.#saver.isPaused
    const rated = rate(upNow, meters.up.quality)
    // Without a report from the other side, the browser's own estimate can only prove a poor connection, not a good one.
    const latest = hasReport || rated === 'poor' ? rated : 'unknown'
    const isPaused = this.#saver.observe(meters.up.quality, this.#options.hasVideo(), Date.now(), latest)
    if (isPaused !== wasPaused) this.#options.onPause(isPaused)
  }

  #setFrozen(samples: number) {
    const wasFrozen = this.#frozenSamples >= FROZEN_SAMPLES
    this.#frozenSamples = samples
    if (samples >= FROZEN_SAMPLES !== wasFrozen) this.#options.onFrozen(!wasFrozen)
  }

  #report(quality: Quality | undefined) {
    if (quality === this.#quality) return
    this.#quality = quality
    this.#options.onQuality(quality)
  }

  /** Resumes the video on the user's request, even on a poor connection. */
  resumeVideo() {
    if (!this.#saver.isPaused) return
    this.#saver.resume(Date.now())
    this.#options.onPause(false)
  }

  stop() {
    clearInterval(this.#timer)
    this.#timer = undefined
  }
}

const newMeters = () => ({ reader: new StatsReader(), down: new QualityMeter(), up: new QualityMeter() })
type Meters = ReturnType<typeof newMeters>
