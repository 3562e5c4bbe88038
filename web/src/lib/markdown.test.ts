import { describe, expect, test } from 'vitest'
import { lineAsHtml, textAsHtml } from './markdown.ts'
import { plainTextOf } from './plain-text.ts'

test('paragraphs, lists, emphasis and links become HTML', () => {
  expect(textAsHtml('Işık **güneyden** *gelir*.\n\n- Ada\n- Raf')).toBe(
    '<p>Işık <strong>güneyden</strong> <em>gelir</em>.</p>\n<ul>\n<li>Ada</li>\n<li>Raf</li>\n</ul>',
  )
  expect(textAsHtml('[yazın](mailto:info@bkv.example)')).toBe('<p><a href="mailto:info@bkv.example">yazın</a></p>')
  expect(textAsHtml('[arayın](tel:+994120000000) <https://bkv.example/?a=1&b=2>')).toContain('<a href="https://bkv.example/?a=1&amp;b=2">')
})

test.each([
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  'a <b onclick="alert(1)">b</b>',
  '<svg/onload=alert(1)>',
  '<!-- <script> -->',
  '<a href="javascript:alert(1)">x</a>',
])('%s stays text', (markdown) => {
  const html = textAsHtml(markdown)
  expect(html).not.toMatch(/<(?!\/?p>)/)
  expect(plainTextOf(html)).toBe(markdown)
})

test.each([
  '[x](javascript:alert(1))',
  '[x](JaVaScRiPt:alert(1))',
  '[x](java&#115;cript:alert(1))',
  '[x](&#x6A;avascript:alert(1))',
  '[x](<java\tscript:alert(1)>)',
  '[x](data:text/html;base64,PHNjcmlwdD4=)',
  '[x](vbscript:msgbox)',
  '[x](//example.test)',
  '[x](https:/example.test)',
  '[x](file:///etc/passwd)',
  '[x](blob:https://bkv.example/1)',
  '<javascript:alert(1)>',
  '[x]\n\n[x]: javascript:alert(1)',
  '[x](http:javascript:alert(1))',
])('the link in %s leads nowhere', (markdown) => {
  const html = textAsHtml(markdown)
  expect(html).not.toContain('href')
  expect(html).not.toContain('src')
})

test.each(['[x](https://a.test "t\\" onmouseover=\\"alert(1)")', '[x](https://a.test/"onmouseover="alert(1))', '[x](mailto:"><script>)'])(
  'no text escapes the attribute in %s',
  (markdown) => {
    expect(textAsHtml(markdown).replaceAll(/<a(?: href="[^"<>]*")?(?: title="[^"<>]*")?>/g, '')).not.toMatch(/<(?!\/?(?:p|a)>)/)
  },
)

test('images do not become image elements', () => {
  expect(textAsHtml('![Ada](https://example.test/a.webp)')).not.toContain('<img')
})

test('headings and indented code stay text', () => {
  expect(textAsHtml('# Mutfak')).toBe('<p># Mutfak</p>')
  expect(textAsHtml('Mutfak\n===')).not.toContain('<h1')
  expect(textAsHtml('a\n\n    b')).not.toContain('<code')
})

describe('a text of one line', () => {
  test('has no blocks', () => {
    expect(lineAsHtml('Yarın **kapalıyız**')).toBe('Yarın <strong>kapalıyız</strong>')
    for (const line of ['- bir', '1. bir', '> bir', '# bir', '---', '```', '[a]: https://example.test'])
      expect(lineAsHtml(line)).not.toMatch(/<(?!\/?(?:em|strong|a)\b)/)
  })
})

test('texts of full length that are hard to parse cause no noticeable delay', () => {
  const startedAt = performance.now()
  textAsHtml('['.repeat(4000))
  textAsHtml('*a _b '.repeat(660))
  textAsHtml('> '.repeat(2000))
  expect(performance.now() - startedAt).toBeLessThan(2000)
})

test('a text is shown as it was typed where its HTML would be many times as long', () => {
  const nested = '>'.repeat(4000)
  expect(plainTextOf(textAsHtml(nested))).toBe(nested)
  expect(textAsHtml('> > a')).toContain('<blockquote>')
})
