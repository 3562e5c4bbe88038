// A test call within the page, until all devices are closed again.
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { type Loop, openLoop } from './loop.ts'
import type { VideoTest } from './use-video-test.ts'

export type CallState = { status: 'none' | 'connecting' | 'failed' | 'ended' } | { status: 'connected'; received: MediaStream }
export type TestCall = ReturnType<typeof useTestCall>

export function useTestCall({ devices, streams, reopen }: Pick<VideoTest, 'devices' | 'streams' | 'reopen'>) {
  const [state, setState] = useState<CallState>({ status: 'none' })
  const [isMuted, setIsMuted] = useState(false)
  const [isCameraBusy, setIsCameraBusy] = useState(false)
  const loop = useRef<Loop>(undefined)
  /** Counts the calls, so that a call that was ended while connecting does not start later. */
  const turn = useRef(0)

  const [hangUp] = useState(() => () => {
    turn.current++
    loop.current?.close()
    loop.current = undefined
  })

  const start = async () => {
    hangUp()
    const mine = turn.current
    setIsMuted(false)
    setState({ status: 'connecting' })
    try {
      const [camera, microphone] = [await reopen('camera'), await reopen('microphone')]
      const opened = await openLoop([camera, microphone])
      if (mine !== turn.current) return opened.close()
      loop.current = opened
      setState({ status: 'connected', received: opened.received })
    } catch {
      if (mine !== turn.current) return undefined
      devices.closeAll()
      setState({ status: 'failed' })
    }
    return undefined
  }

  const end = () => {
    hangUp()
    devices.closeAll()
    setState({ status: 'ended' })
  }

  /** Turning the camera off closes it, so that its light goes out. */
  const turnCamera = async (isOn: boolean) => {
    const current = loop.current
    setIsCameraBusy(true)
    try {
      if (!isOn) devices.close('camera')
      const track = isOn ? await reopen('camera') : null
      await current?.replaceVideo(track)
    } catch {
      // The check beside it shows the reason.
    }
    setIsCameraBusy(false)
  }

  const turnMicrophone = (isOn: boolean) => {
    for (const track of streams.microphone?.getAudioTracks() ?? []) track.enabled = isOn
    setIsMuted(!isOn)
  }

  /** Resets the call for a new test. */
  const forget = () => {
    hangUp()
    setState({ status: 'none' })
  }

  const isOpen = state.status === 'connecting' || state.status === 'connected'
  const leave = useEffectEvent(() => {
    if (isOpen) end()
  })
  useEffect(() => {
    const onHide = () => leave()
    addEventListener('pagehide', onHide)
    return () => {
      removeEventListener('pagehide', onHide)
      hangUp()
    }
  }, [hangUp])
  return {
    state,
    isOpen,
    isCameraOn: Boolean(streams.camera),
    isCameraBusy,
    hasMicrophone: Boolean(streams.microphone),
    isMicrophoneOn: Boolean(streams.microphone) && !isMuted,
    start,
    end,
    forget,
    turnCamera,
    turnMicrophone,
  }
}
