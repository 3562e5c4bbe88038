// Replaces the call when it is over: the reason, the next steps, and the way back.
import { Button } from '../../../components/ui/button.tsx'
import { useI18n } from '../../../lib/i18n.tsx'
import { CallEnding, PatientSteps } from '../after/after-call.tsx'
import { OVER_REASONS } from '../call-texts.ts'
import type { CallDetails } from '../queries.ts'
import { Notice } from './notice.tsx'

interface CallOverProps {
  details: CallDetails
  userId: string
  onBack: () => void
  /** Re-enters the call. Set if the doctor has reopened it. */
  onJoin: (() => void) | undefined
}

export function CallOver({ details, userId, onBack, onJoin }: CallOverProps) {
  const { t } = useI18n()
  if (onJoin)
    return (
      <Notice key="reopened" title={t('call.reopened')}>
        <Button look="on-night-primary" onClick={onJoin}>
          {t('call.join')}
        </Button>
        <Button look="on-night" onClick={onBack}>
          {t('call.back')}
        </Button>
      </Notice>
    )
  const isEnded = details.status === 'confirmed'
  if (details.part === 'patient' && (isEnded || details.status === 'completed'))
    return (
      <div className="grid flex-1 content-center overflow-y-auto p-4">
        <section className="mx-auto grid w-full max-w-2xl grid-cols-1 gap-6 rounded-box border border-line bg-surface p-5 text-ink sm:p-8">
          <CallEnding takesFocus title={t(isEnded ? 'call.doctorEnded' : 'call.ended')} text={t(OVER_REASONS[details.status])} />
          <PatientSteps details={details} userId={userId} back={<Button onClick={onBack}>{t('call.back')}</Button>} />
        </section>
      </div>
    )
  return (
    <Notice title={t('call.ended')} text={t(OVER_REASONS[details.status])}>
      <Button look="on-night-primary" onClick={onBack}>
        {t('call.back')}
      </Button>
    </Notice>
  )
}
