import { expect, test } from 'vitest'
import { csvBlob, csvOf, MAX_CSV_ROWS } from './csv.ts'

const linesOf = (text: string) => text.replace('\uFEFF', '').split('\r\n')

test('a file starts with the byte order mark, so that spreadsheets read Turkish letters', async () => {
  const bytes = new Uint8Array(await csvBlob(['Şikâyet'], [['İyi']]).arrayBuffer())
  expect(Array.from(bytes.slice(0, 3))).toEqual([0xef, 0xbb, 0xbf])
  expect(new TextDecoder().decode(bytes)).toBe('Şikâyet\r\nİyi\r\n')
})

test.each(['=1+1', '+90 555', '-2', '@SUM(A1)', ' =1', '\t=1', '\r\n@x', '＝1', '\uFEFF=1'])(
  'the cell %j cannot run as a formula',
  (cell) => {
    expect(csvOf(['a'], [[cell]]).split('\uFEFFa\r\n')[1]).toMatch(/^"?'/)
  },
)

test('titles are neutralised too', () => {
  expect(linesOf(csvOf(['=a'], []))[0]).toBe("'=a")
})

test('numbers stay numbers, and missing values are empty', () => {
  expect(linesOf(csvOf(['n', 'x', 'y', 'is'], [[-5, null, undefined, true]]))[1]).toBe('-5,,,true')
})

test('commas, quotes and line breaks stay inside their cell', () => {
  expect(csvOf(['a', 'b'], [['one, "two"\nthree', 'a;b']])).toBe('\uFEFFa,b\r\n"one, ""two""\nthree","a;b"\r\n')
})

test('a file holds at most 50,000 rows', () => {
  expect(
    linesOf(
      csvOf(
        ['a'],
        Array.from({ length: MAX_CSV_ROWS + 5 }, () => ['x']),
      ),
    ),
  ).toHaveLength(50_000 + 2)
})
