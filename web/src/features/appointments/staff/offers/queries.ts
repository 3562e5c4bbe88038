// What was booked, what it costs and what was paid, as staff read and change it.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { supabase } from '../../../../lib/data/supabase.ts'
import { type ErrorTexts, unwrap } from '../../../../lib/errors.ts'
import { keys } from '../../shared/keys.ts'
import { refreshAppointments } from '../../shared/live.ts'

const MAX_ENTRIES = 100

export const FEE_ERRORS: ErrorTexts = {
  fee_is_agreed: 'offer.feeIsAgreed',
  fee_not_possible: 'offers.feeWrong',
  '22P02': 'offers.feeWrong',
  '22003': 'offers.feeWrong',
  transition_not_allowed: 'offer.ended',
  payments_have_a_currency: 'offer.hasPayments',
  appointments_settled_is_within_the_fee: 'offer.hasPayments',
}

/** Enters or corrects a fee that nobody has agreed to. */
export function useSetFee(appointmentId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (fee: { fee_minor: number; currency: string }) =>
      unwrap(await supabase.rpc('set_appointment_fee', { appointment_id: appointmentId, ...fee })),
    onSettled: () => refreshAppointments(client),
  })
}

/** Without moving it. The database decides whether the other length fits. */
export function useChangeType(appointmentId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (typeId: string) =>
      unwrap(await supabase.rpc('change_appointment_type', { appointment_id: appointmentId, type_id: typeId })),
    onSettled: () => refreshAppointments(client),
  })
}

async function listPayments(appointmentId: string) {
  return unwrap(
    await supabase
      .from('appointment_payments')
      .select('id, kind, amount_minor, currency, on_date, reference, recorded_at')
      .eq('appointment_id', appointmentId)
      .order('recorded_at')
      .limit(MAX_ENTRIES),
  )
}

export type Payment = Awaited<ReturnType<typeof listPayments>>[number]

// Below the appointment, whose changes make it stale.
const paymentsKey = (appointmentId: string) => [...keys.one(appointmentId), 'payments']

export const usePayments = (appointmentId: string) =>
  useQuery({ queryKey: paymentsKey(appointmentId), queryFn: () => listPayments(appointmentId) })

export const PAYMENT_ERRORS: ErrorTexts = {
  payments_changed: 'payment.changed',
  payment_id_is_used: 'payment.changed',
  appointment_payments_reference_is_single: 'payment.sameReference',
  payment_out_of_range: 'payment.outOfRange',
  appointment_payments_amount_is_sane: 'offers.feeWrong',
  '22P02': 'offers.feeWrong',
  '22003': 'offers.feeWrong',
  fee_not_set: 'payment.feeNotSet',
  payment_date_not_possible: 'payment.dateWrong',
  too_many_payments: 'payment.tooMany',
  '23514': 'offers.invalid',
}

interface NewPayment {
  /** Made by the page: the same entry sent twice is recorded once. */
  payment_id: string
  kind: string
  amount_minor: number
  on_date: string
  reference: string
  /** How many entries the reader saw. */
  seen: number
}

export function useRecordPayment(appointmentId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async ({ reference, ...payment }: NewPayment) =>
      unwrap(await supabase.rpc('record_payment', { appointment_id: appointmentId, ...payment, ...(reference && { reference }) })),
    // Also after a refusal: somebody else may have recorded something.
    onSettled: () => Promise.all([client.invalidateQueries({ queryKey: paymentsKey(appointmentId) }), refreshAppointments(client)]),
  })
}
