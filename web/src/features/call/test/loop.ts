// A test call: two real peer connections within one page.
import { AppError } from '../../../lib/errors.ts'
import { within } from './within.ts'

const CONNECT_TIMEOUT_MS = 10_000
/** Shorter, because some browsers cannot even connect to themselves without a network. */
const OFFLINE_TIMEOUT_MS = 2000

export interface Loop {
  /** The stream that the other person would receive. */
  received: MediaStream
  /** Replaces the sent camera, or removes it. */
  replaceVideo: (track: MediaStreamTrack | null) => Promise<void>
  close: () => void
}

/** Opens the loop within this device, or through the relay that `rtc` configures. */
export async function openLoop(tracks: MediaStreamTrack[] = [], rtc: RTCConfiguration = {}): Promise<Loop> {
  if (typeof RTCPeerConnection === 'undefined') throw new AppError('unsupported')
  const [near, far] = [new RTCPeerConnection(rtc), new RTCPeerConnection(rtc)]
  const received = new MediaStream()
  far.addEventListener('track', ({ track }) => received.addTrack(track))
  const senders = tracks.map((track) => near.addTransceiver(track, { direction: 'sendonly' }).sender)
  const close = () => {
    near.close()
    far.close()
  }
  try {
    await within(
      navigator.onLine ? CONNECT_TIMEOUT_MS : OFFLINE_TIMEOUT_MS,
      'blocked',
      Promise.all([hasEcho(near, far), introduce(near, far)]),
    )
  } catch (cause) {
    close()
    throw new AppError(navigator.onLine ? 'blocked' : 'offline', {}, { cause })
  }
  const video = senders.find(({ track }) => track?.kind === 'video')
  return { received, replaceVideo: async (track) => video?.replaceTrack(track), close }
}

/** Resolves when a message from one end has come back from the other, which proves both directions. */
function hasEcho(near: RTCPeerConnection, far: RTCPeerConnection) {
  const line = near.createDataChannel('echo')
  far.addEventListener('datachannel', ({ channel }) => channel.addEventListener('message', () => channel.send('echo')))
  line.addEventListener('open', () => line.send('hello'))
  return new Promise<void>((resolve, reject) => {
    line.addEventListener('message', () => resolve())
    near.addEventListener('connectionstatechange', () => {
      if (near.connectionState === 'failed') reject(new AppError('blocked'))
    })
  })
}

async function introduce(near: RTCPeerConnection, far: RTCPeerConnection) {
  // Early candidates wait until the descriptions are exchanged.
  const known = Promise.withResolvers<void>()
  const pass = (from: RTCPeerConnection, to: RTCPeerConnection) =>
    from.addEventListener('icecandidate', ({ candidate }) => {
      if (candidate) void known.promise.then(() => to.addIceCandidate(candidate)).catch(() => {})
    })
  pass(near, far)
  pass(far, near)
  await near.setLocalDescription()
  await far.setRemoteDescription(described(near))
  await far.setLocalDescription()
  await near.setRemoteDescription(described(far))
  known.resolve()
}

function described({ localDescription }: RTCPeerConnection) {
  if (!localDescription) throw new AppError('blocked')
  return localDescription
}
