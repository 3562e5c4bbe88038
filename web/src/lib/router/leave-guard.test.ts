import { expect, test } from 'vitest'
import { fakeWindow } from './fake-window.ts'
import { createHistory } from './history.ts'
import { historyIndexOf } from './leave-guard.ts'

test('the router numbers the entries of the history in their state, one by one', () => {
  const window = fakeWindow()
  const router = createHistory(window)
  const indexes = [historyIndexOf(window.history.state)]
  for (const page of ['/doctors', '/profile', '/faq']) {
    router.navigate(page)
    indexes.push(historyIndexOf(window.history.state))
  }
  router.navigate('/contact', { replace: true })
  indexes.push(historyIndexOf(window.history.state))
  expect(indexes).toEqual([0, 1, 2, 3, 3])
})

test('an entry that the router did not write has no number', () => {
  for (const state of [null, undefined, {}, 'idx']) expect(historyIndexOf(state)).toBeNaN()
})
