/** The lengths of the digit groups after the country codes of the company's numbers. */
const GROUPS: Record<string, number[]> = { 994: [2, 3, 2, 2], 90: [3, 3, 2, 2] }

/** '994501234567' as people write it: '+994 50 123 45 67'. Numbers of other countries are grouped by three. */
export function groupedPhone(digits: string) {
  const code = Object.keys(GROUPS).find((each) => digits.startsWith(each) && digits.length === each.length + lengthOf(GROUPS[each]))
  if (!code) return `+${digits.replaceAll(/\d{3}(?=\d{2})/g, '$& ')}`
  let rest = digits.slice(code.length)
  const parts = (GROUPS[code] ?? []).map((length) => {
    const part = rest.slice(0, length)
    rest = rest.slice(length)
    return part
  })
  return [`+${code}`, ...parts].join(' ')
}

const lengthOf = (groups: number[] = []) => groups.reduce((sum, length) => sum + length, 0)
