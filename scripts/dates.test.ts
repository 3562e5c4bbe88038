// The site and the mails format dates alike, also on engines whose `Intl` has no Azerbaijani.
import { afterEach, expect, test, vi } from 'vitest'
import { dateOf, dayOf } from '../supabase/functions/_shared/mail/clocks.ts'
import { LANGUAGES } from '../web/src/lib/languages.ts'
import { formatNumber, formatPercent } from '../web/src/lib/numbers.ts'
import { formatDay, formatMoment, weekdayName } from '../web/src/lib/time/dates.ts'

afterEach(() => vi.unstubAllGlobals())

const DAYS = Array.from({ length: 12 }, (_, month) => `2027-${String(month + 1).padStart(2, '0')}-0${(month % 7) + 1}`)

test.each(LANGUAGES)('site and mails agree on dates in %s', (language) => {
  for (const day of DAYS) {
    expect(dayOf(new Date(day), 'UTC', language)).toBe(untied(formatDay(day, language)))
    expect(dateOf(new Date(day), 'UTC', language)).toBe(untied(formatDay(day, language, 'long')))
  }
})

/** Removes the no-break spaces with which pages prevent line breaks before the month and inside a weekday. */
const untied = (text: string) => text.replace(/\b(\d{1,2})\u00a0/, '$1 ').replace(/(\p{L})\u00a0(?=\p{L})/u, '$1 ')

test('Azerbaijani dates are correct on an engine without Azerbaijani, such as Chromium and Deno', () => {
  withoutAzerbaijani()
  expect(new Intl.DateTimeFormat('az', { dateStyle: 'long' }).format(new Date('2026-11-15'))).toBe('November 15, 2026')
  expect(formatDay('2026-11-15', 'az')).toBe('15\u00a0noyabr 2026, bazar')
  expect(dayOf(new Date('2026-11-15'), 'UTC', 'az')).toBe('15 noyabr 2026, bazar')
  expect(formatDay('2026-11-19', 'az')).toBe('19\u00a0noyabr 2026, cümə\u00a0axşamı')
  expect(formatDay('2026-11-19', 'az', 'coming')).toBe('19\u00a0noyabr, cümə\u00a0axşamı')
  expect(formatDay('2026-11-15', 'az', 'short')).toBe('15\u00a0noy, B.')
  expect(weekdayName(0, 'az', 'short')).toBe('B.e.')
  expect(formatMoment('2026-11-15T10:05:00Z', 'Asia/Baku', 'az')).toBe('15\u00a0noy 2026, 14:05')
  expect([formatNumber(2000.5, 'az'), formatPercent(0.25, 'az')]).toEqual(['2\u00A0000,5', '25%'])
})

/** Imitates an engine without Azerbaijani, which falls back to its default language. */
function withoutAzerbaijani() {
  const known = (locale?: Intl.LocalesArgument) => (locale === 'az' ? 'en-US' : locale)
  class DateTimeFormat extends Intl.DateTimeFormat {
    constructor(locale?: Intl.LocalesArgument, options?: Intl.DateTimeFormatOptions) {
      super(known(locale), options)
    }
  }
  class NumberFormat extends Intl.NumberFormat {
    constructor(locale?: Intl.LocalesArgument, options?: Intl.NumberFormatOptions) {
      super(known(locale), options)
    }
  }
  vi.stubGlobal('Intl', { DateTimeFormat, NumberFormat })
}
