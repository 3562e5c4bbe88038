// Validation of the form for a type of appointment. The database has the same limits.
import * as z from 'zod/mini'
import type { Database } from '../../../../../supabase/functions/_shared/database.types.ts'
import { CURRENCIES } from '../../../domain/appointment-types.ts'
import type { TextKey } from '../../../lib/i18n.tsx'
import { LANGUAGES, type Language } from '../../../lib/languages.ts'
import { minorOf, typedAmount } from '../../../lib/money.ts'

type TypeRow = Database['public']['Tables']['appointment_types']['Row']

export const WHO = ['everybody', 'returning', 'staff'] as const
export const WHO_TEXTS: Record<(typeof WHO)[number], TextKey> = {
  everybody: 'offers.everybody',
  returning: 'offers.returning',
  staff: 'offers.staff',
}

export const MAX_LENGTH = { name: 80, description: 500, preparation: 2000 } as const
export const MINUTES = { min: 15, max: 180, step: 5 } as const

type Part = keyof typeof MAX_LENGTH
type TextField = `${Part}_${Language}`

/** The fields of a type that the form changes. */
export type OfferFields = Pick<TypeRow, 'names' | 'descriptions' | 'preparation' | 'minutes' | 'fee_minor' | 'currency' | 'who'>

const key = (text: TextKey) => text

const textUpTo = (max: number) => z.string().check(z.trim(), z.maxLength(max, key('offers.tooLong')))

const name = textUpTo(MAX_LENGTH.name)
const description = textUpTo(MAX_LENGTH.description)
const preparation = textUpTo(MAX_LENGTH.preparation)

const isPossibleLength = (typed: string) =>
  /^\d{1,3}$/.test(typed) && Number(typed) >= MINUTES.min && Number(typed) <= MINUTES.max && Number(typed) % MINUTES.step === 0

/** `primary` is the language whose name is required. */
export const offerInput = (primary: Language) =>
  z
    .object({
      name_tr: name,
      name_az: name,
      name_en: name,
      name_ru: name,
      name_ar: name,
      name_fr: name,
      description_tr: description,
      description_az: description,
      description_en: description,
      description_ru: description,
      description_ar: description,
      description_fr: description,
      preparation_tr: preparation,
      preparation_az: preparation,
      preparation_en: preparation,
      preparation_ru: preparation,
      preparation_ar: preparation,
      preparation_fr: preparation,
      minutes: z.string().check(z.refine(isPossibleLength, key('offers.minutesWrong'))),
      is_on_request: z.boolean(),
      fee: z.string(),
      currency: z.enum(CURRENCIES),
      who: z.enum(WHO),
    })
    .check(
      z.refine((values) => values[`name_${primary}`] !== '', { path: [`name_${primary}`], error: key('offers.nameMissing') }),
      z.refine(({ is_on_request, fee }) => is_on_request || minorOf(fee) !== undefined, { path: ['fee'], error: key('offers.feeWrong') }),
    )

export type OfferValues = z.infer<ReturnType<typeof offerInput>>

/** The texts of one part by language, without empty ones. */
const byLanguage = (values: OfferValues, part: Part) =>
  Object.fromEntries(LANGUAGES.map((each) => [each, values[`${part}_${each}`]] as const).filter(([, text]) => text !== ''))

export const offerFieldsOf = (values: OfferValues): OfferFields => ({
  names: byLanguage(values, 'name'),
  descriptions: byLanguage(values, 'description'),
  preparation: byLanguage(values, 'preparation'),
  minutes: Number(values.minutes),
  fee_minor: values.is_on_request ? null : (minorOf(values.fee) ?? null),
  currency: values.currency,
  who: values.who,
})

const textOf = (texts: unknown, language: Language) => {
  const text = (texts as Partial<Record<Language, unknown>> | null)?.[language]
  return typeof text === 'string' ? text : ''
}

/** The defaults of a new type: half an hour, for everybody, in the doctor's usual currency. */
export const NEW_OFFER: OfferFields = {
  names: {},
  descriptions: {},
  preparation: {},
  minutes: 30,
  fee_minor: null,
  currency: CURRENCIES[0],
  who: WHO[0],
}

export function offerValues(offer: OfferFields, isNew = false): OfferValues {
  const texts = LANGUAGES.flatMap((each) => [
    [`name_${each}`, textOf(offer.names, each)],
    [`description_${each}`, textOf(offer.descriptions, each)],
    [`preparation_${each}`, textOf(offer.preparation, each)],
  ])
  return {
    ...(Object.fromEntries(texts) as Record<TextField, string>),
    minutes: String(offer.minutes),
    is_on_request: !isNew && offer.fee_minor === null,
    fee: offer.fee_minor === null ? '' : typedAmount(offer.fee_minor),
    currency: CURRENCIES.find((each) => each === offer.currency) ?? CURRENCIES[0],
    who: WHO.find((each) => each === offer.who) ?? WHO[0],
  }
}
