// Watches the quality of a connection while it lasts, and gives up the video where it is too poor for both sound and video.

import { VideoSaver } from '../devices/video-saver.ts'
import { type Quality, QualityMeter, rate, worstOf } from '../quality.ts'
import { StatsReader, type StatsRecord } from '../stats.ts'

const SAMPLE_EVERY_MS = 2000

interface ConnectionWatchOptions {
  getStats: () => Promise<Iterable<StatsRecord> | undefined>
  /** Whether a camera or a screen is on, so that there is video to give up. */
  hasVideo: () => boolean
  /** Whether the other person's camera sends something, which never stands still for long. */
  isOtherSeen: () => boolean
  onQuality: (quality: Quality | undefined) => void
  onPause: (isPaused: boolean) => void
  /** Whether the other person's picture stands still. */
  onFrozen: (isFrozen: boolean) => void
}

/** How many samples in a row without a new picture it takes. */
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
   * To be called whenever the two are connected, and again when they no longer are. It goes on measuring through an interruption: a
   * connection that is too slow for its video loses the browser's checks as well.
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
    // The connection may have ended while the browser was counting.
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
    // Without a report, what the browser believes it could send says nothing good about what arrives.
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

  /** The person wants to be seen, however poor the connection is. */
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
