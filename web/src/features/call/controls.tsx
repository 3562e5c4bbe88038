import { Maximize, Mic, MicOff, MonitorUp, MonitorX, PhoneOff, Video, VideoOff } from 'lucide-react'
import { useI18n } from '../../lib/i18n.tsx'
import { ControlButton } from './control-button.tsx'
import { DeviceDialog } from './device-dialog.tsx'
import { canShareScreen, type Devices, type DevicesState } from './devices.ts'

interface ControlsProps {
  controls: Devices
  state: DevicesState
  onEnd: () => void
}

export function Controls({ controls, state, onEnd }: ControlsProps) {
  const { t } = useI18n()
  const { camera, microphone, screen } = state.media
  return (
    <fieldset className="flex flex-wrap justify-center gap-x-2 gap-y-3 px-3 pt-3 pb-5 sm:gap-x-1 short:absolute short:inset-x-0 short:bottom-2 short:z-10 short:mx-auto short:w-fit short:flex-nowrap short:gap-x-2 short:rounded-full short:bg-night/70 short:p-1.5">
      <legend className="sr-only">{t('call.controls')}</legend>
      <ControlButton
        icon={microphone ? Mic : MicOff}
        look={microphone ? 'plain' : 'off'}
        label={t(microphone ? 'call.mute' : 'call.unmute')}
        onClick={() => void controls.toggleMicrophone()}
      />
      <ControlButton
        icon={camera ? Video : VideoOff}
        look={camera ? 'plain' : 'off'}
        label={t(camera ? 'call.cameraOff' : 'call.cameraOn')}
        onClick={() => void controls.toggleCamera()}
      />
      {canShareScreen() && (
        <ControlButton
          icon={screen ? MonitorX : MonitorUp}
          look={screen ? 'off' : 'plain'}
          label={t(screen ? 'call.unshare' : 'call.share')}
          onClick={() => void controls.toggleScreen()}
        />
      )}
      <DeviceDialog controls={controls} state={state} />
      {document.fullscreenEnabled && (
        // On a phone the call fills the screen already.
        <ControlButton icon={Maximize} label={t('call.fullscreen')} onClick={toggleFullscreen} className="max-sm:hidden" />
      )}
      <ControlButton icon={PhoneOff} look="end" label={t('call.end')} onClick={onEnd} className="ms-2 sm:ms-6 short:ms-4" />
    </fieldset>
  )
}

function toggleFullscreen() {
  void (document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen()).catch(() => {})
}
