import * as z from 'zod/mini'
import { MAX_EMAIL_LENGTH } from '../../lib/email.ts'
import type { TextKey } from '../../lib/i18n.tsx'
import { LANGUAGES } from '../../lib/languages.ts'

export const MAX_NAME_LENGTH = 200
export const INVITED_ROLES = ['doctor', 'admin', 'patient'] as const

const key = (text: TextKey) => text

/** A doctor without a record needs a name for the new record. */
export const InviteInput = z
  .object({
    email: z
      .string()
      .check(
        z.trim(),
        z.minLength(1, key('people.required')),
        z.maxLength(MAX_EMAIL_LENGTH, key('people.tooLong')),
        z.regex(/^[!-?A-~]+@[a-z\d](?:[a-z\d-]*[a-z\d])?(?:\.[a-z\d](?:[a-z\d-]*[a-z\d])?)+$/i, key('people.emailInvalid')),
      ),
    role: z.enum(INVITED_ROLES),
    full_name: z.string().check(z.trim(), z.maxLength(MAX_NAME_LENGTH, key('people.tooLong'))),
    language: z.enum(LANGUAGES),
    doctor_id: z.string(),
    /** The time zone of the new record. */
    timezone: z.string(),
  })
  .check(
    z.refine(({ role, full_name, doctor_id }) => role !== 'doctor' || doctor_id !== '' || full_name !== '', {
      path: ['full_name'],
      message: key('people.nameRequired'),
    }),
  )
export type InviteInput = z.infer<typeof InviteInput>
