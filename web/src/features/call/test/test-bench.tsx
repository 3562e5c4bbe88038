import { ShieldCheck } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { Card } from '../../../components/ui/card.tsx'
import { useI18n } from '../../../lib/i18n.tsx'
import { CallStage } from './call-stage.tsx'
import { CHECKS } from './check-names.ts'
import { CheckRow, checkStatusText } from './check-row.tsx'
import { TestActions } from './test-actions.tsx'
import { TestStage } from './test-stage.tsx'
import { useTestCall } from './use-test-call.ts'
import { useVideoTest } from './use-video-test.ts'
import { Verdict } from './verdict.tsx'

interface TestBenchProps {
  /** The head of the page, so that the doorway can be beside it in wide windows. */
  children: ReactNode
  Doorway: ComponentProps<typeof Verdict>['Doorway']
}

export function TestBench({ children, Doorway }: TestBenchProps) {
  const { t } = useI18n()
  const test = useVideoTest()
  const call = useTestCall(test)
  const { results, latest } = test
  const news = latest && t('videoTest.said', { check: t(`videoTest.${latest}`), status: t(checkStatusText(results[latest])) })
  return (
    <div
      data-started={test.phase === 'idle' ? undefined : ''}
      className="group/bench grid grid-cols-1 gap-8 lg:grid-cols-[minmax(0,1fr)_20rem] lg:grid-rows-[auto_1fr] lg:gap-x-16 xl:grid-cols-[minmax(0,1fr)_22rem] xl:gap-x-20"
    >
      <div className="grid content-start gap-6">
        {children}
        <div>
          <TestActions test={test} call={call} />
          <Verdict test={test} news={news} Doorway={Doorway} />
        </div>
        <p aria-live="polite" className="sr-only">
          {call.state.status === 'ended' ? t('videoTest.callEnded') : news}
        </p>
      </div>
      <div className="contents lg:col-start-2 lg:row-span-2 lg:row-start-1 lg:grid lg:content-start lg:gap-6">
        {call.isOpen ? <CallStage call={call} /> : <TestStage test={test} />}
        <p className="flex items-start gap-3 rounded-box bg-tint px-5 py-4 text-sm text-muted max-lg:order-2">
          <ShieldCheck aria-hidden="true" strokeWidth={1.5} className="size-5 shrink-0 text-brass" />
          {t('videoTest.privacy')}
        </p>
      </div>
      <section aria-labelledby="checks-title" className="self-start max-lg:order-1">
        <Card>
          <h2 id="checks-title" className="eyebrow mb-6 text-muted">
            {t('videoTest.checks')}
          </h2>
          <ol className="divide-y divide-line">
            {CHECKS.map((check) => (
              <CheckRow key={check} check={check} state={results[check]} isUnderWay={test.phase !== 'idle'} />
            ))}
          </ol>
        </Card>
      </section>
    </div>
  )
}
