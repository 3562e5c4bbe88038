// The whole video test: the result of each check, and the open devices.
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { Inputs, inputWish, isCalledOff } from '../devices/inputs.ts'
import type { Kind } from '../negotiation.ts'
import { faultOf } from './check-faults.ts'
import { CHECKS, type CheckName } from './check-names.ts'
import { type CheckState, haveAllPassed, NOT_RUN, runChecks } from './checks.ts'
import { checkConnection } from './connection.ts'
import { openLoop } from './loop.ts'
import { pause } from './within.ts'

export type DeviceKind = 'camera' | 'microphone'
type Streams = Partial<Record<DeviceKind, MediaStream | undefined>>

const KINDS: Record<DeviceKind, Kind> = { camera: 'video', microphone: 'audio' }
const DEVICES: Record<Kind, DeviceKind> = { video: 'camera', audio: 'microphone' }

export type VideoTest = ReturnType<typeof useVideoTest>

export function useVideoTest() {
  const [phase, setPhase] = useState<'idle' | 'running' | 'done'>('idle')
  const [results, setResults] = useState(NOT_RUN)
  const [latest, setLatest] = useState<CheckName>()
  const [streams, setStreams] = useState<Streams>({})
  const [chosen, setChosen] = useState<Partial<Record<DeviceKind, string>>>({})
  const course = useRef<AbortController>(undefined)

  const report = (check: CheckName, state: CheckState) => {
    setLatest(check)
    setResults((now) => ({ ...now, [check]: state }))
  }
  const [inputs] = useState(() => {
    const made = new Inputs()
    made.onChange = (kind, track) => setStreams((now) => ({ ...now, [DEVICES[kind]]: track && new MediaStream([track]) }))
    made.onLost = (kind) => report(DEVICES[kind], { status: 'error', fault: 'unplugged' })
    return made
  })
  const [devices] = useState(() => ({
    close: (kind: DeviceKind) => inputs.close(KINDS[kind]),
    closeAll: () => inputs.closeAll(),
  }))

  const open = async (device: DeviceKind, id = chosen[device]) => {
    const kind = KINDS[device]
    inputs.close(kind)
    try {
      return await inputs.open(kind, inputWish(kind, id))
    } catch (error) {
      // The chosen device is gone, so any other will do.
      if (id && error instanceof Error && error.name === 'OverconstrainedError') return inputs.open(kind, inputWish(kind, undefined))
      throw error
    }
  }

  const tryDevice = async (device: DeviceKind, id?: string) => {
    await open(device, id)
    return { key: `videoTest.${device}Good` as const }
  }

  const beginAnew = () => {
    course.current?.abort()
    const controller = new AbortController()
    course.current = controller
    devices.closeAll()
    setLatest(undefined)
    setResults(NOT_RUN)
    return controller.signal
  }

  const start = async () => {
    const signal = beginAnew()
    setPhase('running')
    const isComplete = await runChecks(
      { camera: () => tryDevice('camera'), microphone: () => tryDevice('microphone'), webrtc: tryLoop, connection: checkConnection },
      { onChange: report, pause, signal },
    )
    if (isComplete) setPhase('done')
  }

  const stop = () => {
    beginAnew()
    setPhase('idle')
  }

  /** Does not report a cancelled request, because the request that replaced it reports the result. */
  const reportFault = (kind: DeviceKind, error: unknown) => {
    if (!isCalledOff(error)) report(kind, { status: 'error', fault: faultOf(error) })
  }

  const choose = async (kind: DeviceKind, id: string) => {
    setChosen((now) => ({ ...now, [kind]: id }))
    report(kind, { status: 'running' })
    try {
      report(kind, { status: 'success', finding: await tryDevice(kind, id) })
    } catch (error) {
      reportFault(kind, error)
    }
  }

  /** Reopens a device for the test call. A failure counts as a failed check. */
  const reopen = async (kind: DeviceKind) => {
    try {
      return inputs.tracks[KINDS[kind]] ?? (await open(kind))
    } catch (error) {
      reportFault(kind, error)
      throw error
    }
  }

  const isBusy = phase === 'running' || CHECKS.some((check) => results[check].status === 'running')
  // Closes all devices when the user leaves the page or returns to it from the back/forward cache.
  const leave = useEffectEvent(() => (isBusy ? stop() : devices.closeAll()))
  useEffect(() => {
    const onHide = () => leave()
    addEventListener('pagehide', onHide)
    return () => {
      removeEventListener('pagehide', onHide)
      course.current?.abort()
      devices.closeAll()
    }
  }, [devices])

  const hasPassed = phase === 'done' && haveAllPassed(results)
  return { phase, isBusy, results, latest, streams, chosen, hasPassed, devices, start, stop, choose, reopen }
}

async function tryLoop() {
  const loop = await openLoop()
  loop.close()
  return { key: 'videoTest.webrtcGood' as const }
}
