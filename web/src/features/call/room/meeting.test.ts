// A meeting as the page sees it: channel, devices and conversation together. The channel and the browser are fakes.
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { LiveMessage, LiveState } from '../../../lib/data/live.ts'
import { Devices } from '../devices/devices.ts'
import type { OwnRoom } from '../queries.ts'
import type { Signal } from '../signals.ts'
import { Meeting } from './meeting.ts'
import { FakeNetwork } from './testing-peers.ts'

const line = vi.hoisted(() => ({
  tell: (() => {}) as (message: LiveMessage) => void,
  setState: (() => {}) as (state: LiveState) => void,
  sent: [] as Signal[],
  sentLast: [] as Signal[],
  isOpen: false,
}))
vi.mock('../../../lib/data/live.ts', () => ({
  listen: (_source: object, tell: typeof line.tell, setState: typeof line.setState) => {
    Object.assign(line, { tell, setState, isOpen: true })
    return {
      send: (_event: string, signal: Signal) => line.sent.push(signal),
      sendLast: (_event: string, signal: Signal) => line.sentLast.push(signal),
      stop: () => {
        line.isOpen = false
      },
    }
  },
}))
vi.mock('../queries.ts', () => ({}))

const room: OwnRoom = { part: 'patient', is_test: false, provider: 'own', ice_servers: [], relay_only: true }
const MEDIA = { camera: true, microphone: true, screen: false }

let network: FakeNetwork
let page: EventTarget
let stopped: string[]

