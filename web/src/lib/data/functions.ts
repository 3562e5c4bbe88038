// Calls an Edge Function. Returns its response or throws the error it named as an AppError.
import * as z from 'zod/mini'
import { AppError } from '../errors.ts'
import { loadFunctions } from './supabase.ts'

const Refusal = z.object({ code: z.string(), details: z.optional(z.record(z.string(), z.union([z.string(), z.number()]))) })

/** A response that does not match the schema fails as `invalid_answer`. */
export async function askFunction<Answer>(
  name: string,
  body: Record<string, unknown>,
  shape: z.ZodMiniType<Answer>,
  signal?: AbortSignal,
): Promise<Answer> {
  const functions = await loadFunctions().catch((cause: unknown) => {
    throw new AppError('unreachable', {}, { cause })
  })
  const { data, error } = await functions.invoke<unknown>(name, { body, ...(signal && { signal }) })
  if (error) throw await refusalIn(error)
  const answer = shape.safeParse(data)
  if (!answer.success) throw new AppError('invalid_answer', {}, { cause: answer.error })
  return answer.data
}

/** The error that the function named. Without a response the function was unreachable. */
async function refusalIn(cause: unknown) {
  const { context } = cause as { context?: unknown }
  if (!(context instanceof Response)) return new AppError('unreachable', {}, { cause })
  if (context.status === 401) return new AppError('signed_out', {}, { cause })
  const refusal = Refusal.safeParse(await context.json().catch(() => undefined))
  return refusal.success ? new AppError(refusal.data.code, refusal.data.details, { cause }) : new AppError('failed', {}, { cause })
}
