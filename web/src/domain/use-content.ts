// The content of a page that admins have added. A page that the server rendered has it; others ask for it, and the code that turns Markdown
// into HTML is loaded only then.
import { useEffect, useState } from 'react'
import { usePageValue } from '../lib/data/page-data.tsx'
import { fetchPublic } from '../lib/data/public-api.ts'
import type { Language } from '../lib/languages.ts'
import type { FaqRow, ProjectRow, ShownAnswer, ShownProject } from './shown-content.ts'

interface ShownByKind {
  project: ShownProject
  faq: ShownAnswer
}

/** What the server calls them. */
const VALUES = { project: 'projects', faq: 'answers' } as const

/** Nothing while they load, or as long as they cannot be loaded: the page has more than this to show. */
export function useContent<Kind extends keyof ShownByKind>(kind: Kind, language: Language): ShownByKind[Kind][] {
  const given = usePageValue(VALUES[kind]) as ShownByKind[Kind][] | undefined
  const [answer, setAnswer] = useState(given && { language, shown: given })
  const [attempt, setAttempt] = useState(0)
  const isKnown = answer?.language === language
  // oxlint-disable-next-line react/exhaustive-deps -- each attempt asks anew
  useEffect(() => {
    if (isKnown) return undefined
    const leaving = new AbortController()
    const { signal } = leaving
    load(kind, language, signal).then(
      (shown) => !signal.aborted && setAnswer({ language, shown }),
      () => !signal.aborted && addEventListener('online', () => setAttempt((before) => before + 1), { signal, once: true }),
    )
    return () => leaving.abort()
  }, [kind, language, isKnown, attempt])
  return isKnown ? answer.shown : []
}

async function load<Kind extends keyof ShownByKind>(kind: Kind, language: Language, signal: AbortSignal) {
  const { answersIn, projectsIn, requestOf } = await import('./shown-content.ts')
  const ask = <Rows>() => fetchPublic<Rows>(requestOf(kind), { signal })
  const shown = kind === 'project' ? projectsIn(await ask<ProjectRow[]>(), language) : answersIn(await ask<FaqRow[]>(), language)
  return shown as ShownByKind[Kind][]
}
