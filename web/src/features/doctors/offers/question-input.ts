// Questions of a type, as the form holds them. The database has the same limits.
import type { Database } from '../../../../../supabase/functions/_shared/database.types.ts'
import type { TextKey } from '../../../lib/i18n.tsx'
import { LANGUAGES, type Language } from '../../../lib/languages.ts'

type Row = Database['public']['Tables']['appointment_questions']['Row']
export type QuestionFields = Pick<Row, 'texts' | 'kind' | 'choices'>

export const KINDS = ['text', 'choice', 'file'] as const
export type Kind = (typeof KINDS)[number]

export const MAX_QUESTION_LENGTH = 300
const MAX_CHOICE_LENGTH = 100
const CHOICES = { min: 2, max: 10 } as const

type Texts = Record<Language, string>

export interface QuestionDraft {
  /** Made by the page, so that a request that is sent again adds nothing twice. */
  id: string
  kind: Kind
  texts: Texts
  /** One choice a line. */
  choices: Texts
}

const NO_TEXTS = Object.fromEntries(LANGUAGES.map((each) => [each, ''])) as Texts

export const newQuestion = (): QuestionDraft => ({ id: crypto.randomUUID(), kind: 'text', texts: NO_TEXTS, choices: NO_TEXTS })

const textOf = (texts: unknown, language: Language) => {
  const text = (texts as Partial<Record<Language, unknown>> | null)?.[language]
  return typeof text === 'string' ? text : ''
}

const perLanguage = (read: (language: Language) => string) => Object.fromEntries(LANGUAGES.map((each) => [each, read(each)])) as Texts

export function questionDraft({ id, kind, texts, choices }: QuestionFields & { id: string }): QuestionDraft {
  const rows: unknown[] = Array.isArray(choices) ? choices : []
  return {
    id,
    kind: KINDS.find((each) => each === kind) ?? 'text',
    texts: perLanguage((each) => textOf(texts, each)),
    // A language that lacks one of them keeps its line, or the others would move up.
    choices: perLanguage((each) =>
      rows
        .map((row) => textOf(row, each))
        .join('\n')
        .trimEnd(),
    ),
  }
}

const linesOf = (text: string) =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => line.trim())
const isFilled = (text: string) => text.trim() !== ''

/** Without the languages that are empty. */
const filled = (texts: [Language, string][]) => Object.fromEntries(texts.filter(([, text]) => isFilled(text)))

const isWholeIn = ({ kind, texts, choices }: QuestionDraft, language: Language) =>
  isFilled(texts[language]) && (kind !== 'choice' || isFilled(choices[language]))

/** The language whose texts must be there: the preferred one, unless the question is stored in others only. */
export const primaryOf = (stored: QuestionDraft | undefined, preferred: Language) =>
  stored ? ([preferred, ...LANGUAGES].find((each) => isWholeIn(stored, each)) ?? preferred) : preferred

export function questionFieldsOf({ kind, texts, choices }: QuestionDraft, primary: Language): QuestionFields {
  const count = linesOf(choices[primary]).length
  return {
    kind,
    texts: filled(LANGUAGES.map((each) => [each, texts[each].trim()])),
    choices:
      kind === 'choice'
        ? Array.from({ length: count }, (_, place) => filled(LANGUAGES.map((each) => [each, linesOf(choices[each])[place] ?? ''])))
        : null,
  }
}

interface Faults {
  text?: TextKey
  choices?: TextKey
}

/** What is missing or wrong, in the language whose text must be there. */
export function questionFaults({ kind, texts, choices }: QuestionDraft, primary: Language): Faults {
  return {
    ...(!isFilled(texts[primary]) && { text: 'offers.questionMissing' as const }),
    ...(kind === 'choice' && !arePossible(choices, primary) && { choices: 'offers.choicesWrong' as const }),
  }
}

/** Two to ten lines, none empty, and no more of them in another language. */
function arePossible(choices: Texts, primary: Language) {
  const lines = linesOf(choices[primary])
  if (lines.length < CHOICES.min || lines.length > CHOICES.max || !lines.every(isFilled)) return false
  return LANGUAGES.every((each) => {
    const others = linesOf(choices[each])
    return others.length <= lines.length && others.every((line) => line.length <= MAX_CHOICE_LENGTH)
  })
}
