import { PhoneCall, Play, RotateCcw, Square } from 'lucide-react'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { Button } from '../../../components/ui/button.tsx'
import { useI18n } from '../../../lib/i18n.tsx'
import type { TestCall } from './use-test-call.ts'
import type { VideoTest } from './use-video-test.ts'

export function TestActions({ test, call }: { test: VideoTest; call: TestCall }) {
  const { t } = useI18n()
  const { phase, isBusy, hasPassed } = test
  const isRunning = phase === 'running'
  const isBlocked = phase === 'done' && !isBusy && !hasPassed
  const [isRefused, setIsRefused] = useState(false)
  const [startButton, callButton] = [useRef<HTMLButtonElement>(null), useRef<HTMLButtonElement>(null)]
  useFocusAfter(isRunning, startButton)
  useFocusAfter(call.isOpen, callButton)

  const start = () => {
    setIsRefused(false)
    call.forget()
    void test.start()
  }
  const startCall = () => {
    if (hasPassed) void call.start()
    else setIsRefused(true)
  }
  const Icon = phase === 'done' ? RotateCcw : Play
  return (
    <div className="grid gap-3 noscript:hidden">
      <div className="grid gap-3 sm:flex sm:flex-wrap">
        <Button
          ref={startButton}
          look={hasPassed ? 'secondary' : 'primary'}
          busyLabel={isRunning && t('videoTest.running')}
          disabled={isBusy || call.isOpen}
          onClick={start}
        >
          <Icon aria-hidden="true" className="size-4" />
          {t(phase === 'done' ? 'videoTest.again' : 'videoTest.start')}
        </Button>
        {isRunning ? (
          <Button key="stop" look="secondary" onClick={test.stop}>
            <Square aria-hidden="true" className="size-4" />
            {t('videoTest.stop')}
          </Button>
        ) : (
          <Button
            key="call"
            ref={callButton}
            look={hasPassed ? 'primary' : 'quiet'}
            busyLabel={call.state.status === 'connecting' && t('videoTest.callStarting')}
            disabled={isBusy || call.isOpen}
            aria-describedby={isBlocked ? 'call-blocked' : undefined}
            onClick={startCall}
          >
            <PhoneCall aria-hidden="true" className="size-4" />
            {t('videoTest.call')}
          </Button>
        )}
      </div>
      {/* Describes the button even while it is hidden. */}
      <p id="call-blocked" role="alert" hidden={!isRefused || hasPassed} className="text-sm text-danger">
        {t('videoTest.blocked')}
      </p>
      {call.state.status === 'failed' && (
        <p role="alert" className="text-sm text-danger">
          {t('videoTest.callFailed')}
        </p>
      )}
    </div>
  )
}

/** Moves the focus to `next` if the pressed button was disabled or removed, so that the focus is not lost. */
function useFocusAfter(isUnderWay: boolean, next: RefObject<HTMLButtonElement | null>) {
  const was = useRef(false)
  useEffect(() => {
    if (was.current && !isUnderWay && (!document.activeElement || document.activeElement === document.body)) next.current?.focus()
    was.current = isUnderWay
  }, [isUnderWay, next])
}
