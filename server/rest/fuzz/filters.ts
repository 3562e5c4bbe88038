// Fuzzed conditions on columns.
import fc from 'fast-check'
import type { Kind, Text } from './resources.ts'
import { MAX_DEPTH, partsOf, paths, quoted, remembered } from './selections.ts'
import { GOOD, joined, list, maybe, oneOf, rarely, valueOf } from './values.ts'

const operators = oneOf(
  ...'eq neq gt gte lt lte like ilike match imatch isdistinct cs cd ov sl sr nxr nxl adj fts plfts phfts wfts in is'.split(' '),
  ...'eq(any) like(all) match(any) gt(all) fts(english) wfts(no_such) in(any) eq(some) no'.split(' '),
)
export const conditionValues = (kind: Kind): Text =>
  fc.oneof(
    { weight: 6, arbitrary: valueOf(kind) },
    { weight: 1, arbitrary: oneOf('null', 'not_null', 'true', 'NULL', 'unknown') },
    { weight: 1, arbitrary: list(fc.oneof(valueOf(kind), valueOf(kind).map(quoted)), 3).map((all) => `(${all})`) },
    { weight: 1, arbitrary: list(fc.oneof(valueOf(kind), valueOf(kind).map(quoted)), 3).map((all) => `{${all}}`) },
  )
const FITTING: Record<Kind, string[]> = {
  int: ['eq', 'neq', 'gt', 'lte', 'isdistinct'],
  text: ['eq', 'like', 'ilike', 'match', 'imatch', 'fts', 'plfts', 'wfts', 'gt'],
  numeric: ['gte', 'lt'],
  bool: ['eq', 'neq'],
  uuid: ['eq', 'neq', 'gt'],
  date: ['lt', 'gte'],
  json: ['eq', 'cs', 'cd'],
  list: ['cs', 'cd', 'ov', 'eq'],
  range: ['sl', 'sr', 'nxr', 'nxl', 'adj', 'ov'],
  days: ['ov', 'adj'],
}
/** `operator.value` for a column, usually valid. */
const comparisons = remembered((name) => {
  const kind = name as Kind
  const not = maybe(fc.constant('not.'))
  return fc.oneof(
    { weight: 12, arbitrary: joined(not, oneOf(...FITTING[kind]), fc.constant('.'), valueOf(kind)) },
    { weight: 2, arbitrary: joined(not, operators, fc.constant('.'), conditionValues(kind)) },
    {
      weight: 2,
      arbitrary: joined(not, fc.constant('in.('), list(fc.oneof(oneOf(...GOOD[kind]), valueOf(kind)).map(quoted), 3), fc.constant(')')),
    },
    { weight: 3, arbitrary: oneOf('is.null', 'is.not_null', 'not.is.null') },
  )
})
/** A column and a comparison. */
export const compared = remembered((resource): fc.Arbitrary<[string, string]> => {
  const fitting = Object.entries(partsOf(resource).columns).map(([column, kind]) => fc.tuple(fc.constant(column), comparisons(kind)))
  return fc.oneof({ weight: 12, arbitrary: fc.oneof(...fitting) }, { weight: 1, arbitrary: fc.tuple(paths(resource), comparisons('text')) })
})
// Usually quotes a comparison that would otherwise end the condition.
const inTree = (comparison: string) =>
  comparison.replace(/^((?:not\.)?(?!in)[a-z]+\.)(.*[(),{].*)$/s, (_, head: string, value: string) => head + quoted(value))
export const conditionsInTree: (name: string, depth?: number) => Text = remembered((resource, depth) =>
  fc.oneof(
    { weight: 5, arbitrary: compared(resource).map(([column, comparison]) => `${column}.${inTree(comparison)}`) },
    {
      weight: depth < MAX_DEPTH ? 2 : 0,
      arbitrary:
        depth < MAX_DEPTH
          ? joined(
              maybe(fc.constant('not.')),
              oneOf('and', 'or'),
              fc.constant('('),
              list(conditionsInTree(resource, depth + 1), 3),
              rarely(fc.constant(')'), oneOf('', '))')),
            )
          : fc.constant('id.eq.1'),
    },
  ),
)
export const deepTree = fc.integer({ min: 5, max: 60 }).map((depth) => `(${'and('.repeat(depth)}id.gt.0${')'.repeat(depth)})`)
