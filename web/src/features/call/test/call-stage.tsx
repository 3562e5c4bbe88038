import { PhoneOff } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Button, Spinner } from '../../../components/ui/button.tsx'
import { Switch } from '../../../components/ui/switch.tsx'
import { useI18n } from '../../../lib/i18n.tsx'
import { LiveVideo } from './live-video.tsx'
import { Frame, FrameWords } from './test-stage.tsx'
import type { TestCall } from './use-test-call.ts'

/** A test call: shows the video that the other person would receive. */
export function CallStage({ call }: { call: TestCall }) {
  const { t } = useI18n()
  const [hearsSelf, setHearsSelf] = useState(false)
  const [size, setSize] = useState<string>()
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => title.current?.focus(), [])
  const { state, isCameraOn } = call
  return (
    <section aria-labelledby="call-title" className="grid content-start gap-5">
      <div>
        <h2 id="call-title" ref={title} tabIndex={-1} className="font-display text-2xl font-semibold outline-none">
          {t('videoTest.callTitle')}
        </h2>
        <p className="mt-1 text-muted">{t('videoTest.callLead')}</p>
      </div>
      <Frame>
        {state.status === 'connected' ? (
          <LiveVideo
            stream={state.received}
            label={t('videoTest.callPicture')}
            isMuted={!hearsSelf}
            onSize={(width, height) => setSize(width && height ? `${width} × ${height}` : undefined)}
          />
        ) : (
          <div aria-hidden="true" className="absolute inset-0 grid place-items-center">
            <Spinner />
          </div>
        )}
        {/* Covers the last frame, which would look frozen. */}
        {state.status === 'connected' && !isCameraOn && <FrameWords />}
      </Frame>
      <div className="flex flex-wrap justify-between gap-x-6 text-sm text-muted">
        <p aria-live="polite">{t(size ? 'videoTest.callConnected' : 'videoTest.callConnecting')}</p>
        {/* Not announced, because the size grows by itself in the first seconds. */}
        {size && isCameraOn && (
          <p>
            {t('videoTest.received')} <bdi dir="ltr">{size}</bdi>
          </p>
        )}
      </div>
      <div className="grid gap-5 sm:grid-cols-2 lg:grid-cols-1">
        <Switch
          label={t('videoTest.cameraSwitch')}
          checked={isCameraOn}
          isBusy={call.isCameraBusy || state.status !== 'connected'}
          onCheckedChange={(isOn) => void call.turnCamera(isOn)}
        />
        <Switch
          label={t('videoTest.microphoneSwitch')}
          checked={call.isMicrophoneOn}
          isBusy={state.status !== 'connected' || !call.hasMicrophone}
          onCheckedChange={call.turnMicrophone}
        />
        <Switch label={t('videoTest.hear')} hint={t('videoTest.hearHint')} checked={hearsSelf} onCheckedChange={setHearsSelf} />
      </div>
      <Button look="danger" className="justify-self-start" onClick={call.end}>
        <PhoneOff aria-hidden="true" className="size-4" />
        {t('videoTest.end')}
      </Button>
    </section>
  )
}
