import { expect, test } from 'vitest'
import { loadArea, type TextKey, translate, type Values } from '../../../lib/i18n.tsx'
import { LANGUAGES, type Language } from '../../../lib/languages.ts'
import { earlyText } from '../call-texts.ts'

async function told(
  minutes: number,
  { language = 'tr', zone = 'Europe/Istanbul', ...named }: { language?: Language; zone?: string; namedDay?: string } = {},
) {
  await Promise.all([loadArea(language, 'call'), loadArea(language, 'patient')])
  const i18n = { language, t: (key: TextKey, values?: Values) => translate(language, key, values) }
  return earlyText(minutes, i18n, { zone, now: new Date('2026-11-15T19:00:40Z'), ...named })
}

test('counts the last hour in minutes, in the specified words', async () => {
  expect(await told(1)).toBe('Video görüşme 1 dakika sonra başlatılabilir.')
  expect(await told(60)).toBe('Video görüşme 60 dakika sonra başlatılabilir.')
})

test('names the day and time in the reader’s time zone before the last hour', async () => {
  expect(await told(61)).toBe('Görüşme odasının açılışı: 15\u00a0Kasım 2026 Pazar, 23:01 (İstanbul).')
  expect(await told(828, { language: 'en', zone: 'Europe/Paris' })).toBe(
    'The consultation room opens on Monday, 16\u00a0November 2026 at 09:48 Paris.',
  )
  expect(await told(400, { language: 'az', zone: 'Asia/Riyadh' })).toContain('16\u00a0noyabr 2026, bazar\u00a0ertəsi, 04:40 (Ər-Riyad)')
})

test('does not repeat the day that is shown above, but names the day before it', async () => {
  expect(await told(61, { namedDay: '2026-11-15' })).toBe('Görüşme odası o gün şu saatte açılır: 23:01 (İstanbul).')
  expect(await told(61, { namedDay: '2026-11-16' })).toContain('15\u00a0Kasım 2026 Pazar, 23:01')
})

test.each(LANGUAGES)('has all texts in %s', async (language) => {
  expect(await told(13_839, { language })).toMatch(/\d\d:\d\d/)
  expect(await told(13_839, { language })).not.toMatch(/\{|call\.|13/)
})
