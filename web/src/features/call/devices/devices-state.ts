// The state of a page's own camera, microphone, screen and speaker.
import type { DeviceFault } from '../../../lib/media.ts'
import type { Kind } from '../negotiation.ts'
import type { MediaState } from '../signals.ts'

export interface DevicesState {
  media: MediaState
  /** Why a requested device could not be opened. */
  faults: Partial<Record<Kind, DeviceFault>>
  /** The self-view. */
  picture: MediaStream | undefined
  /** The ids of the devices in use. */
  inputs: Partial<Record<Kind, string>>
  /** The id of the chosen speaker. Undefined for the system's default. */
  speaker: string | undefined
  isNoiseSuppressed: boolean
  /** Undefined if the browser cannot blur the background. */
  isBlurred: boolean | undefined
}

export const NO_DEVICES: DevicesState = {
  media: { camera: false, microphone: false, screen: false },
  faults: {},
  picture: undefined,
  inputs: {},
  speaker: undefined,
  isNoiseSuppressed: true,
  isBlurred: undefined,
}

export const canShareScreen = () => 'mediaDevices' in navigator && 'getDisplayMedia' in navigator.mediaDevices
