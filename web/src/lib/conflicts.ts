// A form that was opened before somebody else, or another tab, changed the same record.

type Values = Record<string, unknown>

const isSame = (one: unknown, other: unknown) => JSON.stringify(one ?? null) === JSON.stringify(other ?? null)

/** `base`: as it was when the form was filled. `mine`: as it is in the form. `latest`: as it is stored now. */
interface Versions<V extends Values> {
  base: V
  mine: V
  latest: V
}

/** The fields that were changed here and there, to different values. */
export const clashesIn = <V extends Values>({ base, mine, latest }: Versions<V>) =>
  Object.keys(mine).filter(
    (name) => !isSame(mine[name], base[name]) && !isSame(latest[name], base[name]) && !isSame(latest[name], mine[name]),
  ) as (keyof V & string)[]

/** What was changed here, and everything else as it is stored now. */
export const mergedFrom = <V extends Values>({ base, mine, latest }: Versions<V>) =>
  Object.fromEntries(Object.entries(mine).map(([name, value]) => [name, isSame(value, base[name]) ? latest[name] : value])) as V
