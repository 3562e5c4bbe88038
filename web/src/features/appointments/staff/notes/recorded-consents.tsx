// The consents of a patient without an account. The patient tells the doctor, who records them.
import { useRef, useState } from 'react'
import { Banner } from '../../../../components/ui/banner.tsx'
import { ConfirmDialog } from '../../../../components/ui/confirm-dialog.tsx'
import { Switch } from '../../../../components/ui/switch.tsx'
import { textOf } from '../../../../lib/errors.ts'
import { type TextKey, useI18n } from '../../../../lib/i18n.tsx'
import { formatDay } from '../../../../lib/time/dates.ts'
import { isoDay } from '../../../../lib/time/zones.ts'
import { type ConsentKind, useRecordConsent } from './patient-card-query.ts'

const TEXTS: Record<ConsentKind, TextKey> = { health_data: 'card.consentHealth', notes_to_guardians: 'card.consentNotes' }

interface RecordedConsentsProps {
  appointmentId: string
  consents: Record<ConsentKind, string | null>
  hasGuardian: boolean
  /** Whether there is health data that a withdrawal would erase. */
  hasHealth: boolean
  zone: string
}

export function RecordedConsents({ appointmentId, consents, hasGuardian, hasHealth, zone }: RecordedConsentsProps) {
  const { t, language } = useI18n()
  const [isAsking, setIsAsking] = useState(false)
  const place = useRef<HTMLDivElement>(null)
  const { mutate, isPending, variables, error } = useRecordConsent(appointmentId, language)
  const problem =
    error &&
    textOf(error, { patient_has_account: 'card.consentHasAccount', patient_is_minor: 'card.consentFailed', '42501': 'notes.closed' })
  const kinds: ConsentKind[] = hasGuardian ? ['health_data', 'notes_to_guardians'] : ['health_data']
  return (
    <div ref={place} className="contents">
      <p className="text-sm text-muted">{t('card.consentsText')}</p>
      {kinds.map((kind) => {
        const since = consents[kind]
        return (
          <Switch
            key={kind}
            label={t(TEXTS[kind])}
            {...(since && { hint: t('card.consentSince', { day: formatDay(isoDay(since, zone), language, 'long') }) })}
            checked={since !== null}
            isBusy={isPending && variables.kind === kind}
            onCheckedChange={(given) => (kind === 'health_data' && !given && hasHealth ? setIsAsking(true) : mutate({ kind, given }))}
          />
        )
      })}
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setIsAsking}
        returnFocus={() => place.current?.querySelector<HTMLElement>('[role=switch]')?.focus()}
        title={t('card.withdrawTitle')}
        description={t('card.withdrawText')}
        no={t('card.healthBack')}
        yes={t('card.withdrawYes')}
        onYes={() => {
          setIsAsking(false)
          mutate({ kind: 'health_data', given: false })
        }}
      />
      {problem && (
        <Banner tone="danger" role="alert">
          <p className="font-medium">{t('card.consentFailed')}</p>
          <p>{t(problem.key, problem.values)}</p>
        </Banner>
      )}
    </div>
  )
}
