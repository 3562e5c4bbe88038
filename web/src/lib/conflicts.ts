// Compares a form with a record that somebody else, or another tab, changed after the form was opened.

type Values = Record<string, unknown>

const isSame = (one: unknown, other: unknown) => JSON.stringify(one ?? null) === JSON.stringify(other ?? null)

/** `base` is the record when the form was filled, `mine` is the content of the form, and `latest` is the record as stored now. */
interface Versions<V extends Values> {
  base: V
  mine: V
  latest: V
}

/** The fields that both sides changed to different values. */
export const clashesIn = <V extends Values>({ base, mine, latest }: Versions<V>) =>
  Object.keys(mine).filter(
    (name) => !isSame(mine[name], base[name]) && !isSame(latest[name], base[name]) && !isSame(latest[name], mine[name]),
  ) as (keyof V & string)[]

/** The changes made here on top of the record as stored now. */
export const mergedFrom = <V extends Values>({ base, mine, latest }: Versions<V>) =>
  Object.fromEntries(Object.entries(mine).map(([name, value]) => [name, isSame(value, base[name]) ? latest[name] : value])) as V
