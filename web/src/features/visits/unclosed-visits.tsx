// Confirmed visits whose time is over: did they take place? What nobody answers is completed after a week.
import { CircleHelp } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../components/ui/button.tsx'
import { When } from '../../components/when.tsx'
import { useI18n } from '../../lib/i18n.tsx'
import { VISITS_HEADING } from './kept-focus.ts'
import { patientName } from './patient-name.ts'
import type { Visit } from './queries.ts'
import { RefuseDialog } from './refuse-dialog.tsx'
import { useAnswer } from './use-answer.ts'
import { useUnclosed } from './use-visits.ts'

const AT_FIRST = 3
const MOST = 50
const HEADING = 'unclosed-visits'

export function UnclosedVisits({ doctor }: { doctor: { id: string; timezone: string } }) {
  const { t } = useI18n()
  const [most, setMost] = useState(AT_FIRST)
  const [refused, setRefused] = useState<Visit>()
  const { data } = useUnclosed(doctor.id, most)
  return (
    <>
      {data && data.total > 0 && (
        <section aria-labelledby={HEADING} className="grid gap-4 rounded-box bg-wait-tint p-5">
          <div className="flex items-start gap-3">
            <CircleHelp aria-hidden="true" className="mt-1 size-5 shrink-0 text-wait" />
            <div className="grid gap-1">
              <h2 id={HEADING} tabIndex={-1} className="text-lg font-semibold outline-none">
                {t('doctorPanel.unclosed', { count: data.total })}
              </h2>
              <p className="max-w-[75ch] text-sm">{t('doctorPanel.unclosedText')}</p>
            </div>
          </div>
          <ul className="divide-y divide-line sm:ps-8">
            {data.visits.map((visit) => (
              <li key={visit.id} className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 py-4 first:pt-0 last:pb-0">
                <div className="min-w-0">
                  <h3 className="font-medium wrap-anywhere">
                    <bdi>{patientName(visit, t)}</bdi>
                  </h3>
                  <When appointment={visit} reader={{ is: 'staff', zone: doctor.timezone }} />
                </div>
                <Answers visit={visit} isLast={data.total === 1} onRefuse={setRefused} />
              </li>
            ))}
          </ul>
          {data.visits.length < data.total && most < MOST && (
            <Button look="secondary" className="justify-self-start sm:ms-8" onClick={() => setMost(MOST)}>
              {t('doctorPanel.unclosedMore', { count: Math.min(MOST, data.total) - data.visits.length })}
            </Button>
          )}
        </section>
      )}
      {refused && <RefuseDialog key={refused.id} visit={refused} place="panel" onClose={() => setRefused(undefined)} />}
    </>
  )
}

interface AnswersProps {
  visit: Visit
  /** The section goes with it. */
  isLast: boolean
  onRefuse: (visit: Visit) => void
}

function Answers({ visit, isLast, onRefuse }: AnswersProps) {
  const { t } = useI18n()
  // The button goes with its row: the focus stays where the rest is.
  const onOver = () => document.getElementById(isLast ? VISITS_HEADING : HEADING)?.focus()
  const { mutate, isPending } = useAnswer({ visit, place: 'panel', onOver })
  return (
    <div className="flex flex-wrap gap-3 max-sm:w-full max-sm:*:grow">
      <Button look="secondary" disabled={isPending} onClick={() => onRefuse(visit)}>
        {t('visits.notHeld')}
      </Button>
      <Button busyLabel={isPending && t('visits.completing')} onClick={() => mutate('completed')}>
        {t('visits.complete')}
      </Button>
    </div>
  )
}
