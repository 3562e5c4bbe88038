import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { LANGUAGES } from '../rules.ts'
import { accountMail, accountMailKinds } from './account-mails.ts'
import { accountNotice, accountNoticeKinds } from './account-notices.ts'
import { addressByHand, button, code, facts, note, paragraph, quotation } from './blocks.ts'
import { renderMail } from './layout.ts'

const hostile = `<script>alert('1')</script>"&`
const link = 'https://site.example/auth/v1/verify?token=abc&type=signup'

test('all text is escaped in HTML', () => {
  const blocks = [
    paragraph(hostile),
    note(hostile),
    button(hostile, link),
    addressByHand(hostile, link),
    code(hostile, hostile),
    facts([{ label: hostile, value: hostile }]),
    quotation(hostile, `${hostile}\n`),
  ]
  const { html, text } = renderMail({ language: 'en', subject: hostile, preheader: hostile, title: hostile, blocks, reason: hostile })
  expect(html).not.toContain('<script')
  expect(html.match(/&lt;script&gt;alert\(&#39;1&#39;\)&lt;\/script&gt;&quot;&amp;/g)).toHaveLength(14)
  expect(html).toContain('href="https://site.example/auth/v1/verify?token=abc&amp;type=signup"')
  expect(text).toContain(hostile)
})

test.each(['javascript:alert(1)', 'data:text/html,x', 'not an address'])('a button refuses to link to %s', (url) => {
  expect(() => button('x', url)).toThrow(/web addresses|Invalid URL/)
})

test.each(LANGUAGES)('mails in %s load nothing and declare their language and direction', (language) => {
  for (const { html } of [
    ...accountMailKinds.map((kind) => accountMail({ kind, language, link, code: '012345' })),
    ...accountNoticeKinds.map((kind) => accountNotice({ kind, language })),
  ]) {
    expect(html).not.toMatch(/<img|<link|<script|src=|url\(|@import|\{\w+\}/)
    expect(html).toContain(`<html lang="${language}" dir="${language === 'ar' ? 'rtl' : 'ltr'}">`)
    expect(html).toContain('prefers-color-scheme: dark')
  }
})

test.each(['Ayşe', 'Ləman', 'Анна-Мария', 'ليلى', "O'Neil", 'Jean Pierre'])('%s is greeted by name', (firstName) => {
  expect(accountMail({ kind: 'signup', language: 'tr', firstName, link }).text).toContain(
    firstName === 'ليلى' ? 'Sayın \u2068ليلى\u2069,' : `Sayın ${firstName},`,
  )
})

test.each([
  '<script>',
  'Ayşe\r\nBcc: eve@example.com',
  'Win at evil.example',
  'https://evil.example',
  '5000',
  'a'.repeat(41),
  '\u202eAyşe',
  '{brand}',
])('%j is not used as a name', (firstName) => {
  expect(accountMail({ kind: 'signup', language: 'tr', firstName, link }).text).toContain('\n\nMerhaba,\n\n')
})

test('a mail says how long its link, its code, or both are valid', () => {
  const text = (parts: { link?: string; code?: string }) => accountMail({ kind: 'recovery', language: 'en', ...parts }).text
  expect(text({ link })).toContain('The link is valid for 1 hour')
  expect(text({ code: '012345' })).toContain('The code is valid for 1 hour')
  expect(text({ link, code: '012345' })).toContain('The link and the code are valid for 1 hour')
})

test('the logo has the colours of the site’s icon and needs no image', () => {
  const icon = readFileSync(new URL('../../../../web/public/icon.svg', import.meta.url), 'utf8')
  const { html } = renderMail({ language: 'tr', subject: '', preheader: '', title: '', blocks: [], reason: '' })
  for (const colour of icon.match(/#[0-9a-f]{6}/g) ?? []) expect(html).toContain(colour)
  expect(html).not.toMatch(/<img|<svg|url\(/)
})
