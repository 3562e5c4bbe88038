import { expect, test } from 'vitest'
import { parseInline } from './inline.ts'

test('a text without markup is one part', () => {
  expect(parseInline('Plain (text), with brackets [here].')).toEqual([{ kind: 'text', text: 'Plain (text), with brackets [here].' }])
})

test('links, code, strong text and values are separate parts', () => {
  expect(parseInline('**You** keep `theme`; see [the profile](/profile) or write to {email}.')).toEqual([
    { kind: 'strong', text: 'You' },
    { kind: 'text', text: ' keep ' },
    { kind: 'code', text: 'theme' },
    { kind: 'text', text: '; see ' },
    { kind: 'link', text: 'the profile', to: '/profile' },
    { kind: 'text', text: ' or write to ' },
    { kind: 'value', name: 'email' },
    { kind: 'text', text: '.' },
  ])
})

test('an empty text has no parts', () => {
  expect(parseInline('')).toEqual([])
})
