// This server hosts any Supabase project. Words of the product in web/ and supabase/ must not appear here, with these exceptions.
import { globSync, readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { expect, test } from 'vitest'

const WORDS =
  /\b(?:bkv|doctors?|patients?|appointments?|clinics?|consultations?|prescriptions?|bookings?)\b|daily_|daily\.co|video_test|testcode/gi

const ALLOWED = {
  // Common passwords contain such words.
  'auth/common-passwords.ts': ['Doctor'],
  // This test starts the whole site as shipped: /config.json contains the project's flag, whose variable is set.
  'main.test.ts': ['daily.co', 'TestCode', 'VIDEO_TEST'],
}

test('server/ contains no words of the product', () => {
  const found: Record<string, string[]> = {}
  for (const path of globSync('**/*.{ts,sql,toml}', { cwd: import.meta.dirname })) {
    if (path === relative(import.meta.dirname, import.meta.filename)) continue
    const words = new Set(readFileSync(`${import.meta.dirname}/${path}`, 'utf8').match(WORDS))
    if (words.size) found[path] = [...words].toSorted((a, b) => a.localeCompare(b))
  }
  expect(found).toEqual(ALLOWED)
})
