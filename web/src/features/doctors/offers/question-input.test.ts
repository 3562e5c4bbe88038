import { expect, test } from 'vitest'
import { newQuestion, primaryOf, questionDraft, questionFaults, questionFieldsOf } from './question-input.ts'

const question = (change: object = {}) => {
  const empty = newQuestion()
  return { ...empty, texts: { ...empty.texts, en: 'What do you eat?' }, ...change }
}
const choice = (choices: object) => question({ kind: 'choice', choices: { ...newQuestion().choices, ...choices } })

test('a stored question comes back from the form unchanged', () => {
  const stored = { id: '1', kind: 'choice', texts: { tr: 'Soru', en: 'Question' }, choices: [{ tr: 'Evet', en: 'Yes' }, { en: 'No' }] }
  const { id, ...fields } = stored
  expect(questionFieldsOf(questionDraft(stored), 'en')).toEqual(fields)
  expect(questionDraft(stored).id).toBe(id)
})

test('only a question with a choice has choices', () => {
  expect(questionFieldsOf({ ...choice({ en: 'A\nB' }), kind: 'text' }, 'en')).toEqual({
    kind: 'text',
    texts: { en: 'What do you eat?' },
    choices: null,
  })
  expect(questionFieldsOf(choice({ en: 'A\nB\n' }), 'en').choices).toEqual([{ en: 'A' }, { en: 'B' }])
})

test('a question that is only stored in another language keeps it as the first language', () => {
  expect(primaryOf(undefined, 'ar')).toBe('ar')
  expect(primaryOf(question(), 'ar')).toBe('en')
  expect(primaryOf(question({ texts: { ...question().texts, ar: 'ماذا تأكل؟' } }), 'ar')).toBe('ar')
  expect(primaryOf(choice({ en: 'A\nB' }), 'tr')).toBe('en')
})

test('the first language needs a text', () => {
  expect(questionFaults(question(), 'en')).toEqual({})
  expect(questionFaults(question(), 'tr')).toEqual({ text: 'offers.questionMissing' })
})

test.each([
  { en: '' },
  { en: 'A' },
  { en: 'A\n\nB' },
  { en: 'A\nB', tr: 'A\nB\nC' },
  { en: `A\n${'b'.repeat(101)}` },
  { en: 'A\n'.repeat(11) },
])('choices of %j are refused', (choices) => expect(questionFaults(choice(choices), 'en')).toEqual({ choices: 'offers.choicesWrong' }))

test.each([{ en: 'A\nB' }, { en: 'A\nB\nC', tr: 'A\nB' }])('choices of %j are accepted', (choices) =>
  expect(questionFaults(choice(choices), 'en')).toEqual({}),
)
