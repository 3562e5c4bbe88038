import { expect, test } from 'vitest'
import { DOCTORS_PER_PAGE, pagesOf } from './pages.ts'

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index)

test('splits doctors into pages within the database’s limit, without losing any', () => {
  for (const count of [0, 1, 49, 50, 51, 100, 101, 230]) {
    const pages = pagesOf(numbers(count))
    expect(pages.flat()).toEqual(numbers(count))
    expect(pages.every(({ length }) => length > 0 && length <= DOCTORS_PER_PAGE)).toBe(true)
  }
})
