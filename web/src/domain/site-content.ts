// The content that admins add to the pages, as it is stored. The database refuses other shapes.
import type { Language } from '../lib/languages.ts'

export type ByLanguage = Partial<Record<Language, string>>

export interface ProjectBody {
  titles: ByLanguage
  places: ByLanguage
  year: number | null
  area_m2: number | null
  /** Markdown. */
  texts: ByLanguage
  photos: { path: string; alts: ByLanguage }[]
}

export interface FaqBody {
  category: 'general' | 'health' | 'services' | 'technical' | 'payment'
  questions: ByLanguage
  /** Markdown. */
  answers: ByLanguage
}

export interface NoticeBody {
  /** Markdown in one line. */
  texts: ByLanguage
  from: string | null
  until: string | null
}

export type ContentEntry =
  | { id: string; kind: 'project'; slug: string; body: ProjectBody }
  | { id: string; kind: 'faq'; slug: string; body: FaqBody }
  | { id: string; kind: 'notice'; slug: null; body: NoticeBody }
