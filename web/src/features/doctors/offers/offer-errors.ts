import type { ErrorTexts } from '../../../lib/errors.ts'

export const OFFER_ERRORS: ErrorTexts = {
  too_many_types: 'offers.tooMany',
  too_many_questions: 'offers.tooManyQuestions',
  appointment_types_fee_is_sane: 'offers.feeWrong',
  '22P02': 'offers.feeWrong',
  '22003': 'offers.feeWrong',
  appointment_types_minutes_are_sane: 'offers.minutesWrong',
  appointment_types_names_are_given: 'offers.nameMissing',
  appointments_type_id_fkey: 'offers.removeBooked',
  '23514': 'offers.invalid',
  offer_gone: 'offers.gone',
}
