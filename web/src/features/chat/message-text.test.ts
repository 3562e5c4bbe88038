import { describe, expect, test } from 'vitest'
import { cleanText, splitLinks } from './message-text.ts'

describe('links', () => {
  const linksOf = (text: string) => splitLinks(text).flatMap(({ href }) => href ?? [])

  test.each([
    ['Bkz. https://example.com/a?b=1#c.', ['https://example.com/a?b=1#c']],
    ['HTTP://EXAMPLE.com', ['http://example.com/']],
    ['(https://example.com/x)', ['https://example.com/x']],
    ['https://example.com/Ankara_(il), sonra', ['https://example.com/Ankara_(il)']],
    ['https://example.com/a https://example.org/b', ['https://example.com/a', 'https://example.org/b']],
    ['انظروا https://example.com/مرحبا، شكرًا', ['https://example.com/%D9%85%D8%B1%D8%AD%D8%A8%D8%A7']],
    ['satır\nhttps://example.com\nsatır', ['https://example.com/']],
  ])('%j links to %j', (text, links) => {
    expect(linksOf(text)).toEqual(links)
    expect(
      splitLinks(text)
        .map((part) => part.text)
        .join(''),
    ).toBe(text)
  })

  test.each([
    'javascript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'file:///etc/passwd',
    'ftp://example.com',
    'www.example.com',
    'https://',
    'xhttps://example.com',
    'https://bank.example@elsewhere.example/',
    'https://user:password@example.com',
    'https://exa mple',
    '',
  ])('%j contains no link other than to a web address', (text) => {
    for (const link of linksOf(text)) expect(link).toBe('https://exa/')
  })

  test('leaves markup as plain text', () => {
    expect(splitLinks('<a href="https://example.com">x</a>')).toEqual([
      { text: '<a href="' },
      { text: 'https://example.com', href: 'https://example.com/' },
      { text: '">x</a>' },
    ])
  })

  test('ends a link at an invisible character', () => {
    expect(linksOf('https://example.com\u200b.elsewhere.example')).toEqual(['https://example.com/'])
  })
})

test.each([
  ['  Merhaba \n', 'Merhaba'],
  ['bir\r\niki\rüç\u2028dört', 'bir\niki\nüç\ndört'],
  ['a\u202eb\u2067c\u0007d\u0000e', 'abcde'],
  ['a\ud800b', 'ab'],
  ['😀 \u200fمرحبا', '😀 \u200fمرحبا'],
  ['sütun\tsütun', 'sütun\tsütun'],
  [`a${'\n'.repeat(100)}b`, 'a\n\n\nb'],
  ['\u202e', ''],
])('%j is sent as %j', (typed, sent) => {
  expect(cleanText(typed)).toBe(sent)
})
