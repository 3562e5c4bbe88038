// Runs four checks in sequence. A failed check does not stop the next one.
import type { TextKey, Values } from '../../../lib/i18n.tsx'
import { type Fault, faultOf } from './check-faults.ts'
import { CHECKS, type CheckName } from './check-names.ts'

/** The result of a check, as a text. */
export interface Finding {
  key: TextKey
  values?: Values
  /** A second result, on its own line. */
  note?: Note
}

export interface Note {
  key: TextKey
  /** Whether the test in the note was performed. */
  isTested: boolean
  needsSignIn?: boolean
}

/** Only signed-in users may use the relay. */
export const SIGN_IN_FIRST: Note = { key: 'videoTest.relaySignIn', isTested: false, needsSignIn: true }

export type CheckState = { status: 'pending' | 'running' } | { status: 'success'; finding: Finding } | { status: 'error'; fault: Fault }
export type Results = Record<CheckName, CheckState>

const STEP_DELAY_MS = 500
const PENDING: CheckState = { status: 'pending' }
export const NOT_RUN: Results = { camera: PENDING, microphone: PENDING, webrtc: PENDING, connection: PENDING }

interface Course {
  onChange: (check: CheckName, state: CheckState) => void
  pause: (ms: number) => Promise<unknown>
  signal: AbortSignal
}

/** Returns whether all checks have run. False if cancelled, after which nothing more is reported. */
export async function runChecks(checks: Record<CheckName, () => Promise<Finding>>, { onChange, pause, signal }: Course) {
  for (const [index, check] of CHECKS.entries()) {
    if (index > 0) await pause(STEP_DELAY_MS)
    if (signal.aborted) return false
    onChange(check, { status: 'running' })
    const state = await outcomeOf(checks[check])
    if (signal.aborted) return false
    onChange(check, state)
  }
  return true
}

async function outcomeOf(check: () => Promise<Finding>): Promise<CheckState> {
  try {
    return { status: 'success', finding: await check() }
  } catch (error) {
    return { status: 'error', fault: faultOf(error) }
  }
}

export const haveAllPassed = (results: Results) => CHECKS.every((check) => results[check].status === 'success')
