// What a browser itself can do to a picture or a sound before it is sent.

// Newer than the types that come with the compiler: https://www.w3.org/TR/mediacapture-extensions/#exposing-mediastreamtrack-source-background-blur-support
interface BlurCapabilities extends MediaTrackCapabilities {
  backgroundBlur?: boolean[]
}

// Older browsers have no capabilities, whatever the types say.
const capabilitiesOf = (track: MediaStreamTrack): BlurCapabilities =>
  (track as { getCapabilities?: () => BlurCapabilities }).getCapabilities?.() ?? {}

/** Whether the browser can blur what is behind the person, and lets the page decide. */
export function canBlur(track: MediaStreamTrack | undefined) {
  return track !== undefined && new Set(capabilitiesOf(track).backgroundBlur).size === 2
}

export const isBlurred = (track: MediaStreamTrack | undefined) => track?.getSettings().backgroundBlur === true

/** Whether it did. */
export async function setBlur(track: MediaStreamTrack, isWanted: boolean) {
  const constraints: MediaTrackConstraints & { backgroundBlur: boolean } = { backgroundBlur: isWanted }
  await track.applyConstraints(constraints).catch(() => {})
  return isBlurred(track) === isWanted
}

/** Some browsers accept this and change nothing: then the microphone has to be opened again. */
export async function setNoiseSuppression(track: MediaStreamTrack, isWanted: boolean) {
  await track.applyConstraints({ noiseSuppression: isWanted }).catch(() => {})
  return track.getSettings().noiseSuppression === isWanted
}
