// Validation of the form that creates an account for a person who was invited about a patient.
import * as z from 'zod/mini'
import type { TextKey } from '../../lib/i18n.tsx'
import { InvitedPerson } from './rules.ts'

const missing: TextKey = 'relatives.declarationMissing'

export const InvitedGuardian = z.extend(InvitedPerson, { declaration: z.boolean().check(z.refine((given) => given, missing)) })
/** A person who claims their record already has a name in it, and declares nothing. */
export const InvitedClaimant = z.extend(InvitedPerson, { first_name: z.string(), last_name: z.string(), declaration: z.boolean() })

export type InvitedGuardianInput = z.infer<typeof InvitedGuardian>
