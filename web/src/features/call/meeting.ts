// A meeting in a room of our own: the devices, the channel to the other person, and the state of both. It knows nothing of React.
import { type Listening, type LiveState, listen } from '../../lib/live.ts'
import { Conversation, type ConversationState, type Other } from './conversation.ts'
import { Devices, type DevicesState, NO_DEVICES } from './devices.ts'
import type { OwnRoom } from './queries.ts'
import { readSignal, SIGNAL } from './signals.ts'

export interface MeetingOptions {
  appointmentId: string
  /** As the other person sees it. */
  name: string
  room: OwnRoom
  /** Other news on the appointment's topic. */
  events: string[]
  onEvent: (event: string) => void
}

export interface MeetingState {
  state: ConversationState
  /** Whether the two can still tell each other about changes. */
  line: LiveState
  other: Partial<Other>
  stream: MediaStream | undefined
  /** Since when nothing has arrived from the other person, who has not said good-bye; by this device's clock. */
  interruptedAt: number | undefined
  devices: DevicesState
}

const BEFORE: MeetingState = {
  state: 'waiting',
  line: 'connecting',
  other: {},
  stream: undefined,
  interruptedAt: undefined,
  devices: NO_DEVICES,
}

export class Meeting {
  readonly #options: MeetingOptions
  readonly #listeners = new Set<() => void>()
  #state = BEFORE
  #devices = new Devices()
  #stop = () => {}

  constructor(options: MeetingOptions) {
    this.#options = options
  }

  subscribe = (listener: () => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  getState = () => this.#state

  get devices() {
    return this.#devices
  }

  #change(news: Partial<MeetingState>) {
    this.#state = { ...this.#state, ...news }
    for (const listener of this.#listeners) listener()
  }

  start() {
    const { appointmentId, name, room, events, onEvent } = this.#options
    const devices = new Devices()
    this.#devices = devices
    let line: Listening | undefined
    const conversation = new Conversation({
      part: room.part,
      name,
      rtc: { iceServers: room.ice_servers, iceTransportPolicy: room.relay_only ? 'relay' : 'all' },
      tracks: devices.outgoing,
      media: () => devices.getState().media,
      send: (signal) => line?.send(SIGNAL, signal),
      sendLast: (signal) => line?.sendLast(SIGNAL, signal),
      onState: (state) => {
        const interruptedAt = state === 'interrupted' ? (this.#state.interruptedAt ?? Date.now()) : undefined
        this.#change({ state, interruptedAt })
        // The call continues elsewhere: this page releases everything.
        if (state === 'replaced') this.stop()
      },
      onOther: (news) => this.#change({ other: { ...this.#state.other, ...news } }),
      onStream: (stream) => this.#change({ stream }),
    })
    devices.onChange = () => this.#change({ devices: devices.getState() })
    devices.onTrack = (kind, track) => void conversation.replace(kind, track)
    line = listen(
      { topic: `appointment:${appointmentId}`, isPrivate: true, events: [SIGNAL, ...events] },
      ({ event, payload }) => {
        if (event === undefined) return conversation.greet()
        if (event !== SIGNAL) return onEvent(event)
        const signal = readSignal(payload)
        return signal && void conversation.take(signal)
      },
      (state) => this.#change({ line: state }),
    )
    void devices.start()

    const ended = new AbortController()
    addEventListener('online', () => conversation.restart(), { signal: ended.signal })
    addEventListener('pagehide', () => conversation.endAtOnce(), { signal: ended.signal })
    // A page restored from the back/forward cache has no working connection left.
    addEventListener('pageshow', ({ persisted }) => persisted && location.reload(), { signal: ended.signal })
    this.#stop = () => {
      ended.abort()
      conversation.end()
      devices.end()
      line?.stop()
    }
  }

  stop() {
    this.#stop()
    this.#stop = () => {}
  }
}
