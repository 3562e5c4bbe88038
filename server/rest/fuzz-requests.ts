// For the property test: requests at random, from well-formed ones to plain malice.
import fc from 'fast-check'

const PEOPLE = ['anonymous', 'ada', 'bo', 'service'] as const
export type Caller = (typeof PEOPLE)[number]

export interface FuzzRequest {
  caller: Caller
  method: string
  /** Below `/rest/v1/`, as it stands in the URL. */
  path: string
  parameters: [string, string][]
  /** More of the query string, as it stands in the URL. */
  raw: string
  headers: Record<string, string>
  body: string | null
}

type Text = fc.Arbitrary<string>
type Kind = 'int' | 'text' | 'numeric' | 'bool' | 'uuid' | 'date' | 'json' | 'list' | 'range' | 'days'
interface Resource {
  columns: Record<string, Kind>
  /** What can be embedded, and what that is a list of. */
  related: Record<string, string>
}

const RESOURCES: Record<string, Resource> = {
  notes: { columns: { id: 'uuid', owner_id: 'uuid', body: 'text', is_shared: 'bool', created_at: 'date' }, related: {} },
  loans: {
    columns: { id: 'int', book_id: 'int', owner_id: 'uuid', remark: 'text' },
    related: { books: 'books', long_books: 'long_books', book_id: 'books' },
  },
  members: {
    columns: { owner_id: 'uuid', nickname: 'text', secret: 'text', favourite: 'int', secret_of: 'text' },
    related: { books: 'books', favourite: 'books', long_books: 'long_books' },
  },
  shared_notes: { columns: { id: 'uuid', body: 'text', owner_id: 'uuid' }, related: {} },
  note_counts: { columns: { owner_id: 'uuid', notes: 'int' }, related: {} },
  suggestions: { columns: { id: 'int', body: 'text' }, related: {} },
  shelves: {
    columns: { id: 'int', name: 'text', parent_id: 'int' },
    related: { books: 'books', shelves: 'shelves', parent_id: 'shelves', 'shelves!parent_id': 'shelves' },
  },
  authors: {
    columns: { id: 'int', name: 'text', born: 'date' },
    related: { 'books!author_id': 'books', 'books!books_editor_fkey': 'books', books: 'books', long_books: 'long_books' },
  },
  books: {
    columns: {
      id: 'int',
      title: 'text',
      isbn: 'text',
      author_id: 'int',
      editor_id: 'int',
      shelf_id: 'int',
      pages: 'int',
      price: 'numeric',
      languages: 'list',
      ages: 'range',
      meta: 'json',
      is_lent: 'bool',
      added_at: 'date',
      blurb: 'text',
    },
    related: {
      'authors!author_id': 'authors',
      'authors!books_editor_fkey': 'authors',
      author_id: 'authors',
      authors: 'authors',
      shelves: 'shelves',
      covers: 'covers',
      tags: 'tags',
      book_tags: 'book_tags',
      loans: 'loans',
      members: 'members',
      same_author: 'books',
    },
  },
  covers: { columns: { book_id: 'int', color: 'text' }, related: { books: 'books', long_books: 'long_books' } },
  tags: { columns: { id: 'int', name: 'text' }, related: { books: 'books', book_tags: 'book_tags', 'books!book_tags': 'books' } },
  book_tags: { columns: { book_id: 'int', tag_id: 'int' }, related: { books: 'books', tags: 'tags', long_books: 'long_books' } },
  closures: { columns: { id: 'int', during: 'days' }, related: {} },
  long_books: {
    columns: { id: 'int', title: 'text', author_id: 'int' },
    related: { authors: 'authors', loans: 'loans', tags: 'tags', covers: 'covers', members: 'members' },
  },
}

