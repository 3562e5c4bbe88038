// The added content as pages show it: in the reader's language, or else in another one that is named, with Markdown as HTML.
import type { ShownNotice } from '../lib/data/notices.ts'
import type { Language } from '../lib/languages.ts'
import { lineAsHtml, textAsHtml } from '../lib/markdown.ts'
import { type TextInLanguage, textIn } from './appointment-types.ts'
import { PROJECTS_AT_ONCE } from './project-pages.ts'
import type { ContentEntry, FaqBody, NoticeBody, ProjectBody } from './site-content.ts'

/** A row in the shape of the database. */
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
  /** The fragment of the address, after #. */
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

/** Returns the question and its answer in one language. */
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

export interface ShownProjects {
  projects: ShownProject[]
  /** Whether there are more projects after these. */
  hasMore: boolean
}

/** Requests one more project than is shown, to find out whether there are more. The server fills in the key of an address. */
export const projectsRequest = (before: number | '{key}' = 0) => `${requestOf('project')}&offset=${before}&limit=${PROJECTS_AT_ONCE + 1}`

export const shownProjects = (rows: ProjectRow[], language: Language): ShownProjects => ({
  projects: rows.slice(0, PROJECTS_AT_ONCE).flatMap((row) => projectIn(row, language) ?? []),
  hasMore: rows.length > PROJECTS_AT_ONCE,
})

export const requestOf = (kind: ContentEntry['kind']) =>
  `site_content?select=id,slug,body&kind=eq.${kind}&body=not.is.null&order=position,id`
