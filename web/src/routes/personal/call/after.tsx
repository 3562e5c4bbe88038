// The page after a call that the user has left or that has ended. Features meet only in a route, so the doctor's note is added here.
import { lazy, type ReactNode, Suspense } from 'react'
import { lazyPart } from '../../../components/lazy-part.tsx'
import { Button, ButtonLink } from '../../../components/ui/button.tsx'
import { Card } from '../../../components/ui/card.tsx'
import { FormSkeleton } from '../../../components/ui/form-skeleton.tsx'
import { Portrait } from '../../../domain/portrait.tsx'
import { CallEnding, PatientSteps } from '../../../features/call/after/after-call.tsx'
import { availabilityOf } from '../../../features/call/availability.ts'
import { CallSummary } from '../../../features/call/call-summary.tsx'
import { portraitOf } from '../../../features/call/call-texts.ts'
import { type CallDetails, isEndedForPatient } from '../../../features/call/queries.ts'
import { type TextKey, useI18n } from '../../../lib/i18n.tsx'
import type { Reader } from '../../../lib/time/clocks.ts'
import { useNow } from '../../../lib/time/use-now.ts'
import { useIsWide } from '../../../lib/use-is-wide.ts'

const DoctorTab = lazyPart(() => import('../../../features/appointments/staff/desk/doctor-tab.tsx'))
const IsWaiting = lazy(() => import('../../../features/call/waiting/is-waiting.tsx').catch(() => ({ default: () => null })))
const WaitingList = lazy(() => import('../../../features/call/waiting/waiting-list.tsx').catch(() => ({ default: () => null })))

/** Whether the user left the call or ended it for both. */
export type Left = 'left' | 'ended'

/** The texts about how the call ended for the reader. Undefined while it has not ended. */
export function callEndingOf(details: CallDetails, left: Left | undefined): { title: TextKey; text: TextKey } | undefined {
  const { status, part } = details
  if (status === 'completed' && (part === 'patient' || left)) return { title: 'call.ended', text: 'call.isCompleted' }
  if (status !== 'confirmed') return undefined
  if (isEndedForPatient(details)) return { title: 'call.doctorEnded', text: 'call.doctorEndedText' }
  if (left === 'ended' || details.call_ended_at) return { title: 'call.ended', text: 'call.youEndedText' }
  return left && { title: 'call.youLeft', text: 'call.youLeftText' }
}

interface AfterCallProps {
  details: CallDetails
  ending: { title: TextKey; text: TextKey }
  /** Undefined for somebody who comes back to a call that is over. */
  left: Left | undefined
  reader: Reader
  userId: string
  /** The name of the person for whom the reader joined. */
  person: string | undefined
  wayBack: string
  onRejoin: () => void
  /** Enters another call. */
  onEnter: (appointmentId: string) => void
  /** The patient card, for the doctor. */
  card: ReactNode
}

export function AfterCall({ details, ending, left, reader, userId, person, wayBack, onRejoin, onEnter, card }: AfterCallProps) {
  const { t } = useI18n()
  const isDoctor = details.part === 'doctor'
  const mayRejoin = availabilityOf(isDoctor ? { ...details, call_ended_at: null } : details, useNow()).state === 'open'
  const isWide = useIsWide()
  const news = left && ending.title !== 'call.ended' ? t('call.ended') : undefined
  // The patient's step back into the call says it.
  const isSaidBelow = !isDoctor && mayRejoin && ending.text === 'call.youLeftText'
  // In a wide window the doctor's portrait stands beside the patient's steps.
  const isBeside = isWide && !isDoctor
  const other = portraitOf(isDoctor ? details.patient : details.doctor)
  const words = (
    <CallEnding
      title={t(ending.title)}
      news={news}
      // Without the small line, the focus announces the title.
      takesFocus={left !== undefined && !news}
      text={isSaidBelow ? undefined : t(ending.text)}
      portrait={!isBeside && other && <Portrait isDecorative doctor={other} />}
      isLarge={!isDoctor}
    />
  )
  const summary = (
    <div className={isBeside ? undefined : 'border-t border-line pt-6'}>
      <CallSummary details={details} reader={reader} person={person} hasPortrait={false} />
    </div>
  )
  if (!isDoctor)
    return (
      <div className="grid grid-cols-1 items-start gap-x-12 lg:grid-cols-[20rem_minmax(0,1fr)]">
        <Card className="grid grid-cols-1 gap-6 lg:col-start-2">
          {words}
          <PatientSteps
            details={details}
            userId={userId}
            back={<ButtonLink to={wayBack}>{t('call.back')}</ButtonLink>}
            onRejoin={mayRejoin ? onRejoin : undefined}
          />
          {!isBeside && summary}
        </Card>
        {/* Shown as before the call, but screen readers reach it after the text about the end. */}
        {isBeside && (
          <div className="col-start-1 row-start-1 grid gap-6">
            <Portrait isDecorative size="doorway" doctor={details.doctor} />
            {summary}
          </div>
        )}
      </div>
    )
  return (
    <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-2">
      <div className="grid grid-cols-1 gap-6">
        <Suspense>
          <WaitingList doctorId={details.doctor_id} onEnter={onEnter} />
        </Suspense>
        <Card className="grid grid-cols-1 gap-6">
          {words}
          {summary}
          <div className="flex flex-wrap gap-3 max-sm:*:grow">
            {mayRejoin && (
              <Button look="secondary" onClick={onRejoin}>
                {t(details.call_ended_at ? 'call.reopen' : 'call.start')}
              </Button>
            )}
            <ButtonLink to={wayBack} look="secondary">
              {t('call.back')}
            </ButtonLink>
          </div>
          {/* Aligned with the text above. */}
          <div className="-ms-5 -mt-3 empty:hidden">{card}</div>
        </Card>
      </div>
      <section aria-labelledby="finish" className="rounded-box border border-line bg-surface p-5 sm:p-6">
        <h2 id="finish" className="mb-5 font-display text-xl font-semibold">
          {t('call.finishTitle')}
        </h2>
        <Suspense fallback={<FormSkeleton fields={2} />}>
          <DoctorTab
            visit={details}
            renderWaiting={(next) => (
              <Suspense>
                <IsWaiting {...next} />
              </Suspense>
            )}
          />
        </Suspense>
      </section>
    </div>
  )
}
