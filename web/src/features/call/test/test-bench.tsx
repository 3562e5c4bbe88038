import { ShieldCheck } from 'lucide-react'
import { useEffect } from 'react'
import { loadToasts, toast } from '../../../components/toaster.tsx'
import { Card } from '../../../components/ui/card.tsx'
import { useI18n } from '../../../lib/i18n.tsx'
import { CallStage } from './call-stage.tsx'
import { CHECKS } from './check-names.ts'
import { CheckRow, checkStatusText } from './check-row.tsx'
import { TestActions } from './test-actions.tsx'
import { TestStage } from './test-stage.tsx'
import { useTestCall } from './use-test-call.ts'
import { useVideoTest } from './use-video-test.ts'

export function TestBench() {
  const { t } = useI18n()
  useEffect(loadToasts, [])
  const test = useVideoTest({
    onDone: ({ hasPassed, isRelayTested }) => {
      if (hasPassed)
        toast.success(t('videoTest.done'), { description: t(isRelayTested ? 'videoTest.doneAll' : 'videoTest.doneWithoutRelay') })
      else toast.info(t('videoTest.done'), { description: t('videoTest.doneSome') })
    },
  })
  const call = useTestCall(test)
  const { results, latest } = test
  const news = latest && t('videoTest.said', { check: t(`videoTest.${latest}`), status: t(checkStatusText(results[latest])) })
  return (
    <div className="grid grid-cols-1 gap-8">
      <TestActions test={test} call={call} />
      <p aria-live="polite" className="sr-only">
        {call.state.status === 'ended' ? t('videoTest.callEnded') : news}
      </p>
      <div className="grid grid-cols-1 gap-8 lg:grid-cols-[minmax(0,1fr)_minmax(0,1.15fr)] lg:gap-x-12 lg:gap-y-6">
        <section aria-labelledby="checks-title" className="self-start max-lg:order-1">
          <Card>
            <h2 id="checks-title" className="eyebrow mb-6 text-muted">
              {t('videoTest.checks')}
            </h2>
            <ol className="divide-y divide-line">
              {CHECKS.map((check) => (
                <CheckRow key={check} check={check} state={results[check]} />
              ))}
            </ol>
          </Card>
        </section>
        {call.isOpen ? <CallStage call={call} /> : <TestStage test={test} />}
        <p className="flex items-start gap-3 text-sm text-muted max-lg:order-2 lg:col-span-full">
          <ShieldCheck aria-hidden="true" strokeWidth={1.5} className="size-5 shrink-0 text-brass" />
          {t('videoTest.privacy')}
        </p>
      </div>
    </div>
  )
}
