import { Mic, MicOff, Video, VideoOff } from 'lucide-react'
import { useI18n } from '../../../lib/i18n.tsx'
import { ControlButton } from '../control-button.tsx'
import type { Devices } from './devices.ts'
import type { DevicesState } from './devices-state.ts'

interface DeviceButtonsProps {
  devices: Devices
  state: DevicesState
  isCompact?: boolean
}

/** Buttons that turn microphone and camera on and off, before and during the call. */
export function DeviceButtons({ devices, state, isCompact = false }: DeviceButtonsProps) {
  const { t } = useI18n()
  const { camera, microphone } = state.media
  return (
    <>
      <ControlButton
        isCompact={isCompact}
        icon={microphone ? Mic : MicOff}
        look={microphone ? 'plain' : 'off'}
        label={t(microphone ? 'call.mute' : 'call.unmute')}
        onClick={() => void devices.toggleMicrophone()}
      />
      <ControlButton
        isCompact={isCompact}
        icon={camera ? Video : VideoOff}
        look={camera ? 'plain' : 'off'}
        label={t(camera ? 'call.cameraOff' : 'call.cameraOn')}
        onClick={() => void devices.toggleCamera()}
      />
    </>
  )
}
