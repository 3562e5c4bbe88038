import { expect, test, vi } from 'vitest'
import { fakeWindow } from './fake-window.ts'
import { createHistory } from './history.ts'

test('an entry has its address, its state and a key that stays with it', () => {
  const history = createHistory(fakeWindow('http://localhost/doctors?q=a#top'))
  expect(history).toMatchObject({
    action: 'pop',
    location: { pathname: '/doctors', search: '?q=a', hash: '#top', state: null, key: 'default' },
  })
  history.navigate('/call/1?code=2', { state: { join: {} } })
  const { location } = history
  expect(history.action).toBe('push')
  expect(location).toMatchObject({ pathname: '/call/1', search: '?code=2', hash: '', state: { join: {} } })
  history.navigate('/faq')
  expect(history.location.key).not.toBe(location.key)
})

test('going back finds the entry as it was left', () => {
  const browser = fakeWindow()
  const history = createHistory(browser)
  const heard = vi.fn()
  history.listen(heard)
  history.navigate('/profile', { state: 'first' })
  const { key } = history.location
  history.navigate('/faq')
  history.go(-1)
  expect(history).toMatchObject({ action: 'pop', location: { pathname: '/profile', state: 'first', key } })
  expect(heard).toHaveBeenCalledTimes(3)
})

test('replacing keeps the number of the entry, so that going back leads past it', () => {
  const browser = fakeWindow()
  const history = createHistory(browser)
  history.navigate('/auth')
  history.navigate('/profile', { replace: true })
  expect(history.action).toBe('replace')
  history.go(-1)
  expect(history.location.pathname).toBe('/')
})

test('the state from before a reload is kept', () => {
  const browser = fakeWindow()
  createHistory(browser).navigate('/profile', { state: 7 })
  const { key } = createHistory(browser).location
  expect(createHistory(browser).location).toMatchObject({ state: 7, key })
})

test('a listener is not called after it was removed', () => {
  const browser = fakeWindow()
  const history = createHistory(browser)
  const heard = vi.fn()
  history.listen(heard)()
  history.navigate('/faq')
  browser.history.go(-1)
  expect(heard).not.toHaveBeenCalled()
})

test('a browser that refuses another entry loads the page instead', () => {
  const browser = fakeWindow()
  const history = createHistory(browser)
  const assign = vi.spyOn(browser.location, 'assign')
  vi.spyOn(browser.history, 'pushState').mockImplementation(() => {
    throw new DOMException('Too many calls', 'SecurityError')
  })
  history.navigate('/faq')
  expect(assign).toHaveBeenCalledWith('/faq')
})

test('a state that cannot be stored throws', () => {
  const history = createHistory(fakeWindow())
  expect(() => history.navigate('/faq', { state: () => {} })).toThrow(DOMException)
})
