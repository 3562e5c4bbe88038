import { describe, expect, test } from 'vitest'
import { newQuestion, type QuestionDraft } from './question-input.ts'
import { mergeQuestions } from './question-merge.ts'

const asked = (id: string, text: string): QuestionDraft => ({ ...newQuestion(), id, texts: { ...newQuestion().texts, tr: text } })
const [one, two] = [asked('1', 'Bir'), asked('2', 'İki')]
const textsOf = (list: QuestionDraft[]) => list.map(({ texts }) => texts.tr)

describe('questions that two people change', () => {
  test('keep the changes of both if these concern different questions', () => {
    const { mine, clashes } = mergeQuestions([one, two], [asked('1', 'Burada'), two], [one, asked('2', 'Orada'), asked('3', 'Üç')])
    expect([textsOf(mine), clashes]).toEqual([['Burada', 'Orada', 'Üç'], []])
  })

  test('clash if both changed the same one, with both versions ready', () => {
    const { mine, theirs, clashes } = mergeQuestions([one, two], [asked('1', 'Burada'), two], [asked('1', 'Orada'), two])
    expect(clashes).toEqual([{ id: '1', stored: asked('1', 'Orada') }])
    expect([textsOf(mine), textsOf(theirs)]).toEqual([
      ['Burada', 'İki'],
      ['Orada', 'İki'],
    ])
  })

  test('clash if one was changed here and removed there, or the other way round', () => {
    const here = mergeQuestions([one, two], [asked('1', 'Burada'), two], [two])
    expect([here.clashes, textsOf(here.mine), textsOf(here.theirs)]).toEqual([[{ id: '1', stored: undefined }], ['Burada', 'İki'], ['İki']])
    const there = mergeQuestions([one, two], [two], [asked('1', 'Orada'), two])
    expect([there.clashes.length, textsOf(there.mine), textsOf(there.theirs)]).toEqual([1, ['İki'], ['İki', 'Orada']])
  })

  test('lose one that was only removed there, and do not clash with a partial save from here', () => {
    expect(textsOf(mergeQuestions([one, two], [one, two], [one]).mine)).toEqual(['Bir'])
    const changed = asked('1', 'Burada')
    expect(mergeQuestions([one, two], [changed, two], [changed, two]).clashes).toEqual([])
  })
})
