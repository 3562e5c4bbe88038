import { expect, test } from 'vitest'
import type { CheckName } from './check-names.ts'
import { type Finding, haveAllPassed, NOT_RUN, type Results, runChecks } from './checks.ts'

const FINDING: Finding = { key: 'videoTest.success' }
const passing = async () => FINDING
const PASSING = { camera: passing, microphone: passing, webrtc: passing, connection: passing }

function watch() {
  const told: string[] = []
  const abort = new AbortController()
  const course = {
    onChange: (check: CheckName, { status }: { status: string }) => told.push(`${check} ${status}`),
    pause: async (ms: number) => told.push(`${ms} ms`),
    signal: abort.signal,
  }
  return { told, abort, course }
}

test('runs the four checks in order, with pauses of half a second', async () => {
  const { told, course } = watch()
  expect(await runChecks(PASSING, course)).toBe(true)
  expect(told).toEqual([
    'camera running',
    'camera success',
    '500 ms',
    'microphone running',
    'microphone success',
    '500 ms',
    'webrtc running',
    'webrtc success',
    '500 ms',
    'connection running',
    'connection success',
  ])
})

test('reports a failed check and still runs the others', async () => {
  const { told, course } = watch()
  const denied = () => Promise.reject(new DOMException('', 'NotAllowedError'))
  expect(await runChecks({ ...PASSING, microphone: denied }, course)).toBe(true)
  expect(told).toContain('microphone error')
  expect(told).toContain('connection success')
})

test('reports nothing more after it was cancelled', async () => {
  const { told, abort, course } = watch()
  const left = async () => {
    abort.abort()
    return FINDING
  }
  expect(await runChecks({ ...PASSING, microphone: left }, course)).toBe(false)
  expect(told.at(-1)).toBe('microphone running')
})

test('requires that all four checks passed, not only that none failed', () => {
  const success = { status: 'success', finding: FINDING } as const
  const passed: Results = { camera: success, microphone: success, webrtc: success, connection: success }
  expect(haveAllPassed(passed)).toBe(true)
  expect(haveAllPassed({ ...passed, camera: { status: 'error', fault: 'denied' } })).toBe(false)
  expect(haveAllPassed(NOT_RUN)).toBe(false)
})
