import { UNSAFE_createBrowserHistory as createBrowserHistory } from 'react-router'
import { expect, test } from 'vitest'
import { historyIndexOf } from './leave-guard.ts'

test('the router numbers the entries of the history in their state, one by one', () => {
  const window = fakeWindow()
  const router = createBrowserHistory({ window: window as unknown as Window, v5Compat: true })
  const indexes = [historyIndexOf(window.history.state)]
  for (const page of ['/doctors', '/profile', '/faq']) {
    router.push(page)
    indexes.push(historyIndexOf(window.history.state))
  }
  router.replace('/contact')
  indexes.push(historyIndexOf(window.history.state))
  expect(indexes).toEqual([0, 1, 2, 3, 3])
})

test('an entry that the router did not write has no number', () => {
  for (const state of [null, undefined, {}, 'idx']) expect(historyIndexOf(state)).toBeNaN()
})

function fakeWindow() {
  const history = {
    state: null as unknown,
    pushState: (state: unknown) => void (history.state = state),
    replaceState: (state: unknown) => void (history.state = state),
  }
  const location = { pathname: '/', search: '', hash: '', href: 'http://localhost/', origin: 'http://localhost' }
  return { history, location, addEventListener: () => undefined, removeEventListener: () => undefined }
}
