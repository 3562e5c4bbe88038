// Finds the other person's page over a channel that may lose messages, and follows it through reloads, other devices and leaving.
import { type Kind, Negotiation, type Tracks } from '../negotiation.ts'
import type { Quality } from '../quality.ts'
import type { MediaState, Part, Signal, SignalBody } from '../signals.ts'

/**
 * `left`: the other person has said good-bye. `replaced`: the same person has continued in another tab. `taken`: somebody else is in the
 * call for the same patient.
 */
export type ConversationState = 'waiting' | 'connecting' | 'connected' | 'interrupted' | 'left' | 'replaced' | 'taken'

export interface Other {
  name: string
  media: MediaState
  /** As the other side measures it; undefined while it does not know. */
  quality: Quality | undefined
}

export interface ConversationOptions {
  part: Part
  /** Whose page this is. */
  person?: string | undefined
  name: string
  rtc: RTCConfiguration
  tracks: () => Tracks
  media: () => MediaState
  send: (signal: Signal) => void
  /** For the last message before the page goes away. */
  sendLast: (signal: Signal) => void
  onState: (state: ConversationState) => void
  onOther: (other: Partial<Other>) => void
  /** Before the state becomes `taken`: who has the seat. */
  onTaken?: (name: string) => void
  /** The other person's video and audio; a new object for every connection. */
  onStream: (stream: MediaStream | undefined) => void
}

/** A page counts as just opened until this long after its first greeting. */
const FRESH_MS = 5000
/** A greeting may get lost. Whoever has met nobody repeats it, less and less often. */
const REPEAT_GREETING_MS = 5000
const MAX_REPEAT_GREETING_MS = 20_000

/** Two who enter within this time are told apart by their ids: their messages cross. */
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
  /** Another page of this person that seems to have entered later. */
  #asked: string | undefined
  /** Pages that have said good-bye. Late messages of theirs are ignored. */
  readonly #gone = new Set<string>()
  /** Pages of the other person that a newer page took over from. One is accepted again only while that newer page is not connected. */
  readonly #superseded = new Set<string>()
  /** Pages of the other guardian that were told that the seat is taken. */
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

  /** To be called whenever the channel opens, for the first time or again. */
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

  /** Signals are handled one after the other: an answer must not overtake the offer it belongs to. */
  take(signal: Signal) {
    this.#queue = this.#queue
      .then(() => this.#handle(signal))
      // The next description repairs one that does not fit.
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
    // The second guardian waits until the first one has left, or is cut off.
    if (this.#link?.isConnected && isSomebodyElse(this.#otherPerson, body))
      return this.#send({ type: 'taken', name: this.#otherName }, from)
    const isKnown = from === this.#other
    if (!isKnown) {
      // A page that has not introduced itself is ignored: it may be about to learn that it was replaced.
      if (body.type !== 'hello' && body.type !== 'welcome') return undefined
      this.#meet(from)
    }
    switch (body.type) {
      case 'hello':
        this.#otherPerson = body.person
        this.#otherName = body.name
        this.#sendToOther({ type: 'welcome', ...this.#presence })
        this.#options.onOther({ name: body.name, media: body.media })
        // Their channel was closed for a while, so what was sent meanwhile is lost.
        if (isKnown) this.#link?.repeatOffer()
        return undefined
      case 'welcome':
        this.#options.onOther({ name: body.name, media: body.media })
        // Devices may have opened since the greeting that this answers.
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
   * Of two pages of one person the one that entered later goes on, and tells the other. The clocks of two devices differ, so a page that
   * was just opened may raise its time above that of the page that answered it. A page gives way only to an answer: a greeting may arrive
   * after its page has crashed.
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

  /** Of two guardians the one who has been in the call for longer stays, and tells the other. Whoever talks to the doctor stays in any case. */
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
    // The doctor may have turned to the newcomer.
    if (!this.#link?.isConnected) this.greet()
  }

  #giveWay(from: string, name: string) {
    if (this.#link?.isConnected) return
    // Each has refused the other, because messages crossed: both must come to the same answer.
    if (this.#refused.has(from) && this.#id < from) return
    this.end()
    this.#options.onTaken?.(name)
    this.#options.onState('taken')
  }

  #part(from: string) {
    // Also for a page that is not known yet: a good-bye takes another route and may overtake the greeting.
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
        // A lost connection that is being tried again is still lost.
        onState(wasConnected && state === 'connecting' ? 'interrupted' : STATES[state])
        // A change may have got lost while the two were finding each other.
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

  /** Sends another camera, microphone or screen, or none. */
  async replace(kind: Kind, track: MediaStreamTrack | undefined) {
    await this.#link?.replace(kind, track)
    this.sendMedia()
  }

  sendMedia() {
    this.#sendToOther({ type: 'media', media: this.#options.media() })
  }

  /** What this side measures of the connection; nothing is sent while it does not know. */
  sendQuality(quality: Quality | undefined) {
    this.#quality = quality
    if (quality) this.#sendToOther({ type: 'quality', quality })
  }

  /** Undefined while there is no connection. */
  async getStats() {
    return this.#link?.getStats()
  }

  /** To be called when the network has come back: it may be another network. */
  restart() {
    this.#link?.restart()
  }

  end() {
    this.#leave(this.#options.send)
  }

  /** To be called as the page goes away. */
  endAtOnce() {
    this.#leave(this.#options.sendLast)
  }

  #leave(send: (signal: Signal) => void) {
    if (!this.#hasEnded) send({ from: this.#id, part: this.#options.part, body: { type: 'bye' } })
    this.#hasEnded = true
    this.#close()
  }
}

/** Pages from before people said who they are count as the same person's. */
const isSomebodyElse = (person: string | undefined, body: SignalBody) =>
  body.type === 'hello' && person !== undefined && body.person !== undefined && body.person !== person
