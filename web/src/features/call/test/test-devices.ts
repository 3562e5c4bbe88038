// Camera and microphone: opened one by one, and closed for certain. What arrives after it was called off is closed at once.
import { AppError } from '../../../lib/errors.ts'
import { askForMedia, PICTURE } from '../../../lib/media.ts'

export type DeviceKind = 'camera' | 'microphone'
export type Streams = Partial<Record<DeviceKind, MediaStream>>

interface DevicesOptions {
  ask: (kind: DeviceKind, id?: string) => Promise<MediaStream>
  onChange: (streams: Streams) => void
  /** Pulled out, or taken away by the system; not when it was closed here. */
  onLost: (kind: DeviceKind) => void
}

export function createDevices({ ask, onChange, onLost }: DevicesOptions) {
  const streams: Streams = {}
  const turns = { camera: 0, microphone: 0 }

  async function open(kind: DeviceKind, id?: string) {
    close(kind)
    const turn = turns[kind]
    const stream = await ask(kind, id)
    if (turn !== turns[kind]) {
      stop(stream)
      throw new AppError('called_off')
    }
    streams[kind] = stream
    for (const track of stream.getTracks()) {
      track.addEventListener('ended', () => {
        if (streams[kind] !== stream) return
        close(kind)
        onLost(kind)
      })
    }
    onChange({ ...streams })
    return stream
  }

  function close(kind: DeviceKind) {
    turns[kind]++
    const stream = streams[kind]
    if (!stream) return
    delete streams[kind]
    stop(stream)
    onChange({ ...streams })
  }

  function closeAll() {
    close('camera')
    close('microphone')
  }

  return { open, close, closeAll, get: (kind: DeviceKind) => streams[kind] }
}

export const isCalledOff = (error: unknown) => error instanceof AppError && error.reason === 'called_off'

function stop(stream: MediaStream) {
  for (const track of stream.getTracks()) track.stop()
}

export async function askForDevice(kind: DeviceKind, id?: string): Promise<MediaStream> {
  try {
    return await askForMedia(wishFor(kind, id))
  } catch (error) {
    // The one that was chosen is gone: any other will do.
    if (id && error instanceof Error && error.name === 'OverconstrainedError') return askForMedia(wishFor(kind))
    throw error
  }
}

function wishFor(kind: DeviceKind, id?: string): MediaStreamConstraints {
  const device = id ? { deviceId: { exact: id } } : {}
  return kind === 'microphone' ? { audio: device } : { video: { ...PICTURE, ...device } }
}
