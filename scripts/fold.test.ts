// The pages fold search terms and the database folds stored texts, so both functions must agree.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freshDatabase, superuser, type TestDatabase } from '../server/testing/database.ts'
import { LANGUAGES } from '../supabase/functions/_shared/rules.ts'
import { fold } from '../web/src/lib/fold.ts'

let db: TestDatabase
beforeAll(async () => {
  db = await freshDatabase('product')
})
afterAll(() => db.drop())

const foldInDatabase = async (texts: string[]) => {
  const rows = await db.as(superuser, ({ query }) =>
    query<{ folded: string }>('select private.fold_text(t) as folded from unnest($1::text[]) with ordinality as u (t, n) order by n', [
      texts,
    ]),
  )
  return rows.map(({ folded }) => folded)
}

/** Code points of Latin with its extensions, combining marks, Cyrillic, Arabic, and punctuation. */
const RANGES = [
  [0x20, 0x259],
  [0x300, 0x36f],
  [0x400, 0x52f],
  [0x600, 0x6ff],
  [0x1e00, 0x1eff],
  [0x2010, 0x2027],
] as const

test.each(LANGUAGES)('the pages in %s and the database fold every letter alike', async (language) => {
  const letters = RANGES.flatMap(([from, to]) => Array.from({ length: to - from + 1 }, (_, index) => String.fromCodePoint(from + index)))
  const folded = await foldInDatabase(letters)
  const different = letters.flatMap((letter, index) => (fold(letter, language) === folded[index] ? [] : [[letter, folded[index]]]))
  expect(different).toEqual([])
})

test.each(LANGUAGES)('the pages and the database fold every name and synonym of a specialty alike in %s', async (language) => {
  const rows = await db.as(superuser, ({ query }) =>
    query<{ text: string }>(
      `select names ->> $1 as text from specialties
       union all select jsonb_array_elements_text(synonyms -> $1) from specialties`,
      [language],
    ),
  )
  const texts = rows.map(({ text }) => text)
  expect(texts.length).toBeGreaterThan(150)
  expect(await foldInDatabase(texts)).toEqual(texts.map((text) => fold(text, language)))
})
