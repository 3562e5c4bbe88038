import { Maximize, MonitorUp, MonitorX, PhoneOff, PictureInPicture2 } from 'lucide-react'
import type { RefObject } from 'react'
import { useI18n } from '../../../lib/i18n.tsx'
import { ControlButton } from '../control-button.tsx'
import { DeviceButtons } from '../devices/device-buttons.tsx'
import { DeviceDialog } from '../devices/device-dialog.tsx'
import type { Devices } from '../devices/devices.ts'
import { canShareScreen, type DevicesState } from '../devices/devices-state.ts'

interface ControlsProps {
  devices: Devices
  state: DevicesState
  /** The other person's video element, if there is video. */
  video: RefObject<HTMLVideoElement | null>
  isOtherSeen: boolean
  onEnd: () => void
}

export function Controls({ devices, state, video, isOtherSeen, onEnd }: ControlsProps) {
  const { t } = useI18n()
  const { screen } = state.media
  return (
    <fieldset className="flex flex-wrap justify-center gap-x-1.5 gap-y-3 px-2 pt-3 pb-5 sm:gap-x-2 short:absolute short:inset-x-0 short:bottom-2 short:z-10 short:mx-auto short:w-fit short:flex-nowrap short:gap-x-2 short:rounded-full short:bg-night/70 short:p-1.5">
      <legend className="sr-only">{t('call.controls')}</legend>
      <DeviceButtons devices={devices} state={state} />
      {canShareScreen() && (
        <ControlButton
          icon={screen ? MonitorX : MonitorUp}
          look={screen ? 'off' : 'plain'}
          label={t(screen ? 'call.unshare' : 'call.share')}
          onClick={() => void devices.toggleScreen()}
        />
      )}
      <DeviceDialog devices={devices} state={state} />
      {isOtherSeen && document.pictureInPictureEnabled && (
        <ControlButton icon={PictureInPicture2} label={t('call.pictureInPicture')} onClick={() => togglePictureInPicture(video.current)} />
      )}
      {document.fullscreenEnabled && (
        // On a phone the call already fills the screen.
        <ControlButton icon={Maximize} label={t('call.fullscreen')} onClick={toggleFullscreen} className="max-sm:hidden" />
      )}
      <ControlButton icon={PhoneOff} look="end" label={t('call.end')} onClick={onEnd} className="ms-2 sm:ms-8 short:ms-6" />
    </fieldset>
  )
}

function toggleFullscreen() {
  void (document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen()).catch(() => {})
}

/** Shows the video in a floating window, so that users can read other pages during the call. */
function togglePictureInPicture(video: HTMLVideoElement | null) {
  void (document.pictureInPictureElement ? document.exitPictureInPicture() : video?.requestPictureInPicture())?.catch(() => {})
}
