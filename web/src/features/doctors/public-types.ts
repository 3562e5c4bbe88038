// The types of a doctor as visitors may read them: with fees only if the company shows fees to everybody.
import type { BookableType } from '../../domain/appointment-types.ts'

export type PublicType = BookableType & { doctor_id: string }

export interface PublicFee {
  type_id: string
  fee_minor: number | null
  currency: string
}

export const typesRequest = (doctorId: string) =>
  `appointment_types?select=id,doctor_id,names,minutes,who&active=eq.true&order=position,id&doctor_id=eq.${doctorId}`

export const FEES_REQUEST = 'rpc/get_public_fees'

/** `fees` is empty unless the company shows them. */
export const withFees = <Type extends BookableType>(types: Type[], fees: PublicFee[]): Type[] =>
  types.map((type) => {
    const fee = fees.find(({ type_id }) => type_id === type.id)
    return fee ? { ...type, fee_minor: fee.fee_minor, currency: fee.currency } : type
  })
