// Fuzzed request bodies.
import fc from 'fast-check'
import type { Kind, Text } from './resources.ts'
import { BAD, GOOD, hostile, oneOf } from './values.ts'

const oddJson: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(null, true, 0, -1, 1.5, 1e21, 5e-324, '', [], {}, [[]], { a: { b: [null] } }, [1, 'a', null]),
  hostile,
  fc.jsonValue({ maxDepth: 3 }),
)
const jsonOf = (kind: Kind): fc.Arbitrary<unknown> =>
  fc.oneof(
    {
      weight: 6,
      arbitrary: oneOf(...GOOD[kind]).map((text): unknown => {
        if (kind === 'list') return ['en', 'x']
        return kind === 'int' ? Number(text) || 7 : kind === 'json' ? { year: text } : text
      }),
    },
    { weight: 1, arbitrary: fc.oneof(oneOf(...BAD[kind]), oddJson) },
  )
const recordOf = (kinds: Record<string, Kind>): fc.Arbitrary<Record<string, unknown>> =>
  fc.record(Object.fromEntries(Object.entries(kinds).map(([name, kind]) => [name, jsonOf(kind)])), { requiredKeys: [] })

const brokenBodies = fc.oneof(
  oneOf(
    '',
    ' ',
    'null',
    '[]',
    '{}',
    '[{}]',
    '[{},{}]',
    '[null]',
    '1',
    '"text"',
    '{',
    '{"id":1,}',
    '{"id":1,"id":2}',
    '{"id":1e999}',
    '{"__proto__":{"id":1}}',
    '{"constructor":1,"toString":2}',
    '{"":1}',
    '{"title":"\\u0000"}',
    '{"body":"\\ud800"}',
    '{"title":"a","pages":99999999999999999999999999999999}',
    '[{"id":1},{"name":"x"}]',
    `{"meta":${'['.repeat(3000)}${']'.repeat(3000)}}`,
    '{"title":NaN}',
    '\uFEFF{"title":"bom"}',
  ),
  hostile,
  fc.json({ maxDepth: 4 }),
)
export const bodies = (kinds: Record<string, Kind>): Text =>
  fc.oneof(
    { weight: 6, arbitrary: recordOf(kinds).map((row) => JSON.stringify(row)) },
    {
      weight: 2,
      arbitrary: recordOf(kinds).chain((row) =>
        fc.integer({ min: 1, max: 3 }).map((n) => JSON.stringify(Array.from({ length: n }, () => row))),
      ),
    },
    { weight: 1, arbitrary: brokenBodies },
  )
