import { expect, test } from 'vitest'
import { createRedactor } from './redact.ts'

const redact = createRedactor({
  SUPABASE_SECRET_KEY: 'sb_secret_abcdefgh',
  SUPABASE_SECRET_KEYS: '{"default":"sb_secret_abcdefgh"}',
  SMTP_URL: 'smtps://robot:hunter2hunter2@mail.example',
  TURN_SECRET: 'short',
  SITE_URL: 'https://site.example',
})

test('secrets and addresses are removed, alone or within a text, and everything else stays', () => {
  expect(redact('key sb_secret_abcdefgh, {"default":"sb_secret_abcdefgh"}')).toBe('key …, …')
  expect(redact('smtps://robot:hunter2hunter2@mail.example said no to hunter2hunter2')).toBe('… said no to …')
  expect(redact('550 <ada@example.test> at https://site.example')).toBe('550 <…@…> at https://site.example')
})
