// The test as a whole: what each check found, and the devices that are open meanwhile.
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { CHECKS, type CheckName } from './check-names.ts'
import { type CheckState, haveAllPassed, NOT_RUN, runChecks } from './checks.ts'
import { checkConnection } from './connection.ts'
import { askForDevice, createDevices, type DeviceKind, isCalledOff, type Streams } from './devices.ts'
import { faultOf } from './faults.ts'
import { openLoop } from './loop.ts'
import { pause } from './within.ts'

export type VideoTest = ReturnType<typeof useVideoTest>

interface Outcome {
  hasPassed: boolean
  isRelayTested: boolean
}

/** `onDone` runs once all four have been run, whatever they found. */
export function useVideoTest({ onDone }: { onDone: (outcome: Outcome) => void }) {
  const [phase, setPhase] = useState<'idle' | 'running' | 'done'>('idle')
  const [results, setResults] = useState(NOT_RUN)
  const [latest, setLatest] = useState<CheckName>()
  const [streams, setStreams] = useState<Streams>({})
  const [chosen, setChosen] = useState<Partial<Record<DeviceKind, string>>>({})
  const course = useRef<AbortController>(undefined)

  const tell = (check: CheckName, state: CheckState) => {
    setLatest(check)
    setResults((now) => ({ ...now, [check]: state }))
  }
  const [devices] = useState(() =>
    createDevices({
      ask: askForDevice,
      onChange: setStreams,
      onLost: (kind) => tell(kind, { status: 'error', fault: 'unplugged' }),
    }),
  )

  const tryDevice = async (kind: DeviceKind, id = chosen[kind]) => {
    await devices.open(kind, id)
    return { key: `videoTest.${kind}Good` as const }
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
    let isRelayTested = false
    const connection = async () => {
      const finding = await checkConnection()
      isRelayTested = Boolean(finding.note?.isTested)
      return finding
    }
    const hasPassed = await runChecks(
      { camera: () => tryDevice('camera'), microphone: () => tryDevice('microphone'), webrtc: tryLoop, connection },
      { onChange: tell, pause, signal },
    )
    if (hasPassed === undefined) return
    setPhase('done')
    onDone({ hasPassed, isRelayTested })
  }

  const stop = () => {
    beginAnew()
    setPhase('idle')
  }

  /** What was called off, as by another choice, is told by what came after it. */
  const tellFault = (kind: DeviceKind, error: unknown) => {
    if (!isCalledOff(error)) tell(kind, { status: 'error', fault: faultOf(error) })
  }

  const choose = async (kind: DeviceKind, id: string) => {
    setChosen((now) => ({ ...now, [kind]: id }))
    tell(kind, { status: 'running' })
    try {
      tell(kind, { status: 'success', finding: await tryDevice(kind, id) })
    } catch (error) {
      tellFault(kind, error)
    }
  }

  /** For a call; a device that no longer opens counts as a check that failed. */
  const reopen = async (kind: DeviceKind) => {
    try {
      return devices.get(kind) ?? (await devices.open(kind, chosen[kind]))
    } catch (error) {
      tellFault(kind, error)
      throw error
    }
  }

  const isBusy = phase === 'running' || CHECKS.some((check) => results[check].status === 'running')
  // Whoever leaves, or comes back to the page as the browser kept it, finds every device closed.
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
