// Rules for payment entries of an appointment. The database has the same rules.
import type { TextKey } from '../../../../lib/i18n.tsx'
import { minorOf } from '../../../../lib/money.ts'

export const PAYMENT_KINDS = ['paid', 'refunded', 'waived'] as const
export type PaymentKind = (typeof PAYMENT_KINDS)[number]

export const KIND_TEXTS: Record<PaymentKind, TextKey> = { paid: 'payment.paid', refunded: 'payment.refunded', waived: 'payment.waived' }

interface Entry {
  kind: string
  amount_minor: number
}

const sumOf = (entries: Entry[], kind: PaymentKind) =>
  entries.filter((each) => each.kind === kind).reduce((sum, { amount_minor }) => sum + amount_minor, 0)

/** The maximum amount of a kind that can still be recorded: the open amount, or the refundable one. */
export function maxOf(kind: PaymentKind, fee: number, entries: Entry[]): number {
  const kept = sumOf(entries, 'paid') - sumOf(entries, 'refunded')
  return kind === 'refunded' ? kept : fee - kept - sumOf(entries, 'waived')
}

/** Undefined if the amount is valid. */
export function amountFault(typed: string, max: number): TextKey | undefined {
  const minor = minorOf(typed)
  if (!minor) return 'offers.feeWrong'
  return minor > max ? 'payment.outOfRange' : undefined
}
