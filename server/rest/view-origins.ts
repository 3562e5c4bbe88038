// Finds the table column behind each view column, from the rule that PostgreSQL stores for the view.

export interface Origin {
  /** The position of the view's column. */
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

// The rule is nested like ({QUERY … :targetList ({TARGETENTRY …}) …}). Subqueries have target lists too.
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

interface Keys {
  keysByTable: Map<number, number[]>
  views: Map<number, Origin[]>
  columnNames: Map<number, Map<number, string>>
}

/** A view has the primary key of its table if it contains all of the key's columns. Upserts without `on_conflict` need it. */
export function primaryKeyOf(oid: number, { keysByTable, views, columnNames }: Keys): string[] {
  const origins = views.get(oid) ?? []
  const name = (position: number | undefined) => columnNames.get(oid)?.get(position ?? 0) ?? ''
  const own = keysByTable.get(oid)
  if (own) return own.map(name)
  for (const below of new Set(origins.map(({ table }) => table))) {
    const shown = keysByTable.get(below)?.map((column) => origins.find((each) => each.table === below && each.column === column)?.position)
    if (shown?.every((position) => position !== undefined)) return shown.map(name)
  }
  return []
}
