// The user's camera and microphone, with a fake browser that refuses, loses and swaps them.
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Kind } from '../negotiation.ts'
import { Devices } from './devices.ts'

class FakeTrack extends EventTarget {
  readyState: MediaStreamTrackState = 'live'
  enabled = true
  backgroundBlur = false
  readonly kind: Kind
  readonly deviceId: string
  constructor(kind: Kind, deviceId: string) {
    super()
    this.kind = kind
    this.deviceId = deviceId
  }
  stop() {
    this.readyState = 'ended'
  }
  /** Simulates unplugging: the browser stops the track and fires an event. */
  lose() {
    this.stop()
    this.dispatchEvent(new Event('ended'))
  }
  getSettings() {
    return { deviceId: this.deviceId, backgroundBlur: this.backgroundBlur }
  }
  getCapabilities() {
    return blurs ? { backgroundBlur: [false, true] } : {}
  }
  async applyConstraints({ backgroundBlur }: { backgroundBlur?: boolean }) {
    if (backgroundBlur !== undefined) this.backgroundBlur = backgroundBlur
  }
}

class FakeStream {
  readonly #tracks: FakeTrack[]
  constructor(tracks: FakeTrack[]) {
    this.#tracks = tracks
  }
  getTracks() {
    return this.#tracks
  }
  getVideoTracks() {
    return this.#tracks.filter(({ kind }) => kind === 'video')
  }
}

type Wish = Partial<Record<Kind, { deviceId?: { exact: string } }>>

let given: FakeTrack[] = []
/** The errors with which the browser refuses devices, by kind. */
let refusals: Partial<Record<Kind, string>> = {}
let plugged: Record<Kind, string[]>
let labels: Record<string, string>
let screen: FakeTrack | undefined
/** Whether the browser can blur the background. */
let blurs: boolean

function open(kind: Kind, deviceId: string | undefined) {
  const refusal = refusals[kind]
  if (refusal) throw new DOMException('as the browser says it', refusal)
  const found = deviceId ? plugged[kind].find((each) => each === deviceId) : plugged[kind][0]
  if (!found) throw new DOMException('not there', deviceId ? 'OverconstrainedError' : 'NotFoundError')
  const track = new FakeTrack(kind, found)
  given.push(track)
  return track
}

const getUserMedia = vi.fn(async (wish: Wish) => {
  const kinds = (['audio', 'video'] as const).filter((kind) => wish[kind])
  for (const kind of kinds) if (refusals[kind]) throw new DOMException('as the browser says it', refusals[kind])
  return new FakeStream(kinds.map((kind) => open(kind, wish[kind]?.deviceId?.exact)))
})

beforeEach(() => {
  given = []
  refusals = {}
  plugged = { audio: ['headset', 'desk'], video: ['front', 'back'] }
  labels = {}
  screen = undefined
  blurs = false
  getUserMedia.mockClear()
  vi.stubGlobal('window', { isSecureContext: true })
  vi.stubGlobal('MediaStream', FakeStream)
  vi.stubGlobal('navigator', {
    mediaDevices: {
      getUserMedia,
      enumerateDevices: async () =>
        (['audio', 'video'] as const).flatMap((kind) =>
          plugged[kind].map((deviceId) => ({ kind: `${kind}input`, deviceId, label: labels[deviceId] ?? '' })),
        ),
      getDisplayMedia: async () => {
        screen = new FakeTrack('video', 'screen')
        return new FakeStream([screen])
      },
    },
  })
})
afterEach(() => vi.unstubAllGlobals())

function createDevices() {
  const devices = new Devices()
  const sent: [Kind, string | undefined][] = []
  const outgoing = new Map<Kind, MediaStreamTrack | undefined>()
  devices.onTrack = (kind, track) => {
    outgoing.set(kind, track)
    sent.push([kind, track?.getSettings().deviceId])
  }
  return { devices, sent }
}

const liveDevices = () => given.filter(({ readyState }) => readyState === 'live').map(({ deviceId }) => deviceId)

test('opens camera and microphone with one permission prompt', async () => {
  const { devices, sent } = createDevices()
  await devices.start()
  expect(getUserMedia).toHaveBeenCalledTimes(1)
  expect(devices.getState()).toMatchObject({
    media: { camera: true, microphone: true, screen: false },
    faults: {},
    inputs: { audio: 'headset', video: 'front' },
  })
  expect(sent).toEqual([
    ['audio', 'headset'],
    ['video', 'front'],
  ])
})

test('keeps the microphone and says why the camera is missing when its permission is denied', async () => {
  refusals = { video: 'NotAllowedError' }
  const { devices } = createDevices()
  await devices.start()
  expect(devices.getState()).toMatchObject({ media: { camera: false, microphone: true }, faults: { video: 'denied' }, picture: undefined })
  // The permission was granted meanwhile. The button asks again and clears the fault.
  refusals = {}
  await devices.toggleCamera()
  expect(devices.getState()).toMatchObject({ media: { camera: true, microphone: true }, faults: {} })
})

