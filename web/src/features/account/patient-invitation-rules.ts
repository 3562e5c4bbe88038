// Validation of the form that makes an account for somebody who was invited about a patient.
import * as z from 'zod/mini'
import type { TextKey } from '../../lib/i18n.tsx'
import { InvitedPerson } from './rules.ts'

const missing: TextKey = 'relatives.declarationMissing'

export const InvitedGuardian = z.extend(InvitedPerson, { declaration: z.boolean().check(z.refine((given) => given, missing)) })
/** Somebody who claims their record has a name in it, and declares nothing. */
export const InvitedClaimant = z.extend(InvitedPerson, { first_name: z.string(), last_name: z.string(), declaration: z.boolean() })

export type InvitedGuardianInput = z.infer<typeof InvitedGuardian>
