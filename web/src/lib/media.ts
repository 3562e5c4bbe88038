// Access to camera and microphone, the same for calls and for the video test.
import { AppError } from './errors.ts'

export type DeviceFault = 'denied' | 'missing' | 'busy' | 'unsupported' | 'insecure' | 'failed'

// Error names of current and older browsers.
const BROWSER_NAMES: Partial<Record<string, DeviceFault>> = {
  NotAllowedError: 'denied',
  PermissionDeniedError: 'denied',
  SecurityError: 'denied',
  NotFoundError: 'missing',
  DevicesNotFoundError: 'missing',
  OverconstrainedError: 'missing',
  NotReadableError: 'busy',
  TrackStartError: 'busy',
  AbortError: 'busy',
  NotSupportedError: 'unsupported',
}

/** Recognizes the error by its name, never by its message. */
export function deviceFaultOf(error: unknown): DeviceFault {
  if (error instanceof AppError && (error.reason === 'insecure' || error.reason === 'unsupported')) return error.reason
  return (error instanceof Error && BROWSER_NAMES[error.name]) || 'failed'
}

/** Enough detail for a face, and little enough for a slow connection. */
export const PICTURE = { facingMode: 'user', width: { ideal: 640 }, height: { ideal: 480 }, frameRate: { ideal: 24 } }

export async function askForMedia(wish: MediaStreamConstraints): Promise<MediaStream> {
  if (!window.isSecureContext) throw new AppError('insecure')
  // Older browsers lack it, although the types say otherwise.
  const media = navigator.mediaDevices as MediaDevices | undefined
  if (!media?.getUserMedia) throw new AppError('unsupported')
  return media.getUserMedia(wish)
}
