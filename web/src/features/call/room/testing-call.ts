// A simulated call: pages of a patient and a doctor on a channel that loses, duplicates, delays and reorders messages, with a fake clock.
// All randomness comes from one seed.
import { setImmediate } from 'node:timers/promises'
import { vi } from 'vitest'
import type { MediaState, Part, Signal } from '../signals.ts'
import { Conversation, type ConversationState, type Other } from './conversation.ts'
import { FakeNetwork, type FakePeer } from './testing-peers.ts'

interface Faults {
  /** The share of lost messages for every page, from 0 to 1. */
  loss: number
  duplication: number
  /** Each message has a random delay up to this, so that messages are reordered. */
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
  /** True until the page leaves, crashes, or is replaced by a newer one. */
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
  /** A delay for the next message only. */
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

  /** Opens a page of the call. The clock of its device may be wrong. */
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

  /** Connects the page's channel, for the first time or again. The page then greets, as a meeting does. */
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

  /** Crashes the page's browser without notifying anybody. */
  crash(page: Page) {
    page.isOpen = page.isOnline = false
    page.conversation.end()
  }

  #send(page: Page, signal: Signal, isLast = false) {
    if (!page.isOpen) {
      // A crashed browser sends nothing, even if its page tries to.
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

  /** Advances the clock timer by timer, and settles all pending work before the next timer. */
  async pass(ms: number) {
    const until = Date.now() + ms
    // Ensures that there is a timer to advance to.
    setTimeout(() => {}, ms)
    await setImmediate()
    while (Date.now() < until) {
      vi.advanceTimersToNextTimer()
      await setImmediate()
    }
  }

  /** Removes all faults. A side without a page opens one. */
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
