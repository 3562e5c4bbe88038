// Fuzzed request headers.
import fc from 'fast-check'
import type { Text } from './resources.ts'
import { hostile, joined, list, oneOf, rarely } from './values.ts'

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

// Characters that HTTP forbids in a header never reach the server, so they are replaced.
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
export const allHeaders = fc
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
