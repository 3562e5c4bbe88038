import { expect, test } from 'vitest'
import { AppError } from '../../../lib/errors.ts'
import { assignmentFault, searchFault } from './assignment-errors.ts'

const said = (key: string, values: object = {}) => [key, ...Object.values(values).map(String)].join(' | ')

test('a failed search says what is known about the error', () => {
  expect(searchFault(new AppError('unreachable'), said)).toBe('management.searchError | error.unreachable')
  expect(searchFault(new AppError('not_allowed'), said)).toBe('management.searchError | error.notAllowed')
  expect(searchFault(new AppError('invalid_query', { most: 254 }), said)).toBe('management.searchError | management.searchUnusable | 254')
  expect(searchFault(new AppError('invalid_answer'), said)).toBe('management.searchInvalid')
  expect(searchFault(new AppError('failed'), said)).toBe('management.searchFailed')
  expect(searchFault(new Error('anything'), said)).toBe('management.searchFailed')
})

test('a failed assignment names the step and the reason', () => {
  const checked = new AppError('role_not_checked', {}, { cause: new AppError('unreachable') })
  expect(assignmentFault(checked, said)).toBe('management.stepFailed | management.roleCheckFailed | error.unreachable')
  expect(assignmentFault(new AppError('23503'), said)).toBe('management.stepFailed | management.roleAddFailed | management.userGone')
  expect(assignmentFault(new AppError('23505'), said)).toBe('management.stepFailed | management.linkFailed | management.userHasRecord')
  expect(assignmentFault(new AppError('doctor_already_linked'), said)).toBe(
    'management.stepFailed | management.linkFailed | management.recordTaken',
  )
  expect(assignmentFault(new AppError('23514'), said)).toBe('management.createFailed | management.recordInvalid')
  expect(assignmentFault(new AppError('42501'), said)).toBe('error.notAllowed')
  expect(assignmentFault(new AppError('failed'), said)).toBe('management.assignFailed')
})
