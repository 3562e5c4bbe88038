/** Shorter runs are not folded, because reading them takes as long as reading the folded line. */
const MIN_FOLDED = 3

type Run<Row> = [Row, ...Row[]]

/** Groups rows by day, and within a day into runs: a first row, and the rows of the same kind that follow and are folded. */
export function groupRows<Row>(rows: Row[], dayOf: (row: Row) => string, kindOf: ((row: Row) => string) | undefined) {
  const days: { day: string; runs: Run<Row>[] }[] = []
  let kind: string | undefined
  for (const row of rows) {
    const day = dayOf(row)
    const isNewDay = days.at(-1)?.day !== day
    if (isNewDay) days.push({ day, runs: [] })
    const runs = days.at(-1)?.runs
    const before = kind
    kind = kindOf?.(row)
    const run = runs?.at(-1)
    if (run && kind !== undefined && kind === before) run.push(row)
    else runs?.push([row])
  }
  return days.map(({ day, runs }) => ({
    day,
    runs: runs.flatMap((run) => (run.length > MIN_FOLDED ? [run] : run.map((row): Run<Row> => [row]))),
  }))
}
