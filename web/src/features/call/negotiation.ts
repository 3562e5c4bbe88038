// One connection between two pages: offers, answers, candidates, and reconnecting.
// https://www.w3.org/TR/webrtc/#perfect-negotiation-example: if both sides make an offer at once, the polite side gives in.
import type { SignalBody } from './signals.ts'
import type { StatsRecord } from './stats.ts'

export type Kind = 'audio' | 'video'
export type Tracks = Record<Kind, MediaStreamTrack | undefined>

export interface NegotiationOptions {
  isPolite: boolean
  rtc: RTCConfiguration
  tracks: () => Tracks
  send: (body: SignalBody) => void
  onTrack: (track: MediaStreamTrack) => void
  onState: (state: RTCPeerConnectionState) => void
  /** Called while there is no connection for long, because a message may have been lost. */
  onStuck: () => void
}

const KINDS: Kind[] = ['audio', 'video']
const BATCH_MS = 60
const STUCK_MS = 6000
const MAX_STUCK_MS = 20_000
// The polite side waits longer, so that usually only one of them restarts.
const RESTART_MS = { failed: 300, disconnected: 2500, politeExtra: 2000, maxDoublings: 3 }
/** A disconnected connection that receives nothing for this long does not recover by itself. */
const SILENT_MS = 500
/** After a restart, Chromium reports 'connected' for two seconds even if there is no peer. */
const UNPROVEN_MS = 3000
const PROOF_STEP_MS = 200

export class Negotiation {
  readonly #options: NegotiationOptions
  readonly #pc: RTCPeerConnection
  #isMakingOffer = false
  #isIgnoring = false
  #hasTracks = false
  #wasLost = false
  #restarts = 0
  #candidates: RTCIceCandidateInit[] = []
  #batch: ReturnType<typeof setTimeout> | undefined
  #restart: ReturnType<typeof setTimeout> | undefined
  #watch: ReturnType<typeof setTimeout> | undefined

  constructor(options: NegotiationOptions) {
    this.#options = options
    const pc = new RTCPeerConnection(options.rtc)
    this.#pc = pc
    pc.onnegotiationneeded = () => void this.#offer()
    pc.onicecandidate = ({ candidate }) => candidate && this.#collect(candidate.toJSON())
    pc.ontrack = ({ track }) => options.onTrack(track)
    pc.onconnectionstatechange = () => this.#follow(pc.connectionState)
    this.#watchOver(STUCK_MS)
    // Only the impolite side makes the first offer. The other side uses the offered transceivers for its tracks.
    if (!options.isPolite) {
      this.#hasTracks = true
      for (const kind of KINDS) pc.addTransceiver(options.tracks()[kind] ?? kind, { direction: 'sendrecv' })
    }
  }

  async #offer() {
    try {
      this.#isMakingOffer = true
      await this.#pc.setLocalDescription()
      this.#describe()
      if (!this.#watch) this.#watchOver(STUCK_MS)
    } catch {
      // The connection was closed meanwhile, or the other side's offer arrived first and is being answered.
    } finally {
      this.#isMakingOffer = false
    }
  }

