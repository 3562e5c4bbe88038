// A fake RTCPeerConnection, for tests of the state machines above it. Offers, answers, rollback, ICE restarts and candidates follow the
// W3C state machine, and two peers connect once their current descriptions match.
import type { Kind } from '../negotiation.ts'
import type { StatsRecord } from '../stats.ts'

const OPERATION_MS = 5
const GATHERING_MS = 20
const CHECK_EVERY_MS = 250
/** Like browsers, reports a lost connection as disconnected after some seconds and as failed later. */
const DISCONNECTED_AFTER_MS = 5000
const FAILED_AFTER_MS = 15_000

interface Sdp {
  ufrag: string
  candidates: string[]
}

interface Description {
  type: RTCSdpType
  ufrag: string
}

const parse = (sdp: string | undefined) => JSON.parse(sdp ?? '{}') as Sdp

/** The network between the peers. */
export class FakeNetwork {
  isUp = true
  /** Whether it is so slow that connectivity checks time out although data arrives. */
  isSlow = false
  /** Counts stops and starts of the relay, after which earlier candidates are invalid. */
  relayChanges = 0
  readonly peers = new Set<FakePeer>()
  #count = 0
  readonly #timer = setInterval(() => {
    for (const peer of this.peers) peer.check()
  }, CHECK_EVERY_MS)

  /** Creates a class to use as the global RTCPeerConnection. */
  createClass() {
    // oxlint-disable-next-line typescript/no-this-alias, unicorn/no-this-assignment -- the class below has its own `this`
    const network = this
    return class extends FakePeer {
      constructor() {
        super(network)
      }
    }
  }

  nextUfrag() {
    return `u${++this.#count}`
  }

  stop() {
    clearInterval(this.#timer)
  }
}

export class FakePeer {
  onnegotiationneeded: (() => void) | null = null
  onicecandidate: ((event: { candidate: { toJSON: () => RTCIceCandidateInit } | null }) => void) | null = null
  ontrack: ((event: { track: MediaStreamTrack }) => void) | null = null
  onconnectionstatechange: (() => void) | null = null
  signalingState: RTCSignalingState = 'stable'
  connectionState: RTCPeerConnectionState = 'new'
  readonly #network: FakeNetwork
  readonly #transceivers: FakeTransceiver[] = []
  readonly #gathered = new Map<string, string[]>()
  readonly #relayChanges = new Map<string, number>()
  readonly #reachable = new Set<string>()
  #local: Description | undefined
  #remote: Description | undefined
  #pendingLocal: Description | undefined
  #pendingRemote: Description | undefined
  #isNegotiationNeeded = false
  #isRestartNeeded = false
  #hasToldTracks = false
  #operations: Promise<unknown> = Promise.resolve()
  #lastOkAt = 0

  constructor(network: FakeNetwork) {
    this.#network = network
    network.peers.add(this)
  }

  get localDescription() {
    const local = this.#pendingLocal ?? this.#local
    return local && { type: local.type, sdp: JSON.stringify({ ufrag: local.ufrag, candidates: this.#gathered.get(local.ufrag) ?? [] }) }
  }

  getTransceivers() {
    return this.#transceivers
  }

  addTransceiver(what: MediaStreamTrack | Kind) {
    this.#transceivers.push(new FakeTransceiver(typeof what === 'string' ? what : (what.kind as Kind)))
    this.#needNegotiation()
  }

  /** The browser's statistics, set by tests. */
  stats: StatsRecord[] = []
  #bytesReceived = 0

  async getStats() {
    const pair: StatsRecord = { type: 'candidate-pair', id: 'pair', bytesReceived: this.#bytesReceived }
    return new Map([pair, ...this.stats].map((record) => [record.id, record]))
  }

  restartIce() {
    this.#isRestartNeeded = true
    this.#needNegotiation()
  }

  #needNegotiation() {
    this.#isNegotiationNeeded = true
    queueMicrotask(() => {
      if (this.#isNegotiationNeeded && this.signalingState === 'stable') {
        this.#isNegotiationNeeded = false
        this.onnegotiationneeded?.()
      }
    })
  }

  /** Runs operations one at a time, asynchronously. Those of a closed peer never settle. */
  async #chain(work: () => void) {
    const previous = this.#operations
    const done = (async () => {
      await previous.catch(() => {})
      await new Promise((resolve) => setTimeout(resolve, OPERATION_MS))
      if (this.signalingState === 'closed') await new Promise(() => {})
      work()
    })()
    this.#operations = done
    return done
  }

  async setLocalDescription() {
    return this.#chain(() => {
      if (this.signalingState === 'have-remote-offer') this.#answer()
      else this.#offer()
    })
  }

