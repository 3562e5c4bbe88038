import { expect, test } from 'vitest'
import { replyTo } from './reply.ts'

const ID = '3f9a1c2b-0000-4000-8000-000000000001'

test('an answer goes to the sender, names the reference and quotes the message', () => {
  const link = new URL(replyTo({ id: ID, email: 'ayse@example.test', message: 'Merhaba\nRandevu?' }, 'BKV'))
  expect(link.pathname).toBe('ayse@example.test')
  expect(link.searchParams.get('subject')).toBe('Re: BKV (3F9A1C2B)')
  expect(link.searchParams.get('body')).toBe('\r\n\r\n> Merhaba\r\n> Randevu?')
})

test('an address cannot add recipients or fields', () => {
  const link = new URL(replyTo({ id: ID, email: 'a@example.test?cc=b@example.test&x=1', message: 'x' }, 'BKV'))
  expect(link.searchParams.get('cc')).toBeNull()
})

test('a long message is cut', () => {
  expect(replyTo({ id: ID, email: 'a@example.test', message: 'x'.repeat(5000) }, 'BKV').length).toBeLessThan(1400)
})
