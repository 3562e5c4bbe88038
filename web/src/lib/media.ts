// Asking for camera and microphone, alike wherever it is done.
import { AppError } from './errors.ts'

export type DeviceFault = 'denied' | 'missing' | 'busy' | 'unsupported' | 'insecure' | 'failed'

// As browsers name them, today's and those of some years ago.
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

/** By its name, never by its sentence. */
export function deviceFaultOf(error: unknown): DeviceFault {
  if (error instanceof AppError && (error.reason === 'insecure' || error.reason === 'unsupported')) return error.reason
  return (error instanceof Error && BROWSER_NAMES[error.name]) || 'failed'
}

/** Enough for a face, and for a slow line. */
export const PICTURE = { facingMode: 'user', width: { ideal: 640 }, height: { ideal: 480 }, frameRate: { ideal: 24 } }

export async function askForMedia(wish: MediaStreamConstraints): Promise<MediaStream> {
  if (!window.isSecureContext) throw new AppError('insecure')
  // Older browsers have none, whatever the types say.
  const media = navigator.mediaDevices as MediaDevices | undefined
  if (!media?.getUserMedia) throw new AppError('unsupported')
  return media.getUserMedia(wish)
}
