// A call in a test: pages of a patient and a doctor on a line that loses, doubles, delays and reorders messages, with a fake clock.
// Everything random comes from one seed.
import { setImmediate } from 'node:timers/promises'
import { vi } from 'vitest'
import type { MediaState, Part, Signal } from '../signals.ts'
import { Conversation, type ConversationState, type Other } from './conversation.ts'
import { FakeNetwork, type FakePeer } from './testing-peers.ts'

interface Faults {
  /** The share of messages that are lost, for every page, from 0 to 1. */
  loss: number
  duplication: number
  /** Each message takes a time of its own up to this, so that they overtake each other. */
  maxDelayMs: number
}

const NO_FAULTS: Faults = { loss: 0, duplication: 0, maxDelayMs: 0 }
const DELAY_MS = 30
const JOIN_MS = 300

export interface Page {
  part: Part
  name: string
  media: MediaState
  conversation: Conversation
  state: ConversationState
  other: Partial<Other>
  stream: MediaStream | undefined
  /** Until it is left, closed, or replaced by a newer one. */
  isOpen: boolean
  isOnline: boolean
  sent: number
  sentAfterEnd: number
}

/** https://gist.github.com/tommyettinger/46a874533244883189143505d203312c */
function randomFrom(seed: number) {
  let state = seed
  return () => {
    state = (state + 0x6d_2b_79_f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

class FakeStream {
  readonly #tracks: unknown[]
  constructor(tracks: unknown[]) {
    this.#tracks = tracks
  }
  getTracks() {
    return this.#tracks
  }
}

export class SimulatedCall {
  readonly network: FakeNetwork
  readonly pages: Page[] = []
  faults = NO_FAULTS
  lastMessageAt = 0
  /** Once, for the next message that is sent. */
  delayNextMs = 0
  readonly #random: () => number

  constructor(seed = 1) {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date', 'performance'] })
    this.#random = randomFrom(seed)
    this.network = new FakeNetwork()
    vi.stubGlobal('RTCPeerConnection', this.network.createClass())
    vi.stubGlobal('MediaStream', FakeStream)
  }

  end() {
    for (const page of this.pages) page.conversation.end()
    this.network.stop()
    vi.unstubAllGlobals()
    vi.useRealTimers()
  }

  /** Somebody opens the call; their device's clock may be wrong. */
  open(part: Part, { clockErrorMs = 0, name = part }: { clockErrorMs?: number; name?: string } = {}) {
    const clock = vi.spyOn(Date, 'now').mockReturnValue(Date.now() + clockErrorMs)
    const page: Page = {
      part,
      name,
      media: { camera: true, microphone: true, screen: false },
      conversation: new Conversation({
        part,
        name,
        rtc: {},
        tracks: () => ({ audio: undefined, video: undefined }),
        media: () => page.media,
        send: (signal) => this.#send(page, signal),
        sendLast: (signal) => this.#send(page, signal, true),
        onState: (state) => {
          page.state = state
          if (state === 'replaced') page.isOpen = false
        },
        onOther: (news) => {
          page.other = { ...page.other, ...news }
        },
        onStream: (stream) => {
          page.stream = stream
        },
      }),
      state: 'waiting',
      other: {},
      stream: undefined,
      isOpen: true,
      isOnline: false,
      sent: 0,
      sentAfterEnd: 0,
    }
    clock.mockRestore()
    this.pages.push(page)
    setTimeout(() => this.connect(page), JOIN_MS)
    return page
  }

  /** The page's line to the server is there, for the first time or again: it greets, as a meeting does. */
  connect(page: Page) {
    if (!page.isOpen || page.isOnline) return
    page.isOnline = true
    page.conversation.greet()
  }

  cut(page: Page) {
    page.isOnline = false
  }

  leave(page: Page, how: 'end' | 'endAtOnce' = 'end') {
    page.conversation[how]()
    page.isOpen = false
  }

  /** Its browser dies: nobody is told anything. */
  crash(page: Page) {
    page.isOpen = page.isOnline = false
    page.conversation.end()
  }

  #send(page: Page, signal: Signal, isLast = false) {
    if (!page.isOpen) {
      // A browser that died says nothing, whatever its page would have liked to say.
      if (page.isOnline) page.sentAfterEnd++
      return
    }
    page.sent++
    this.lastMessageAt = Date.now()
    if (!page.isOnline && !isLast) return
    const delayMs = DELAY_MS + this.delayNextMs
    this.delayNextMs = 0
    for (const target of this.pages) {
      if (target === page) continue
      const copies = this.#random() < this.faults.duplication ? 2 : 1
      for (let copy = 0; copy < copies; copy++) {
        if (this.#random() < this.faults.loss) continue
        setTimeout(() => this.#deliver(target, signal), delayMs + Math.floor(this.#random() * this.faults.maxDelayMs))
      }
    }
  }

  #deliver(target: Page, signal: Signal) {
    if (target.isOpen && target.isOnline) void target.conversation.take(structuredClone(signal))
  }

  /** The clock goes on, timer by timer, and everything that follows from each happens before the next. */
  async pass(ms: number) {
    const until = Date.now() + ms
    // So that there is a timer to go to, even if nothing else is going on.
    setTimeout(() => {}, ms)
    await setImmediate()
    while (Date.now() < until) {
      vi.advanceTimersToNextTimer()
      await setImmediate()
    }
  }

  /** From now on everything gets through. Whoever has no page left opens one. */
  heal() {
    this.faults = NO_FAULTS
    this.network.isUp = true
    for (const page of this.pages) this.connect(page)
    for (const part of ['patient', 'doctor'] as const) if (this.openPages(part).length === 0) this.open(part)
  }

  openPages(part: Part) {
    return this.pages.filter((page) => page.part === part && page.isOpen)
  }

  get openPeers(): FakePeer[] {
    return [...this.network.peers]
  }
}
