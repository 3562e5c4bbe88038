import { CameraOff } from 'lucide-react'
import type { ReactNode } from 'react'
import { ClosedLeaves, OpeningLeaves } from '../../../components/door-leaves.tsx'
import { LevelMeter } from '../../../components/level-meter.tsx'
import { Button } from '../../../components/ui/button.tsx'
import { useI18n } from '../../../lib/i18n.tsx'
import { optionsOf } from '../devices/device-options.ts'
import { useDeviceList } from '../devices/use-device-list.ts'
import { LiveVideo } from './live-video.tsx'
import { TestDeviceChoice } from './test-device-choice.tsx'
import type { VideoTest } from './use-video-test.ts'

/** The mirrored self-view and the level of the microphone. */
export function TestStage({ test }: { test: VideoTest }) {
  const { t } = useI18n()
  const { phase, isBusy, streams, chosen, devices } = test
  const found = useDeviceList(Object.values(streams).filter(Boolean).length)
  const list = { camera: optionsOf(found, 'videoinput'), microphone: optionsOf(found, 'audioinput') }
  const choice = (kind: 'camera' | 'microphone') => (
    <TestDeviceChoice
      kind={kind}
      options={list[kind]}
      stream={streams[kind]}
      chosen={chosen[kind]}
      isBusy={phase === 'running'}
      onChoose={(id) => void test.choose(kind, id)}
    />
  )
  return (
    <section aria-labelledby="stage-title" className="grid grid-cols-1 content-start gap-5">
      <h2 id="stage-title" className="sr-only">
        {t('videoTest.stage')}
      </h2>
      <Frame>
        {streams.camera ? (
          <>
            <LiveVideo stream={streams.camera} label={t('videoTest.preview')} isMirrored />
            <OpeningLeaves />
          </>
        ) : phase === 'done' ? (
          <FrameWords />
        ) : (
          <ClosedLeaves />
        )}
      </Frame>
      {!streams.camera && phase !== 'done' && <p className="mx-auto max-w-[40ch] text-center text-muted">{t('videoTest.stageEmpty')}</p>}
      {streams.microphone && (
        <LevelMeter
          key={streams.microphone.id}
          stream={streams.microphone}
          texts={{
            label: t('videoTest.level'),
            listening: t('videoTest.listening'),
            heard: t('videoTest.heard'),
            silent: t('videoTest.silent'),
          }}
        />
      )}
      {phase !== 'idle' && (
        <div className="grid gap-4 empty:hidden sm:grid-cols-2 lg:grid-cols-1">
          {choice('camera')}
          {choice('microphone')}
        </div>
      )}
      {phase === 'done' && (streams.camera || streams.microphone) && (
        <Button look="secondary" className="justify-self-start" disabled={isBusy} onClick={devices.closeAll}>
          <CameraOff aria-hidden="true" className="size-4" />
          {t('videoTest.release')}
        </Button>
      )}
    </section>
  )
}

/** The doorway, with or without video. */
export function Frame({ children }: { children: ReactNode }) {
  return (
    <div className="arch relative mx-auto w-36 overflow-hidden group-data-started/bench:w-46 border border-brass bg-night text-on-night sm:w-72 lg:w-full">
      {children}
    </div>
  )
}

export function FrameWords() {
  const { t } = useI18n()
  return (
    <div className="absolute inset-0 grid content-center justify-items-center gap-3 bg-night px-8 text-center text-on-night-muted">
      <CameraOff aria-hidden="true" strokeWidth={1.5} className="size-8" />
      <p>{t('videoTest.stageOff')}</p>
    </div>
  )
}
