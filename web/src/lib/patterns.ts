// Patterns of text that several features check or clean in the same way.
import { UUID } from '../../../supabase/functions/_shared/rules.ts'

export const isUuid = (text: string) => UUID.test(text)

/** Pasted text may contain tabs and line breaks, which the database refuses in names. */
export const onOneLine = (text: string) => text.replaceAll(/\p{Cc}+/gu, ' ').trim()

/** The address of a link that calls this number. */
export const telLink = (phone: string) => `tel:${phone.replaceAll(/[^\d+]/g, '')}`
