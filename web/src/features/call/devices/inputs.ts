// The open camera and microphone, for calls and for the video test. What arrives after it was called off is closed at once.
import { AppError } from '../../../lib/errors.ts'
import { askForMedia, PICTURE } from '../../../lib/media.ts'
import type { Kind, Tracks } from '../negotiation.ts'

/** Asks for a device by its id, or for any. */
export const inputWish = (kind: Kind, id: string | undefined): MediaTrackConstraints => ({
  ...(kind === 'video' && PICTURE),
  ...(id && { deviceId: { exact: id } }),
})

/** Something else was asked for meanwhile, or it was closed: that request tells what became of it. */
export const isCalledOff = (error: unknown) => error instanceof AppError && error.reason === 'called_off'

export class Inputs {
  readonly #tracks: Tracks = { audio: undefined, video: undefined }
  /** Counts what was asked for, so that an answer that comes late does not undo a later choice. */
  readonly #requests: Record<Kind, number> = { audio: 0, video: 0 }
  /** Called with a track before it is used. */
  onOpen: (kind: Kind, track: MediaStreamTrack) => void = () => {}
  /** Called with the track that is open from now on, if any. */
  onChange: (kind: Kind, track: MediaStreamTrack | undefined) => void = () => {}
  /** It was unplugged, or its permission was revoked in the browser's settings; not when it was closed here. */
  onLost: (kind: Kind) => void = () => {}

  get tracks(): Readonly<Tracks> {
    return this.#tracks
  }

  /** Changes with every request. */
  turn = (kind: Kind) => this.#requests[kind]

  /** What was open stays until the new one is. Fails as the browser says it, or as called off. */
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

  /** In the place of the one that was open. */
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
