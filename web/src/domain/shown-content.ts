// What pages show of the content that admins add: in the reader's language, or else in another one that is named, with Markdown as HTML.
import type { ShownNotice } from '../lib/data/notices.ts'
import type { Language } from '../lib/languages.ts'
import { lineAsHtml, textAsHtml } from '../lib/markdown.ts'
import { type TextInLanguage, textIn } from './appointment-types.ts'
import type { ContentEntry, FaqBody, NoticeBody, ProjectBody } from './site-content.ts'

/** As the database answers. */
export interface ProjectRow {
  id: string
  slug: string
  body: ProjectBody
}
export interface FaqRow {
  slug: string
  body: FaqBody
}

/** A text as HTML. */
interface HtmlInLanguage extends Omit<TextInLanguage, 'text'> {
  html: string
}

export interface ShownProject {
  id: string
  slug: string
  title: TextInLanguage
  place: TextInLanguage | undefined
  year: number | null
  area: number | null
  text: HtmlInLanguage | undefined
  photos: { path: string; alt: TextInLanguage }[]
}

export interface ShownAnswer {
  /** The part of the address behind #. */
  id: string
  category: FaqBody['category']
  question: string
  answer: HtmlInLanguage
}

export const answersIn = (rows: FaqRow[], language: Language) => rows.flatMap((row) => answerIn(row, language) ?? [])

function projectIn({ id, slug, body }: ProjectRow, language: Language): ShownProject | undefined {
  const title = textIn(body.titles, language)
  if (!title) return undefined
  const text = textIn(body.texts, language)
  return {
    id,
    slug,
    title,
    place: textIn(body.places, language),
    year: body.year,
    area: body.area_m2,
    text: text && asHtml(text),
    photos: body.photos.flatMap(({ path, alts }) => {
      const alt = textIn(alts, language)
      return alt ? [{ path, alt }] : []
    }),
  }
}

/** The question and its answer are in the same language. */
function answerIn({ slug, body }: FaqRow, language: Language): ShownAnswer | undefined {
  const both = Object.fromEntries(Object.entries(body.questions).filter(([each]) => body.answers[each as Language]))
  const question = textIn(both, language)
  const answer = question && textIn({ [question.language]: body.answers[question.language] }, language)
  if (!answer) return undefined
  return { id: slug, category: body.category, question: question.text, answer: asHtml(answer) }
}

export const noticeAsHtml = ({ texts }: NoticeBody): ShownNotice =>
  Object.fromEntries(Object.entries(texts).map(([language, text]) => [language, lineAsHtml(text)]))

const asHtml = ({ text, ...rest }: TextInLanguage): HtmlInLanguage => ({ ...rest, html: textAsHtml(text) })

/** As many as are shown at first, and each time that somebody asks for more: rendering one takes some milliseconds. */
const PROJECTS_AT_ONCE = 12

export interface ShownProjects {
  projects: ShownProject[]
  /** There are others after these. */
  hasMore: boolean
}

/** One more than are shown, which says whether there are others. */
export const projectsRequest = (page = 0) => `${requestOf('project')}&offset=${page * PROJECTS_AT_ONCE}&limit=${PROJECTS_AT_ONCE + 1}`

export const shownProjects = (rows: ProjectRow[], language: Language): ShownProjects => ({
  projects: rows.slice(0, PROJECTS_AT_ONCE).flatMap((row) => projectIn(row, language) ?? []),
  hasMore: rows.length > PROJECTS_AT_ONCE,
})

export const requestOf = (kind: ContentEntry['kind']) =>
  `site_content?select=id,slug,body&kind=eq.${kind}&body=not.is.null&order=position,id`
