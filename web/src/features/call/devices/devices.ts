// The user's camera, microphone and screen: what is sent, and why a device is not.
import { askForMedia, deviceFaultOf } from '../../../lib/media.ts'
import type { Kind, Tracks } from '../negotiation.ts'
import type { DevicesState } from './devices-state.ts'
import { Inputs, inputWish, isCalledOff } from './inputs.ts'
import { choiceOf, type DeviceChoices, findInput } from './remembered-devices.ts'
import { canBlur, isBlurred, setBlur, setNoiseSuppression } from './track-options.ts'

export class Devices {
  readonly #inputs = new Inputs()
  #screen: MediaStreamTrack | undefined
  #picture: MediaStream | undefined
  #isMuted: boolean
  /** Whether the camera stays closed at the start. */
  readonly #isCameraOff: boolean
  /** Set while the connection is too poor for video, so that only sound is sent. */
  #isPaused = false
  #isNoiseSuppressed: boolean
  #isBlurWanted: boolean
  #speaker: string | undefined
  #faults: DevicesState['faults'] = {}
  #wishes: Partial<Record<Kind, string>>
  /** The labels of the wanted devices, as far as known. */
  #labels: Partial<Record<Kind, string>>
  #hasEnded = false
  onChange = () => {}
  /** Called with the track to send from now on. */
  onTrack: (kind: Kind, track: MediaStreamTrack | undefined) => void = () => {}
  /** Called with the user's choices, so that they can be remembered. */
  onChoice: (choices: DeviceChoices) => void = () => {}

