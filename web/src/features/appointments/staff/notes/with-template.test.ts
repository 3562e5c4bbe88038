import { expect, test } from 'vitest'
import { withTemplate } from './with-template.ts'

test('appends a template below the text, and cuts the note at its limit', () => {
  expect(withTemplate('', 'Bol su.', 100)).toBe('Bol su.')
  expect(withTemplate(' \n', 'Bol su.', 100)).toBe('Bol su.')
  expect(withTemplate('Dinlenin. ', 'Bol su.', 100)).toBe('Dinlenin.\nBol su.')
  expect(withTemplate('Dinlenin.', 'Bol su.', 12)).toBe('Dinlenin.\nBo')
})
