// Which column of which table a view's column comes from, read from the rule that PostgreSQL keeps for the view.

export interface Origin {
  /** Position of the view's column. */
  position: number
  table: number
  column: number
}

export function originsOf(rule: string): Origin[] {
  const list = outermostTargetList(rule)
  return [...list.matchAll(/:resno (\d+) :resname .*? :ressortgroupref \d+ :resorigtbl (\d+) :resorigcol (\d+) :resjunk false/gs)]
    .map(([, position, table, column]) => ({ position: Number(position), table: Number(table), column: Number(column) }))
    .filter(({ table }) => table > 0)
}

// The rule is nested like ({QUERY … :targetList ({TARGETENTRY …}) …}); subqueries inside have target lists of their own.
function outermostTargetList(rule: string) {
  const depths = { '{': 0 }
  let start = -1
  let parentheses = 0
  for (let at = 0; at < rule.length; at++) {
    const char = rule[at]
    if (char === '\\') at++
    else if (start === -1) {
      if (char === '{') depths['{']++
      else if (char === '}') depths['{']--
      else if (depths['{'] === 1 && char === ':' && rule.startsWith(':targetList (', at)) {
        start = at + ':targetList '.length
        at = start - 1
      }
    } else if (char === '(') parentheses++
    else if (char === ')' && --parentheses === 0) return rule.slice(start, at)
  }
  return ''
}
