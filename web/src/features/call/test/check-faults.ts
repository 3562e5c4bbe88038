// The reasons why a call would not work, with texts for the cause and the fix.
import { AppError } from '../../../lib/errors.ts'
import type { TextKey } from '../../../lib/i18n.tsx'
import { type DeviceFault, deviceFaultOf } from '../../../lib/media.ts'
import type { CheckName } from './check-names.ts'

const DEVICE_REASONS = {
  denied: 'videoTest.denied',
  missing: 'videoTest.missing',
  busy: 'videoTest.busy',
  unsupported: 'videoTest.unsupported',
  insecure: 'videoTest.insecure',
  unplugged: 'videoTest.unplugged',
  failed: 'videoTest.unknown',
} satisfies Record<DeviceFault | 'unplugged', TextKey>

type Reason = keyof typeof DEVICE_REASONS
export type Fault = Reason | 'blocked' | 'unreachable' | 'relay_blocked' | 'offline'

const OTHERS = ['blocked', 'unreachable', 'relay_blocked', 'offline']
const isFault = (reason: string): reason is Fault => reason in DEVICE_REASONS || OTHERS.includes(reason)

export function faultOf(error: unknown): Fault {
  if (error instanceof AppError && isFault(error.reason)) return error.reason
  return deviceFaultOf(error)
}

interface FaultTexts {
  what: TextKey
  /** Fills the `{reason}` of `what`. */
  reason?: TextKey
  mend: TextKey
}

export function textsOfFault(check: CheckName, fault: Fault): FaultTexts {
  if (fault === 'offline') return { what: 'videoTest.offline', mend: 'videoTest.offlineMend' }
  if (fault === 'relay_blocked') return { what: 'videoTest.relayBlocked', mend: 'videoTest.relayBlockedMend' }
  if (check === 'connection') return { what: 'videoTest.unreachable', mend: 'videoTest.unreachableMend' }
  if (check === 'webrtc') {
    return fault === 'unsupported'
      ? { what: 'videoTest.webrtcUnsupported', mend: 'videoTest.unsupportedMend' }
      : { what: 'videoTest.webrtcBlocked', mend: 'videoTest.webrtcBlockedMend' }
  }
  const reason = fault in DEVICE_REASONS ? (fault as Reason) : 'failed'
  return { what: `videoTest.${check}Fault`, reason: DEVICE_REASONS[reason], mend: mendOf(check, reason) }
}

function mendOf(check: 'camera' | 'microphone', fault: Reason): TextKey {
  if (fault === 'denied') return `videoTest.${check}DeniedMend`
  return fault === 'failed' ? 'videoTest.unknownMend' : `videoTest.${fault}Mend`
}