/** Functions, by what they take; what they give decides what can be selected from it. */
const FUNCTIONS: Record<string, { takes: Record<string, Kind>; gives?: string }> = {
  add: { takes: { a: 'int', b: 'int' } },
  first_book: { takes: {}, gives: 'books' },
  books_by: { takes: { author: 'text' }, gives: 'books' },
  shelf_sizes: { takes: {}, gives: 'shelves' },
  nothing: { takes: {} },
  joined: { takes: { words: 'list' } },
  echo: { takes: {} },
  overloaded: { takes: { a: 'int', b: 'text' } },
  ambiguous: { takes: { a: 'int' } },
  add_tags: { takes: { names: 'list' }, gives: 'tags' },
  whoami: { takes: {} },
  refuse: { takes: { code: 'text', message: 'text', detail: 'text', hint: 'text' } },
  answer_with: { takes: { status: 'text', headers: 'text' } },
  blurb: { takes: { book: 'json' } },
  same_author: { takes: { book: 'json' }, gives: 'books' },
  secret_of: { takes: { member: 'json' } },
  open_vault: { takes: {} },
}

const oneOf = (...texts: string[]): Text => fc.constantFrom(...texts)
const joined = (...parts: Text[]): Text => fc.tuple(...parts).map((all) => all.join(''))
const maybe = (text: Text, weight = 1): Text => fc.oneof({ weight: 2, arbitrary: fc.constant('') }, { weight, arbitrary: text })
const rarely = (usual: Text, rare: Text, weight = 60): Text => fc.oneof({ weight, arbitrary: usual }, { weight: 1, arbitrary: rare })
const list = (item: Text, most: number, separator = ','): Text =>
  fc.array(item, { minLength: 1, maxLength: most }).map((all) => all.join(separator))

const SQL = [
  "');drop table notes;--",
  "' or 1=1--",
  '1; select pg_sleep(10)',
  '"; delete from public.notes; --',
  '$1',
  '$$',
  '*/ select secret from members /*',
  '(select secret from members limit 1)',
  "'||(select body from notes limit 1)||'",
  "pg_read_file('/etc/passwd')",
]
const PUNCTUATION = [
  '"',
  '\\',
  '"\\',
  "'",
  '(',
  ')',
  '((',
  '{',
  '}',
  '{"',
  '[',
  ',',
  ',,',
  '.',
  '..',
  ':',
  '::',
  '!',
  '*',
  '%',
  '->',
  '->>',
  '&',
  ' ',
]
const ODD = [
  '',
  '\0',
  'a\0b',
  '\u202Ertl\u200F',
  '\uD800',
  'x\uDFFFy',
  '\uFEFF',
  '\uFFFF',
  '💥'.repeat(20),
  'ı\u0307',
  'x'.repeat(64),
  'ä'.repeat(40),
  'long '.repeat(800),
  '('.repeat(300),
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  'CANARY*',
  'null',
  '\r\nset-cookie: a=b',
]
const hostile: Text = fc.oneof(
  oneOf(...SQL),
  oneOf(...PUNCTUATION),
  oneOf(...ODD),
  fc.string({ unit: 'binary', maxLength: 8 }),
  fc.string({ maxLength: 12 }),
)

