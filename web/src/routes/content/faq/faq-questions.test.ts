import { expect, test } from 'vitest'
import type { ShownAnswer } from '../../../domain/shown-content.ts'
import { withAdded } from './faq-questions.tsx'

const added = (id: string): ShownAnswer => ({
  id,
  category: 'general',
  question: 'Soru?',
  answer: { html: '<p><strong>Yanıt</strong> &amp; &lt;b&gt;</p>', language: 'tr', otherLanguage: undefined },
})

test('added questions follow those of the site, and never take their address', () => {
  const entries = withAdded([{ id: 'data', category: 'general', question: 'A?', answer: 'B' }], [added('data'), added('cities')], 'tr')
  expect(entries.map(({ id }) => id)).toEqual(['data', 'data-2', 'cities'])
})

test('the search uses the visible text of an added question', () => {
  expect(withAdded([], [added('cities')], 'tr').map(({ text }) => text)).toEqual(['Soru? Yanıt & <b>'])
})
