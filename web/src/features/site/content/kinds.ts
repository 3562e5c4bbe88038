// The kinds of entries that admins add to the pages, and where they show.
import type { TextKey } from '../../../lib/i18n.tsx'

export const KINDS = ['project', 'faq', 'notice'] as const
export type Kind = (typeof KINDS)[number]

interface KindTexts {
  add: TextKey
  text: TextKey
  emptyTitle: TextKey
  emptyText: TextKey
}

export const KIND_TEXTS: Record<Kind, KindTexts> = {
  project: {
    add: 'content.addProject',
    text: 'content.projectsText',
    emptyTitle: 'content.noProjects',
    emptyText: 'content.noProjectsText',
  },
  faq: { add: 'content.addFaq', text: 'content.faqText', emptyTitle: 'content.noFaq', emptyText: 'content.noFaqText' },
  notice: { add: 'content.addNotice', text: 'content.noticesText', emptyTitle: 'content.noNotices', emptyText: 'content.noNoticesText' },
}

/** The text that names an entry, as the key of its body. */
export const NAME_KEYS = { project: 'titles', faq: 'questions', notice: 'texts' } as const

/** The key of the typed text that stores the id of an unsaved new entry, so that adding an entry resumes it. */
export const begunEntry = (kind: Kind) => `content-new:${kind}`

/** The page that shows an entry once it is published. */
export const pathOf = (kind: Kind, slug: string | null) =>
  kind === 'project' ? `/interior-design#project-${slug ?? ''}` : kind === 'faq' ? `/faq#${slug ?? ''}` : '/'

export const CATEGORIES = ['general', 'health', 'services', 'technical', 'payment'] as const
export type Category = (typeof CATEGORIES)[number]

export const CATEGORY_TEXTS: Record<Category, TextKey> = {
  general: 'content.categoryGeneral',
  health: 'content.categoryHealth',
  services: 'content.categoryServices',
  technical: 'content.categoryTechnical',
  payment: 'content.categoryPayment',
}
