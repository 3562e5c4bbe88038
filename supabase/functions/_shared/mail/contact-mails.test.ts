import { expect, test } from 'vitest'
import { company } from '../company.ts'
import { LANGUAGES } from '../rules.ts'
import { contactConfirmation, contactNotice } from './contact-mails.ts'
import { mailTexts } from './texts.ts'

const message = {
  id: '3f9a1c2b-0000-4000-8000-000000000001',
  created_at: '2026-11-15T21:30:00Z',
  name: 'Ayşe <b>Yılmaz</b>',
  email: 'ayse@example.com',
  phone: '+90 532 000 00 00',
  service: 'import-export',
  message: 'Merhaba,\n<script>alert(1)</script>\nhttps://evil.example',
}

test.each(LANGUAGES)('the notice in %s goes to the company, and replies go to the sender', (language) => {
  const { to, replyTo, html, text, subject } = contactNotice({ ...message, language })
  expect([to, replyTo]).toEqual([company.infoEmail, 'ayse@example.com'])
  expect(subject).toContain('Ayşe <b>Yılmaz</b>')
  for (const part of [html, text])
    for (const expected of ['ayse@example.com', '+90 532 000 00 00', 'Merhaba,']) expect(part).toContain(expected)
  const { service, services } = mailTexts[language].contact
  expect(text).toMatch(new RegExp(`${service}[\\s\u00a0]?: ${services['import-export']}`))
  expect(contactNotice({ ...message, service: null, language }).text).not.toContain(services['import-export'])
  expect(html).not.toContain('<script>')
  expect(html).not.toContain('<b>')
  expect(html).not.toContain('href="https://evil')
})

test('the notice has no reply address if the sender’s address cannot be used in a header', () => {
  const notice = contactNotice({ ...message, email: 'a[b]@example.com', language: 'tr' })
  expect(notice.replyTo).toBeUndefined()
  expect(notice.text).toContain('a[b]@example.com')
})

test.each(LANGUAGES)('in %s a missing phone number is marked as not given', (language) => {
  const { html, text } = contactNotice({ ...message, phone: null, language })
  for (const part of [html, text]) expect(part).toContain(mailTexts[language].contact.notSpecified)
})

test.each(LANGUAGES)('the confirmation in %s contains nothing that the sender wrote', (language) => {
  const { to, replyTo, html, text, subject } = contactConfirmation({ ...message, language })
  expect([to, replyTo]).toEqual(['ayse@example.com', company.infoEmail])
  for (const part of [subject, html, text])
    for (const typed of ['Ayşe', 'Merhaba,\n<', 'evil.example', '532', mailTexts[language].contact.services['import-export']])
      expect(part).not.toContain(typed)
  expect(text).toContain(mailTexts[language].contact.confirmation.body)
})

test.each(LANGUAGES)('the confirmation and the notice in %s contain the time and reference of the message', (language) => {
  const confirmation = contactConfirmation({ ...message, language })
  expect(confirmation.subject).toContain('3F9A1C2B')
  const other = contactConfirmation({ ...message, id: '77777777-0000-4000-8000-000000000001', language })
  expect(other.subject).not.toBe(confirmation.subject)
  for (const part of [confirmation.text, confirmation.html, contactNotice({ ...message, language }).text]) {
    // In Baku it is already the next day.
    expect(part).toContain('01:30')
    expect(part).toContain('16')
    expect(part).toContain('3F9A1C2B')
  }
})

test('the inbox shows the beginning of the message next to the subject', () => {
  const { html } = contactNotice({ ...message, message: `Merhaba,\n${'uzun '.repeat(100)}`, language: 'tr' })
  const [, preheader = ''] = /mso-hide:all">([^&]*)/.exec(html) ?? []
  expect(preheader).toMatch(/^Merhaba, uzun /)
  expect(preheader.length).toBeLessThan(130)
})

test('a name cannot break a line or change its direction', () => {
  expect(contactNotice({ ...message, name: 'A\u202eevil\u2066B', language: 'en' }).subject).toBe('Contact form: A evil B – BKV')
})

test('in plain text a phone number keeps its order in right-to-left lines, and nothing is added elsewhere', () => {
  expect(contactNotice({ ...message, language: 'ar' }).text).toContain('\u2066+90 532 000 00 00\u2069')
  expect(contactNotice({ ...message, language: 'tr' }).text).not.toMatch(/[\u2066-\u2069]/)
})
