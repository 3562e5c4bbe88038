import { expect, test } from 'vitest'
import { checkedBy } from '../../../lib/form.ts'
import { bodyOf, type ContentValues, contentInput, entryValuesOf, missingLanguages } from './content-input.ts'
import type { Kind } from './kinds.ts'
import { photosText } from './photo-values.ts'

const PHOTO = '536194bc-d7df-430d-b182-1534668aa765'

/** The invalid fields, with the keys of their error texts. */
function faultsOf(kind: Kind, typed: ContentValues) {
  const { errors } = checkedBy(contentInput(kind, 'az'))({ ...entryValuesOf(kind, undefined), ...typed })
  return Object.fromEntries(Object.entries(errors).map(([name, error]) => [name, error?.message]))
}

test('a project comes back from its form as it was stored', () => {
  const body = {
    titles: { tr: 'Mutfak', ar: 'مطبخ' },
    places: { tr: 'Bakü' },
    year: 2026,
    area_m2: null,
    texts: { tr: 'Ceviz\n\n- ada' },
    photos: [{ path: PHOTO, alts: { en: 'Kitchen', tr: 'Mutfak' } }],
  }
  const values = entryValuesOf('project', { slug: 'mutfak', body })
  expect(values).toMatchObject({ slug: 'mutfak', titles_tr: 'Mutfak', titles_en: '', year: '2026', area_m2: '' })
  expect(faultsOf('project', values)).toEqual({})
  expect(bodyOf('project', values)).toEqual(body)
})

test('questions and notices come back from their forms as they were stored', () => {
  const question = { category: 'payment' as const, questions: { fr: 'Parking ?' }, answers: { fr: 'Oui.' } }
  expect(bodyOf('faq', entryValuesOf('faq', { slug: 'parking', body: question }))).toEqual(question)
  const notice = { texts: { ru: 'Закрыто' }, from: '2026-12-30', until: null }
  expect(bodyOf('notice', entryValuesOf('notice', { slug: null, body: notice }))).toEqual(notice)
})

test('one language is enough, and a text missing in all is reported at the reader’s language', () => {
  expect(faultsOf('notice', {})).toEqual({ texts_az: 'content.oneLanguage' })
  expect(faultsOf('notice', { texts_ru: 'Закрыто' })).toEqual({})
  expect(faultsOf('faq', { slug: 'otopark', questions_tr: 'Otopark?', answers_ru: 'Да.' })).toEqual({ answers_az: 'content.answerMissing' })
  expect(faultsOf('faq', { slug: 'otopark', questions_tr: 'Otopark?', answers_tr: 'Evet.' })).toEqual({})
})

test.each<[string, ContentValues, ContentValues]>([
  ['a slug of two letters', { slug: 'ab' }, { slug: 'content.slugWrong' }],
  ['a slug with a space', { slug: 'a kitchen' }, { slug: 'content.slugWrong' }],
  ['a year that is long ago', { year: '1899' }, { year: 'content.yearWrong' }],
  ['a year that is no number', { year: '20x6' }, { year: 'content.yearWrong' }],
  ['an area with a fraction', { area_m2: '24.5' }, { area_m2: 'content.areaWrong' }],
  ['a title that is too long', { titles_fr: 'x'.repeat(101) }, { titles_fr: 'site.tooLong' }],
  ['a text of one megabyte', { texts_en: 'x'.repeat(1024 * 1024) }, { texts_en: 'site.tooLong' }],
  ['a photo without a description', { photos: photosText([{ path: PHOTO, alts: { tr: ' ' } }]) }, { photos: 'content.altMissing' }],
])('a project with %s is refused at that field', (_, typed, faults) => {
  expect(faultsOf('project', { slug: 'mutfak', titles_tr: 'Mutfak', ...typed })).toEqual(faults)
})

test('an added question cannot use the address of a built-in question, but a project can', () => {
  const texts = { questions_tr: 'Otopark?', answers_tr: 'Evet.' }
  expect(faultsOf('faq', { ...texts, slug: ' Refund ' })).toEqual({ slug: 'content.slugTaken' })
  expect(faultsOf('faq', { ...texts, slug: 'refund-2' })).toEqual({})
  expect(faultsOf('project', { titles_tr: 'Mutfak', slug: 'refund' })).toEqual({})
})

test('a notice cannot end before it begins', () => {
  expect(faultsOf('notice', { texts_tr: 'Bayram', from: '2026-12-31', until: '2026-12-30' })).toEqual({ until: 'site.dayWrong' })
  expect(faultsOf('notice', { texts_tr: 'Bayram', from: '2026-12-31', until: '2026-12-31' })).toEqual({})
})

test('a language is incomplete while one of its texts is empty', () => {
  const values = { ...entryValuesOf('faq', undefined), questions_tr: 'Otopark?', answers_tr: 'Evet.', questions_az: 'Parkinq?' }
  expect(missingLanguages('faq', values)).toEqual(['az', 'en', 'ru', 'ar', 'fr'])
  // A place is optional for projects.
  expect(missingLanguages('project', { ...entryValuesOf('project', undefined), titles_tr: 'Mutfak', texts_tr: 'Ceviz' })).not.toContain(
    'tr',
  )
})

test('a copied text keeps its lines, whichever character breaks them', () => {
  const typed = 'One\u000btwo\u000cthree\r\nfour\u2028five\n\nsix\n'
  const { values } = checkedBy(contentInput('faq', 'en'))({
    ...entryValuesOf('faq', undefined),
    slug: 'lines',
    questions_en: 'Lines?',
    answers_en: typed,
  })
  expect(values).toMatchObject({ answers_en: 'One\ntwo\nthree\nfour\nfive\n\nsix' })
})

test('control characters, half characters and invisible text do not reach the database', () => {
  const check = (typed: string) =>
    checkedBy(contentInput('faq', 'en'))({
      ...entryValuesOf('faq', undefined),
      slug: 'odd',
      questions_en: `${typed}?`,
      answers_en: `Yes${typed}`,
      questions_tr: typed,
      answers_tr: typed,
    }).values
  expect(check('\u0000')).toMatchObject({ questions_en: '?', answers_en: 'Yes', questions_tr: '', answers_tr: '' })
  expect(check('\u200b')).toMatchObject({ questions_tr: '', answers_tr: '' })
  expect(check(' \ud83d')).toMatchObject({ questions_en: '\ufffd?', answers_en: 'Yes \ufffd' })
  expect(check('👨\u200d👩')).toMatchObject({ questions_tr: '👨\u200d👩', answers_tr: '👨\u200d👩' })
})
