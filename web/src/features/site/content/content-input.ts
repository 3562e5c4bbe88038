// Validation of the forms for added content. All values are texts, as they are typed. The database has the same limits.
import * as z from 'zod/mini'
import { FAQ_IDS } from '../../../content/faq-ids.ts'
import type { ByLanguage, FaqBody, NoticeBody, ProjectBody } from '../../../domain/site-content.ts'
import type { TextKey } from '../../../lib/i18n.tsx'
import { LANGUAGES, type Language } from '../../../lib/languages.ts'
import { onOneLine } from '../../../lib/patterns.ts'
import { CATEGORIES, type Kind } from './kinds.ts'
import { cleanPhotos, hasAlts, photosIn, photosText } from './photo-values.ts'
import { MAX_SLUG_LENGTH, SLUG } from './slug.ts'

export type ContentValues = Record<string, string>
export type Body = ProjectBody | FaqBody | NoticeBody

export interface TextPart {
  key: string
  max: number
  /** Whether it has several lines of Markdown. */
  isLong?: true
}

/** The parts of a body that exist in each language. The first one is required in one language. */
export const TEXT_PARTS: Record<Kind, [TextPart, ...TextPart[]]> = {
  project: [
    { key: 'titles', max: 100 },
    { key: 'places', max: 80 },
    { key: 'texts', max: 4000, isLong: true },
  ],
  faq: [
    { key: 'questions', max: 200 },
    { key: 'answers', max: 4000, isLong: true },
  ],
  notice: [{ key: 'texts', max: 300 }],
}

const LINES: Record<Kind, string[]> = {
  project: ['slug', 'year', 'area_m2', 'photos'],
  faq: ['slug', 'category'],
  notice: ['from', 'until'],
}

export const fieldOf = (part: string, language: Language) => `${part}_${language}`

/** Languages in which a required text is missing. */
export function missingLanguages(kind: Kind, values: ContentValues) {
  // A place is optional for projects.
  const needed = TEXT_PARTS[kind].filter(({ key }) => key !== 'places')
  return LANGUAGES.filter((language) => needed.some(({ key }) => !values[fieldOf(key, language)]?.trim()))
}

const key = (text: TextKey) => text
const numberBetween = (min: number, max: number, message: TextKey) =>
  z.string().check(
    z.trim(),
    z.refine((typed) => typed === '' || (/^\d{1,6}$/.test(typed) && Number(typed) >= min && Number(typed) <= max), key(message)),
  )

const slug = z.string().check(
  z.trim(),
  z.toLowerCase(),
  z.refine((typed) => SLUG.test(typed) && typed.length >= 3 && typed.length <= MAX_SLUG_LENGTH, key('content.slugWrong')),
)

const FIELDS = {
  slug,
  year: numberBetween(1900, 2100, 'content.yearWrong'),
  area_m2: numberBetween(1, 100_000, 'content.areaWrong'),
  photos: z.string().check(z.refine((text) => photosIn(text).every(hasAlts), key('content.altMissing'))),
  category: z.string().check(z.refine((typed) => (CATEGORIES as readonly string[]).includes(typed), key('content.categoryMissing'))),
  from: z.string(),
  until: z.string(),
}

/** Text copied from a document or a slide may break its lines with other characters than a new line, which pages do not show. */
const onItsLines = (typed: string) =>
  typed
    .replaceAll(/\r\n|[\r\v\f\u0085\u2028\u2029]/g, '\n')
    // The database accepts no other control characters.
    .replaceAll(/[^\P{Cc}\n\t]/gu, '')
    .trim()

/** Copied text may be nothing but invisible characters, or end in half of one. */
const visible = (text: string) => (/[^\p{Cf}\s]/u.test(text) ? text.toWellFormed() : '')

function textField({ max, isLong }: TextPart) {
  const short = z.string().check(z.maxLength(max, key('site.tooLong')))
  return z.pipe(
    z.pipe(
      z.string(),
      z.transform((typed: string) => visible(isLong ? onItsLines(typed) : onOneLine(typed))),
    ),
    short,
  )
}

/** If a text is missing in all languages, the error is shown at the reader's language. */
export function contentInput(kind: Kind, language: Language) {
  const parts = TEXT_PARTS[kind]
  const texts = parts.flatMap((part) => LANGUAGES.map((each) => [fieldOf(part.key, each), textField(part)] as const))
  const lines = LINES[kind].map((name) => [name, FIELDS[name as keyof typeof FIELDS]] as const)
  const shape = Object.fromEntries<z.ZodMiniType<string>>([...texts, ...lines])
  const isIn = (part: string, each: Language, values: ContentValues) => Boolean(values[fieldOf(part, each)])
  const [first, ...others] = parts
  return z.object(shape).check(
    z.refine((values) => LANGUAGES.some((each) => isIn(first.key, each, values)), {
      error: key('content.oneLanguage'),
      path: [fieldOf(first.key, language)],
    }),
    // A question needs an answer in the same language.
    z.refine((values) => kind !== 'faq' || LANGUAGES.some((each) => parts.every((part) => isIn(part.key, each, values))), {
      error: key('content.answerMissing'),
      path: [fieldOf((others[0] ?? first).key, language)],
    }),
    // The database refuses these slugs too. The form says so before saving.
    z.refine(({ slug: typed = '' }) => kind !== 'faq' || !FAQ_IDS.includes(typed), { error: key('content.slugTaken'), path: ['slug'] }),
    z.refine(({ from = '', until = '' }) => !from || !until || from <= until, { error: key('site.dayWrong'), path: ['until'] }),
  ) as unknown as z.ZodMiniType<ContentValues>
}

type AnyBody = Partial<ProjectBody & FaqBody & Omit<NoticeBody, 'texts'>>

export function entryValuesOf(kind: Kind, entry: { slug: string | null; body: Body } | undefined): ContentValues {
  const body = (entry?.body ?? {}) as AnyBody
  const texts = TEXT_PARTS[kind].flatMap((part) => {
    const byLanguage = body[part.key as keyof AnyBody] as ByLanguage | undefined
    return LANGUAGES.map((language) => [fieldOf(part.key, language), byLanguage?.[language] ?? ''] as const)
  })
  const all: ContentValues = {
    slug: entry?.slug ?? '',
    year: String(body.year ?? ''),
    area_m2: String(body.area_m2 ?? ''),
    photos: photosText(body.photos ?? []),
    category: body.category ?? 'general',
    from: body.from ?? '',
    until: body.until ?? '',
  }
  return Object.fromEntries([...texts, ...LINES[kind].map((name) => [name, all[name] ?? ''] as const)])
}

export function bodyOf(kind: Kind, values: ContentValues): Body {
  const byLanguage = (part: string): ByLanguage =>
    Object.fromEntries(LANGUAGES.map((language) => [language, values[fieldOf(part, language)] ?? '']).filter(([, text]) => text))
  const numberIn = (name: string) => (values[name] ? Number(values[name]) : null)
  if (kind === 'project')
    return {
      titles: byLanguage('titles'),
      places: byLanguage('places'),
      year: numberIn('year'),
      area_m2: numberIn('area_m2'),
      texts: byLanguage('texts'),
      photos: cleanPhotos(values['photos'] ?? ''),
    }
  if (kind === 'notice') return { texts: byLanguage('texts'), from: values['from'] || null, until: values['until'] || null }
  return {
    category: CATEGORIES.find((each) => each === values['category']) ?? 'general',
    questions: byLanguage('questions'),
    answers: byLanguage('answers'),
  }
}
