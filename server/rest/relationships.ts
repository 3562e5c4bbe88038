// Relationships between resources: foreign keys in both directions, join tables, the same through views, and functions that take a row.
import { echoed } from '../request-limits.ts'
import { closest } from './closest.ts'
import { RestError } from './errors.ts'
import type { Pairs, Relationship, RestFunction, SchemaCache, Table } from './schema.ts'
import type { Origin } from './view-origins.ts'

export interface ForeignKey {
  name: string
  child: number
  parent: number
  child_columns: number[]
  parent_columns: number[]
  /** True if the child's columns are unique, so that a parent has at most one child. */
  is_unique: boolean
}

interface Parts {
  tables: Table[]
  foreignKeys: ForeignKey[]
  views: Map<number, Origin[]>
  columnNames: Map<number, Map<number, string>>
  computed: RestFunction[]
}

export function buildRelationships({ tables, foreignKeys, views, columnNames, computed }: Parts): Relationship[] {
  const byOid = new Map(tables.map((table) => [table.oid, table]))
  const appearances = appearancesOf(tables, views, columnNames)
  const direct = foreignKeys.flatMap((foreignKey) => {
    const children = appearances(foreignKey.child, foreignKey.child_columns)
    const parents = appearances(foreignKey.parent, foreignKey.parent_columns)
    return children.flatMap((child) => parents.flatMap((parent) => bothWays(foreignKey, child, parent)))
  })
  const functions = computed.flatMap((each) => computedRelationship(each, byOid))
  // A function with the name of a resource replaces the relationships from foreign keys.
  const taken = new Set(functions.map(({ from, name }) => `${from.oid} ${name}`))
  const found = [...direct, ...throughJunctions(direct)].filter(({ from, to }) => !taken.has(`${from.oid} ${to.name}`))
  // A request can only use one schema.
  return [...found, ...functions].filter(({ from, to }) => from.schema === to.schema)
}

interface Appearance {
  table: Table
  columns: string[]
}

// Finds where a table's columns appear: in the table itself, and in every view that has all of them.
function appearancesOf(tables: Table[], views: Map<number, Origin[]>, columnNames: Map<number, Map<number, string>>) {
  // The origin of a recursive view is the view itself.
  const ultimate = (table: number, column: number, above: number[] = []): { table: number; column: number } => {
    const below = views
      .get(table)
      ?.find(({ position, table: origin }) => position === column && origin !== table && !above.includes(origin))
    return below ? ultimate(below.table, below.column, [...above, table]) : { table, column }
  }
  return (oid: number, columns: number[]): Appearance[] =>
    tables.flatMap((table) => {
      const origins = views.get(table.oid)
      if (!origins) {
        const names = columns.map((column) => columnNames.get(oid)?.get(column))
        return table.oid === oid && names.every((name) => name !== undefined) ? [{ table, columns: names }] : []
      }
      const names = columns.map((column) => {
        const origin = origins.find((each) => {
          const below = ultimate(each.table, each.column)
          return below.table === oid && below.column === column
        })
        return origin && columnNames.get(table.oid)?.get(origin.position)
      })
      return names.every((name) => name !== undefined) ? [{ table, columns: names }] : []
    })
}

function bothWays(foreignKey: ForeignKey, child: Appearance, parent: Appearance): Relationship[] {
  const down: Pairs = child.columns.map((column, n) => [column, parent.columns[n] ?? ''])
  const up: Pairs = down.map(([here, there]) => [there, here])
  const shared = { name: foreignKey.name, junction: undefined, computed: undefined }
  const isUnique = foreignKey.is_unique
  const there = { ...shared, from: child.table, to: parent.table, isToOne: true, holdsKey: true, pairs: down }
  const back = { ...shared, from: parent.table, to: child.table, isToOne: isUnique, holdsKey: false, pairs: up }
  return [
    { ...there, cardinality: isUnique ? 'one-to-one' : 'many-to-one' },
    { ...back, cardinality: isUnique ? 'one-to-one' : 'one-to-many' },
  ]
}

