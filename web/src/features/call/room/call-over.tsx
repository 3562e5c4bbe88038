// Where the call was, once it is over: why, what comes next, and the way out.
import { Button, ButtonLink } from '../../../components/ui/button.tsx'
import { type TextKey, useI18n } from '../../../lib/i18n.tsx'
import type { CallDetails } from '../queries.ts'
import { Notice } from './notice.tsx'

const REASONS: Record<CallDetails['status'], TextKey> = {
  completed: 'call.isCompleted',
  cancelled: 'call.isCancelled',
  // Only a patient who chose another time has to be confirmed again.
  pending: 'call.isMoved',
  confirmed: 'call.doctorEndedText',
}

/** In one line, for somebody who sees something else at the moment. */
export const overText = ({ status }: CallDetails): TextKey => (status === 'confirmed' ? 'call.doctorEnded' : REASONS[status])

/** For the same person. */
export const bookAgainPath = ({ doctor_id, user_id }: Pick<CallDetails, 'doctor_id' | 'user_id'>, userId: string) =>
  `/appointments?doctor=${doctor_id}&tab=new${user_id === userId ? '' : `&for=${user_id}`}`

interface CallOverProps {
  details: CallDetails
  userId: string
  onBack: () => void
  /** The doctor has opened the call again. */
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
  return (
    <Notice title={t(isEnded ? 'call.doctorEnded' : 'call.ended')} text={t(REASONS[details.status])}>
      <Button look="on-night-primary" onClick={onBack}>
        {t('call.back')}
      </Button>
      {details.part === 'patient' && (isEnded || details.status === 'completed') && (
        <ButtonLink to={bookAgainPath(details, userId)} look="on-night">
          {t('call.bookAgain')}
        </ButtonLink>
      )}
    </Notice>
  )
}
