// Reasons why staff cancel an appointment. They are stored as codes, so that everybody reads them in their own language.
import { CANCELLATION_REASONS, type CancellationReason } from '../../../supabase/functions/_shared/rules.ts'

export { CANCELLATION_REASONS }

export const isReasonCode = (reason: string): reason is CancellationReason => CANCELLATION_REASONS.some((code) => code === reason)
