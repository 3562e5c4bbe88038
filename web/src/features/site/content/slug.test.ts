import { expect, test } from 'vitest'
import { MAX_SLUG_LENGTH, SLUG, slugOf } from './slug.ts'

test.each([
  ['Bahçeşehir’de mutfak, ışıklı ve geniş', 'bahcesehirde-mutfak-isikli-ve-genis'],
  ['İSTANBUL DAİRESİ', 'istanbul-dairesi'],
  ['Yasamalda mənzil – qonaq otağı', 'yasamalda-menzil-qonaq-otagi'],
  ['Kitchen, 2nd floor (2026)', 'kitchen-2nd-floor-2026'],
  ['Кухня на Проспекте Нефтяников', 'kukhnya-na-prospekte-neftyanikov'],
  ['Чайный дом «Щука», объём', 'chaynyy-dom-shchuka-obem'],
  ['مطبخ في باكو', 'mtbkh-fy-bakw'],
  ['شقة إسطنبول', 'shqa-astnbwl'],
  ['Maison d’hôtes à Bakou', 'maison-dhotes-a-bakou'],
  ['  --  ', ''],
  ['A1', ''],
  ['浴室', ''],
])('%j becomes %j', (title, slug) => {
  expect(slugOf(title)).toBe(slug)
  expect(slug === '' || SLUG.test(slug)).toBe(true)
})

test('a long title ends with a whole word', () => {
  const slug = slugOf('mutfak '.repeat(40))
  expect(slug.length).toBeLessThanOrEqual(MAX_SLUG_LENGTH)
  expect(slug).toBe('mutfak-mutfak-mutfak-mutfak-mutfak-mutfak-mutfak-mutfak')
  expect(slugOf('x'.repeat(200))).toHaveLength(MAX_SLUG_LENGTH)
})
