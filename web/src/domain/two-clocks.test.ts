import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { I18nProvider, loadArea } from '../lib/i18n.tsx'
import type { Language } from '../lib/languages.ts'
import { StaticRouter } from '../lib/router/router.tsx'
import type { Reader } from '../lib/time/clocks.ts'
import { TwoClocks } from './two-clocks.tsx'

/** 14:00 in Baku. */
const appointment = { starts_at: '2027-01-20T10:00:00Z', timezone: 'Asia/Baku' }

async function render(reader: Reader, language: Language = 'en', starts_at = appointment.starts_at) {
  await loadArea(language, 'patient')
  const clocks = createElement(TwoClocks, { appointment: { ...appointment, starts_at }, reader })
  const withTexts = { language, children: clocks }
  const html = renderToStaticMarkup(createElement(StaticRouter, { path: '/' }, createElement(I18nProvider, withTexts)))
  const text = html
    .replace(/<div aria-hidden="true".*/, '')
    .replaceAll('</p>', '\n')
    .replaceAll(/<[^>]*>/g, '')
    .trim()
  return { html, lines: text.split('\n') }
}

test('a patient reads their own clock on the first line and the doctor’s on the second', async () => {
  const { html, lines } = await render({ is: 'patient', zone: 'Europe/Paris' })
  expect(lines).toEqual(['Wednesday, 20\u00a0January 2027', '11:00 Paris · your time', '14:00 Baku · doctor’s time'])
  expect(html).toContain('<bdi dir="ltr"')
  expect(html).toMatch(/<div aria-hidden="true"[^>]*><svg/)
})

test('staff read the doctor’s clock first', async () => {
  const { lines } = await render({ is: 'staff', zone: 'Europe/Istanbul' })
  expect(lines.slice(1)).toEqual(['14:00 Baku · doctor’s time', '13:00 Istanbul · your time'])
})

test('a clock on another day names that day on its line', async () => {
  const { lines } = await render({ is: 'patient', zone: 'Europe/Paris' }, 'en', '2027-01-20T20:30:00Z')
  expect(lines).toEqual(['Wednesday, 20\u00a0January 2027', '21:30 Paris · your time', 'Thu 21\u00a0Jan 00:30 Baku · doctor’s time'])
})

test.each([
  ['Asia/Baku', '14:00 Baku · your time'],
  ['Asia/Dubai', '14:00 Dubai · your time · same time in Baku'],
])('in %s, on the doctor’s time, there is one clock and no curve', async (zone, line) => {
  const { html, lines } = await render({ is: 'patient', zone })
  expect(lines).toEqual(['Wednesday, 20\u00a0January 2027', line])
  expect(html).not.toContain('<svg')
})

test.each([
  ['23:00', 'cx="8" cy="43"'],
  ['05:00', 'cx="46" cy="30"'],
  ['11:00', 'cx="84" cy="17"'],
])('the dot of a patient in Paris at %s UTC is at %s', async (time, place) => {
  const { html } = await render({ is: 'patient', zone: 'Europe/Paris' }, 'az', `2027-01-20T${time}:00Z`)
  expect(html).toContain(place)
})

test('the curve says which hours it spans, unless space is short', async () => {
  const { html } = await render({ is: 'patient', zone: 'Europe/Paris' })
  expect(html).toContain('<span>00</span><span>12</span><span>24</span>')
})

test('clocks that are one hour apart have their curve as well, with two whole dots', async () => {
  const { html, lines } = await render({ is: 'patient', zone: 'Europe/Istanbul' })
  expect(lines).toHaveLength(3)
  const [other = 0, one = 0] = [...html.matchAll(/cx="([\d.]+)"/g)].map(([, x]) => Number(x))
  expect(other - one).toBeCloseTo(9)
})
