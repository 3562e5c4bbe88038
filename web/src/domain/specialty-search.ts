// Finds the specialties that a search means: 'dizim ağrıyor' is orthopaedics, 'دكتورة نساء' gynaecology.
import { fold } from '../lib/fold.ts'
import type { Language } from '../lib/languages.ts'

export interface Specialty {
  code: string
  names: Partial<Record<string, string>>
  synonyms: Partial<Record<string, string[]>>
}

/** The words of a name or synonym that distinguish one specialty from another. */
type Phrase = string[]

interface Terms {
  code: string
  own: Phrase[]
  others: Phrase[]
}

/** The terms of every specialty, in the reader's language and in the others. */
export type SpecialtyTerms = Terms[]

/** Words that say nothing about the specialty, folded. */
const FILLERS = new Set(
  `doktor doktoru doktora hekim hekimi uzman uzmani hastaligi hastaliklari ve bir icin cok var benim bana lazim ariyorum istiyorum
  hekime hekimler mutexessis mutexessisi xesteliyi xestelikleri ucun cox menim mene lazimdir axtariram
  doctor doctors dr physician specialist disease diseases a an and for have i in is my need of the
  врач врача врачи доктор специалист болезнь болезни в и у меня мои моя мое очень нужен нужна для на
  طبيب طبيبه دكتور دكتوره اخصائي اخصائيه امراض مرض طب في من عندي لدي اريد
  docteur medecin specialiste maladie maladies au aux de des du et jai la le les ma mes mon un une`.split(/\s+/),
)

/**
 * Whether a word is specific enough to match other languages. Three Latin letters of one language begin too many words of another. Other
 * scripts cannot be confused.
 */
const isTellingAbroad = (word: string) => word.length >= 4 || !/^\p{Script=Latin}+$/u.test(word)

/** The maximum length of an ending after the stem of a typed word. Turkic languages add one ending after another. */
const MAX_ENDING: Record<Language, number> = { tr: 8, az: 8, ru: 4, ar: 3, en: 2, fr: 2 }

export function wordsOf(text: string, language: Language): Phrase {
  return fold(text, language)
    .split(/[\s,.;:!?()/-]+/)
    .map(withoutArticle)
    .filter((word) => word && !FILLERS.has(word))
}

/** Arabic writes its article, 'and' and 'for the' together with the word. */
const withoutArticle = (word: string) => word.replace(/^(?:وال|بال|ال|لل)(?=.{2})/u, '')

export function termsOf(specialties: Specialty[], language: Language): SpecialtyTerms {
  return specialties.map(({ code, names, synonyms }) => {
    const languages = [...new Set([...Object.keys(names), ...Object.keys(synonyms)])]
    const phrases = (codes: string[]) =>
      codes
        .flatMap((each) => [names[each] ?? '', ...(synonyms[each] ?? [])])
        .map((text) => wordsOf(text, language))
        .filter((phrase) => phrase.length > 0)
    return { code, own: phrases([language]), others: phrases(languages.filter((each) => each !== language)) }
  })
}

/**
 * The codes that match best. A whole name or synonym beats single words of one, these beat the beginning of a word, and the reader's
 * language beats the others.
 */
export function specialtiesFor(words: Phrase, terms: SpecialtyTerms, language: Language): string[] {
  const telling = words.filter(isTellingAbroad)
  const areAllTelling = telling.length === words.length
  const attempts = [
    () => best(terms, ({ own }) => wholePhrase(own, words, language)),
    () => best(terms, ({ others }) => wholePhrase(others, telling)),
    () => best(terms, ({ own }) => everyWord(own, words, language)),
    () => (areAllTelling ? best(terms, ({ others }) => everyWord(others, words)) : []),
  ]
  for (const attempt of words.length > 0 ? attempts : []) {
    const found = attempt()
    if (found.length > 0) return found
  }
  return []
}

function best(terms: SpecialtyTerms, score: (each: Terms) => number) {
  const scores = terms.map((each) => score(each))
  const highest = Math.max(...scores)
  return highest > 0 ? terms.flatMap(({ code }, index) => (scores[index] === highest ? [code] : [])) : []
}

/**
 * The longest phrase whose words have all been typed. Exact words count more than inflected ones, and then the number of matching words.
 */
function wholePhrase(phrases: Phrase[], words: Phrase, language?: Language) {
  const scores = phrases.map((phrase) => {
    const matches = phrase.map((term) => Math.max(0, ...words.map((word) => likeness(word, term, language))))
    return matches.every((match) => match > 0) ? matches.reduce((sum, match) => sum + match, 0) : 0
  })
  const highest = Math.max(0, ...scores)
  const known = words.filter((word) => phrases.flat().some((term) => likeness(word, term, language) > 0))
  return highest > 0 ? highest + known.length / (words.length + 1) : 0
}

/** Whether every typed word is in a phrase, or begins a word of one. */
function everyWord(phrases: Phrase[], words: Phrase, language?: Language) {
  const vocabulary = phrases.flat()
  const isKnown = (word: string) =>
    vocabulary.some((term) => likeness(word, term, language) > 0 || (word.length > 1 && term.startsWith(word)))
  return words.every(isKnown) ? 1 : 0
}

const SAME = 10
const INFLECTED = 9

/** Whether a word is the term, or in the reader's language the term with another ending: 'dizim' is 'diz', 'болит' is 'боль'. */
function likeness(word: string, term: string, language: Language | undefined) {
  if (word === term) return SAME
  if (!language) return 0
  let stem = 0
  while (stem < word.length && word[stem] === term[stem]) stem += 1
  const ownEnding = term.length >= 6 ? 2 : term.length >= 4 ? 1 : 0
  return stem >= 3 && term.length - stem <= ownEnding && word.length - stem <= MAX_ENDING[language] ? INFLECTED : 0
}
