import { describe, expect, test } from 'vitest'
import { AppError, isBusy, isTemporary, textOf, unwrap } from './errors.ts'

const errorOf = (status: number, code: string, message = '') => {
  try {
    return unwrap({ data: null, error: { code, message }, status })
  } catch (error) {
    return error
  }
}

describe('a temporary error', () => {
  test.each([
    ['no answer', 0, ''],
    ['an answer that is not from the API', 502, ''],
    ['no free connection to the database', 504, 'PGRST003'],
    ['no database', 503, 'PGRST001'],
  ])('is, for example, %s', (_, status, code) => {
    expect(isTemporary(errorOf(status, code))).toBe(true)
  })

  test.each([
    ['a refusal', 403, '42501', ''],
    ['a row that exists already', 409, '23505', ''],
    ['a rule of ours', 400, 'P0001', 'slot_not_offered'],
    ['an ended session', 401, 'PGRST301', ''],
  ])('is not %s', (_, status, code, message) => {
    const error = errorOf(status, code, message)
    expect(error).toBeInstanceOf(AppError)
    expect(isTemporary(error)).toBe(false)
  })
})

test.each([
  ['a write that took longer than its second', 503, '57014'],
  ['a row that somebody else holds', 503, '55P03'],
  ['no free connection to the database', 504, 'PGRST003'],
])('%s is shown as a busy site', (_, status, code) => {
  const error = errorOf(status, code)
  expect([isBusy(error), textOf(error).key]).toEqual([true, 'error.busy'])
})
