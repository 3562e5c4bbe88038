// What a doctor offers, as visitors may read it: with fees only if the company shows them to everybody.
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

/** There are no fees unless the company has switched them on. */
export const withFees = <Type extends BookableType>(types: Type[], fees: PublicFee[]): Type[] =>
  types.map((type) => {
    const fee = fees.find(({ type_id }) => type_id === type.id)
    return fee ? { ...type, fee_minor: fee.fee_minor, currency: fee.currency } : type
  })