test('stays in the call without devices when both are refused', async () => {
  refusals = { video: 'NotFoundError', audio: 'NotReadableError' }
  const { devices } = createDevices()
  await devices.start()
  expect(devices.getState()).toMatchObject({ media: { camera: false, microphone: false }, faults: { audio: 'busy', video: 'missing' } })
})

test('stops sending an unplugged camera and reports the fault', async () => {
  const { devices, sent } = createDevices()
  await devices.start()
  const changes = vi.fn()
  devices.onChange = changes
  given.find(({ kind }) => kind === 'video')?.lose()
  expect(devices.getState()).toMatchObject({ media: { camera: false, microphone: true }, faults: { video: 'missing' }, picture: undefined })
  expect(sent.at(-1)).toEqual(['video', undefined])
  expect(changes).toHaveBeenCalledTimes(1)
})

test('takes another device when the chosen one is no longer plugged in', async () => {
  const { devices } = createDevices()
  await devices.start()
  await devices.choose('audio', 'desk')
  expect(devices.getState().inputs).toMatchObject({ audio: 'desk' })
  given.find(({ deviceId }) => deviceId === 'desk')?.lose()
  plugged = { ...plugged, audio: ['headset'] }
  await devices.toggleMicrophone()
  expect(devices.getState()).toMatchObject({ media: { microphone: true }, faults: {}, inputs: { audio: 'headset' } })
})

test('closes the old camera before it opens the chosen one', async () => {
  const { devices, sent } = createDevices()
  await devices.start()
  await devices.choose('video', 'back')
  expect(sent.slice(2)).toEqual([
    ['video', undefined],
    ['video', 'back'],
  ])
  expect(liveDevices()).toEqual(['headset', 'back'])
})

test('keeps the camera off when another one is chosen, and opens the chosen one later', async () => {
  const { devices } = createDevices()
  await devices.start()
  await devices.toggleCamera()
  expect(liveDevices()).toEqual(['headset'])
  await devices.choose('video', 'back')
  expect(devices.getState()).toMatchObject({ media: { camera: false }, inputs: { video: 'back' } })
  await devices.toggleCamera()
  expect(liveDevices()).toEqual(['headset', 'back'])
})

test('stays muted when another microphone is chosen', async () => {
  const { devices } = createDevices()
  await devices.start()
  await devices.toggleMicrophone()
  expect(devices.getState().media.microphone).toBe(false)
  await devices.choose('audio', 'desk')
  expect(devices.getState().media.microphone).toBe(false)
  expect(given.at(-1)).toMatchObject({ deviceId: 'desk', enabled: false })
  await devices.toggleMicrophone()
  expect(given.at(-1)).toMatchObject({ deviceId: 'desk', enabled: true })
})

test('sends the screen instead of the camera, and the camera again when sharing ends in the browser', async () => {
  const { devices, sent } = createDevices()
  await devices.start()
  await devices.toggleScreen()
  expect(devices.getState().media).toEqual({ camera: true, microphone: true, screen: true })
  expect(sent.at(-1)).toEqual(['video', 'screen'])
  screen?.lose()
  expect(devices.getState().media).toEqual({ camera: true, microphone: true, screen: false })
  expect(sent.at(-1)).toEqual(['video', 'front'])
})

test('changes nothing when the user cancels the choice of a screen', async () => {
  const { devices } = createDevices()
  await devices.start()
  vi.spyOn(navigator.mediaDevices, 'getDisplayMedia').mockRejectedValue(new DOMException('not chosen', 'NotAllowedError'))
  await devices.toggleScreen()
  expect(devices.getState()).toMatchObject({ media: { camera: true, screen: false }, faults: {} })
})

test('closes everything at the end, including devices that the browser opens afterwards', async () => {
  const { devices, sent } = createDevices()
  const opening = devices.start()
  devices.end()
  const changes = vi.fn()
  devices.onChange = changes
  await opening
  expect(liveDevices()).toEqual([])
  expect(sent).toEqual([])
  await devices.toggleCamera()
  await devices.toggleScreen()
  expect(liveDevices()).toEqual([])
  expect(screen?.readyState).toBe('ended')
  expect(changes).not.toHaveBeenCalled()
})

test('keeps the device that was chosen last when two are chosen quickly', async () => {
  const { devices } = createDevices()
  await devices.start()
  // The first device takes longer to open.
  const opened = getUserMedia.getMockImplementation()
  const { promise, resolve } = Promise.withResolvers<void>()
  getUserMedia.mockImplementationOnce(async (wish) => {
    await promise
    return opened?.(wish) ?? new FakeStream([])
  })
  const first = devices.choose('audio', 'desk')
  await devices.choose('audio', 'headset')
  resolve()
  await first
  expect(devices.getState().inputs.audio).toBe('headset')
  expect(liveDevices().filter((device) => device !== 'front')).toEqual(['headset'])
})

test('opens one camera when its button is pressed twice quickly', async () => {
  const { devices } = createDevices()
  await devices.start()
  await devices.toggleCamera()
  await Promise.all([devices.toggleCamera(), devices.toggleCamera()])
  expect(liveDevices().filter((device) => device !== 'headset')).toEqual(['front'])
})

