// Before the call: how one looks and sounds, with which devices, and one button to join. The room is asked for meanwhile.
import { CameraOff } from 'lucide-react'
import { useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { LevelMeter } from '../../../components/level-meter.tsx'
import { Button, Spinner } from '../../../components/ui/button.tsx'
import { useI18n } from '../../../lib/i18n.tsx'
import { DeviceButtons } from '../devices/device-buttons.tsx'
import { DeviceChoice } from '../devices/device-choice.tsx'
import { DeviceFaults } from '../devices/device-faults.tsx'
import type { Devices } from '../devices/devices.ts'
import { Preview } from '../devices/preview.ts'
import { CallPicture } from '../picture.tsx'

interface LobbyProps {
  onJoin: (devices: Devices | undefined) => void
  onBack: () => void
}

export function Lobby({ onJoin, onBack }: LobbyProps) {
  const { t } = useI18n()
  const [preview] = useState(() => new Preview())
  const { devices, state, isAsking } = useSyncExternalStore(preview.subscribe, preview.getState)
  useEffect(() => {
    preview.start()
    return () => preview.stop()
  }, [preview])
  return (
    <div className="min-h-0 flex-1 overflow-y-auto">
      <div className="mx-auto grid min-h-full max-w-5xl content-center gap-x-8 gap-y-5 px-4 pt-2 pb-8 md:grid-cols-2 lg:gap-x-12 short:grid-cols-2">
        <div className="grid content-start gap-4">
          <div className="relative aspect-4/3 overflow-hidden rounded-box border border-on-night/20 bg-on-night/5">
            {state.picture ? (
              <CallPicture stream={state.picture} isMuted label={t('call.self')} className="size-full -scale-x-100 object-cover" />
            ) : (
              <NoPicture isAsking={isAsking} />
            )}
          </div>
          {devices && (
            <fieldset className="flex justify-center gap-x-2">
              <legend className="sr-only">{t('call.controls')}</legend>
              <DeviceButtons devices={devices} state={state} />
            </fieldset>
          )}
        </div>
        <section aria-labelledby="lobby-title" className="grid content-start gap-5 rounded-box bg-surface p-5 text-ink sm:p-6">
          <div className="grid gap-1">
            <h2 id="lobby-title" className="font-display text-2xl font-semibold">
              {t('room.title')}
            </h2>
            <p className="text-muted">{t('room.unseen')}</p>
          </div>
          <DeviceFaults faults={state.faults} />
          {devices && <Level track={state.media.microphone ? devices.outgoing().audio : undefined} isAsking={isAsking} />}
          <div className="flex flex-wrap gap-3 *:grow">
            <Button onClick={() => onJoin(preview.handOver())}>{t('call.join')}</Button>
            <Button look="secondary" onClick={onBack}>
              {t('call.back')}
            </Button>
          </div>
          {devices && (
            <div className="border-t border-line pt-5">
              <DeviceChoice devices={devices} state={state} />
            </div>
          )}
        </section>
      </div>
    </div>
  )
}

function NoPicture({ isAsking }: { isAsking: boolean }) {
  const { t } = useI18n()
  return (
    <div className="absolute inset-0 grid content-center justify-items-center gap-3 px-6 text-center text-on-night-muted">
      {isAsking ? <Spinner /> : <CameraOff aria-hidden="true" strokeWidth={1.5} className="size-8" />}
      <p>{t(isAsking ? 'room.cameraOpens' : 'room.cameraIsOff')}</p>
    </div>
  )
}

function Level({ track, isAsking }: { track: MediaStreamTrack | undefined; isAsking: boolean }) {
  const { t } = useI18n()
  const stream = useMemo(() => track && new MediaStream([track]), [track])
  if (!stream) return <p className="text-sm text-muted">{t(isAsking ? 'room.microphoneOpens' : 'room.microphoneIsOff')}</p>
  const texts = { label: t('room.level'), listening: t('room.listening'), heard: t('room.heard'), silent: t('room.silent') }
  return <LevelMeter key={stream.id} stream={stream} texts={texts} />
}
