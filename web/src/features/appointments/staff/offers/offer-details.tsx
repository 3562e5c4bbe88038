// The type, its fee, and the actions of staff. Shown below a row and in the calendar. Loads its own texts.

import { Suspense, useRef, useState } from 'react'
import { lazyPart } from '../../../../components/lazy-part.tsx'
import { Badge } from '../../../../components/ui/badge.tsx'
import { Button } from '../../../../components/ui/button.tsx'
import { feeText, typeName } from '../../../../domain/appointment-types.ts'
import { useI18n } from '../../../../lib/i18n.tsx'
import { useTexts } from '../../../../lib/load/use-texts.ts'
import { useSession } from '../../../../lib/session/session.ts'
import { isAdmin } from '../../../../lib/session/session-state.ts'
import { useNow } from '../../../../lib/time/use-now.ts'
import type { Appointment } from '../queries.ts'
import { LINK_IN_ROW } from '../row-look.tsx'
import { FeeDialog } from './fee-dialog.tsx'
import { canSetFee, feeState } from './offer-state.ts'
import { TypeDialog } from './type-dialog.tsx'

const PaymentsDialog = lazyPart(() => import('./payments-dialog.tsx'))

interface OfferDetailsProps {
  appointment: Appointment
  /** Opens the payments outside the row, if the row may disappear while they are open. */
  onPayments?: ((appointment: Appointment) => void) | undefined
}

export default function OfferDetails({ appointment, onPayments }: OfferDetailsProps) {
  useTexts('staff', 'types', 'offers', 'panel', 'patient')
  const { t, language } = useI18n()
  const session = useSession()
  const now = useNow()
  const opener = useRef<HTMLButtonElement>(null)
  const [isPaying, setIsPaying] = useState(false)
  const name = typeName({ names: appointment.type_name }, language)
  if (!name) return null
  const state = feeState(appointment)
  const isOwed = (appointment.fee_minor ?? 0) > 0
  const isToCome =
    (appointment.status === 'pending' || appointment.status === 'confirmed') && Date.parse(appointment.starts_at) > now.getTime()
  return (
    <section aria-label={t('offer.title')} className="flex flex-wrap items-center gap-x-3 text-sm">
      <p className="py-1 wrap-anywhere">
        <bdi lang={name.language} className="font-medium">
          {name.text}
        </bdi>
        {name.otherLanguage && <span className="ms-2 text-muted">({name.otherLanguage})</span>}
        <span className="text-muted">
          {' · '}
          {t('offer.facts', {
            minutes: appointment.session_duration,
            fee: feeText({ fee_minor: appointment.fee_minor, currency: appointment.fee_currency }, language, t),
          })}
        </span>
      </p>
      {state && <Badge tone={state.tone}>{t(state.text)}</Badge>}
      <div className="-ms-3 flex flex-wrap empty:hidden">
        {canSetFee(appointment) && <FeeDialog appointment={appointment} />}
        {isToCome && <TypeDialog appointment={appointment} />}
        {isOwed && session.status === 'in' && isAdmin(session.person) && (
          <Button
            ref={opener}
            look="quiet"
            className={LINK_IN_ROW}
            aria-haspopup="dialog"
            onClick={() => (onPayments ? onPayments(appointment) : setIsPaying(true))}
          >
            {t('payment.open')}
          </Button>
        )}
        {isPaying && (
          <Suspense>
            <PaymentsDialog appointment={appointment} onClose={() => setIsPaying(false)} returnFocus={() => opener.current?.focus()} />
          </Suspense>
        )}
      </div>
    </section>
  )
}
