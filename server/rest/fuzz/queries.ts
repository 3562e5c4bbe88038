// Fuzzed query strings.
import fc from 'fast-check'
import { compared, conditionsInTree, conditionValues, deepTree } from './filters.ts'
import type { Text } from './resources.ts'
import { columns, deepSelections, heavySelections, partsOf, paths, remembered, selections } from './selections.ts'
import { hostile, joined, list, maybe, oneOf, rarely } from './values.ts'

type Parameters = fc.Arbitrary<[string, string]>
const relationNames = (resource: string) => Object.keys(partsOf(resource).related).map((name) => name.split('!')[0] ?? name)
const within = (resource: string): Text => rarely(oneOf(...relationNames(resource), 'alias', 'authors', 'books.authors'), hostile)

const filters = remembered(
  (resource): Parameters =>
    fc.oneof(
      { weight: 30, arbitrary: compared(resource) },
      {
        weight: 8,
        arbitrary: fc.tuple(
          oneOf('or', 'and', 'not.or', 'not.and'),
          rarely(
            list(conditionsInTree(resource), 3).map((all) => `(${all})`),
            deepTree,
            20,
          ),
        ),
      },
      { weight: 1, arbitrary: fc.tuple(joined(within(resource), oneOf('.id', '.name', '.or', '.secret')), conditionValues('text')) },
      { weight: 1, arbitrary: fc.tuple(hostile, hostile) },
    ),
)
const orders = (resource: string): Text =>
  list(joined(paths(resource), maybe(rarely(oneOf('.asc', '.desc', '.desc.nullslast', '.nullsfirst'), oneOf('.up', '(id)', '(')))), 3)
const numbers = rarely(oneOf('0', '1', '2', '1000', '999999999999999'), fc.oneof(oneOf('-1', '9999999999999999', '1e3', ''), hostile), 8)
const modifiers = remembered(
  (resource): Parameters =>
    fc.oneof(
      { weight: 4, arbitrary: fc.tuple(fc.constant('order'), orders(resource)) },
      { weight: 4, arbitrary: fc.tuple(oneOf('limit', 'limit', 'offset'), numbers) },
      { weight: 1, arbitrary: fc.tuple(fc.constant('columns'), list(columns(resource), 4)) },
      {
        weight: 1,
        arbitrary: fc.tuple(
          fc.constant('on_conflict'),
          rarely(oneOf('id', 'owner_id', 'book_id,tag_id', 'name', 'isbn'), list(columns(resource), 3), 3),
        ),
      },
    ),
)
/** An embedded resource and its own parameters. */
const embeddings = (resource: string): fc.Arbitrary<[string, string][]> => {
  const known = Object.entries(partsOf(resource).related)
  if (!known.length) return fc.constant([])
  const all = known.map(([embedded, target]) => {
    const name = embedded.split('!')[0] ?? embedded
    const below = ([key, value]: [string, string]): [string, string] => [`${name}.${key}`, value]
    const further: Parameters = fc.oneof(
      filters(target).map(below),
      modifiers(target).map(below),
      fc.tuple(fc.constant(name), oneOf('is.null', 'not.is.null', 'is.not_null')),
      fc.tuple(
        fc.constant('order'),
        columns(target).map((column) => `${name}(${column})`),
      ),
    )
    return fc
      .tuple(
        maybe(fc.constant('...')),
        maybe(fc.constant('!inner')),
        selections(target, 1),
        maybe(list(columns(resource), 2)),
        fc.array(further, { maxLength: 3 }),
      )
      .map(([dots, inner, inside, others, more]): [string, string][] => [
        ['select', `${others || '*'},${dots}${embedded}${inner}(${inside})`],
        ...more,
      ])
  })
  return fc.oneof(...all)
}
const asSelect = (text: string): [string, string][] => [['select', text]]
export const queries = remembered((resource): fc.Arbitrary<[string, string][]> => {
  const select: fc.Arbitrary<[string, string][]> = fc.oneof(
    { weight: 8, arbitrary: fc.constant<[string, string][]>([]) },
    { weight: 12, arbitrary: selections(resource).map(asSelect) },
    { weight: 8, arbitrary: embeddings(resource) },
    { weight: 1, arbitrary: deepSelections.map(asSelect) },
    { weight: 1, arbitrary: heavySelections(resource).map(asSelect) },
  )
  return fc
    .tuple(select, fc.array(filters(resource), { maxLength: 2 }), fc.array(modifiers(resource), { maxLength: 2 }))
    .map((all) => all.flat())
})