  constructor(choices: DeviceChoices = {}) {
    const { audio, video, audioLabel, videoLabel, speaker, isMuted, isCameraOff, isNoiseKept, isBlurred: isBlurWanted } = choices
    this.#wishes = { ...(audio && { audio }), ...(video && { video }) }
    this.#labels = { ...(audioLabel && { audio: audioLabel }), ...(videoLabel && { video: videoLabel }) }
    this.#speaker = speaker
    this.#isMuted = isMuted ?? false
    this.#isCameraOff = isCameraOff ?? false
    this.#isNoiseSuppressed = !isNoiseKept
    this.#isBlurWanted = isBlurWanted ?? false
    this.#inputs.onOpen = (kind, track) => this.#prepare(kind, track)
    // Nothing is sent after the end.
    this.#inputs.onChange = (kind) => !this.#hasEnded && this.#send(kind)
    this.#inputs.onLost = (kind) => {
      this.#faults = { ...this.#faults, [kind]: 'missing' }
      this.#notify()
    }
  }

  get #tracks() {
    return this.#inputs.tracks
  }

  get hasEnded() {
    return this.#hasEnded
  }

  getState(): DevicesState {
    const { audio, video } = this.#tracks
    return {
      media: {
        camera: Boolean(video),
        microphone: Boolean(audio) && !this.#isMuted,
        screen: Boolean(this.#screen),
        ...(this.#isPaused && { isPaused: true }),
      },
      faults: this.#faults,
      picture: this.#picture,
      inputs: { ...this.#wishes, ...withInput('audio', audio), ...withInput('video', video) },
      speaker: this.#speaker,
      isNoiseSuppressed: this.#isNoiseSuppressed,
      isBlurred: canBlur(video) ? isBlurred(video) : undefined,
    }
  }

  // Nothing is reported after the end.
  #notify() {
    if (!this.#hasEnded) this.onChange()
  }

  outgoing = (): Tracks => ({ audio: this.#tracks.audio, video: this.#isPaused ? undefined : this.#shown })

  /** The track in the self-view, whether it is sent or not. */
  get #shown() {
    return this.#screen ?? this.#tracks.video
  }

  get hasVideo() {
    return this.#shown !== undefined
  }

  /** Opens both at once, for a single permission prompt. If that fails, opens each alone, so that one failure does not affect both. */
  async start() {
    if (this.#isCameraOff) return this.#open('audio')
    try {
      const stream = await askForMedia({ audio: this.#wish('audio'), video: this.#wish('video') })
      for (const track of stream.getTracks()) {
        // The call ended while the permission prompt was open.
        if (this.#hasEnded) track.stop()
        else this.#inputs.keep(track.kind as Kind, track)
      }
    } catch {
      await this.#open('audio')
      await this.#open('video')
    }
    return this.#notify()
  }

  #wish(kind: Kind): MediaTrackConstraints {
    const isNoiseKept = kind === 'audio' && !this.#isNoiseSuppressed
    return { ...inputWish(kind, this.#wishes[kind]), ...(isNoiseKept && { noiseSuppression: false }) }
  }

  async #open(kind: Kind): Promise<void> {
    // The call ended while the permission prompt was open, so there is no second prompt.
    if (this.#hasEnded) return
    try {
      await this.#inputs.open(kind, this.#wish(kind))
    } catch (error) {
      if (isCalledOff(error)) return
      const fault = deviceFaultOf(error)
      if (fault === 'missing' && this.#wishes[kind]) {
        await this.#openInstead(kind)
        return
      }
      this.#faults = { ...this.#faults, [kind]: fault }
      this.#inputs.close(kind)
    }
    this.#notify()
  }

  /** Opens a replacement if the wanted device is gone: the one with the same label, else any device. */
  async #openInstead(kind: Kind) {
    const { [kind]: lost, ...others } = this.#wishes
    const { [kind]: label, ...otherLabels } = this.#labels
    const turn = this.#inputs.turn(kind)
    const renamed = label && (await findInput(kind, label))
    // The user chose something else while the browser was listing its devices.
    if (turn !== this.#inputs.turn(kind)) return undefined
    this.#labels = otherLabels
    if (!renamed || renamed === lost) {
      this.#wishes = others
      return this.#open(kind)
    }
    this.#wishes = { ...others, [kind]: renamed }
    this.onChoice(choiceOf(kind, renamed, label))
    return this.#open(kind)
  }

  #prepare(kind: Kind, track: MediaStreamTrack) {
    const { [kind]: _, ...others } = this.#faults
    this.#faults = others
    if (kind === 'audio') track.enabled = !this.#isMuted
    else if (this.#isBlurWanted && canBlur(track)) void setBlur(track, true).then(() => this.#notify())
  }

  #send(kind: Kind) {
    const shown = this.#shown
    if (kind === 'video') this.#picture = shown && new MediaStream([shown])
    this.onTrack(kind, this.outgoing()[kind])
  }

  /** Stops or resumes sending video. The camera stays open. */
  pauseVideo(isPaused: boolean) {
    if (isPaused === this.#isPaused) return
    this.#isPaused = isPaused
    this.onTrack('video', this.outgoing().video)
    this.#notify()
  }

  async toggleMicrophone() {
    if (!this.#tracks.audio) {
      this.#isMuted = false
      this.onChoice({ isMuted: false })
      return this.#open('audio')
    }
    this.#isMuted = !this.#isMuted
    this.onChoice({ isMuted: this.#isMuted })
    this.#tracks.audio.enabled = !this.#isMuted
    this.#send('audio')
    return this.#notify()
  }

  /** Turning the camera off closes it, so that its light goes out. */
  async toggleCamera() {
    this.onChoice({ isCameraOff: Boolean(this.#tracks.video) })
    if (!this.#tracks.video) return this.#open('video')
    this.#inputs.close('video')
    return this.#notify()
  }

  async choose(kind: Kind, deviceId: string, label?: string) {
    this.#wishes = { ...this.#wishes, [kind]: deviceId }
    const { [kind]: _, ...labels } = this.#labels
    this.#labels = { ...labels, ...(label && { [kind]: label }) }
    this.onChoice(choiceOf(kind, deviceId, label))
    // A device that is off stays off.
    if (!this.#tracks[kind]) return this.#notify()
    // Some phones can open only one camera at a time.
    if (kind === 'video') this.#inputs.close(kind)
    return this.#open(kind)
  }

  chooseSpeaker(id: string) {
    this.#speaker = id
    this.onChoice({ speaker: id })
    this.#notify()
  }

  async suppressNoise(isWanted: boolean) {
    this.#isNoiseSuppressed = isWanted
    this.onChoice({ isNoiseKept: !isWanted })
    this.#notify()
    const { audio } = this.#tracks
    if (audio && !(await setNoiseSuppression(audio, isWanted)) && this.#tracks.audio === audio) await this.#open('audio')
  }

  async blur(isWanted: boolean) {
    this.#isBlurWanted = isWanted
    this.onChoice({ isBlurred: isWanted })
    if (this.#tracks.video) await setBlur(this.#tracks.video, isWanted)
    this.#notify()
  }

  async toggleScreen() {
    if (this.#screen) return this.#showScreen(undefined)
    let stream: MediaStream
    try {
      stream = await navigator.mediaDevices.getDisplayMedia({ video: true })
    } catch {
      // The user cancelled the choice.
      return undefined
    }
    const [track] = stream.getVideoTracks()
    if (!track) return undefined
    if (this.#hasEnded) return track.stop()
    // The user may stop sharing in the browser's own bar.
    track.addEventListener('ended', () => this.#screen === track && this.#showScreen(undefined))
    return this.#showScreen(track)
  }

  #showScreen(track: MediaStreamTrack | undefined) {
    this.#screen?.stop()
    this.#screen = track
    this.#send('video')
    this.#notify()
  }

  end() {
    this.#hasEnded = true
    this.#inputs.closeAll()
    this.#screen?.stop()
    this.#screen = undefined
    this.#picture = undefined
    this.#notify()
  }
}

function withInput(kind: Kind, track: MediaStreamTrack | undefined) {
  const device = track?.getSettings().deviceId
  return device ? { [kind]: device } : {}
}