  #offer() {
    this.#isNegotiationNeeded = false
    const ufrag = this.#local && !this.#isRestartNeeded ? this.#local.ufrag : this.#network.nextUfrag()
    this.#pendingLocal = { type: 'offer', ufrag }
    this.signalingState = 'have-local-offer'
    this.#gather(ufrag)
  }

  #answer() {
    const isRestart = !this.#local || this.#pendingRemote?.ufrag !== this.#remote?.ufrag
    const ufrag = isRestart ? this.#network.nextUfrag() : (this.#local?.ufrag ?? '')
    this.#settle({ type: 'answer', ufrag }, this.#pendingRemote)
    this.#gather(ufrag)
  }

  async setRemoteDescription({ type, sdp }: RTCSessionDescriptionInit) {
    return this.#chain(() => {
      const { ufrag, candidates } = parse(sdp)
      if (type === 'answer' && this.signalingState !== 'have-local-offer') throw new DOMException('not offered', 'InvalidStateError')
      if (candidates.length > 0) this.#reachable.add(ufrag)
      if (type === 'answer') {
        this.#settle(this.#pendingLocal, { type, ufrag })
        return
      }
      // This rolls back the own offer, so a new negotiation is needed.
      if (this.signalingState === 'have-local-offer') this.#isNegotiationNeeded = true
      this.#pendingLocal = undefined
      this.#pendingRemote = { type, ufrag }
      this.signalingState = 'have-remote-offer'
      if (this.#transceivers.length === 0) this.#transceivers.push(new FakeTransceiver('audio'), new FakeTransceiver('video'))
    })
  }

  #settle(local: Description | undefined, remote: Description | undefined) {
    const hasChanged = local?.ufrag !== this.#local?.ufrag || remote?.ufrag !== this.#remote?.ufrag
    if (local?.ufrag !== this.#local?.ufrag) this.#isRestartNeeded = false
    this.#local = local
    this.#remote = remote
    this.#pendingLocal = this.#pendingRemote = undefined
    this.signalingState = 'stable'
    if (hasChanged && this.connectionState !== 'connected') {
      this.#lastOkAt = Date.now()
      this.#change('connecting')
    }
    if (!this.#hasToldTracks) for (const { receiver } of this.#transceivers) this.ontrack?.({ track: receiver.track })
    this.#hasToldTracks = true
    if (this.#isNegotiationNeeded || this.#isRestartNeeded) this.#needNegotiation()
  }

  #gather(ufrag: string) {
    if (this.#gathered.has(ufrag)) return
    const found: string[] = []
    this.#gathered.set(ufrag, found)
    this.#relayChanges.set(ufrag, this.#network.relayChanges)
    for (const candidate of ['host', 'relay']) {
      setTimeout(() => {
        found.push(candidate)
        this.onicecandidate?.({ candidate: { toJSON: () => ({ candidate, usernameFragment: ufrag }) } })
      }, GATHERING_MS)
    }
  }

  async addIceCandidate({ usernameFragment }: RTCIceCandidateInit) {
    return this.#chain(() => {
      const remote = this.#pendingRemote ?? this.#remote
      if (remote?.ufrag !== usernameFragment) throw new DOMException('unknown ufrag', 'OperationError')
      this.#reachable.add(usernameFragment ?? '')
    })
  }

  /** Whether both current descriptions match, and at least one side has a candidate of the other. */
  #isMatched() {
    if (!this.#network.isUp || !this.#local || !this.#remote) return false
    for (const peer of this.#network.peers) {
      if (peer === this || peer.#local?.ufrag !== this.#remote.ufrag || peer.#remote?.ufrag !== this.#local.ufrag) continue
      const isCurrent = [this, peer].every((each) => each.#relayChanges.get(each.#local?.ufrag ?? '') === this.#network.relayChanges)
      return isCurrent && (this.#reachable.has(this.#remote.ufrag) || peer.#reachable.has(this.#local.ufrag))
    }
    return false
  }

  check() {
    const isMatched = this.#isMatched()
    if (isMatched) this.#bytesReceived += 1000
    if (isMatched && !this.#network.isSlow) {
      this.#lastOkAt = Date.now()
      this.#change('connected')
      return
    }
    const silentMs = Date.now() - this.#lastOkAt
    if (this.connectionState === 'connected' && silentMs >= DISCONNECTED_AFTER_MS) this.#change('disconnected')
    else if (['connecting', 'disconnected'].includes(this.connectionState) && silentMs >= FAILED_AFTER_MS) this.#change('failed')
  }

  #change(state: RTCPeerConnectionState) {
    if (state === this.connectionState) return
    this.connectionState = state
    this.onconnectionstatechange?.()
  }

  close() {
    this.signalingState = 'closed'
    this.connectionState = 'closed'
    this.#network.peers.delete(this)
  }
}

class FakeTransceiver {
  direction: RTCRtpTransceiverDirection = 'sendrecv'
  sent: MediaStreamTrack | null = null
  readonly receiver: { track: MediaStreamTrack }
  /** How often the encoding was switched on. Each start begins with a key frame. */
  starts = 0
  #isActive = true
  readonly sender = {
    getParameters: () => ({ encodings: [{ active: this.#isActive }] }),
    setParameters: async ({ encodings: [encoding] }: { encodings: { active: boolean }[] }) => {
      if (encoding?.active && !this.#isActive) this.starts++
      this.#isActive = encoding?.active ?? false
    },
    replaceTrack: async (track: MediaStreamTrack | null) => {
      this.sent = track
    },
  }

  constructor(kind: Kind) {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the code under test reads nothing else of a track
    this.receiver = { track: { kind } as MediaStreamTrack }
  }
}
