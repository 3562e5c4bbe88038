// Finds the other person's page over a channel that may lose messages, and follows it through reloads, other devices and leaving.
import { type Kind, Negotiation, type Tracks } from '../negotiation.ts'
import type { Quality } from '../quality.ts'
import type { MediaState, Part, Signal, SignalBody } from '../signals.ts'

/**
 * `left`: the other person has said good-bye. `replaced`: the same user has continued in another tab. `taken`: another guardian is in the
 * call for the same patient.
 */
export type ConversationState = 'waiting' | 'connecting' | 'connected' | 'interrupted' | 'left' | 'replaced' | 'taken'

export interface Other {
  name: string
  media: MediaState
  /** The quality that the other side measures. Undefined while unknown. */
  quality: Quality | undefined
}

export interface ConversationOptions {
  part: Part
  /** The user of this page. */
  person?: string | undefined
  name: string
  rtc: RTCConfiguration
  tracks: () => Tracks
  media: () => MediaState
  send: (signal: Signal) => void
  /** Sends the last message before the page is closed. */
  sendLast: (signal: Signal) => void
  onState: (state: ConversationState) => void
  onOther: (other: Partial<Other>) => void
  /** Called before the state becomes `taken`, with the name of the user in the call. */
  onTaken?: (name: string) => void
  /** The other person's video and audio. A new object for each connection. */
  onStream: (stream: MediaStream | undefined) => void
}

/** A page counts as just opened until this long after its first greeting. */
const FRESH_MS = 5000
/** A page that has met nobody repeats its greeting, which may get lost, with growing pauses. */
const REPEAT_GREETING_MS = 5000
const MAX_REPEAT_GREETING_MS = 20_000

