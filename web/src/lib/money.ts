// Amounts as people type them. The database keeps minor units: 50 AZN is 5000.

/** A million of any of the currencies is a typing error. The database has the same limit. */
export const MAX_MINOR = 100_000_000

/**
 * Parses '50', '50.00' and '50,00'. Undefined for everything else, especially for ambiguous input: in '1.250' the point may be a decimal
 * point or separate thousands.
 */
export function minorOf(typed: string): number | undefined {
  const [, whole, cents = '00'] = /^(\d{1,7})(?:[.,](\d\d))?$/.exec(typed.trim()) ?? []
  if (whole === undefined) return undefined
  const minor = Number(whole) * 100 + Number(cents)
  return minor <= MAX_MINOR ? minor : undefined
}

/** The inverse of `minorOf`: 5000 is '50', and 5050 is '50.50'. */
export const typedAmount = (minor: number) => (minor % 100 === 0 ? String(minor / 100) : (minor / 100).toFixed(2))
