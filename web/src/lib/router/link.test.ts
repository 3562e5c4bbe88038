import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Link, NavLink } from './link.tsx'
import { StaticRouter } from './router.tsx'

const render = (component: typeof Link, to: string, path: string, basename = '') =>
  renderToStaticMarkup(createElement(StaticRouter, { path, basename }, createElement(component, { to })))

test.each([
  ['/faq', '/doctors', '', '/faq'],
  ['/', '/doctors', '', '/'],
  ['/faq#money', '/en/doctors', '/en', '/en/faq#money'],
  ['/', '/en/doctors', '/en', '/en'],
  ['/?lang=en', '/en', '/en', '/en?lang=en'],
  ['?tab=new', '/ar/appointments', '/ar', '/ar/appointments?tab=new'],
  ['?', '/appointments', '', '/appointments'],
  ['#write', '/en', '/en', '/en#write'],
])('a link to %s on %s (%j) has the address %s', (to, path, basename, address) => {
  expect(render(Link, to, path, basename)).toBe(`<a href="${address}"></a>`)
})

test.each([
  ['/admin', '/admin', true],
  ['/admin', '/admin/logs', true],
  ['/admin', '/administration', false],
  ['/', '/', true],
  ['/', '/faq', false],
])('a link to %s is current on %s: %s', (to, path, isCurrent) => {
  expect(render(NavLink, to, path).includes('aria-current="page"')).toBe(isCurrent)
})

test('only the best match among the links of a menu is current', () => {
  const among = ['/admin', '/admin/appointments']
  const current = among.map((to) => {
    const link = createElement(NavLink, { to, among })
    return renderToStaticMarkup(createElement(StaticRouter, { path: '/admin/appointments', basename: '' }, link)).includes('aria-current')
  })
  expect(current).toEqual([false, true])
})