/** The ids decide between two pages that enter within this time, because their messages cross. */
const SAME_MOMENT_MS = 2000

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
  readonly #options: ConversationOptions
  #enteredAt = Date.now()
  readonly #openedAt = performance.now()
  #greetedAt: number | undefined
  #other: string | undefined
  #otherPerson: string | undefined
  #otherName = ''
  /** Another page of this user that seems to have entered later. */
  #asked: string | undefined
  /** Pages that have said good-bye. Their late messages are ignored. */
  readonly #gone = new Set<string>()
  /** The other person's pages that a newer page has replaced. They are accepted again only while the newer page is not connected. */
  readonly #superseded = new Set<string>()
  /** Pages of another guardian that this page has refused with `taken`. */
  readonly #refused = new Set<string>()
  #repeatTimer: ReturnType<typeof setTimeout> | undefined
  #link: Negotiation | undefined
  #stream: MediaStream | undefined
  #quality: Quality | undefined
  #hasMet = false
  #hasEnded = false
  #queue = Promise.resolve()

  constructor(options: ConversationOptions) {
    this.#options = options
  }

  get #presence() {
    const { name, media } = this.#options
    return { name, media: media() }
  }

  /** Call this whenever the channel opens, for the first time or again. */
  greet(to?: string, asks?: boolean) {
    this.#greetedAt ??= performance.now()
    const { person } = this.#options
    const seat = person ? { person, forMs: performance.now() - this.#openedAt } : {}
    this.#send({ type: 'hello', enteredAt: this.#enteredAt, ...(asks && { asks }), ...seat, ...this.#presence }, to)
    if (!this.#hasMet) this.#greetLater(REPEAT_GREETING_MS)
  }

  #greetLater(waitMs: number) {
    clearTimeout(this.#repeatTimer)
    if (this.#hasEnded) return
    this.#repeatTimer = setTimeout(() => {
      this.greet()
      this.#greetLater(Math.min(MAX_REPEAT_GREETING_MS, waitMs * 2))
    }, waitMs)
  }

  #send(body: SignalBody, to?: string) {
    if (this.#hasEnded) return
    const { part, send } = this.#options
    send({ from: this.#id, part, body, ...(to && { to }) })
  }

  #sendToOther(body: SignalBody) {
    if (this.#other) this.#send(body, this.#other)
  }

  /** Handles signals one at a time, because an answer must not overtake its offer. */
  take(signal: Signal) {
    this.#queue = this.#queue
      .then(() => this.#handle(signal))
      // A description that does not fit is ignored. The next one repairs the state.
      .catch(() => {})
    return this.#queue
  }

  async #handle({ from, to, part, body }: Signal) {
    if (this.#hasEnded || from === this.#id || (to && to !== this.#id)) return undefined
    if (body.type === 'taken') return this.#giveWay(from, body.name)
    if (part === this.#options.part) {
      return isSomebodyElse(this.#options.person, body)
        ? this.#meetGuardian(from, Boolean(to), body)
        : this.#meetSelf(from, Boolean(to), body)
    }
    if (this.#gone.has(from)) return undefined
    if (body.type === 'bye') return this.#part(from)
    if (this.#superseded.has(from) && (body.type !== 'hello' || this.#link?.isConnected)) return undefined
    // A second guardian cannot enter until the first one has left or is disconnected.
    if (this.#link?.isConnected && isSomebodyElse(this.#otherPerson, body))
      return this.#send({ type: 'taken', name: this.#otherName }, from)
    const isKnown = from === this.#other
    if (!isKnown) {
      // Ignores a page that has not greeted. It may have been replaced without knowing it yet.
      if (body.type !== 'hello' && body.type !== 'welcome') return undefined
      this.#meet(from)
    }
    switch (body.type) {
      case 'hello':
        this.#otherPerson = body.person
        this.#otherName = body.name
        this.#sendToOther({ type: 'welcome', ...this.#presence })
        this.#options.onOther({ name: body.name, media: body.media })
        // The other page's channel was closed for a while and missed messages.
        if (isKnown) this.#link?.repeatOffer()
        return undefined
      case 'welcome':
        this.#options.onOther({ name: body.name, media: body.media })
        // Devices may have opened since this page's greeting.
        this.sendMedia()
        if (isKnown) this.#link?.repeatOffer()
        return undefined
      case 'media':
        return this.#options.onOther({ media: body.media })
      case 'quality':
        return this.#options.onOther({ quality: body.quality })
      case 'description':
        return this.#link?.takeDescription(body.description)
      case 'candidates':
        return this.#link?.takeCandidates(body.candidates)
    }
  }

  /**
   * The later of two pages of one user continues and notifies the other. The clocks of two devices differ, so a page that was just opened
   * may raise its time above that of the page that responded. A page gives way only to a response, because a greeting may arrive after its
   * page has crashed.
   */
  #meetSelf(from: string, isAnswer: boolean, body: SignalBody) {
    if (body.type !== 'hello') return
    const isLater = this.#enteredAt > body.enteredAt || (this.#enteredAt === body.enteredAt && this.#id > from)
    if (isLater) {
      if (!isAnswer || body.asks) this.greet(from)
      return
    }
    if (!isAnswer) {
      this.#asked = from
      this.greet(from, true)
      return
    }
    if (from !== this.#asked && performance.now() - (this.#greetedAt ?? 0) < FRESH_MS) {
      this.#enteredAt = body.enteredAt + 1
      this.greet()
      return
    }
    this.#hasEnded = true
    this.#close()
    this.#options.onState('replaced')
  }

  /** The first of two guardians stays and notifies the other. A guardian who is connected to the doctor always stays. */
  #meetGuardian(from: string, isAnswer: boolean, body: SignalBody) {
    if (body.type !== 'hello') return
    const ahead = performance.now() - this.#openedAt - (body.forMs ?? 0)
    const isFirst = Math.abs(ahead) < SAME_MOMENT_MS ? this.#id < from : ahead > 0
    if (!isFirst && !this.#link?.isConnected) {
      if (!isAnswer) this.greet(from)
      return
    }
    this.#refused.add(from)
    this.#send({ type: 'taken', name: this.#options.name }, from)
    // Greets again, because the doctor may have switched to the newcomer.
    if (!this.#link?.isConnected) this.greet()
  }

  #giveWay(from: string, name: string) {
    if (this.#link?.isConnected) return
    // Both refused each other because their messages crossed. Comparing the ids makes both decide alike.
    if (this.#refused.has(from) && this.#id < from) return
    this.end()
    this.#options.onTaken?.(name)
    this.#options.onState('taken')
  }

  #part(from: string) {
    // Recorded for unknown pages too, because a good-bye takes another route and may overtake the greeting.
    this.#gone.add(from)
    if (from !== this.#other) return
    this.#other = undefined
    this.#close()
    this.#options.onState('left')
  }

  #meet(from: string) {
    if (this.#other) this.#superseded.add(this.#other)
    this.#superseded.delete(from)
    this.#other = from
    this.#hasMet = true
    this.#close()
    const { rtc, tracks, onState, onStream } = this.#options
    let wasConnected = false
    this.#link = new Negotiation({
      isPolite: this.#options.part === 'patient',
      rtc,
      tracks,
      send: (body) => this.#sendToOther(body),
      onTrack: (track) => {
        this.#stream = new MediaStream([...(this.#stream?.getTracks() ?? []), track])
        onStream(this.#stream)
      },
      onState: (state) => {
        wasConnected ||= state === 'connected'
        // A lost connection is still lost while the browser reconnects.
        onState(wasConnected && state === 'connecting' ? 'interrupted' : STATES[state])
        // A change may have got lost while the pages were connecting.
        if (state !== 'connected') return
        this.sendMedia()
        this.sendQuality(this.#quality)
      },
      onStuck: () => this.greet(),
    })
    onState('connecting')
  }

  #close() {
    clearTimeout(this.#repeatTimer)
    this.#link?.close()
    this.#link = undefined
    this.#stream = undefined
    this.#options.onStream(undefined)
  }

  /** Replaces the sent camera, microphone or screen, or removes it. */
  async replace(kind: Kind, track: MediaStreamTrack | undefined) {
    await this.#link?.replace(kind, track)
    this.sendMedia()
  }

  sendMedia() {
    this.#sendToOther({ type: 'media', media: this.#options.media() })
  }

  /** Sends the quality that this side measures. Sends nothing while it is unknown. */
  sendQuality(quality: Quality | undefined) {
    this.#quality = quality
    if (quality) this.#sendToOther({ type: 'quality', quality })
  }

  /** Undefined while there is no connection. */
  async getStats() {
    return this.#link?.getStats()
  }

  /** Call this when the network is back, because it may be another network. */
  restart() {
    this.#link?.restart()
  }

  end() {
    this.#leave(this.#options.send)
  }

  /** Call this when the page is being closed. */
  endAtOnce() {
    this.#leave(this.#options.sendLast)
  }

  #leave(send: (signal: Signal) => void) {
    if (!this.#hasEnded) send({ from: this.#id, part: this.#options.part, body: { type: 'bye' } })
    this.#hasEnded = true
    this.#close()
  }
}

/** Pages of an older version, which do not send `person`, count as the same user's. */
const isSomebodyElse = (person: string | undefined, body: SignalBody) =>
  body.type === 'hello' && person !== undefined && body.person !== undefined && body.person !== person
