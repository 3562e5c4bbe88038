// The preview of camera and microphone before the call, with the choice of devices. Load this module lazily: it opens the devices.
import { CameraOff, ChevronDown } from 'lucide-react'
import { useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { LevelMeter } from '../../../components/level-meter.tsx'
import { Spinner } from '../../../components/ui/button.tsx'
import { classes } from '../../../lib/classes.ts'
import { useI18n } from '../../../lib/i18n.tsx'
import { useTexts } from '../../../lib/load/use-texts.ts'
import { DeviceButtons } from '../devices/device-buttons.tsx'
import { DeviceChoice } from '../devices/device-choice.tsx'
import { DeviceFaults } from '../devices/device-faults.tsx'
import type { Devices } from '../devices/devices.ts'
import { Preview } from '../devices/preview.ts'
import { CallPicture } from '../picture.tsx'

/** Hands the open devices over to the call. The preview no longer closes them. */
export type HandOver = () => Devices | undefined

interface DevicePreviewProps {
  /** The look of the picture. */
  className: string
  onOpen: (handOver: HandOver) => void
}

export default function DevicePreview({ className, onOpen }: DevicePreviewProps) {
  useTexts('room')
  const { t } = useI18n()
  const [preview] = useState(() => new Preview())
  const { devices, state, isAsking } = useSyncExternalStore(preview.subscribe, preview.getState)
  useEffect(() => {
    preview.start()
    onOpen(() => preview.handOver())
    return () => preview.stop()
  }, [preview, onOpen])
  return (
    <section aria-labelledby="lobby-title" className="grid grid-cols-1 gap-4 max-lg:contents">
      <h2 id="lobby-title" className="sr-only">
        {t('room.title')}
      </h2>
      <div className={classes(className, 'on-night bg-night text-on-night')}>
        {state.picture ? (
          <CallPicture
            stream={state.picture}
            isMuted
            label={t('call.self')}
            className="absolute inset-0 size-full -scale-x-100 object-cover"
          />
        ) : (
          <NoPicture isAsking={isAsking} />
        )}
        {devices && (
          <fieldset className="absolute inset-x-0 bottom-3 mx-auto flex w-fit gap-1.5 rounded-full bg-night/75 p-1">
            <legend className="sr-only">{t('call.controls')}</legend>
            <DeviceButtons devices={devices} state={state} isCompact />
          </fieldset>
        )}
      </div>
      {/* In one column, the entry buttons come first. */}
      <div className="grid grid-cols-1 gap-4 max-lg:order-1 max-sm:order-2">
        <p className="text-center text-sm text-muted">{t('room.unseen')}</p>
        <DeviceFaults faults={state.faults} />
        {devices && (
          <>
            <Level track={state.media.microphone ? devices.outgoing().audio : undefined} isAsking={isAsking} />
            <details className="group rounded-box bg-tint open:pb-4">
              <summary className="flex min-h-11 cursor-pointer list-none items-center justify-between gap-3 rounded-box px-4 font-medium [&::-webkit-details-marker]:hidden">
                {t('call.settings')}
                <ChevronDown aria-hidden="true" className="size-5 shrink-0 text-brass transition-transform group-open:rotate-180" />
              </summary>
              <div className="px-4 pt-2">
                <DeviceChoice devices={devices} state={state} />
              </div>
            </details>
          </>
        )}
      </div>
    </section>
  )
}

function NoPicture({ isAsking }: { isAsking: boolean }) {
  const { t } = useI18n()
  return (
    <div className="absolute inset-0 grid content-center justify-items-center gap-3 px-7 pb-14 text-center text-sm text-on-night-muted">
      {isAsking ? <Spinner /> : <CameraOff aria-hidden="true" strokeWidth={1.5} className="size-8" />}
      <p>{t(isAsking ? 'room.cameraOpens' : 'room.cameraIsOff')}</p>
    </div>
  )
}

function Level({ track, isAsking }: { track: MediaStreamTrack | undefined; isAsking: boolean }) {
  const { t } = useI18n()
  const stream = useMemo(() => track && new MediaStream([track]), [track])
  if (!stream) return <p className="text-center text-sm text-muted">{t(isAsking ? 'room.microphoneOpens' : 'room.microphoneIsOff')}</p>
  const texts = { label: t('room.level'), listening: t('room.listening'), heard: t('room.heard'), silent: t('room.silent') }
  return <LevelMeter key={stream.id} stream={stream} texts={texts} isCompact />
}
