// Single values for fuzzed requests, from well-formed ones to hostile ones.
import fc from 'fast-check'
import type { Kind, Text } from './resources.ts'

export const oneOf = (...texts: string[]): Text => fc.constantFrom(...texts)
export const joined = (...parts: Text[]): Text => fc.tuple(...parts).map((all) => all.join(''))
export const maybe = (text: Text, weight = 1): Text => fc.oneof({ weight: 2, arbitrary: fc.constant('') }, { weight, arbitrary: text })
export const rarely = (usual: Text, rare: Text, weight = 60): Text => fc.oneof({ weight, arbitrary: usual }, { weight: 1, arbitrary: rare })
export const list = (item: Text, most: number, separator = ','): Text =>
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
export const hostile: Text = fc.oneof(
  oneOf(...SQL),
  oneOf(...PUNCTUATION),
  oneOf(...ODD),
  fc.string({ unit: 'binary', maxLength: 8 }),
  fc.string({ maxLength: 12 }),
)

export const GOOD: Record<Kind, string[]> = {
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
export const BAD: Record<Kind, string[]> = {
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
export const valueOf = (kind: Kind): Text =>
  fc.oneof({ weight: 8, arbitrary: oneOf(...GOOD[kind]) }, { weight: 1, arbitrary: oneOf(...BAD[kind]) }, { weight: 1, arbitrary: wrong })