const GOOD: Record<Kind, string[]> = {
  int: ['1', '2', '3', '0', '-1', '2147483647'],
  text: [
    'Ursula',
    'The Dispossessed',
    'novel',
    '*o*',
    '%',
    'A, "quoted" (title)',
    'CANARY*',
    'P0001',
    'PT204',
    'PGRST',
    '42501',
    '200',
    '304',
  ],
  numeric: ['9.50', '1e5', '-0', 'NaN', '123456.789'],
  bool: ['true', 'false', 't', 'yes'],
  uuid: ['a', 'b', 'c1', 'c2', 'c9'].map((end) => `00000000-0000-4000-8000-${end.padStart(12, '0')}`),
  date: ['2026-01-01', '1929-10-21', 'infinity', 'now', 'epoch', '0001-01-01 BC'],
  json: ['{"year":1974}', '{"awards":["Hugo"]}', '[]', 'null', '"a"', '{"a":{"b":[1,{}]}}', '{"__proto__":1}'],
  list: ['{en,de}', '{}', '{"a\\"b"}', '{null}', '[2:3]={a,b}'],
  range: ['[1,5)', 'empty', '[,]', '[1,5]'],
  days: ['[2026-01-01,2026-01-05)', 'empty', '[,2026-01-01)'],
}
const BAD: Record<Kind, string[]> = {
  int: ['2147483648', '99999999999999999999', '1.5', '1e3', 'NaN', '0x10'],
  text: [
    'PT418',
    '999',
    '[{"x-a":"b"}]',
    '{"status":304,"headers":{"é":"b"}}',
    '{"code":"a\\nb","message":"m"}',
    'a & b',
    'a &',
    '<0>',
    'a:*',
    '((',
    '[a-',
  ],
  numeric: ['1e400', 'Infinity', '1e10', 'one'],
  bool: ['unknown', '2', 'null'],
  uuid: ['00000000', '{}', 'me'],
  date: ['2026-02-30', '99999999-01-01', '2026-01-01T12:00:00+25:00'],
  json: ['{', '(1,a)', '{"a":1,}', '[1e999999]'],
  list: ['{', '{{1},{2,3}}', 'en', '{"'],
  range: ['[5,1)', '(1', '[99999999999,)', '5'],
  days: ['[2026-02-30,]', '[2026-05-05,2026-01-01)'],
}
const KINDS = Object.keys(GOOD) as Kind[]
const wrong: Text = fc.oneof(
  fc.constantFrom(...KINDS).chain((kind) => oneOf(...BAD[kind])),
  hostile,
)
const valueOf = (kind: Kind): Text =>
  fc.oneof({ weight: 8, arbitrary: oneOf(...GOOD[kind]) }, { weight: 1, arbitrary: oneOf(...BAD[kind]) }, { weight: 1, arbitrary: wrong })

const quoted = (text: string) => `"${text.replaceAll(/["\\]/g, String.raw`\$&`)}"`
const quotedHostile = hostile.map(quoted)
const aliases = rarely(oneOf('alias', 'a', 'id', 'authors', 'count', '?column?', 'x_1', 'ä ö', '"a,b"'), quotedHostile, 12)
const casts = rarely(
  oneOf(
    'text',
    'int',
    'json',
    'jsonb',
    'text[]',
    'regclass',
    'bool',
    'date',
    'timestamptz',
    'xml',
    'name',
    'bytea',
    'public',
    'record',
    'void',
    'cstring',
    'double precision',
    'text collate C',
  ),
  hostile,
)
const keys = rarely(oneOf('year', 'awards', 'on', '0', '-1', '99999999999', '1e5', 'sale'), fc.oneof(hostile, quotedHostile), 25)
const jsonPaths = fc.array(joined(oneOf('->', '->>'), keys), { minLength: 1, maxLength: 4 }).map((all) => all.join(''))

/** Made once for each: to build an arbitrary is dearer than to draw from it. */
function remembered<T>(make: (name: string, depth: number) => T) {
  const made = new Map<string, T>()
  return (name: string, depth = 0) => {
    const key = `${name} ${depth}`
    const found = made.get(key) ?? make(name, depth)
    made.set(key, found)
    return found
  }
}

const partsOf = (resource: string): Resource => RESOURCES[resource] ?? { columns: { id: 'int' }, related: {} }
const plainColumns = remembered((resource) => oneOf(...Object.keys(partsOf(resource).columns)))
const columns = remembered((resource) =>
  fc.oneof(
    { weight: 120, arbitrary: plainColumns(resource) },
    { weight: 1, arbitrary: oneOf('secret', 'id', 'body', 'owner_id', 'encrypted_password', 'ctid', 'xmin', 'tableoid', 'no_such', '*') },
    { weight: 1, arbitrary: fc.oneof(hostile, quotedHostile) },
  ),
)
const paths = remembered((resource) =>
  fc.oneof(
    { weight: 10, arbitrary: columns(resource) },
    { weight: 1, arbitrary: joined(columns(resource), jsonPaths) },
    { weight: 1, arbitrary: joined(oneOf('meta'), jsonPaths) },
  ),
)

