// Matches paths against patterns such as `/call/:appointmentId`. The pattern `*` matches everything.
export type Params = Record<string, string>

const segmentsOf = (path: string) => path.split('/').filter(Boolean)

/** The values of the pattern's parameters, or undefined if the path does not match. Ignores case and a trailing slash. */
export function matchPath(pattern: string, path: string): Params | undefined {
  if (pattern === '*') return {}
  const expected = segmentsOf(pattern)
  const given = segmentsOf(path)
  if (expected.length !== given.length) return undefined
  const params: Params = {}
  for (const [place, name] of expected.entries()) {
    const value = given[place] ?? ''
    if (name.startsWith(':')) params[name.slice(1)] = decoded(value)
    else if (name.toLowerCase() !== value.toLowerCase()) return undefined
  }
  return params
}

function decoded(value: string) {
  try {
    return decodeURIComponent(value)
  } catch {
    return value
  }
}
