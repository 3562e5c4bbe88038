// Connects schemas to react-hook-form. Messages are text keys, translated where they are shown.
import type { FieldErrors, FieldValues, ResolverResult } from 'react-hook-form'
import type * as z from 'zod/mini'
import type { TextKey, Values } from './i18n.tsx'

// The text for rules without a message, for which the library would say "Invalid input" in English.
const GENERAL_FAULT: TextKey = 'error.fieldInvalid'

/** Reports the first error of each field, in the order of the schema. */
export function checkedBy<Input extends FieldValues>(schema: z.ZodMiniType<Input>) {
  return (values: unknown): ResolverResult<Input> => {
    const result = schema.safeParse(values, { error: () => GENERAL_FAULT })
    if (result.success) return { values: result.data, errors: {} }
    const faults: Record<PropertyKey, { type: string; message: string }> = {}
    for (const { path, message } of result.error.issues) faults[path[0] ?? 'root'] ??= { type: 'check', message }
    return { values: {}, errors: faults as FieldErrors<Input> }
  }
}

/** Returns a function that returns the text of a field's error. */
export function faultTexts<Input extends FieldValues>(
  errors: FieldErrors<Input>,
  t: (key: TextKey, values?: Values) => string,
  values?: Values,
) {
  return (name: keyof Input) => {
    const message = errors[name]?.message
    return typeof message === 'string' ? t(message as TextKey, values) : undefined
  }
}
