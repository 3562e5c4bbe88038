// Reads texts beside the names that they are shown with. A name has no case, no gender and no suffix that a text could know.
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

/** What stands for a name in a text. */
const NAME = String.raw`\{(?:name|patient|doctor|user|fileName|title|city|here|zone|specialty|service)\}`
/** Those of people, among them. */
const PERSON = String.raw`\{(?:name|patient|doctor|user)\}`

/** What a language must not do with a name, with a case that shows it. */
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
  // A name in the nominative begins the text or follows a mark: «Ожидаем участника: Анна», not «Ожидаем Анна».
  ru: [{ pattern: new RegExp(String.raw`(?<=[\p{L}\d] )(?<!д-р )${PERSON}`, 'u'), example: 'Ожидаем {name}' }],
  // A verb or a predicate before or after a name would have to know whether it is a woman's.
  ar: [
    { pattern: new RegExp(String.raw`(?:^|\s)(?:أصبح|حُظر|يحصل|حصل|غادر|انضم|وصل|لم يعد) ${PERSON}`, 'u'), example: 'أصبح {name} مسؤولًا' },
    { pattern: new RegExp(String.raw`${PERSON} (?:مسؤولًا|طبيبًا)`, 'u'), example: 'تعيين {name} مسؤولًا' },
  ],
  // “de Ela” would be “d’Ela”.
  fr: [{ pattern: new RegExp(String.raw`(?:^|[\s’])(?:de|que|le|la) ${NAME}`, 'u'), example: 'Le compte de {name} est bloqué' }],
}

describe.each(LANGUAGES)('%s', (language) => {
  test('no text bends a name', () => {
    const texts = textsOf(language)
    expect(texts.length).toBeGreaterThan(2000)
    const wrong = WRONG[language].flatMap(({ pattern }) => texts.filter(([, text]) => pattern.test(text)))
    expect(wrong.map(([key, text]) => `${key}: ${text}`)).toEqual([])
  })

  test('each of these patterns finds its case', () => {
    for (const { pattern, example } of WRONG[language]) expect(example).toMatch(pattern)
  })

  test.each(LABELS)('the name of the button “$label” contains what it shows', ({ label, named, values }) => {
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

/** Buttons that show a short label and tell screen readers whom or what it is about. */
const LABELS: { label: TextKey; named: TextKey; values: Record<string, string> }[] = [
  { label: 'affected.cancelOne', named: 'affected.cancelOf', values: { name: 'Ela Öykü', when: '19.11. 14:00' } },
  { label: 'affected.moveOne', named: 'affected.moveOf', values: { name: 'Umut Işık', when: '19.11. 14:00', to: '20.11. 09:30' } },
  { label: 'hours.copy', named: 'hours.copyOf', values: { day: 'Pzt' } },
  { label: 'management.edit', named: 'management.editOf', values: { name: 'Dr. Анна Орлова' } },
  { label: 'waiting.answerNow', named: 'waiting.answerNowTo', values: { name: 'Ela Öykü' } },
  { label: 'waiting.answerSoon', named: 'waiting.answerSoonTo', values: { name: 'سلمى حداد' } },
  { label: 'waiting.endAndSee', named: 'waiting.endAndSeeName', values: { name: 'Umut Işık' } },
]

/** Labels that stand right after a person's name, in the same row. */
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

/** A verb or participle that agrees with the name before it, at the start of the label. */
const GENDERED: Record<Language, RegExp> = {
  tr: /· (?:Taşıdı|Taşındı)/u,
  az: /· (?:Daşıdı|Daşındı)/u,
  en: /· (?:Came|He|She)\b/u,
  ru: /· \p{L}+(?:л|ла|лся|лась|ен|ена|ан|ана)(?!\p{L})/u,
  ar: /· (?:لم )?(?:وصل|حضر|يحضر|ينتظر|جاء)(?!\p{L})/u,
  fr: /· (?:Absent|Bloqué|Arrivé|Venu)e?(?!\p{L})/u,
}