const MAX_DEPTH = 3
const embeds = remembered((resource, depth) => {
  const known = Object.entries(partsOf(resource).related)
  const choices = known.length ? known : [['books', 'books'] as const]
  return fc.oneof(
    ...choices.map(([name, target]) =>
      joined(
        maybe(oneOf('...', '...', 'alias:', 'other:', '"a b":')),
        rarely(fc.constant(name), fc.oneof(oneOf('vault', 'users', 'auth.users', 'notes', 'rpc', 'authors!no_such'), hostile), 40),
        maybe(rarely(oneOf('!inner', '!left', '!inner!left'), oneOf('!author_id', '!'), 20)),
        fc.constant('('),
        maybe(selections(target, depth + 1), 30),
        fc.constant(')'),
      ),
    ),
  )
})
const items = remembered((resource, depth) =>
  fc.oneof(
    { weight: 32, arbitrary: columns(resource) },
    { weight: 8, arbitrary: fc.constant('*') },
    { weight: 8, arbitrary: joined(aliases, fc.constant(':'), columns(resource)) },
    { weight: 8, arbitrary: joined(paths(resource), maybe(joined(fc.constant('::'), casts))) },
    {
      weight: 2,
      arbitrary: joined(
        columns(resource),
        oneOf('.sum()', '.avg()', '.max()', '.count()', '.count'),
        maybe(joined(fc.constant('::'), casts)),
      ),
    },
    { weight: 2, arbitrary: oneOf('count()', 'count', 'n:count()', 'count()::text') },
    { weight: depth < MAX_DEPTH ? 16 : 0, arbitrary: depth < MAX_DEPTH ? embeds(resource, depth) : fc.constant('*') },
    { weight: 1, arbitrary: hostile },
  ),
)
const selections: (name: string, depth?: number) => Text = remembered((resource, depth) => list(items(resource, depth), 4))
// Deeper than is answered, and as deep as is.
const deepSelections = fc.integer({ min: 4, max: 40 }).map((depth) => `shelves(${'parent_id('.repeat(depth)}id${')'.repeat(depth)})`)

// Small to ask and large to answer: resources embedded in each other, back and forth, with wide columns under many names.
const WIDE: Record<string, string> = { books: 'title', tags: 'name', authors: 'name', shelves: 'name', loans: 'remark' }
const HEAVY_DEPTH = 6
const heavyEmbeds = (resource: string, depth: number): Text => {
  const related = Object.entries(partsOf(resource).related).filter(([, target]) => WIDE[target])
  return fc.oneof(...related.map(([name, target]) => heavySelections(target, depth + 1).map((inside) => `${name}(${inside})`)))
}
export const heavySelections: (name: string, depth?: number) => Text = remembered((resource, depth) => {
  const column = WIDE[resource] ?? 'id'
  const names = fc.nat({ max: 30 }).map((count) => Array.from({ length: count + 1 }, (_, n) => `a${n}:${column}`).join(','))
  if (depth >= HEAVY_DEPTH || !Object.values(partsOf(resource).related).some((target) => WIDE[target])) return names
  const embedded = fc
    .array(heavyEmbeds(resource, depth), { minLength: 1, maxLength: 2 })
    .map((all) => all.map((each, n) => `e${n}:${each}`).join(','))
  return fc.oneof(
    { weight: 1, arbitrary: names },
    { weight: 2, arbitrary: embedded },
    { weight: 2, arbitrary: joined(names, fc.constant(','), embedded) },
  )
})

