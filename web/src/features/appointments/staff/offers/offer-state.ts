// The state of the fee in a row.
import type { BadgeTone } from '../../../../components/ui/badge.tsx'
import type { TextKey } from '../../../../lib/i18n.tsx'
import type { Appointment } from '../queries.ts'

export type Offered = Pick<
  Appointment,
  'status' | 'erased_at' | 'type_id' | 'type_name' | 'fee_minor' | 'fee_currency' | 'fee_agreed_at' | 'payment_state'
>

interface FeeState {
  text: TextKey
  tone: BadgeTone
}

const PAYMENT_STATES: Partial<Record<string, FeeState>> = {
  unpaid: { text: 'offer.unpaid', tone: 'waiting' },
  paid: { text: 'offer.paid', tone: 'good' },
  refunded: { text: 'offer.refunded', tone: 'neutral' },
  waived: { text: 'offer.waived', tone: 'neutral' },
}

/**
 * The next missing step: the fee itself, the patient's agreement, then the payment. A paid fee needs no agreement.
 * A cancelled appointment only shows payments and refunds. Undefined if there is nothing to show.
 */
export function feeState({
  status,
  type_id,
  fee_minor,
  fee_agreed_at,
  payment_state,
}: Omit<Offered, 'erased_at' | 'type_name' | 'fee_currency'>): FeeState | undefined {
  const isCancelled = status === 'cancelled'
  if (type_id !== null && fee_minor === null) return isCancelled ? undefined : { text: 'offer.feeMissing', tone: 'waiting' }
  if (payment_state === 'unpaid' && isCancelled) return undefined
  if (payment_state === 'unpaid' && fee_agreed_at === null) return { text: 'offer.notAgreed', tone: 'waiting' }
  return PAYMENT_STATES[payment_state ?? '']
}

/** Whether staff can enter or correct the fee, which they can until the patient has agreed. */
export const canSetFee = ({ status, erased_at, type_id, fee_agreed_at }: Offered) =>
  type_id !== null && fee_agreed_at === null && status !== 'cancelled' && erased_at === null
