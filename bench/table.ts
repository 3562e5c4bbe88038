/** Rows as a Markdown table, ready for docs/performance.md. */
export function printTable(rows: Record<string, string | number>[]) {
  const [first] = rows
  if (!first) return
  const line = (cells: (string | number)[]) => `| ${cells.join(' | ')} |\n`
  process.stdout.write(line(Object.keys(first)))
  process.stdout.write(line(Object.keys(first).map(() => '---')))
  for (const row of rows) process.stdout.write(line(Object.values(row)))
}

/** The percentile of a sample, with the share given from 0 to 1. */
export function quantile(sample: number[], part: number) {
  const sorted = sample.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN
}

export const milliseconds = (value: number) => `${value.toFixed(value < 10 ? 2 : 0)} ms`