const operators = oneOf(
  ...'eq neq gt gte lt lte like ilike match imatch isdistinct cs cd ov sl sr nxr nxl adj fts plfts phfts wfts in is'.split(' '),
  ...'eq(any) like(all) match(any) gt(all) fts(english) wfts(no_such) in(any) eq(some) no'.split(' '),
)
const conditionValues = (kind: Kind): Text =>
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
/** `operator.value` for a column, with a good chance of being right. */
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
/** A column and what it is compared with. */
const compared = remembered((resource): fc.Arbitrary<[string, string]> => {
  const fitting = Object.entries(partsOf(resource).columns).map(([column, kind]) => fc.tuple(fc.constant(column), comparisons(kind)))
  return fc.oneof({ weight: 12, arbitrary: fc.oneof(...fitting) }, { weight: 1, arbitrary: fc.tuple(paths(resource), comparisons('text')) })
})
// Quoted where it would end the condition, most of the time.
const inTree = (comparison: string) =>
  comparison.replace(/^((?:not\.)?(?!in)[a-z]+\.)(.*[(),{].*)$/s, (_, head: string, value: string) => head + quoted(value))
const conditionsInTree: (name: string, depth?: number) => Text = remembered((resource, depth) =>
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
const deepTree = fc.integer({ min: 5, max: 60 }).map((depth) => `(${'and('.repeat(depth)}id.gt.0${')'.repeat(depth)})`)

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
/** An embedded resource, and what is asked of it further. */
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
const queries = remembered((resource): fc.Arbitrary<[string, string][]> => {
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
const bodies = (kinds: Record<string, Kind>): Text =>
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

const preferences = list(
  rarely(
    oneOf(
      'return=representation',
      'return=representation',
      'return=minimal',
      'return=headers-only',
      'resolution=merge-duplicates',
      'resolution=ignore-duplicates',
      'missing=default',
      'missing=null',
      'count=exact',
      'count=planned',
      'count=estimated',
      'handling=strict',
      'handling=lenient',
      'tx=rollback',
      'tx=commit',
      'max-affected=1',
      'max-affected=999999999',
      'timezone=Europe/Berlin',
      'timezone=No/Where',
      'timezone=-99',
    ),
    fc.oneof(joined(hostile, fc.constant('='), hostile), hostile, oneOf('return', '=', 'params=single-object')),
    15,
  ),
  3,
  ', ',
)
const accepts = rarely(
  oneOf(
    'application/json',
    '*/*',
    'text/csv',
    'application/vnd.pgrst.object+json',
    'application/vnd.pgrst.object+json;nulls=stripped',
    'application/vnd.pgrst.array+json;nulls=stripped',
    'application/vnd.pgrst.plan+json',
    'application/vnd.pgrst.plan+text; for="application/json"; options=verbose|settings|buffers',
    'application/vnd.pgrst.plan+json; options=analyze|wal',
    'text/html, text/csv;q=0.9',
  ),
  hostile,
)
const ranges = rarely(
  oneOf('0-0', '1-', '5-1', '0-999999999999999', '999999999999999-', '9999999999999999999-', 'bytes=0-1', '-1', '0-1,3-4'),
  hostile,
)
const profiles = rarely(fc.constant('public'), fc.oneof(oneOf('hidden', 'auth', 'pg_catalog', '"public"', 'Public'), hostile), 4)
const contentTypes = rarely(
  oneOf(
    'application/json',
    'application/json; charset=utf-8',
    'text/csv',
    'text/plain',
    'text/xml',
    'application/octet-stream',
    'application/x-www-form-urlencoded',
  ),
  hostile,
)

// What no HTTP message can hold never arrives.
const asHeader = (text: string) => text.replaceAll(/[^\t\x20-\x7E\x80-\xFF]/g, '?').trim()
const header = (name: string, value: Text) => value.map((text): [string, string] => [name, text])
const headers = fc.array(
  fc.oneof(
    header('prefer', preferences),
    header('accept', accepts),
    header('range', ranges),
    header('accept-profile', profiles),
    header('content-profile', profiles),
    header('x-own', hostile),
  ),
  { maxLength: 2 },
)
const allHeaders = fc
  .tuple(
    headers,
    fc.option(preferences, { freq: 1 }),
    fc.oneof({ weight: 7, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: contentTypes }),
  )
  .map(([some, prefer, type]) =>
    Object.fromEntries(
      [...some, ...(prefer === null ? [] : [['prefer', prefer] as const]), ...(type === null ? [] : [['content-type', type] as const])].map(
        ([name, value]) => [name, asHeader(value)],
      ),
    ),
  )

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

// What takes its time when it is asked to is asked for a little.
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
