// What react-hook-form asks of a schema. Messages are keys of texts: they are put into words where they are shown.
import type { FieldErrors, FieldValues, ResolverResult } from 'react-hook-form'
import type * as z from 'zod/mini'
import type { TextKey, Values } from './i18n.tsx'

/** The first fault of each field. */
export function checkedBy<Input extends FieldValues>(schema: z.ZodMiniType<Input>) {
  return (values: unknown): ResolverResult<Input> => {
    const result = schema.safeParse(values)
    if (result.success) return { values: result.data, errors: {} }
    const faults = result.error.issues.toReversed().map((issue) => [issue.path[0], { type: 'check', message: issue.message }])
    return { values: {}, errors: Object.fromEntries(faults) as FieldErrors<Input> }
  }
}

/** The text of a field's fault. */
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