// In a join table, the primary key contains the columns of both foreign keys.
function throughJunctions(direct: Relationship[]): Relationship[] {
  const pointing = direct.filter(
    ({ from, cardinality, pairs }) => cardinality === 'many-to-one' && pairs.every(([column]) => from.primaryKey.includes(column)),
  )
  return [...Map.groupBy(pointing, ({ from }) => from.oid).values()].flatMap((keys) =>
    keys.flatMap((first) =>
      keys
        .filter((second) => second.name !== first.name)
        .map(
          (second): Relationship => ({
            from: first.to,
            to: second.to,
            name: first.from.name,
            cardinality: 'many-to-many',
            isToOne: false,
            holdsKey: false,
            pairs: [],
            junction: { table: first.from, from: first.pairs, to: second.pairs, names: [first.name, second.name] },
            computed: undefined,
          }),
        ),
    ),
  )
}

function computedRelationship(computed: RestFunction, byOid: Map<number, Table>): Relationship[] {
  const [from, to] = [byOid.get(computed.rowOf ?? 0), byOid.get(computed.returnsTable ?? 0)]
  if (!from || !to) return []
  const isToOne = computed.returnsOne
  return [
    {
      from,
      to,
      name: computed.name,
      cardinality: isToOne ? 'many-to-one' : 'one-to-many',
      isToOne,
      holdsKey: false,
      pairs: [],
      junction: undefined,
      computed,
    },
  ]
}

/** Finds the relationship for `target!hint` from a table. */
export function findRelationship(cache: SchemaCache, from: Table, target: string, hint: string | undefined): Relationship {
  const candidates = cache.relationshipsOf(from).filter((each) => isMeant(each, target, hint))
  const [first, ...others] = candidates
  if (!first) throw notFound(cache, from, target, hint)
  if (others.length) throw ambiguous(from, target, candidates)
  return first
}

function isMeant({ from, to, name, holdsKey, pairs, junction, computed }: Relationship, target: string, hint: string | undefined) {
  if (computed) return target === name
  const [here, there] = pairs.length === 1 ? (pairs[0] ?? []) : []
  if (from.oid === to.oid && !junction) {
    // For a key within one table, the table's name means the children and the column the parent.
    if (target === to.name) return !holdsKey && (hint === undefined || hint === there)
    return hint === undefined && holdsKey && target === here
  }
  if (hint === undefined) return target === to.name || (!junction && !to.isView && (target === name || (holdsKey && target === here)))
  if (target !== to.name) return false
  return junction ? hint === junction.table.name : hint === name || hint === here || hint === there
}

function notFound(cache: SchemaCache, from: Table, target: string, hint: string | undefined) {
  const described = hint === undefined ? '' : ` using the hint '${echoed(hint)}'`
  const others = [...new Set(cache.relationshipsOf(from).map(({ to }) => to.name))]
  // If the name exists, the hint was wrong.
  const similar = others.includes(target) ? undefined : closest(target, others, { enough: 0.33 })
  const wanted = echoed(target)
  return new RestError(400, 'PGRST200', `Could not find a relationship between '${from.name}' and '${wanted}' in the schema cache`, {
    details: `Searched for a foreign key relationship between '${from.name}' and '${wanted}'${described} in the schema '${from.schema}', but no matches were found.`,
    hint: similar ? `Perhaps you meant '${similar}' instead of '${wanted}'.` : null,
  })
}

function ambiguous(from: Table, target: string, candidates: Relationship[]) {
  const side = (table: Table, columns: string[]) => `${table.name}(${columns.join(', ')})`
  const details = candidates.map(({ cardinality, to, name, pairs, junction }) => ({
    cardinality,
    embedding: `${from.name} with ${to.name}`,
    relationship: junction
      ? `${junction.table.name} using ${junction.names[0]}(${junction.from.map(([here]) => here).join(', ')}) and ${junction.names[1]}(${junction.to.map(([here]) => here).join(', ')})`
      : `${name} using ${side(
          from,
          pairs.map(([here]) => here),
        )} and ${side(
          to,
          pairs.map(([, there]) => there),
        )}`,
  }))
  const choices = candidates.map(({ to, name }) => `'${to.name}!${name}'`).join(', ')
  return new RestError(300, 'PGRST201', `Could not embed because more than one relationship was found for '${from.name}' and '${target}'`, {
    details,
    hint: `Try changing '${target}' to one of the following: ${choices}. Find the desired relationship in the 'details' key.`,
  })
}
