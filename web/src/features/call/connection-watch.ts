// Watches the quality of a connection while it lasts, and gives up the video where it is too poor for both sound and video.
import { type Quality, QualityMeter, worstOf } from './quality.ts'
import { StatsReader, type StatsRecord } from './stats.ts'
import { VideoSaver } from './video-saver.ts'

const SAMPLE_EVERY_MS = 2000

interface ConnectionWatchOptions {
  getStats: () => Promise<Iterable<StatsRecord> | undefined>
  /** Whether a camera or a screen is on, so that there is video to give up. */
  hasVideo: () => boolean
  onQuality: (quality: Quality | undefined) => void
  onPause: (isPaused: boolean) => void
}

export class ConnectionWatch {
  readonly #options: ConnectionWatchOptions
  readonly #saver = new VideoSaver()
  #meters = newMeters()
  #quality: Quality | undefined
  #timer: ReturnType<typeof setInterval> | undefined

  constructor(options: ConnectionWatchOptions) {
    this.#options = options
  }

  /** To be called whenever the two are connected, and again when they no longer are. */
  setConnected(isConnected: boolean) {
    if (isConnected === (this.#timer !== undefined)) return
    this.stop()
    this.#meters = newMeters()
    this.#saver.forget()
    this.#report(undefined)
    if (isConnected) this.#timer = setInterval(() => void this.#sample(this.#meters), SAMPLE_EVERY_MS)
  }

  async #sample(meters: Meters) {
    const records = await this.#options.getStats().catch(() => undefined)
    // The connection may have ended while the browser was counting.
    if (!records || meters !== this.#meters || !this.#timer) return
    const { down, up } = meters.reader.read(records)
    meters.down.take(down)
    meters.up.take(up)
    this.#report(worstOf([meters.down.quality, meters.up.quality]))
    const wasPaused = this.#saver.isPaused
    const isPaused = this.#saver.observe(meters.up.quality, this.#options.hasVideo(), Date.now())
    if (isPaused !== wasPaused) this.#options.onPause(isPaused)
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
