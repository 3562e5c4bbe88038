// Decides which of a doctor's types a patient may book and which one is chosen. The database enforces the rules.
import type { BookableType } from '../../../../domain/appointment-types.ts'
import { AppError } from '../../../../lib/errors.ts'

/** `isReturning`: the patient has a completed appointment with the doctor. */
export const offeredTypes = (types: BookableType[], isReturning: boolean) =>
  types.filter(({ who }) => who === 'everybody' || (who === 'returning' && isReturning))

/** The chosen type. A single type is chosen by default. A slot without a type was offered for the first one. */
export function chosenType(offered: BookableType[], typeId: string | undefined, hasTime: boolean): BookableType | undefined {
  if (typeId !== undefined) return offered.find(({ id }) => id === typeId)
  return offered.length === 1 || hasTime ? offered[0] : undefined
}

/** The replacement for a type that can no longer be booked: the one that the database named, else the one nearest in length. */
export function nearestType(offered: BookableType[], refusal: unknown, minutes: number | undefined): BookableType | undefined {
  const named = refusal instanceof AppError ? offered.find(({ id }) => id === refusal.facts['type_id']) : undefined
  if (named || minutes === undefined) return named
  return offered.toSorted((one, other) => Math.abs(one.minutes - minutes) - Math.abs(other.minutes - minutes))[0]
}
