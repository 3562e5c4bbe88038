import { afterEach, expect, test } from 'vitest'
import { applySettings } from '../../../supabase/functions/_shared/company.ts'
import { loadArea } from '../lib/i18n.tsx'
import { LANGUAGES } from '../lib/languages.ts'
import { answerOf, loadFaq } from './faq.ts'

afterEach(() => applySettings({}, { showsSamples: true }))

test.each(LANGUAGES)('the answer about hours in %s follows the owner', async (language) => {
  await loadArea(language, 'public')
  const entries = await loadFaq(language)
  const hours = entries.find(({ id }) => id === 'hours')
  if (!hours) throw new Error('There is no such question.')
  expect(answerOf(hours, language)).toBe(hours.answer)
  applySettings({ hours: { tr: 'Pazartesi–Cumartesi 10:00–19:00' } }, { showsSamples: true })
  const answer = answerOf(hours, language)
  expect(answer).toContain('Pazartesi–Cumartesi 10:00–19:00')
  expect(answer).not.toMatch(/18:00|18\sh/)
  // The sentences after the first stay.
  expect(hours.answer.endsWith(answer.slice(answer.indexOf('19:00') + 8))).toBe(true)
  expect(answer).toMatch(/22:00|22\sh/)
  for (const entry of entries.filter(({ id }) => id !== 'hours')) expect(answerOf(entry, language)).toBe(entry.answer)
})
