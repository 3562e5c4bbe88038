import { CameraOff, Video } from 'lucide-react'
import type { ReactNode } from 'react'
import { LevelMeter } from '../../../components/level-meter.tsx'
import { Button } from '../../../components/ui/button.tsx'
import { classes } from '../../../lib/classes.ts'
import { useI18n } from '../../../lib/i18n.tsx'
import { useTestDeviceList } from './device-list.ts'
import { LiveVideo } from './live-video.tsx'
import { TestDeviceChoice } from './test-device-choice.tsx'
import type { VideoTest } from './use-video-test.ts'

/** Oneself, as in a mirror, and what the microphone hears. */
export function TestStage({ test }: { test: VideoTest }) {
  const { t } = useI18n()
  const { phase, isBusy, streams, chosen, devices } = test
  const list = useTestDeviceList(streams)
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
    <section aria-labelledby="stage-title" className={classes('grid gap-5', phase !== 'idle' && 'content-start')}>
      <h2 id="stage-title" className="sr-only">
        {t('videoTest.stage')}
      </h2>
      {/* Before the test it is as high as the list beside it. */}
      <Frame isStretched={phase === 'idle'}>
        {streams.camera ? (
          <LiveVideo stream={streams.camera} label={t('videoTest.preview')} isMirrored />
        ) : (
          <FrameWords isOff={phase === 'done'} />
        )}
      </Frame>
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
        <div className="grid gap-4 empty:hidden sm:grid-cols-2">
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

/** Its place is kept, whether there is a picture or not. */
export function Frame({ children, isStretched = false }: { children: ReactNode; isStretched?: boolean }) {
  return (
    <div className={classes('relative aspect-4/3 overflow-hidden rounded-box bg-night text-on-night', isStretched && 'lg:aspect-auto')}>
      {children}
    </div>
  )
}

export function FrameWords({ isOff }: { isOff: boolean }) {
  const { t } = useI18n()
  const Icon = isOff ? CameraOff : Video
  return (
    <div className="absolute inset-0 grid content-center justify-items-center gap-3 bg-night px-6 text-center text-on-night-muted">
      <Icon aria-hidden="true" strokeWidth={1.5} className="size-8" />
      <p>{t(isOff ? 'videoTest.stageOff' : 'videoTest.stageEmpty')}</p>
    </div>
  )
}
