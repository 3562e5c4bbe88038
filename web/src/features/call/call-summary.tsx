import { Portrait } from '../../domain/portrait.tsx'
import { specialtyName } from '../../domain/specialties.ts'
import { StatusBadge } from '../../domain/status-badge.tsx'
import { TwoClocks } from '../../domain/two-clocks.tsx'
import { useI18n } from '../../lib/i18n.tsx'
import type { Reader } from '../../lib/time/clocks.ts'
import { namesOf, portraitOf } from './call-texts.ts'
import type { CallDetails } from './queries.ts'

interface CallSummaryProps {
  details: CallDetails
  reader: Reader
  /** The patient's name, if the reader joins for somebody else. */
  person?: string | undefined
  /** False if the portrait is already beside the summary. */
  hasPortrait?: boolean
}

/** The other person and the time of the call. */
export function CallSummary({ details, reader, person, hasPortrait = true }: CallSummaryProps) {
  const { t } = useI18n()
  const isPatient = details.part === 'patient'
  const portrait = portraitOf(isPatient ? details.doctor : details.patient)
  return (
    <div className="grid grid-cols-1 gap-4">
      <div className="flex items-center gap-4 max-[22rem]:flex-col max-[22rem]:items-start">
        {hasPortrait && portrait && <Portrait isDecorative doctor={portrait} />}
        <div className="grid min-w-0 flex-1 justify-items-start gap-0.5">
          <h2 className="font-display text-xl font-semibold wrap-anywhere">
            <bdi>{namesOf(details, t).other.full}</bdi>
          </h2>
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <p className="text-muted">{isPatient ? specialtyName(details.doctor, t) : t('call.patient')}</p>
            <StatusBadge status={details.status} />
          </div>
          {person && <p className="font-medium wrap-anywhere">{t('appointments.forPerson', { name: person })}</p>}
        </div>
      </div>
      <TwoClocks appointment={details} reader={reader} isCompact />
    </div>
  )
}

/** The complaint, and the code for people on the telephone. */
export function CallReason({ details }: { details: CallDetails }) {
  const { t } = useI18n()
  return (
    <dl className="grid gap-4 border-t border-line pt-5 text-sm">
      {details.patient_complaint && (
        <div>
          <dt className="text-muted">{t('appointments.complaint')}</dt>
          <dd className="max-w-[75ch] whitespace-pre-line wrap-anywhere">
            <bdi>{details.patient_complaint}</bdi>
          </dd>
        </div>
      )}
      <div>
        <dt className="text-muted">{t('call.code')}</dt>
        <dd>
          <bdi dir="ltr" className="select-all font-medium">
            {details.code}
          </bdi>
        </dd>
      </div>
    </dl>
  )
}
