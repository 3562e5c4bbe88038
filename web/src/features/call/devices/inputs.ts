// The open camera and microphone, for calls and for the video test. A track that opens after its request was cancelled is closed at once.
import { AppError } from '../../../lib/errors.ts'
import { askForMedia, PICTURE } from '../../../lib/media.ts'
import type { Kind, Tracks } from '../negotiation.ts'

/** Constraints for a device with this id, or for any device. */
export const inputWish = (kind: Kind, id: string | undefined): MediaTrackConstraints => ({
  ...(kind === 'video' && PICTURE),
  ...(id && { deviceId: { exact: id } }),
})

/** Whether a newer request or a close has cancelled this one. The newer request reports the result. */
export const isCalledOff = (error: unknown) => error instanceof AppError && error.reason === 'called_off'

export class Inputs {
  readonly #tracks: Tracks = { audio: undefined, video: undefined }
  /** Counts requests, so that a late response does not undo a later choice. */
  readonly #requests: Record<Kind, number> = { audio: 0, video: 0 }
  /** Called with a track before it is used. */
  onOpen: (kind: Kind, track: MediaStreamTrack) => void = () => {}
  /** Called when the open track changes. Undefined if there is none. */
  onChange: (kind: Kind, track: MediaStreamTrack | undefined) => void = () => {}
  /** Called when a device is unplugged or its permission is revoked, but not when it is closed here. */
  onLost: (kind: Kind) => void = () => {}

  get tracks(): Readonly<Tracks> {
    return this.#tracks
  }

  /** Identifies the latest request. */
  turn = (kind: Kind) => this.#requests[kind]

  /** Opens a device. The old track stays open until then. Throws the browser's error, or `called_off`. */
  async open(kind: Kind, wish: MediaTrackConstraints) {
    const request = ++this.#requests[kind]
    const isCurrent = () => request === this.#requests[kind]
    let stream: MediaStream
    try {
      stream = await askForMedia({ [kind]: wish })
    } catch (error) {
      throw isCurrent() ? error : new AppError('called_off')
    }
    const [track] = stream.getTracks()
    if (!isCurrent() || !track) {
      track?.stop()
      throw new AppError('called_off')
    }
    this.keep(kind, track)
    return track
  }

  /** Replaces the open track. */
  keep(kind: Kind, track: MediaStreamTrack) {
    track.addEventListener('ended', () => {
      if (this.#tracks[kind] !== track) return
      this.#put(kind, undefined)
      this.onLost(kind)
    })
    this.onOpen(kind, track)
    this.#put(kind, track)
  }

  close(kind: Kind) {
    this.#requests[kind]++
    this.#put(kind, undefined)
  }

  closeAll() {
    this.close('audio')
    this.close('video')
  }

  #put(kind: Kind, track: MediaStreamTrack | undefined) {
    this.#tracks[kind]?.stop()
    this.#tracks[kind] = track
    this.onChange(kind, track)
  }
}
