// Random requests for the property test, from well-formed to hostile.
import fc from 'fast-check'
import { bodies } from './bodies.ts'
import { allHeaders } from './headers.ts'
import { queries } from './queries.ts'
import { FUNCTIONS, RESOURCES } from './resources.ts'
import { hostile, oneOf, rarely, valueOf } from './values.ts'

const PEOPLE = ['anonymous', 'ada', 'bo', 'service'] as const
export type Caller = (typeof PEOPLE)[number]

export interface FuzzRequest {
  caller: Caller
  method: string
  /** The encoded path below `/rest/v1/`. */
  path: string
  parameters: [string, string][]
  /** Additional encoded query parameters. */
  raw: string
  headers: Record<string, string>
  body: string | null
}

const raws = rarely(
  fc.constant(''),
  oneOf('title=eq.%FF%FE', 'select=%ED%A0%80', 'id=eq.%', '%00=%00', 'select=%00', '&&=&=', 'select=id&select=title', 'a[]=b', '%C3=eq.1'),
  20,
)
const asSegment = (text: string) => encodeURIComponent(text.toWellFormed())
const callers = fc.constantFrom(...PEOPLE, 'anonymous' as const, 'ada' as const)

const noBody = fc.constant(null)
const onTables: fc.Arbitrary<FuzzRequest> = fc.oneof(
  ...Object.entries(RESOURCES).map(([resource, { columns: kinds }]) => {
    const common = { caller: callers, path: fc.constant(resource), parameters: queries(resource), raw: raws, headers: allHeaders }
    return fc.oneof(
      { weight: 11, arbitrary: fc.record({ ...common, method: oneOf(...'GET GET GET GET GET GET HEAD'.split(' ')), body: noBody }) },
      {
        weight: 11,
        arbitrary: fc.record({
          ...common,
          method: oneOf(...'POST POST POST POST PATCH PATCH PATCH DELETE DELETE PUT OPTIONS'.split(' ')),
          body: bodies(kinds),
        }),
      },
    )
  }),
)

const onFunctions: fc.Arbitrary<FuzzRequest> = fc.oneof(
  ...Object.entries(FUNCTIONS).map(([name, { takes, gives }]) => {
    const common = { caller: callers, path: fc.constant(`rpc/${name}`), raw: raws, headers: allHeaders }
    const parameters = fc.oneof(fc.constant<[string, string][]>([]), queries(gives ?? 'books'))
    const given = fc.tuple(...Object.entries(takes).map(([key, kind]) => fc.tuple(fc.constant(key), valueOf(kind))))
    const some = fc.oneof(
      given,
      given.chain((all) => fc.subarray(all)),
    )
    return fc.oneof(
      fc.record({
        ...common,
        method: oneOf('GET', 'GET', 'HEAD'),
        parameters: fc.tuple(some, parameters).map((all) => all.flat()),
        body: noBody,
      }),
      fc.record({ ...common, method: oneOf('POST', 'POST', 'POST', 'DELETE'), parameters, body: bodies(takes) }),
    )
  }),
)

// Calls functions that sleep with a short duration.
const onSlowFunctions: fc.Arbitrary<FuzzRequest> = fc
  .tuple(
    callers,
    oneOf(
      'wait?seconds=0.001',
      'wait?seconds=-1',
      'wait?seconds=NaN',
      'wait_briefly?seconds=0.25',
      'countdown?start=5',
      'countdown?start=-5',
      'countdown?start=2000',
    ),
    allHeaders,
  )
  .map(([caller, path, given]) => ({ caller, method: 'GET', path: `rpc/${path}`, parameters: [], raw: '', headers: given, body: null }))

const elsewhere: fc.Arbitrary<FuzzRequest> = fc.record({
  caller: callers,
  method: oneOf('GET', 'POST', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS', 'PUT'),
  path: fc.oneof(
    oneOf(
      '',
      'rpc',
      'rpc/',
      'rpc/add/1',
      'books/1',
      'vault',
      'users',
      'hidden.vault',
      'auth.users',
      'pg_class',
      'pg_catalog.pg_authid',
      'rpc/pg_sleep',
      'rpc/set_config',
      'rpc/keep',
      '%',
      '%zz',
      '%00',
      'books%00',
      'rpc/%00',
      '%2e%2e/x',
      'Books',
      '"books"',
      '__proto__',
      'rpc/__proto__',
      'rpc/constructor',
    ),
    hostile.map(asSegment),
    hostile.map((text) => `rpc/${asSegment(text)}`),
  ),
  parameters: queries('books'),
  raw: raws,
  headers: allHeaders,
  body: fc.constant(null),
})

export const requests: fc.Arbitrary<FuzzRequest> = fc.oneof(
  { weight: 140, arbitrary: onTables },
  { weight: 45, arbitrary: onFunctions },
  { weight: 1, arbitrary: onSlowFunctions },
  { weight: 14, arbitrary: elsewhere },
)
