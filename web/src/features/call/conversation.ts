// Who is there: the two find each other over a channel that may lose messages, reload, come back from another device, and leave.
import { type Kind, Negotiation, type Tracks } from './negotiation.ts'
import type { MediaState, Part, Signal, SignalBody } from './signals.ts'

/** `left`: the other one has said good-bye. `replaced`: the same person has gone on in another tab. */
export type ConversationState = 'waiting' | 'connecting' | 'connected' | 'interrupted' | 'left' | 'replaced'

export interface Other {
  name: string
  media: MediaState
}

export interface ConversationOptions {
  part: Part
  name: string
  rtc: RTCConfiguration
  tracks: () => Tracks
  media: () => MediaState
  send: (signal: Signal) => void
  onState: (state: ConversationState) => void
  onOther: (other: Partial<Other>) => void
  /** The other one's picture and sound; another object for every connection. */
  onStream: (stream: MediaStream | undefined) => void
}

const FRESH_MS = 5000

const STATES: Record<RTCPeerConnectionState, ConversationState> = {
  new: 'connecting',
  connecting: 'connecting',
  connected: 'connected',
  disconnected: 'interrupted',
  failed: 'interrupted',
  closed: 'interrupted',
}

export class Conversation {
  readonly #id = crypto.randomUUID()
  readonly #openedAt = performance.now()
  readonly #options: ConversationOptions
  #other: string | undefined
  #gone: string | undefined
  #link: Negotiation | undefined
  #stream: MediaStream | undefined
  #hasEnded = false
  #queue = Promise.resolve()

  constructor(options: ConversationOptions) {
    this.#options = options
  }

  get #isFresh() {
    return performance.now() - this.#openedAt < FRESH_MS
  }

  get #presence() {
    const { name, media } = this.#options
    return { name, media: media() }
  }

  /** Whenever the channel is open, for the first time or again. */
  greet() {
    this.#say({ type: 'hello', isFresh: this.#isFresh, ...this.#presence })
  }

  #say(body: SignalBody) {
    if (this.#hasEnded) return
    const { part, send } = this.#options
    const isForAll = body.type === 'hello' || body.type === 'bye'
    send({ from: this.#id, part, body, ...(!isForAll && this.#other && { to: this.#other }) })
  }

  /** One after the other: an answer must not overtake the offer it belongs to. */
  take(signal: Signal) {
    this.#queue = this.#queue
      .then(() => this.#handle(signal))
      // A description that does not fit is repaired by the next one.
      .catch(() => {})
    return this.#queue
  }

  async #handle({ from, to, part, body }: Signal) {
    if (this.#hasEnded || from === this.#id || (to && to !== this.#id)) return undefined
    if (part === this.#options.part) return this.#meetSelf(from, body)
    if (body.type === 'bye') return this.#part(from)
    // A late word of a page that has been reloaded.
    if (from === this.#gone) return undefined
    const isKnown = from === this.#other
    if (!isKnown) this.#meet(from)
    switch (body.type) {
      case 'hello':
        this.#say({ type: 'welcome', ...this.#presence })
        this.#options.onOther({ name: body.name, media: body.media })
        // Their channel was away: what was said meanwhile is lost.
        if (isKnown) this.#link?.repeatOffer()
        return undefined
      case 'welcome':
        this.#options.onOther({ name: body.name, media: body.media })
        if (isKnown) this.#link?.repeatOffer()
        return undefined
      case 'media':
        return this.#options.onOther({ media: body.media })
      case 'description':
        return this.#link?.takeDescription(body.description)
      case 'candidates':
        return this.#link?.takeCandidates(body.candidates)
    }
  }

  /** The newer page goes on; of two that are equally new, one. */
  #meetSelf(from: string, body: SignalBody) {
    if (body.type !== 'hello' || !body.isFresh || (this.#isFresh && from < this.#id)) return
    this.#close()
    this.#hasEnded = true
    this.#options.onState('replaced')
  }

  #part(from: string) {
    if (from !== this.#other) return
    this.#gone = from
    this.#other = undefined
    this.#close()
    this.#options.onState('left')
  }

  #meet(from: string) {
    this.#gone = this.#other
    this.#other = from
    this.#close()
    const { rtc, tracks, onState, onStream } = this.#options
    this.#link = new Negotiation({
      isPolite: this.#options.part === 'patient',
      rtc,
      tracks,
      send: (body) => this.#say(body),
      onTrack: (track) => {
        this.#stream = new MediaStream([...(this.#stream?.getTracks() ?? []), track])
        onStream(this.#stream)
      },
      onState: (state) => onState(STATES[state]),
      onStuck: () => this.greet(),
    })
    onState('connecting')
  }

  #close() {
    this.#link?.close()
    this.#link = undefined
    this.#stream = undefined
    this.#options.onStream(undefined)
  }

  /** Another camera, microphone or screen, or none. */
  async replace(kind: Kind, track: MediaStreamTrack | undefined) {
    await this.#link?.replace(kind, track)
    this.tellMedia()
  }

  tellMedia() {
    this.#say({ type: 'media', media: this.#options.media() })
  }

  /** The network has come back, perhaps another one. */
  restart() {
    this.#link?.restart()
  }

  stats() {
    return this.#link?.stats()
  }

  end() {
    this.#say({ type: 'bye' })
    this.#hasEnded = true
    this.#close()
  }
}
