// Explains why an appointment will not take place: who cancelled it and why, or that nobody answered in time.
import { type TextKey, useI18n } from '../lib/i18n.tsx'
import { isReasonCode } from '../lib/reasons.ts'
import type { ShownStatus } from './status-badge.tsx'

const WHO: Record<'patient' | 'staff', Partial<Record<string, TextKey>>> = {
  patient: { patient: 'ending.byYou', doctor: 'ending.byDoctor', admin: 'ending.byTeam' },
  staff: { patient: 'ending.byPatient', doctor: 'ending.byDoctor', admin: 'ending.byTeam' },
}

/** The text of a chosen reason in the reader's language, or else the written reason. */
export const reasonText = (reason: string, t: (key: TextKey) => string) => (isReasonCode(reason) ? t(`reason.${reason}`) : reason)

interface EndingProps {
  appointment: { cancelled_by: string | null; cancellation_reason: string | null }
  status: ShownStatus
  reader: 'patient' | 'staff'
}

export function Ending({ appointment: { cancelled_by, cancellation_reason: reason }, status, reader }: EndingProps) {
  const { t } = useI18n()
  if (status === 'expired') return <p className="text-sm text-muted">{t('ending.expired')}</p>
  const who = status === 'cancelled' ? WHO[reader][cancelled_by ?? ''] : undefined
  if (!who) return null
  return (
    <p className="text-sm text-muted">
      {t(who)}
      {reason && (
        <>
          {' '}
          {t('ending.reason')} <bdi className="whitespace-pre-line text-ink wrap-anywhere">{reasonText(reason, t)}</bdi>
        </>
      )}
    </p>
  )
}
