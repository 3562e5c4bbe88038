// The code of a meeting. It is a convenience for people on the telephone, not a secret.
import * as z from 'zod/mini'
import type { TextKey } from '../../../lib/i18n.tsx'

export const MAX_CODE_LENGTH = 50
export const MAX_NAME_LENGTH = 50

/** The input of the form for joining by code. */
export const CallEntry = z.object({
  code: z
    .string()
    .check(
      z.trim(),
      z.minLength(1, 'call.codeRequired' satisfies TextKey),
      z.maxLength(MAX_CODE_LENGTH, 'error.fieldTooLong' satisfies TextKey),
    ),
  name: z
    .string()
    .check(
      z.trim(),
      z.minLength(1, 'call.nameRequired' satisfies TextKey),
      z.maxLength(MAX_NAME_LENGTH, 'error.fieldTooLong' satisfies TextKey),
    ),
})
export type CallEntry = z.infer<typeof CallEntry>

/** Accepts a typed code in any case and with spaces. */
export const normalizeCode = (typed: string) => typed.replaceAll(/\s/g, '').toUpperCase()