beforeEach(() => {
  vi.useFakeTimers()
  Object.assign(line, { sent: [], sentLast: [] })
  stopped = []
  network = new FakeNetwork()
  page = new EventTarget()
  vi.stubGlobal('RTCPeerConnection', network.createClass())
  vi.stubGlobal('MediaStream', EventTarget)
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
  vi.stubGlobal('window', { isSecureContext: true })
  const track = (kind: string) =>
    Object.assign(new EventTarget(), { kind, enabled: true, stop: () => stopped.push(kind), getSettings: () => ({}) })
  vi.stubGlobal('navigator', {
    mediaDevices: { getUserMedia: async () => ({ getTracks: () => [track('audio'), track('video')] }) },
  })
})
afterEach(() => {
  network.stop()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

async function startMeeting() {
  const events: string[] = []
  const meeting = new Meeting({ appointmentId: 'a', name: 'Leyla', room, events: ['file'], onEvent: (event) => events.push(event) })
  meeting.start()
  await vi.advanceTimersByTimeAsync(0)
  return { meeting, events }
}

const hear = async (from: string, body: Signal['body'], part: Signal['part'] = 'doctor') => {
  line.tell({ event: 'signal', payload: { from, part, body } })
  await vi.advanceTimersByTimeAsync(20)
}
const types = () => line.sent.map(({ body }) => body.type)

test('greets whenever the channel opens, with the current media state', async () => {
  const { meeting } = await startMeeting()
  expect(meeting.getState().devices.media).toEqual(MEDIA)
  line.tell({ event: undefined, after: 'join' })
  expect(line.sent).toMatchObject([{ part: 'patient', body: { type: 'hello', name: 'Leyla', media: MEDIA } }])
  line.setState('reconnecting')
  expect(meeting.getState().line).toBe('reconnecting')
  line.tell({ event: undefined, after: 'reconnection' })
  expect(types()).toEqual(['hello', 'hello'])
  meeting.stop()
})

test('shows the other person, passes on other events, and ignores invalid ones', async () => {
  const { meeting, events } = await startMeeting()
  line.tell({ event: 'file' })
  line.tell({ event: 'signal', payload: { from: 'x', part: 'nobody', body: 'what' } })
  await hear('d1', { type: 'hello', enteredAt: 1, name: 'Aylin', media: MEDIA })
  expect(events).toEqual(['file'])
  expect(meeting.getState()).toMatchObject({ state: 'connecting', other: { name: 'Aylin', media: MEDIA } })
  meeting.stop()
})

test('remembers when the connection was interrupted, and forgets it when the other side leaves', async () => {
  const { meeting } = await startMeeting()
  await hear('d1', { type: 'hello', enteredAt: 1, name: 'Aylin', media: MEDIA })
  const [peer] = network.peers
  const reach = (state: RTCPeerConnectionState) => {
    if (peer) peer.connectionState = state
    peer?.onconnectionstatechange?.()
  }
  const since = Date.now()
  reach('disconnected')
  expect(meeting.getState()).toMatchObject({ state: 'interrupted', interruptedAt: since })
  vi.advanceTimersByTime(200)
  reach('failed')
  expect(meeting.getState().interruptedAt).toBe(since)
  await hear('d1', { type: 'bye' })
  expect(meeting.getState()).toMatchObject({ state: 'left', interruptedAt: undefined, stream: undefined })
  meeting.stop()
})

test('treats a lost connection as back only when data arrives or when it lasts', async () => {
  const { meeting } = await startMeeting()
  await hear('d1', { type: 'hello', enteredAt: 1, name: 'Aylin', media: MEDIA })
  const [peer] = network.peers
  if (peer) peer.check = () => {}
  const reach = async (state: RTCPeerConnectionState, passedMs: number) => {
    if (peer) peer.connectionState = state
    peer?.onconnectionstatechange?.()
    await vi.advanceTimersByTimeAsync(passedMs)
  }
  const bring = (bytesReceived: number) => peer?.stats.push({ type: 'inbound-rtp', id: `${bytesReceived}`, bytesReceived })
  await reach('connected', 0)
  const connectedAt = Date.now()
  expect(meeting.getState()).toMatchObject({ state: 'connected', connectedAt })
  await vi.advanceTimersByTimeAsync(1000)
  const since = Date.now()
  await reach('disconnected', 0)
  // There is no peer: the browser reconnected and gives up again.
  await reach('connected', 2000)
  await reach('disconnected', 100)
  expect(meeting.getState()).toMatchObject({ state: 'interrupted', interruptedAt: since })
  await reach('connected', 100)
  bring(1000)
  await vi.advanceTimersByTimeAsync(200)
  // The call continues, and its duration keeps counting.
  expect(meeting.getState()).toMatchObject({ state: 'connected', interruptedAt: undefined, connectedAt })
  // No data arrives here, because both have switched everything off.
  await reach('disconnected', 0)
  await reach('connected', 3000)
  expect(meeting.getState().state).toBe('connected')
  meeting.stop()
})

test('releases channel, connection and devices when another tab takes over', async () => {
  const { meeting } = await startMeeting()
  line.tell({ event: undefined, after: 'join' })
  await hear('d1', { type: 'hello', enteredAt: 1, name: 'Aylin', media: MEDIA })
  const greeting = { type: 'hello', enteredAt: Date.now() + 60_000, name: 'Leyla', media: MEDIA } as const
  await hear('p2', greeting, 'patient')
  // The greeting may come from a crashed tab, so this one asks first.
  const asked = line.sent.at(-1)
  expect(asked).toMatchObject({ to: 'p2', body: { type: 'hello', asks: true } })
  expect(meeting.getState().state).toBe('connecting')
  line.tell({ event: 'signal', payload: { from: 'p2', to: asked?.from, part: 'patient', body: greeting } })
  await vi.advanceTimersByTimeAsync(20)
  expect(meeting.getState().state).toBe('replaced')
  expect(line.isOpen).toBe(false)
  expect(stopped.toSorted()).toEqual(['audio', 'video'])
  expect(network.peers.size).toBe(0)
  // The new tab continues the call with the other side, so this tab must not say good-bye.
  expect(types()).not.toContain('bye')
})

test('says good-bye once when the page is closed, through the request that survives it', async () => {
  const { meeting } = await startMeeting()
  page.dispatchEvent(new Event('pagehide'))
  meeting.stop()
  meeting.stop()
  expect(line.sentLast.map(({ body }) => body.type)).toEqual(['bye'])
  expect(types()).not.toContain('bye')
  const sent = line.sent.length
  await vi.advanceTimersByTimeAsync(120_000)
  page.dispatchEvent(new Event('online'))
  expect(line.sent).toHaveLength(sent)
})

test('has a new id when it is started again', async () => {
  const { meeting } = await startMeeting()
  line.tell({ event: undefined, after: 'join' })
  meeting.stop()
  meeting.start()
  line.tell({ event: undefined, after: 'join' })
  expect(types()).toEqual(['hello', 'bye', 'hello'])
  expect(new Set(line.sent.map(({ from }) => from)).size).toBe(2)
  meeting.stop()
})

/** The browser's statistics of both directions. */
function report({ loss, packets, frames, soundDelay }: { loss: number; packets: number; frames: number; soundDelay?: number }) {
  const sent = ['audio', 'video'].flatMap((kind) => [
    { type: 'outbound-rtp', id: `out-${kind}`, kind, packetsSent: packets },
    {
      type: 'remote-inbound-rtp',
      id: `remote-${kind}`,
      kind,
      localId: `out-${kind}`,
      fractionLost: loss,
      // The other side reports less often about sound.
      ...(kind === 'audio' && soundDelay ? { roundTripTime: soundDelay, timestamp: 1 } : { roundTripTime: 0.05, timestamp: packets }),
      jitter: 0.005,
    },
  ])
  const received = { type: 'inbound-rtp', id: 'in', kind: 'video', packetsReceived: packets, packetsLost: 0, jitter: 0.005 }
  return [...sent, { ...received, framesDecoded: frames }]
}

async function connect() {
  const { meeting } = await startMeeting()
  await hear('d1', { type: 'hello', enteredAt: 1, name: 'Aylin', media: MEDIA })
  const [peer] = network.peers
  if (!peer) throw new Error('there is no connection')
  let [packets, frames] = [0, 0]
  const reach = (state: RTCPeerConnectionState) => {
    peer.connectionState = state
    peer.onconnectionstatechange?.()
  }
  reach('connected')
  /** Stops the fake network, whose checks would find no peer and end the connection. */
  network.stop()
  const pass = async (ms: number, loss: number, { isSilent = false, isFrozen = false, soundDelay = 0 } = {}) => {
    for (let passed = 0; passed < ms; passed += 2000) {
      peer.stats = report({ loss, packets: (packets += isSilent ? 0 : 200), frames: (frames += isFrozen || isSilent ? 0 : 50), soundDelay })
      await vi.advanceTimersByTimeAsync(2000)
    }
  }
  const sentLast = (type: string) => line.sent.findLast(({ body }) => body.type === type)?.body
  return { meeting, pass, reach, sentLast }
}

test('reports the quality to the other side once per change', async () => {
  const { meeting, pass, sentLast } = await connect()
  expect(meeting.getState().quality).toBeUndefined()
  await pass(6000, 0)
  expect(meeting.getState().quality).toBe('good')
  await pass(6000, 0.05)
  expect(meeting.getState().quality).toBe('fair')
  expect(sentLast('quality')).toEqual({ type: 'quality', quality: 'fair' })
  expect(types().filter((type) => type === 'quality')).toHaveLength(2)
  await hear('d1', { type: 'quality', quality: 'poor' })
  expect(meeting.getState().other.quality).toBe('poor')
  meeting.stop()
})

test('pauses its video on a poor connection, reports it, and resumes on request or once the connection is good', async () => {
  const { meeting, pass, sentLast } = await connect()
  await pass(4000, 0)
  await pass(14_000, 0.4)
  expect(meeting.getState()).toMatchObject({ quality: 'poor', devices: { media: { camera: true, isPaused: true } } })
  expect(meeting.devices.outgoing().video).toBeUndefined()
  expect(sentLast('media')).toEqual({ type: 'media', media: { ...MEDIA, isPaused: true } })
  meeting.resumeVideo()
  await vi.advanceTimersByTimeAsync(0)
  expect(meeting.devices.outgoing().video).toBeDefined()
  expect(sentLast('media')).toEqual({ type: 'media', media: MEDIA })
  await pass(40_000, 0.4)
  expect(meeting.getState().devices.media.isPaused).toBe(true)
  await pass(100_000, 0)
  expect(meeting.getState().devices.media).toEqual(MEDIA)
  meeting.stop()
})

test('pauses its video even if the poor connection is interrupted repeatedly', async () => {
  const { meeting, pass, reach } = await connect()
  await pass(6000, 0)
  for (let times = 0; times < 3; times++) {
    await pass(4000, 0.4)
    reach('disconnected')
    expect(meeting.getState().quality).toBeUndefined()
    await pass(2000, 0.4)
    reach('connected')
  }
  expect(meeting.getState().devices.media.isPaused).toBe(true)
  meeting.stop()
})

test('does not pause its video because of a short outage', async () => {
  const { meeting, pass, reach } = await connect()
  await pass(4000, 0)
  await pass(4000, 0.4)
  reach('disconnected')
  await pass(10_000, 0.4, { isSilent: true })
  reach('connected')
  await pass(2000, 0.4)
  await pass(20_000, 0)
  expect(meeting.getState().devices.media).toEqual(MEDIA)
  meeting.stop()
})

test('does not pause its video because of a stale report about the sound', async () => {
  const { meeting, pass, reach } = await connect()
  await pass(6000, 0)
  reach('disconnected')
  await pass(2000, 0, { isSilent: true })
  reach('connected')
  await pass(12_000, 0, { soundDelay: 6 })
  await pass(20_000, 0)
  expect(types().filter((type) => type === 'media')).not.toHaveLength(0)
  const hasPaused = line.sent.some(({ body }) => body.type === 'media' && body.media.isPaused)
  expect(hasPaused).toBe(false)
  meeting.stop()
})

test('detects a frozen picture, but only while the other side sends camera video', async () => {
  const { meeting, pass } = await connect()
  await pass(4000, 0)
  await pass(2000, 0, { isFrozen: true })
  expect(meeting.getState().isFrozen).toBe(false)
  await pass(2000, 0, { isFrozen: true })
  expect(meeting.getState().isFrozen).toBe(true)
  await pass(2000, 0)
  expect(meeting.getState().isFrozen).toBe(false)
  for (const media of [
    { ...MEDIA, isPaused: true },
    { ...MEDIA, camera: false },
    { ...MEDIA, screen: true },
  ]) {
    await hear('d1', { type: 'media', media })
    await pass(10_000, 0, { isFrozen: true })
    expect(meeting.getState().isFrozen).toBe(false)
  }
  meeting.stop()
})

test('remembers when the trouble began, across all reconnection attempts', async () => {
  const { meeting } = await startMeeting()
  expect(meeting.getState().troubledAt).toBeUndefined()
  const since = Date.now()
  await hear('d1', { type: 'hello', enteredAt: 1, name: 'Aylin', media: MEDIA })
  const [peer] = network.peers
  const reach = (state: RTCPeerConnectionState) => {
    if (peer) peer.connectionState = state
    peer?.onconnectionstatechange?.()
  }
  await vi.advanceTimersByTimeAsync(10_000)
  reach('failed')
  reach('connecting')
  expect(meeting.getState().troubledAt).toBe(since)
  if (peer) peer.check = () => {}
  reach('connected')
  expect(meeting.getState().troubledAt).toBe(since)
  await vi.advanceTimersByTimeAsync(3000)
  expect(meeting.getState().troubledAt).toBeUndefined()
  const leftAt = Date.now()
  await hear('d1', { type: 'bye' })
  expect(meeting.getState()).toMatchObject({ troubledAt: undefined, leftAt })
  line.setState('reconnecting')
  expect(meeting.getState().troubledAt).toBeDefined()
  line.setState('live')
  expect(meeting.getState().troubledAt).toBeUndefined()
  meeting.stop()
})

test('continues with the devices that the lobby opened', async () => {
  const devices = new Devices()
  await devices.start()
  const camera = devices.outgoing().video
  const meeting = new Meeting({ appointmentId: 'a', name: 'Leyla', room, devices, events: [], onEvent: () => {} })
  meeting.start()
  expect(meeting.getState().devices.media).toEqual(MEDIA)
  expect(meeting.devices.outgoing().video).toBe(camera)
  meeting.stop()
  expect(stopped.toSorted()).toEqual(['audio', 'video'])
})
