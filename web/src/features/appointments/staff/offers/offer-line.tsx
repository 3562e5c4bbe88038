import { amountOf, plainNameOf } from '../../../../domain/appointment-types.ts'
import { classes } from '../../../../lib/classes.ts'
import { useI18n } from '../../../../lib/i18n.tsx'
import { feeState, type Offered } from './offer-state.ts'

/** The booked type and the state of its fee, in a row. Renders nothing for doctors without types. */
export function OfferLine({ appointment, className = '' }: { appointment: Omit<Offered, 'erased_at'>; className?: string }) {
  const { t, language } = useI18n()
  const { type_name: names, fee_minor, fee_currency } = appointment
  if (!names) return null
  const state = feeState(appointment)
  return (
    <span className={className}>
      <bdi className="text-ink">{plainNameOf({ names }, language)}</bdi>
      {fee_minor !== null && fee_currency && fee_minor > 0 && (
        <>
          {' · '}
          <bdi dir="ltr" className="whitespace-nowrap">
            {amountOf(fee_minor, fee_currency, language)}
          </bdi>
        </>
      )}
      {state && (
        <>
          {' · '}
          <span className={classes('whitespace-nowrap', state.tone === 'waiting' && 'text-wait', state.tone === 'good' && 'text-good')}>
            {t(state.text)}
          </span>
        </>
      )}
    </span>
  )
}