  #describe() {
    const { localDescription } = this.#pc
    if (localDescription)
      this.#options.send({ type: 'description', description: { type: localDescription.type, sdp: localDescription.sdp } })
  }

  async takeDescription(description: RTCSessionDescriptionInit) {
    const pc = this.#pc
    const isOffer = description.type === 'offer'
    const isClash = isOffer && (this.#isMakingOffer || pc.signalingState !== 'stable')
    this.#isIgnoring = !this.#options.isPolite && isClash
    if (this.#isIgnoring) {
      // The other side made an offer because it has not received ours.
      this.repeatOffer()
      return
    }
    // This answers an offer that was rolled back.
    if (description.type === 'answer' && pc.signalingState !== 'have-local-offer') return
    await pc.setRemoteDescription(description)
    if (!isOffer) return
    if (!this.#hasTracks) await this.#joinOffered()
    await pc.setLocalDescription()
    this.#describe()
  }

  async #joinOffered() {
    this.#hasTracks = true
    const tracks = this.#options.tracks()
    // All at once, so that a camera switched on meanwhile is applied afterwards and not in between.
    await Promise.all(
      this.#pc.getTransceivers().map((transceiver) => {
        transceiver.direction = 'sendrecv'
        return transceiver.sender.replaceTrack(tracks[transceiver.receiver.track.kind as Kind] ?? null)
      }),
    )
  }

  async takeCandidates(candidates: RTCIceCandidateInit[]) {
    for (const candidate of candidates) {
      // Candidates of an ignored offer or a closed connection are rejected, which is harmless.
      await this.#pc.addIceCandidate(candidate).catch(() => {})
    }
  }

  // Candidates are sent in batches, because broadcasts are rate-limited.
  #collect(candidate: RTCIceCandidateInit) {
    this.#candidates.push(candidate)
    this.#batch ??= setTimeout(() => {
      this.#batch = undefined
      this.#options.send({ type: 'candidates', candidates: this.#candidates.splice(0) })
    }, BATCH_MS)
  }

  #follow(state: RTCPeerConnectionState) {
    clearTimeout(this.#restart)
    if (state === 'connected') {
      if (this.#wasLost) this.#resumeWhenProven().catch(() => this.#resume())
      else this.#options.onState(state)
      return
    }
    if (state === 'failed' || state === 'disconnected') {
      this.#wasLost = true
      this.#restartLater(state)
      this.#watchOver(STUCK_MS)
    }
    this.#options.onState(state)
  }

  /** Reports a lost connection as back once data arrives, or after a while without any, because both may have switched everything off. */
  async #resumeWhenProven() {
    this.#sendWholePicture().catch(() => {})
    const before = await this.#bytesReceived()
    for (let waitedMs = 0; waitedMs < UNPROVEN_MS; waitedMs += PROOF_STEP_MS) {
      if ((await this.#bytesReceived()) > before) break
      await new Promise((resolve) => setTimeout(resolve, PROOF_STEP_MS))
      if (!this.isConnected) return
    }
    this.#resume()
  }

  #resume() {
    if (!this.isConnected || !this.#wasLost) return
    this.#wasLost = false
    this.#restarts = 0
    this.#options.onState('connected')
  }

  /** Restarts the encoding to send a key frame. Without one the other side shows nothing, and it asks only every three seconds. */
  async #sendWholePicture() {
    const sender = this.#senderOf('video')
    for (const active of [false, true]) {
      const parameters = sender?.getParameters()
      for (const encoding of parameters?.encodings ?? []) encoding.active = active
      if (parameters) await sender?.setParameters(parameters)
    }
  }

  #senderOf(kind: Kind) {
    return this.#pc.getTransceivers().find(({ receiver }) => receiver.track.kind === kind)?.sender
  }

  // Each restart waits longer, up to a few seconds. Restarts without a relay fail at once, and the relay may be back at any moment.
  #restartLater(state: 'failed' | 'disconnected') {
    const doublings = Math.min(this.#restarts++, RESTART_MS.maxDoublings)
    const extra = this.#options.isPolite ? RESTART_MS.politeExtra : 0
    this.#restart = setTimeout(() => this.restart(), RESTART_MS[state] * 2 ** doublings + extra)
    if (state === 'disconnected' && !doublings) this.#restartIfSilent(this.#restart, extra).catch(() => {})
  }

  /** Restarts early if no data arrives, as with a lost relay. A slow connection still receives data and needs no restart. */
  async #restartIfSilent(planned: ReturnType<typeof setTimeout>, extra: number) {
    const before = await this.#bytesReceived()
    await new Promise((resolve) => setTimeout(resolve, SILENT_MS))
    const isSilent = (await this.#bytesReceived()) === before
    // The connection may have recovered and been lost again meanwhile.
    if (!isSilent || this.#pc.connectionState !== 'disconnected' || this.#restart !== planned) return
    clearTimeout(planned)
    this.#restart = setTimeout(() => this.restart(), extra)
  }

  async #bytesReceived() {
    let sum = 0
    for (const { bytesReceived } of await this.getStats()) sum += bytesReceived ?? 0
    return sum
  }

  #watchOver(wait: number) {
    clearTimeout(this.#watch)
    this.#watch = setTimeout(() => {
      this.#watch = undefined
      const isOfferOpen = this.repeatOffer()
      if (this.isConnected && !isOfferOpen) return
      if (!this.isConnected) this.#options.onStuck()
      if (!isOfferOpen && !this.#options.isPolite) this.restart()
      this.#watchOver(Math.min(MAX_STUCK_MS, wait * 2))
    }, wait)
  }

  get isConnected() {
    return this.#pc.connectionState === 'connected'
  }

  restart() {
    this.#pc.restartIce()
  }

  /** Resends an unanswered offer, which may have been lost. Returns false if there is none. */
  repeatOffer() {
    if (this.#pc.signalingState !== 'have-local-offer') return false
    this.#describe()
    return true
  }

  async replace(kind: Kind, track: MediaStreamTrack | undefined) {
    await this.#senderOf(kind)?.replaceTrack(track ?? null)
  }

  async getStats() {
    return (await this.#pc.getStats()).values() as Iterable<StatsRecord>
  }

  close() {
    for (const timer of [this.#batch, this.#restart, this.#watch]) clearTimeout(timer)
    const pc = this.#pc
    pc.onnegotiationneeded = pc.onicecandidate = pc.ontrack = pc.onconnectionstatechange = null
    pc.close()
  }
}
