// Reasons for which staff end an appointment. Stored as a code, so that everybody reads them in their own language.
import { CANCELLATION_REASONS, type CancellationReason } from '../../../supabase/functions/_shared/rules.ts'

export { CANCELLATION_REASONS }

export const isReasonCode = (reason: string): reason is CancellationReason => CANCELLATION_REASONS.some((code) => code === reason)