test('starts with the remembered devices, and keeps them off if they were off', async () => {
  const devices = new Devices({ audio: 'desk', video: 'back', isMuted: true, isCameraOff: true })
  await devices.start()
  expect(getUserMedia).toHaveBeenCalledTimes(1)
  expect(devices.getState()).toMatchObject({
    media: { camera: false, microphone: false },
    faults: {},
    inputs: { audio: 'desk', video: 'back' },
  })
  expect(given).toMatchObject([{ deviceId: 'desk', enabled: false }])
  await devices.toggleCamera()
  await devices.toggleMicrophone()
  expect(liveDevices()).toEqual(['desk', 'back'])
})

test('takes any device if the remembered one is gone', async () => {
  const devices = new Devices({ audio: 'sold', video: 'lost' })
  await devices.start()
  expect(devices.getState()).toMatchObject({
    media: { camera: true, microphone: true },
    faults: {},
    inputs: { audio: 'headset', video: 'front' },
  })
})

test('finds the remembered devices by label when their ids have changed', async () => {
  labels = { headset: 'Headset', desk: 'Desk microphone', front: 'Front camera', back: 'Back camera' }
  const devices = new Devices({ audio: 'old-1', audioLabel: 'Desk microphone', video: 'old-2', videoLabel: 'Back camera' })
  const choices: object[] = []
  devices.onChoice = (choice) => choices.push(choice)
  await devices.start()
  expect(devices.getState()).toMatchObject({ faults: {}, inputs: { audio: 'desk', video: 'back' } })
  expect(liveDevices()).toEqual(['desk', 'back'])
  expect(choices).toEqual([
    { audio: 'desk', audioLabel: 'Desk microphone' },
    { video: 'back', videoLabel: 'Back camera' },
  ])
})

test('takes any device if none has the remembered label or the labelled one cannot be opened', async () => {
  labels = { headset: 'Headset', front: 'Front camera' }
  const devices = new Devices({ audio: 'sold', audioLabel: 'Sold headset', video: 'lost', videoLabel: 'Ghost' })
  // The list still contains a camera that is gone.
  const { mediaDevices } = navigator
  const list = mediaDevices.enumerateDevices.bind(mediaDevices)
  mediaDevices.enumerateDevices = async () => [
    ...(await list()),
    { kind: 'videoinput', deviceId: 'ghost', label: 'Ghost' } as MediaDeviceInfo,
  ]
  await devices.start()
  expect(devices.getState()).toMatchObject({ faults: {}, inputs: { audio: 'headset', video: 'front' } })
})

test('reports choices, so that they can be remembered', async () => {
  const { devices } = createDevices()
  const choices: object[] = []
  devices.onChoice = (choice) => choices.push(choice)
  await devices.start()
  await devices.toggleMicrophone()
  await devices.toggleCamera()
  await devices.choose('audio', 'desk', 'Desk microphone')
  devices.chooseSpeaker('loud')
  expect(choices).toEqual([{ isMuted: true }, { isCameraOff: true }, { audio: 'desk', audioLabel: 'Desk microphone' }, { speaker: 'loud' }])
  expect(devices.getState().speaker).toBe('loud')
})

test('keeps the camera open and the self-view running while the video is paused', async () => {
  const { devices, sent } = createDevices()
  await devices.start()
  const { picture } = devices.getState()
  devices.pauseVideo(true)
  expect(sent.at(-1)).toEqual(['video', undefined])
  expect(devices.getState()).toMatchObject({ media: { camera: true, isPaused: true }, picture })
  expect(liveDevices()).toEqual(['headset', 'front'])
  // Another camera or the screen is not sent either.
  await devices.choose('video', 'back')
  await devices.toggleScreen()
  expect(sent.at(-1)).toEqual(['video', undefined])
  await devices.toggleScreen()
  devices.pauseVideo(false)
  expect(sent.at(-1)).toEqual(['video', 'back'])
  expect(devices.getState().media).toEqual({ camera: true, microphone: true, screen: false })
})

test('reopens the microphone if the browser cannot change noise suppression in place', async () => {
  const { devices } = createDevices()
  await devices.start()
  await devices.suppressNoise(false)
  expect(devices.getState().isNoiseSuppressed).toBe(false)
  expect(getUserMedia).toHaveBeenLastCalledWith({ audio: { noiseSuppression: false } })
  expect(liveDevices()).toEqual(['front', 'headset'])
})

test('offers background blur only if the browser supports it, and keeps it for the next camera', async () => {
  const { devices } = createDevices()
  await devices.start()
  expect(devices.getState().isBlurred).toBeUndefined()
  blurs = true
  await devices.choose('video', 'back')
  expect(devices.getState().isBlurred).toBe(false)
  await devices.blur(true)
  expect(devices.getState().isBlurred).toBe(true)
  await devices.choose('video', 'front')
  expect(devices.getState().isBlurred).toBe(true)
})
