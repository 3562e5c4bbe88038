// Below a row and in the calendar: the type, its fee, and what staff can do about it. Its texts come with it.

import { Badge } from '../../../../components/ui/badge.tsx'
import { feeText, nameOf } from '../../../../domain/appointment-types.ts'
import { useI18n } from '../../../../lib/i18n.tsx'
import { useTexts } from '../../../../lib/load/use-texts.ts'
import { useSession } from '../../../../lib/session/session.ts'
import { isAdmin } from '../../../../lib/session/session-state.ts'
import type { Appointment } from '../queries.ts'
import { FeeDialog } from './fee-dialog.tsx'
import { canSetFee, feeState } from './offer-state.ts'
import { PaymentsDialog } from './payments-dialog.tsx'

export default function OfferDetails({ appointment }: { appointment: Appointment }) {
  useTexts('staff', 'types', 'offers', 'panel')
  const { t, language } = useI18n()
  const session = useSession()
  const name = nameOf({ names: appointment.type_name }, language)
  if (!name) return null
  const state = feeState(appointment)
  const isOwed = (appointment.fee_minor ?? 0) > 0
  return (
    <section aria-label={t('offer.title')} className="grid gap-2 rounded-box border border-line p-4">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <p className="font-medium wrap-anywhere">
          <bdi lang={name.language}>{name.text}</bdi>
          {name.otherLanguage && <span className="ms-2 text-sm font-normal text-muted">({name.otherLanguage})</span>}
        </p>
        {state && <Badge tone={state.tone}>{t(state.text)}</Badge>}
      </div>
      <p className="text-sm text-muted">
        {t('offer.facts', {
          minutes: appointment.session_duration,
          fee: feeText({ fee_minor: appointment.fee_minor, currency: appointment.fee_currency }, language, t),
        })}
      </p>
      <div className="flex flex-wrap gap-2 empty:hidden">
        {canSetFee(appointment) && <FeeDialog appointment={appointment} />}
        {isOwed && session.status === 'in' && isAdmin(session.person) && <PaymentsDialog appointment={appointment} />}
      </div>
    </section>
  )
}
