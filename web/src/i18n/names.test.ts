// Checks texts together with the names that they are shown with. A text cannot know the case, gender or suffix of a name.
import { beforeAll, describe, expect, test } from 'vitest'
import { type Area, loadArea, type TextKey, translate } from '../lib/i18n.tsx'
import { LANGUAGES, type Language } from '../lib/languages.ts'

const dictionaries = import.meta.glob<Record<string, string>>('./*.json', { eager: true, import: 'default' })

const textsOf = (language: Language) =>
  Object.entries(dictionaries)
    .filter(([path]) => path.startsWith(`./${language}.`))
    .flatMap(([, texts]) => Object.entries(texts))

beforeAll(async () => {
  const files = Object.keys(dictionaries).map((path) => path.split('.') as ['', string, Area, 'json'])
  await Promise.all(files.map(([, name, area]) => loadArea(name.slice(1) as Language, area)))
})

/** A placeholder for any name in a text. */
const NAME = String.raw`\{(?:name|patient|doctor|user|fileName|title|city|here|zone|specialty|service)\}`
/** A placeholder for a person's name. */
const PERSON = String.raw`\{(?:name|patient|doctor|user)\}`

/** Text around a name that is wrong in a language, with an example. */
const WRONG: Record<Language, { pattern: RegExp; example: string }[]> = {
  // “Ela’ı”, “Umut’u”: the vowel of the suffix depends on the name.
  tr: [{ pattern: new RegExp(String.raw`${NAME}['’]?\p{L}`, 'u'), example: '{name}’ı taşı' }],
  az: [{ pattern: new RegExp(String.raw`${NAME}[-'’]?\p{L}`, 'u'), example: '{name}-i keçir' }],
  en: [
    {
      pattern: new RegExp(String.raw`\b(?:his|her|him)\b[^.]*${PERSON}|${PERSON}[^.]*\b(?:he|she|his|her|him)\b`),
      example: '{name} left her call',
    },
  ],
  // A name in the nominative must begin the text or follow a punctuation mark: «Ожидаем участника: Анна», not «Ожидаем Анна».
  ru: [{ pattern: new RegExp(String.raw`(?<=[\p{L}\d] )(?<!д-р )${PERSON}`, 'u'), example: 'Ожидаем {name}' }],
  // A verb or a predicate before or after a name depends on the person's gender.
  ar: [
    { pattern: new RegExp(String.raw`(?:^|\s)(?:أصبح|حُظر|يحصل|حصل|غادر|انضم|وصل|لم يعد) ${PERSON}`, 'u'), example: 'أصبح {name} مسؤولًا' },
    { pattern: new RegExp(String.raw`${PERSON} (?:مسؤولًا|طبيبًا)`, 'u'), example: 'تعيين {name} مسؤولًا' },
  ],
  // “de Ela” must be “d’Ela”.
  fr: [{ pattern: new RegExp(String.raw`(?:^|[\s’])(?:de|que|le|la) ${NAME}`, 'u'), example: 'Le compte de {name} est bloqué' }],
}

describe.each(LANGUAGES)('%s', (language) => {
  test('no text inflects a name', () => {
    const texts = textsOf(language)
    expect(texts.length).toBeGreaterThan(2000)
    const wrong = WRONG[language].flatMap(({ pattern }) => texts.filter(([, text]) => pattern.test(text)))
    expect(wrong.map(([key, text]) => `${key}: ${text}`)).toEqual([])
  })

  test('each pattern matches its example', () => {
    for (const { pattern, example } of WRONG[language]) expect(example).toMatch(pattern)
  })

  test.each(LABELS)('the accessible name of the button “$label” contains its visible label', ({ label, named, values }) => {
    const fold = (text: string) => text.toLocaleLowerCase(language).replaceAll(/[\u2068\u2069]/g, '')
    const accessible = fold(translate(language, named, values))
    expect(accessible).not.toMatch(/[{}]/)
    expect(accessible).toContain(fold(translate(language, label)))
    for (const value of Object.values(values)) expect(accessible).toContain(fold(value))
  })

  test.each(BESIDE_NAMES)('%s can be read after a name', (key) => {
    const read = `Ela Öykü · ${translate(language, key, { count: 2 })}`
    expect(read).not.toContain(key)
    expect(read).not.toMatch(GENDERED[language])
  })
})

/** Buttons with a short visible label, whose accessible name also contains the person or object. */
const LABELS: { label: TextKey; named: TextKey; values: Record<string, string> }[] = [
  { label: 'affected.cancelOne', named: 'affected.cancelOf', values: { name: 'Ela Öykü', when: '19.11. 14:00' } },
  { label: 'affected.moveOne', named: 'affected.moveOf', values: { name: 'Umut Işık', when: '19.11. 14:00', to: '20.11. 09:30' } },
  { label: 'hours.copy', named: 'hours.copyOf', values: { day: 'Pzt' } },
  { label: 'management.edit', named: 'management.editOf', values: { name: 'Dr. Анна Орлова' } },
  { label: 'waiting.answerNow', named: 'waiting.answerNowTo', values: { name: 'Ela Öykü' } },
  { label: 'waiting.answerSoon', named: 'waiting.answerSoonTo', values: { name: 'سلمى حداد' } },
  { label: 'waiting.endAndSee', named: 'waiting.endAndSeeName', values: { name: 'Umut Işık' } },
]

/** Labels that follow a person's name in the same row. */
const BESIDE_NAMES = [
  'beside.nextWaits',
  'people.banned',
  'row.arrivedDays',
  'row.arrivedHours',
  'row.arrivedMinutes',
  'row.arrivedNow',
  'row.didNotCome',
  'waiting.justArrived',
  'waiting.waitsFor',
] satisfies TextKey[]

/** A verb or participle at the start of the label that agrees with the name before it. */
const GENDERED: Record<Language, RegExp> = {
  tr: /· (?:Taşıdı|Taşındı)/u,
  az: /· (?:Daşıdı|Daşındı)/u,
  en: /· (?:Came|He|She)\b/u,
  ru: /· \p{L}+(?:л|ла|лся|лась|ен|ена|ан|ана)(?!\p{L})/u,
  ar: /· (?:لم )?(?:وصل|حضر|يحضر|ينتظر|جاء)(?!\p{L})/u,
  fr: /· (?:Absent|Bloqué|Arrivé|Venu)e?(?!\p{L})/u,
}
