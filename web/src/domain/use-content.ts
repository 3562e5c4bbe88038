// The added content of a page. A page that the server rendered contains it. Other pages fetch it, and only then load the code that turns
// Markdown into HTML.
import { useCallback, useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { usePageValue } from '../lib/data/page-data.tsx'
import { fetchPublic } from '../lib/data/public-api.ts'
import type { Language } from '../lib/languages.ts'
import { PROJECTS_AT_ONCE } from './project-pages.ts'
import type { FaqRow, ProjectRow, ShownAnswer, ShownProjects } from './shown-content.ts'

const NOTHING: never[] = []

/** Empty while the answers load, or if they cannot be loaded, because the page has more than these to show. */
export function useAddedAnswers(language: Language): ShownAnswer[] {
  return useContent(usePageValue('answers') as ShownAnswer[] | undefined, language, loadAnswers) ?? NOTHING
}

/** The first projects, and more on request. */
export function useProjects(language: Language) {
  const first = useContent(usePageValue('projects') as ShownProjects | undefined, language, loadProjects)
  const [later, setLater] = useState<{ language: Language; pages: ShownProjects[] }>()
  const pages = [...(first ? [first] : []), ...(later?.language === language ? later.pages : [])]
  return {
    projects: pages.flatMap(({ projects }) => projects),
    hasMore: pages.at(-1)?.hasMore ?? false,
    /** Resolves once the projects are on the page. Rejects if they cannot be loaded. */
    loadMore: async () => {
      const next = await loadProjects(language, undefined, pages.length * PROJECTS_AT_ONCE)
      flushSync(() => setLater({ language, pages: [...pages.slice(1), next] }))
    },
  }
}

/** The projects of a further page, after so many on the pages before. Undefined while they load. */
export function useProjectsAfter(before: number, language: Language) {
  const load = useCallback((inLanguage: Language, signal: AbortSignal) => loadProjects(inLanguage, signal, before), [before])
  return useContent(usePageValue('projects') as ShownProjects | undefined, language, load)
}

/** The content that the server rendered, or else the loaded content. */
function useContent<Shown extends object>(
  given: Shown | undefined,
  language: Language,
  load: (language: Language, signal: AbortSignal) => Promise<Shown>,
): Shown | undefined {
  const [answer, setAnswer] = useState(given && { language, shown: given })
  const [attempt, setAttempt] = useState(0)
  const isKnown = answer?.language === language
  // oxlint-disable-next-line react/exhaustive-deps -- each attempt asks anew
  useEffect(() => {
    if (isKnown) return undefined
    const leaving = new AbortController()
    const { signal } = leaving
    load(language, signal).then(
      (shown) => !signal.aborted && setAnswer({ language, shown }),
      () => !signal.aborted && addEventListener('online', () => setAttempt((before) => before + 1), { signal, once: true }),
    )
    return () => leaving.abort()
  }, [load, language, isKnown, attempt])
  return isKnown ? answer.shown : undefined
}

async function loadAnswers(language: Language, signal: AbortSignal) {
  const { answersIn, requestOf } = await import('./shown-content.ts')
  return answersIn(await fetchPublic<FaqRow[]>(requestOf('faq'), { signal }), language)
}

async function loadProjects(language: Language, signal?: AbortSignal, before = 0) {
  const { projectsRequest, shownProjects } = await import('./shown-content.ts')
  return shownProjects(await fetchPublic<ProjectRow[]>(projectsRequest(before), signal && { signal }), language)
}
