import { Portrait } from '../../domain/portrait.tsx'
import { specialtyName } from '../../domain/specialties.ts'
import { StatusBadge } from '../../domain/status-badge.tsx'
import { TwoClocks } from '../../domain/two-clocks.tsx'
import { useI18n } from '../../lib/i18n.tsx'
import type { Reader } from '../../lib/time/clocks.ts'
import { namesOf, portraitOf } from './call-texts.ts'
import type { CallDetails } from './queries.ts'

/** Whom one meets, when, and why. */
interface CallSummaryProps {
  details: CallDetails
  reader: Reader
  /** The reader joins for them. */
  person?: string | undefined
}

export function CallSummary({ details, reader, person }: CallSummaryProps) {
  const { t } = useI18n()
  const isPatient = details.part === 'patient'
  const portrait = portraitOf(isPatient ? details.doctor : details.patient)
  return (
    <div className="grid gap-4">
      <div className="flex items-center gap-4 max-[22rem]:flex-col max-[22rem]:items-start">
        {portrait && <Portrait isDecorative size={isPatient ? 'large' : 'small'} doctor={portrait} />}
        <div className="grid min-w-0 justify-items-start gap-1">
          <h2 className="text-lg font-medium wrap-anywhere">
            <bdi>{namesOf(details, t).other.full}</bdi>
          </h2>
          <p className="text-sm text-muted">{isPatient ? specialtyName(details.doctor, t) : t('call.patient')}</p>
          {person && <p className="font-medium wrap-anywhere">{t('appointments.forPerson', { name: person })}</p>}
          <StatusBadge status={details.status} />
        </div>
      </div>
      <TwoClocks appointment={details} reader={reader} />
      {details.patient_complaint && (
        <div>
          <p className="text-sm text-muted">{t('appointments.complaint')}</p>
          <p className="max-w-[75ch] whitespace-pre-line wrap-anywhere">
            <bdi>{details.patient_complaint}</bdi>
          </p>
        </div>
      )}
      <p className="text-sm text-muted">
        {t('call.codeOf')}{' '}
        <bdi dir="ltr" className="select-all font-medium text-ink">
          {details.code}
        </bdi>
      </p>
    </div>
  )
}
