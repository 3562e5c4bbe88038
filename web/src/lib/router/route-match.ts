// Compares paths with patterns such as `/call/:appointmentId`. A pattern `*` fits everything.
export type Params = Record<string, string>

const segmentsOf = (path: string) => path.split('/').filter(Boolean)

/** The values of the pattern's parameters, or undefined if the path does not fit. Neither case nor a slash at the end matters. */
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
