// The camera, microphone and speaker chosen in this browser, and whether they were on.
import type { Kind } from '../negotiation.ts'

export interface DeviceChoices {
  /** The ids of the chosen devices. */
  audio?: string
  video?: string
  speaker?: string
  /** The labels of the devices, because browsers change device ids from time to time. */
  audioLabel?: string
  videoLabel?: string
  /** Whether the devices were switched off before the call. */
  isMuted?: boolean
  isCameraOff?: boolean
  isNoiseKept?: boolean
  isBlurred?: boolean
  /** When this browser last joined from the lobby. */
  joinedAt?: number
}

const KEY = 'call-devices'
/** Devices switched off during a call. Survives a reload of the tab, and is cleared when the user leaves the call. */
const IN_CALL_KEY = 'call-devices-off'
/** Doctors with several consultations in a row skip the lobby for this long. */
export const SKIP_LOBBY_MS = 12 * 60 * 60_000
const MAX_TEXT_LENGTH = 200

const TEXTS = ['audio', 'video', 'speaker', 'audioLabel', 'videoLabel'] as const
const FLAGS = ['isMuted', 'isCameraOff', 'isNoiseKept', 'isBlurred'] as const

/** Validates every field, because the stored value may be old or written by other code. */
function parse(stored: string | null): DeviceChoices {
  const fields: unknown = JSON.parse(stored ?? '{}')
  if (typeof fields !== 'object' || fields === null) return {}
  const known = fields as Record<string, unknown>
  const choices: DeviceChoices = {}
  for (const name of TEXTS) {
    const value = known[name]
    if (typeof value === 'string' && value && value.length <= MAX_TEXT_LENGTH) choices[name] = value
  }
  for (const name of FLAGS) if (typeof known[name] === 'boolean') choices[name] = known[name]
  if (typeof known['joinedAt'] === 'number') choices.joinedAt = known['joinedAt']
  return choices
}

// Storage may be disabled or full. Then nothing is remembered, and everything else works.
function read(storage: () => Storage, key: string): DeviceChoices {
  try {
    return parse(storage().getItem(key))
  } catch {
    return {}
  }
}

function write(storage: () => Storage, key: string, choices: DeviceChoices) {
  try {
    storage().setItem(key, JSON.stringify({ ...read(storage, key), ...choices }))
  } catch {
    // Storage may be disabled or full.
  }
}

const local = () => localStorage
const session = () => sessionStorage

export const readChoices = (): DeviceChoices => ({ ...read(local, KEY), ...read(session, IN_CALL_KEY) })

export const rememberChoices = (choices: DeviceChoices) => write(local, KEY, choices)

/** Remembers choices for a reload during a call. */
export const rememberInCall = (choices: Pick<DeviceChoices, 'isMuted' | 'isCameraOff'>) => write(session, IN_CALL_KEY, choices)

export function forgetInCall() {
  try {
    sessionStorage.removeItem(IN_CALL_KEY)
  } catch {
    // Without storage there is nothing to remove.
  }
}

/** Whether the user joined from the lobby recently and may skip it. */
export function mayStepPastLobby(now = Date.now()) {
  const { joinedAt } = read(local, KEY)
  return joinedAt !== undefined && now >= joinedAt && now - joinedAt < SKIP_LOBBY_MS
}

/** Stores an unknown label as an empty string, so that it replaces the label of an earlier choice. */
export const choiceOf = (kind: Kind, deviceId: string, label = ''): DeviceChoices =>
  kind === 'audio' ? { audio: deviceId, audioLabel: label } : { video: deviceId, videoLabel: label }

/** The id of the device with this label. Browsers reveal labels only to sites with permission. */
export async function findInput(kind: Kind, label: string) {
  const found = await navigator.mediaDevices.enumerateDevices().catch(() => [])
  return found.find((each) => each.kind === `${kind}input` && each.label === label)?.deviceId
}
