import { expect, test } from 'vitest'
import { replyTo } from './reply.ts'

test('an answer goes to the sender and quotes the message', () => {
  const link = new URL(replyTo({ email: 'ayse@example.test', message: 'Merhaba\nRandevu?' }, 'BKV'))
  expect(link.pathname).toBe('ayse@example.test')
  expect(link.searchParams.get('subject')).toBe('Re: BKV')
  expect(link.searchParams.get('body')).toBe('\r\n\r\n> Merhaba\r\n> Randevu?')
})

test('an address cannot add recipients or fields', () => {
  const link = new URL(replyTo({ email: 'a@example.test?cc=b@example.test&x=1', message: 'x' }, 'BKV'))
  expect(link.searchParams.get('cc')).toBeNull()
})

test('a long message is cut', () => {
  expect(replyTo({ email: 'a@example.test', message: 'x'.repeat(5000) }, 'BKV').length).toBeLessThan(1400)
})
