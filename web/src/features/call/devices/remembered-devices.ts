// Which camera, microphone and speaker somebody chose in this browser, and whether they were on.
import type { Kind } from '../negotiation.ts'

export interface DeviceChoices {
  /** The ids of the chosen devices. */
  audio?: string
  video?: string
  speaker?: string
  /** Their names: browsers give a device another id from time to time. */
  audioLabel?: string
  videoLabel?: string
  /** Switched off before the call. */
  isMuted?: boolean
  isCameraOff?: boolean
  isNoiseKept?: boolean
  isBlurred?: boolean
  /** When this browser last joined from the lobby. */
  joinedAt?: number
}

const KEY = 'call-devices'
/** What is switched off during a call survives a reload of the tab, and is forgotten when the call is left. */
const IN_CALL_KEY = 'call-devices-off'
/** A doctor with one consultation after the other sees the lobby once. */
export const SKIP_LOBBY_MS = 12 * 60 * 60_000
const MAX_TEXT_LENGTH = 200

const TEXTS = ['audio', 'video', 'speaker', 'audioLabel', 'videoLabel'] as const
const FLAGS = ['isMuted', 'isCameraOff', 'isNoiseKept', 'isBlurred'] as const

/** What is stored may be old, or written by somebody else: every field is checked. */
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

// Storage may be switched off or full: then nothing is remembered, and everything works.
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
    // As above.
  }
}

const local = () => localStorage
const session = () => sessionStorage

export const readChoices = (): DeviceChoices => ({ ...read(local, KEY), ...read(session, IN_CALL_KEY) })

export const rememberChoices = (choices: DeviceChoices) => write(local, KEY, choices)

/** For a reload in the middle of a call. */
export const rememberInCall = (choices: Pick<DeviceChoices, 'isMuted' | 'isCameraOff'>) => write(session, IN_CALL_KEY, choices)

export function forgetInCall() {
  try {
    sessionStorage.removeItem(IN_CALL_KEY)
  } catch {
    // Nothing was kept either.
  }
}

/** Whether somebody joined from the lobby a short while ago, and need not pass it again. */
export function mayStepPastLobby(now = Date.now()) {
  const { joinedAt } = read(local, KEY)
  return joinedAt !== undefined && now >= joinedAt && now - joinedAt < SKIP_LOBBY_MS
}

/** An unknown name is stored as an empty text, so that the name of an earlier choice does not stay. */
export const choiceOf = (kind: Kind, deviceId: string, label = ''): DeviceChoices =>
  kind === 'audio' ? { audio: deviceId, audioLabel: label } : { video: deviceId, videoLabel: label }

/** The id of the device with that name. Browsers tell names only to sites that may use the devices. */
export async function findInput(kind: Kind, label: string) {
  const found = await navigator.mediaDevices.enumerateDevices().catch(() => [])
  return found.find((each) => each.kind === `${kind}input` && each.label === label)?.deviceId
}
