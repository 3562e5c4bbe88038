// Patterns of text that several features check or clean in the same way.
import { UUID } from '../../../supabase/functions/_shared/rules.ts'

export const isUuid = (text: string) => UUID.test(text)

/** Pasted text may contain tabs and line breaks, which the database refuses in names. */
export const onOneLine = (text: string) => text.replaceAll(/\p{Cc}+/gu, ' ').trim()

/** Arabic and Persian keyboards type other digits. */
export const withLatinDigits = (text: string) =>
  text
    .replaceAll(/[٠-٩]/g, (digit) => String(digit.charCodeAt(0) - 0x660))
    .replaceAll(/[۰-۹]/g, (digit) => String(digit.charCodeAt(0) - 0x6f0))

/** A copied phone number may contain other spaces and hyphens than those of the keyboard, and invisible marks of its direction. */
export const asTypedPhone = (text: string) =>
  onOneLine(
    withLatinDigits(text)
      .replaceAll(/\p{Cf}/gu, '')
      .replaceAll(/\p{Zs}/gu, ' ')
      .replaceAll(/\p{Pd}/gu, '-'),
  )

/** The address of a link that calls this number. */
export const telLink = (phone: string) => `tel:${withLatinDigits(phone).replaceAll(/[^\d+]/g, '')}`
