// Processing by the browser before sending: background blur and noise suppression.

// Not yet in TypeScript's types: https://www.w3.org/TR/mediacapture-extensions/#exposing-mediastreamtrack-source-background-blur-support
interface BlurCapabilities extends MediaTrackCapabilities {
  backgroundBlur?: boolean[]
}

// Older browsers lack `getCapabilities`, unlike the types say.
const capabilitiesOf = (track: MediaStreamTrack): BlurCapabilities =>
  (track as { getCapabilities?: () => BlurCapabilities }).getCapabilities?.() ?? {}

/** Whether the browser can blur the background and lets the page control it. */
export function canBlur(track: MediaStreamTrack | undefined) {
  return track !== undefined && new Set(capabilitiesOf(track).backgroundBlur).size === 2
}

export const isBlurred = (track: MediaStreamTrack | undefined) => track?.getSettings().backgroundBlur === true

/** Returns whether the browser applied the change. */
export async function setBlur(track: MediaStreamTrack, isWanted: boolean) {
  const constraints: MediaTrackConstraints & { backgroundBlur: boolean } = { backgroundBlur: isWanted }
  await track.applyConstraints(constraints).catch(() => {})
  return isBlurred(track) === isWanted
}

/** Returns false if the browser changed nothing although it accepted the constraint. The microphone then has to be reopened. */
export async function setNoiseSuppression(track: MediaStreamTrack, isWanted: boolean) {
  await track.applyConstraints({ noiseSuppression: isWanted }).catch(() => {})
  return track.getSettings().noiseSuppression === isWanted
}
