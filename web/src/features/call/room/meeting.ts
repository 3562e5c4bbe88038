// A meeting in our own kind of room: the devices, the channel to the other person, and their state. It does not depend on React.
import { type Listening, type LiveState, listen } from '../../../lib/data/live.ts'
import { Devices } from '../devices/devices.ts'
import { type DevicesState, NO_DEVICES } from '../devices/devices-state.ts'
import { type DeviceChoices, readChoices, rememberChoices, rememberInCall } from '../devices/remembered-devices.ts'
import type { Quality } from '../quality.ts'
import type { OwnRoom } from '../queries.ts'
import { type MediaState, readSignal, SIGNAL } from '../signals.ts'
import { ConnectionWatch } from './connection-watch.ts'
import { Conversation, type ConversationState, type Other } from './conversation.ts'

export interface MeetingOptions {
  appointmentId: string
  /** The account of the user. */
  userId?: string | undefined
  /** The user's name as the other person sees it. */
  name: string
  room: OwnRoom
  /** The devices that the lobby opened. The meeting owns them from its start. */
  devices?: Devices | undefined
  /** When both sides were first connected, if the page was reloaded since. */
  connectedAt?: number | undefined
  /** Other events on the appointment's topic that the meeting passes on. */
  events: string[]
  onEvent: (event: string) => void
}

export interface MeetingState {
  state: ConversationState
  /** The state of the channel that carries messages between the two pages. */
  line: LiveState
  other: Partial<Other>
  /** The name of the guardian who is in the call for the same patient. */
  takenBy: string | undefined
  stream: MediaStream | undefined
  /** When both sides were first connected. An interruption does not reset it. */
  connectedAt: number | undefined
  /** When the connection was lost without a good-bye, by this device's clock. */
  interruptedAt: number | undefined
  /** When the other person said good-bye. */
  leftAt: number | undefined
  /** When the trouble began: the other person is there without a connection, or the server is unreachable. */
  troubledAt: number | undefined
  /** The quality that this side measures, in both directions. */
  quality: Quality | undefined
  /** Whether the other person's picture has not changed for some seconds. */
  isFrozen: boolean
  devices: DevicesState
}

const BEFORE: MeetingState = {
  state: 'waiting',
  line: 'connecting',
  other: {},
  takenBy: undefined,
  stream: undefined,
  connectedAt: undefined,
  interruptedAt: undefined,
  leftAt: undefined,
  troubledAt: undefined,
  quality: undefined,
  isFrozen: false,
  devices: NO_DEVICES,
}

const isTroubled = ({ state, line }: MeetingState) =>
  state === 'connecting' ||
  state === 'interrupted' ||
  ((state === 'waiting' || state === 'left') && (line === 'reconnecting' || line === 'refused'))

export class Meeting {
  readonly #options: MeetingOptions
  readonly #listeners = new Set<() => void>()
  #state = BEFORE
  #devices = new Devices()
  #watch: ConnectionWatch | undefined
  #stop = () => {}

  constructor(options: MeetingOptions) {
    this.#options = options
    this.#state = { ...BEFORE, connectedAt: options.connectedAt }
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
    const next = { ...this.#state, ...news }
    this.#state = { ...next, troubledAt: isTroubled(next) ? (next.troubledAt ?? Date.now()) : undefined }
    for (const listener of this.#listeners) listener()
  }

  start() {
    const { appointmentId, userId, name, room, events, onEvent } = this.#options
    const handed = this.#options.devices
    const devices = handed && !handed.hasEnded ? handed : new Devices(readChoices())
    this.#devices = devices
    let line: Listening | undefined
    const conversation = new Conversation({
      part: room.part,
      person: userId,
      name,
      rtc: { iceServers: room.ice_servers, iceTransportPolicy: room.relay_only ? 'relay' : 'all' },
      tracks: devices.outgoing,
      media: () => devices.getState().media,
      send: (signal) => line?.send(SIGNAL, signal),
      sendLast: (signal) => line?.sendLast(SIGNAL, signal),
      onState: (state) => {
        const interruptedAt = state === 'interrupted' ? (this.#state.interruptedAt ?? Date.now()) : undefined
        const leftAt = state === 'left' ? Date.now() : undefined
        const isConnected = state === 'connected'
        const other = isConnected ? this.#state.other : { ...this.#state.other, quality: undefined }
        const connectedAt = this.#state.connectedAt ?? (state === 'connected' ? Date.now() : undefined)
        this.#change({ state, connectedAt, interruptedAt, leftAt, other })
        watch.setConnected(isConnected, state === 'interrupted')
        // The call continues on another page, so this page releases everything.
        if (state === 'replaced' || state === 'taken') this.stop()
      },
      onTaken: (takenBy) => this.#change({ takenBy }),
      onOther: (news) => this.#change({ other: { ...this.#state.other, ...news } }),
      onStream: (stream) => this.#change({ stream }),
    })
    const watch = new ConnectionWatch({
      getStats: () => conversation.getStats(),
      hasVideo: () => devices.hasVideo,
      isOtherSeen: () => isOnCamera(this.#state.other.media),
      onQuality: (quality) => {
        this.#change({ quality })
        conversation.sendQuality(quality)
      },
      onPause: (isPaused) => devices.pauseVideo(isPaused),
      onFrozen: (isFrozen) => this.#change({ isFrozen }),
    })
    this.#watch = watch
    devices.onChange = () => this.#change({ devices: devices.getState() })
    devices.onChoice = remember
    devices.onTrack = (kind, track) => void conversation.replace(kind, track)
    line = listen(
      { topic: `appointment:${appointmentId}`, isPrivate: true, events: [SIGNAL, ...events] },
      ({ event, payload }) => {
        if (event === undefined) {
          conversation.greet()
          return conversation.sendQuality(this.#state.quality)
        }
        if (event !== SIGNAL) return onEvent(event)
        const signal = readSignal(payload)
        return signal && void conversation.take(signal)
      },
      (state) => this.#change({ line: state }),
    )
    if (devices === handed) devices.onChange()
    else void devices.start()

    const ended = new AbortController()
    addEventListener('online', () => conversation.restart(), { signal: ended.signal })
    addEventListener('pagehide', () => conversation.endAtOnce(), { signal: ended.signal })
    // A page restored from the back/forward cache has no working connection left.
    addEventListener('pageshow', ({ persisted }) => persisted && location.reload(), { signal: ended.signal })
    this.#stop = () => {
      ended.abort()
      watch.stop()
      conversation.end()
      devices.end()
      line?.stop()
    }
  }

  /** Resumes the video although the connection was too poor for it. */
  resumeVideo = () => this.#watch?.resumeVideo()

  stop() {
    this.#stop()
    this.#stop = () => {}
  }
}

/** Only camera video is checked for freezing, because a shared screen may not change for long. */
const isOnCamera = (media: MediaState | undefined) => Boolean(media?.camera && !media.screen && !media.isPaused)

/** Devices switched off during a call are remembered for this call only. */
function remember({ isMuted, isCameraOff, ...lasting }: DeviceChoices) {
  rememberChoices(lasting)
  const off = { ...(isMuted !== undefined && { isMuted }), ...(isCameraOff !== undefined && { isCameraOff }) }
  if (Object.keys(off).length > 0) rememberInCall(off)
}
